#include "report/replay.h"

#include "report/outdir.h"
#include "report/process.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const replay_limits replay_default_limits = {
  .wall_ms = 10000, .cpu_s = 10, .memory_bytes = UINT64_C(1) << 30,
  .output_bytes = 1 << 18, .leaks = false};

/* Some machines need seconds for LeakSanitizer's scan alone. */
enum { FILE_BYTES = 64 << 20, LEAK_CHECK_S = 30 };

typedef VEC(const char *) list;

/* An environment setting or an argument; the list owns it. */
static void add(list *l, char *text) { vec_push(l, text); }

static void release(list *l) {
  for (uint32_t i = 0; i < l->count; i++) free((char *) l->items[i]);
  vec_release(l);
}

static void add_symbolic_argument(list *argv, const testcase *t,
                                  unsigned *next) {
  char name[16];
  snprintf(name, sizeof name, "arg%02u", (*next)++);
  const testcase_input *in = testcase_find(t, name);
  char *text = mem_zeroed(in ? (size_t) in->size + 1 : 1, 1);
  if (in && in->size) memcpy(text, in->bytes, in->size);
  add(argv, text);
}

/* How many arguments the n-th --sym-args MIN MAX stands for: an input only
 * where there is a choice. */
static uint32_t argument_count(const testcase *t, uint32_t at, uint32_t *nth) {
  const char *least = at + 1 < t->arguments.count
                          ? t->arguments.items[at + 1] : "0";
  const char *most = at + 2 < t->arguments.count
                         ? t->arguments.items[at + 2] : "0";
  uint32_t seen = 0, number = 0;
  if (strtoul(least, NULL, 10) >= strtoul(most, NULL, 10))
    return (uint32_t) strtoul(least, NULL, 10) & 0xff;
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = &t->inputs.items[i];
    bool named = in->kind == TESTCASE_OBJECT &&
                 !strncmp(in->name, "n_args", 6);
    if (!named || seen++ != *nth) continue;
    number = in->size ? in->bytes[0] : 0;
    break;
  }
  ++*nth;
  return number;
}

static bool is_option(const char *text, const char *name) {
  if (text[0] != '-') return false;
  return !strcmp(text + (text[1] == '-' ? 2 : 1), name);
}

/*
 * The arguments as the program saw them: KLEE's --sym-arg N and --sym-args MIN
 * MAX N stand for the objects arg00, arg01, ...; --sym-files, --sym-stdin,
 * --sym-stdout and --max-fail describe the environment and are no arguments.
 */
static list expand_arguments(const testcase *t, const char *binary) {
  list argv = {0};
  unsigned next = 0;
  uint32_t choices = 0;
  add(&argv, mem_string(binary));
  for (uint32_t i = 1; i < t->arguments.count; i++) {
    const char *text = t->arguments.items[i];
    if (is_option(text, "sym-arg")) {
      add_symbolic_argument(&argv, t, &next);
      i += 1;
    } else if (is_option(text, "sym-args")) {
      for (uint32_t k = argument_count(t, i, &choices); k; k--)
        add_symbolic_argument(&argv, t, &next);
      i += 3;
    } else if (is_option(text, "sym-files")) {
      i += 2;
    } else if (is_option(text, "sym-stdin") || is_option(text, "max-fail")) {
      i += 1;
    } else if (!is_option(text, "sym-stdout")) {
      add(&argv, mem_string(text));
    }
  }
  vec_push(&argv, NULL);
  return argv;
}

/* Puts the files that the test describes into its directory: A_data as A. */
static char *place_files(const testcase *t, const char *directory) {
  char *error = NULL;
  for (uint32_t i = 0; i < t->inputs.count && !error; i++) {
    const testcase_input *in = &t->inputs.items[i];
    if (in->kind != TESTCASE_OBJECT || in->name[0] < 'A' ||
        in->name[0] > 'Z' || strcmp(in->name + 1, "_data"))
      continue;
    char *path = mem_format("%s/%c", directory, in->name[0]);
    error = file_write_whole(path, in->bytes, in->size);
    free(path);
  }
  return error;
}

static const char *symbolizer(void) {
  static const char *const places[] = {
    "/usr/lib/llvm-19/bin/llvm-symbolizer", "/usr/bin/llvm-symbolizer",
    "/usr/local/bin/llvm-symbolizer"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!access(places[i], X_OK)) return places[i];
  return NULL;
}

