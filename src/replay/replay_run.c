#include "replay/replay.h"

#include "files/outdir.h"
#include "replay/fence.h"
#include "replay/replay_settings.h"
#include "replay/replay_world.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const replay_limits replay_default_limits = {
  .wall_ms = 10000, .cpu_s = 10, .memory_bytes = UINT64_C(1) << 30,
  .output_bytes = 1 << 18, .leaks = false};

/* Some machines need seconds for LeakSanitizer's scan alone. */
enum { LEAK_CHECK_S = 30 };

static const char *symbolizer(void) {
  static const char *const places[] = {
    "/usr/lib/llvm-" BRAID_LLVM "/bin/llvm-symbolizer", "/usr/bin/llvm-symbolizer",
    "/usr/local/bin/llvm-symbolizer"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!access(places[i], X_OK)) return places[i];
  return NULL;
}

static void add_path(replay_words *e, const char *name, fence_kind fence,
                     const char *path) {
  char *inside = fence_view(fence, path);
  vec_push(e, mem_format("%s=%s", name, inside));
  free(inside);
}

replay_words replay_run_settings(const testcase *t, fence_kind fence, const char *ktest,
                                 const char *noted, const replay_limits *limits,
                                 const char *profile) {
  const unsigned long long mib = limits->memory_bytes >> 20;
  const char *found = symbolizer();
  char *tool = found ? fence_view(fence, found) : NULL;
  replay_words e = replay_world_environment(t);
  bool has_locale = false;
  for (uint32_t i = 0; i < e.count; i++)
    has_locale |= !strncmp(e.items[i], "LC_ALL=", 7);
  if (!has_locale) vec_push(&e, mem_string("LC_ALL=C"));
  add_path(&e, "KTEST_FILE", fence, ktest);
  add_path(&e, "BRAID_REPLAY_NOTE", fence, noted);
  vec_push(&e, mem_format("ASAN_OPTIONS=detect_leaks=%d:hard_rss_limit_mb=%llu:"
                     "allocator_may_return_null=1:color=never:"
                     "detect_stack_use_after_return=1:handle_sigfpe=1:"
                     "handle_sigill=0:handle_abort=0:strict_string_checks=1",
                     limits->leaks, mib));
  vec_push(&e, mem_string("UBSAN_OPTIONS=print_stacktrace=1:color=never"));
  vec_push(&e, mem_format("MSAN_OPTIONS=hard_rss_limit_mb=%llu:color=never:"
                     "allocator_may_return_null=1:handle_abort=0", mib));
  if (tool) {
    vec_push(&e, mem_format("ASAN_SYMBOLIZER_PATH=%s", tool));
    vec_push(&e, mem_format("MSAN_SYMBOLIZER_PATH=%s", tool));
    vec_push(&e, mem_format("UBSAN_SYMBOLIZER_PATH=%s", tool));
  }
  if (profile) add_path(&e, "LLVM_PROFILE_FILE", fence, profile);
  vec_push(&e, NULL);
  free(tool);
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
  char *files = mem_format("%s/files", directory);
  char *ktest = mem_format("%s/test.ktest", directory);
  char *input = mem_format("%s/stdin", directory);
  char *noted = mem_format("%s/note", directory);
  size_t input_size;
  const uint8_t *in = testcase_contents(t, "stdin", &input_size);
  replay_words argv = replay_world_arguments(t, binary);
  const fence_kind fence = limits->unconfined ? FENCE_UNCONFINED : fence_best();
  replay_words environment = replay_run_settings(t, fence, ktest, noted, limits, profile);
  char *error = NULL;
  if (mkdir(work, 0777) || mkdir(files, 0777))
    error = mem_format("cannot make %s", work);
  if (!error) error = ktest_write_file(t, ktest);
  if (!error && in) error = file_write_whole(input, in, input_size);
  if (!error) error = replay_world_place_files(t, files, fence_has_root(fence));
  if (!error) {
    const fence_request r = {
      .argv = argv.items, .environment = environment.items,
      .directory = work, .files = files,
      .read = (const char *const[]) {ktest, NULL},
      .written = (const char *const[]) {noted, profile, NULL},
      .input_path = in ? input : NULL,
      .wall_ms = limits->wall_ms + (limits->leaks ? 1000 * LEAK_CHECK_S : 0),
      .cpu_s = limits->cpu_s + (limits->leaks ? LEAK_CHECK_S : 0),
      .output_bytes = limits->output_bytes, .watch = limits->watch,
      /* A sanitizer reserves terabytes of address space: there the limit is
       * its own, on memory in use.  What shows the stack needs some, too. */
      .address_bytes = profile ? limits->memory_bytes : 0,
      .memory_bytes = 2 * limits->memory_bytes};
    process_result p = fence_run(fence, &r);
    result->started = !p.start_error;
    result->timed_out = p.timed_out;
    result->is_spinning = p.is_spinning;
    result->exit_status = p.exit_status;
    result->signal = p.signal;
    result->output = p.output;
    take_notes(noted, result);
  } else {
    result->output = error;
  }
  free(work);
  free(files);
  free(ktest);
  free(input);
  free(noted);
  replay_words_release(&argv);
  replay_words_release(&environment);
}

replay_run_result replay_run(const char *binary, const testcase *t,
                             const replay_limits *limits,
                             const char *profile) {
  assert(*binary == '/');
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