static list settings(const char *ktest, const char *noted,
                     const replay_limits *limits, const char *profile) {
  const unsigned long long mib = limits->memory_bytes >> 20;
  const char *tool = symbolizer();
  list e = {0};
  add(&e, mem_format("KTEST_FILE=%s", ktest));
  add(&e, mem_format("BRAID_REPLAY_NOTE=%s", noted));
  add(&e, mem_format("ASAN_OPTIONS=detect_leaks=%d:hard_rss_limit_mb=%llu:"
                     "allocator_may_return_null=1:color=never:"
                     "detect_stack_use_after_return=1:handle_sigfpe=1:"
                     "handle_sigill=0:handle_abort=0:strict_string_checks=1",
                     limits->leaks, mib));
  add(&e, mem_string("UBSAN_OPTIONS=print_stacktrace=1:color=never"));
  add(&e, mem_format("MSAN_OPTIONS=hard_rss_limit_mb=%llu:color=never:"
                     "allocator_may_return_null=1:handle_abort=0", mib));
  if (tool) {
    add(&e, mem_format("ASAN_SYMBOLIZER_PATH=%s", tool));
    add(&e, mem_format("MSAN_SYMBOLIZER_PATH=%s", tool));
    add(&e, mem_format("UBSAN_SYMBOLIZER_PATH=%s", tool));
  }
  if (profile) add(&e, mem_format("LLVM_PROFILE_FILE=%s", profile));
  vec_push(&e, NULL);
  return e;
}

static void take_notes(const char *path, replay_run_result *result) {
  char *error = NULL;
  size_t size;
  char *text = access(path, R_OK) ? NULL : file_read_whole(path, &size, &error);
  if (text) {
    result->assumption_failed = strstr(text, "assumption failed");
    result->error_reached = strstr(text, "error reached");
    result->user_error = strstr(text, "user error");
  }
  free(text);
  free(error);
}

static void run_in(const char *directory, const char *binary,
                   const testcase *t, const replay_limits *limits,
                   const char *profile, replay_run_result *result) {
  char *work = mem_format("%s/work", directory);
  char *ktest = mem_format("%s/test.ktest", directory);
  char *input = mem_format("%s/stdin", directory);
  char *noted = mem_format("%s/note", directory);
  const testcase_input *in = testcase_find(t, "stdin");
  list argv = expand_arguments(t, binary);
  list environment = settings(ktest, noted, limits, profile);
  char *text = NULL, *error = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  ktest_write(t, stream);
  fclose(stream);
  if (mkdir(work, 0777)) error = mem_format("cannot make %s", work);
  if (!error) error = file_write_whole(ktest, text, size);
  if (!error && in) error = file_write_whole(input, in->bytes, in->size);
  if (!error) error = place_files(t, work);
  if (!error) {
    process_request r = {
      .argv = argv.items, .environment = environment.items, .directory = work,
      .input_path = in ? input : NULL,
      .wall_ms = limits->wall_ms + (limits->leaks ? 1000 * LEAK_CHECK_S : 0),
      .cpu_s = limits->cpu_s + (limits->leaks ? LEAK_CHECK_S : 0),
      .file_bytes = FILE_BYTES,
      .output_bytes = limits->output_bytes,
      /* A sanitizer reserves terabytes of address space: there the limit is
       * its own, on memory in use. */
      .memory_bytes = profile ? limits->memory_bytes : 0};
    process_result p = process_run(&r);
    result->started = !p.start_error;
    result->timed_out = p.timed_out;
    result->exit_status = p.exit_status;
    result->signal = p.signal;
    result->output = p.output;
    take_notes(noted, result);
  } else {
    result->output = error;
  }
  free(text);
  free(work);
  free(ktest);
  free(input);
  free(noted);
  release(&argv);
  release(&environment);
}

replay_run_result replay_run(const char *binary, const testcase *t,
                             const replay_limits *limits,
                             const char *profile) {
  replay_run_result result = {0};
  char *error = NULL, *directory = scratch_make(&error);
  if (!directory) {
    result.output = error;
    return result;
  }
  run_in(directory, binary, t, limits, profile, &result);
  scratch_remove(directory);
  free(directory);
  return result;
}

void replay_run_release(replay_run_result *r) {
  free(r->output);
  r->output = NULL;
}
