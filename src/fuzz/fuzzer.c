#include "fuzz/fuzzer.h"

#include "base/mem.h"
#include "base/process.h"
#include "base/sha.h"
#include "files/corpus.h"
#include "files/outdir.h"
#include "fuzz/smaller.h"
#include "replay/replay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct { const char *word, *compiler, *package; } kinds[FUZZERS] = {
#define FUZZER(NAME, WORD, COMPILER, PACKAGE) {WORD, COMPILER, PACKAGE},
#include "fuzz/fuzzers.def"
};

const char *fuzzer_word(fuzzer_kind k) { return kinds[k].word; }

fuzzer_kind fuzzer_find(const char *word) {
  unsigned k = 0;
  while (k < FUZZERS && strcmp(word, kinds[k].word)) k++;
  return (fuzzer_kind) k;
}

/* Building ----------------------------------------------------------------- */

static char *not_there(fuzzer_kind k, const char *compiler) {
  return mem_format("%s is not installed (package %s): there is no %s to run beside "
                    "braid", compiler, kinds[k].package, kinds[k].word);
}

void fuzzer_command_release(fuzzer_command *c) {
  for (uint32_t k = 0; k < c->owned.count; k++) free(c->owned.items[k]);
  vec_release(&c->owned);
  vec_release(&c->words);
}

static void add_word(fuzzer_command *c, const char *word) { vec_push(&c->words, word); }

void fuzzer_command_own(fuzzer_command *c, char *word) {
  vec_push(&c->owned, word);
  vec_push(&c->words, word);
}

static const char *compiler_of(fuzzer_kind k) {
  const char *named = getenv("BRAID_FUZZ_CC");
  return named ? named : kinds[k].compiler;
}

/* How the target is compiled, with sanitizers or fast. */
static void compile(const options *o, const char *compiler, bool is_fast, const char *to,
                    fuzzer_command *c) {
  static const char *const older[] = {REPLAY_OLDER_C, NULL};
  static const char *const flags[] = {"-g", "-O1", "-fno-omit-frame-pointer", "-w", NULL};
  add_word(c, compiler);
  for (unsigned k = 0; flags[k]; k++) add_word(c, flags[k]);
  add_word(c, is_fast ? "-fsanitize=fuzzer" : "-fsanitize=fuzzer,address,undefined");
  if (!is_fast) add_word(c, "-fno-sanitize-recover=undefined");
  for (unsigned k = 0; older[k]; k++) add_word(c, older[k]);
  for (uint32_t k = 0; k < o->flags.count; k++) add_word(c, o->flags.items[k]);
  for (uint32_t k = 0; k < o->files.count; k++) add_word(c, o->files.items[k]);
  add_word(c, "-lm");
  add_word(c, "-o");
  add_word(c, to);
  add_word(c, NULL);
}

static process_result run_compiler(const fuzzer_command *c, const char *variable) {
  const char *const environment[] = {"AFL_QUIET=1", variable, NULL};
  const process_request r = {.argv = c->words.items, .environment = environment,
                             .wall_ms = REPLAY_TOOL_MS,
                             .output_bytes = 1 << 16};
  return process_run(&r);
}

/* A process that compiles.  It leaves a message in the file if that fails. */
static pid_t build_beside(const fuzzer_command *c, const char *variable, fuzzer_kind kind,
                          const char *file) {
  const pid_t pid = fork();
  if (pid) return pid;
  const process_result result = run_compiler(c, variable);
  const char *compiler = c->words.items[0];
  char *message = NULL;
  if (result.start_error == ENOENT) message = not_there(kind, compiler);
  else if (result.start_error)
    message = mem_format("cannot start %s: %s", compiler, strerror(result.start_error));
  else if (result.exit_status)
    message = mem_format("%s cannot build the target for %s:\n%s", compiler,
                         kinds[kind].word, result.output);
  if (message) free(file_write_whole(file, message, strlen(message)));
  _exit(message != NULL);
}

static void keep_times(const char *path, const struct stat *of) {
  const struct timespec times[] = {of->st_atim, of->st_mtim};
  utimensat(AT_FDCWD, path, times, 0);
}

/* The file under another name, if that is free: with its times, or as new. */
static void copy_file(const char *from, const char *to, bool is_new) {
  char *message = NULL;
  size_t size;
  struct stat about;
  if (is_new ? !access(to, F_OK) : !link(from, to) || errno == EEXIST) return;
  if (stat(from, &about)) return;
  char *bytes = file_read_whole(from, &size, &message);
  if (bytes && !(message = file_write_whole(to, bytes, size)) && !is_new)
    keep_times(to, &about);
  free(bytes);
  free(message);
}

/* All files of a directory into another.  How many there are. */
static unsigned copy_files(const char *from, const char *to, bool are_new) {
  DIR *d = opendir(from);
  unsigned count = 0;
  for (const struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    char *old = mem_format("%s/%s", from, e->d_name);
    char *new = mem_format("%s/%s", to, e->d_name);
    copy_file(old, new, are_new);
    count++;
    free(old);
    free(new);
  }
  if (d) closedir(d);
  return count;
}

void fuzzer_init(fuzzer *f, fuzzer_kind kind, const options *o, const char *scratch) {
  *f = (fuzzer) {.kind = kind, .corpus = o->corpus};
  f->binary = mem_format("%s/target", scratch);
  f->fast = mem_format("%s/fast", scratch);
  f->compares = mem_format("%s/compares", scratch);
  f->words = mem_format("%s/words", scratch);
  f->crashes = mem_format("%s/crashes", scratch);
  f->own = mem_format("%s/own", scratch);
  f->units = mem_format("%s/units", scratch);
  f->begin = mem_format("%s/begin", scratch);
  f->counts = mem_format("%s/counts", scratch);
  mkdir(f->crashes, 0777);
  mkdir(f->units, 0777);
  /* What comes later is fed to AFL++, and counted. */
  if (!mkdir(f->begin, 0777)) f->has_seeds = copy_files(f->corpus, f->begin, false) > 0;
  copy_files(f->corpus, f->units, true);
}

char *fuzzer_build(fuzzer *f, const options *o, void (*meanwhile)(void *), void *context) {
  fuzzer_command c = {0}, compares = {0};
  compile(o, compiler_of(f->kind), false, f->binary, &c);
  compile(o, compiler_of(f->kind), true, f->compares, &compares);
  char *dictionary = mem_format("AFL_LLVM_DICT2FILE=%s", f->words);
  char *file = mem_format("%s.message", f->binary), *message = NULL;
  char *other = mem_format("%s.message", f->compares);
  /* AFL++ does without the second if that fails. */
  const pid_t beside = f->kind == FUZZER_AFL
      ? build_beside(&compares, "AFL_LLVM_CMPLOG=1", f->kind, other) : 0;
  const pid_t pid = build_beside(&c, dictionary, f->kind, file);
  int status = 0;
  size_t size;
  while (pid > 0 && !waitpid(pid, &status, WNOHANG)) meanwhile(context);
  while (beside > 0 && !waitpid(beside, NULL, WNOHANG)) meanwhile(context);
  if (pid < 0) message = mem_format("cannot start a process: %s", strerror(errno));
  else if (status) {
    char *said = file_read_whole(file, &size, &message);
    if (said) {
      free(message);
      message = said;
    }
  }
  free(dictionary);
  free(file);
  free(other);
  fuzzer_command_release(&c);
  fuzzer_command_release(&compares);
  return message;
}

void fuzzer_release(fuzzer *f) {
  for (uint32_t k = 0; k < f->found.count; k++) {
    free(f->found.items[k].summary);
    free(f->found.items[k].first);
  }
  vec_release(&f->found);
  for (uint32_t k = 0; k < f->unnamed.count; k++) free(f->unnamed.items[k]);
  vec_release(&f->unnamed);
  free(f->naming);
  free(f->own);
  free(f->units);
  free(f->binary);
  free(f->fast);
  free(f->compares);
  free(f->words);
  free(f->crashes);
  free(f->begin);
  free(f->counts);
  free(f->summary);
  *f = (fuzzer) {0};
}

/* Running ------------------------------------------------------------------ */

static void start_libfuzzer(const fuzzer *f, const char *binary, const char *corpus,
                            fuzzer_command *c) {
  add_word(c, binary);
  add_word(c, "-reload=1");
  add_word(c, "-print_final_stats=1");
  add_word(c, "-timeout=10");
  add_word(c, "-detect_leaks=0");
  fuzzer_command_own(c, mem_format("-artifact_prefix=%s/", f->crashes));
  if (f->max_len)
    fuzzer_command_own(c, mem_format("-max_len=%llu", (unsigned long long) f->max_len));
  add_word(c, corpus);
}

/* A dictionary without a word would be an error. */
static bool has_words(const fuzzer *f) {
  struct stat about;
  return !stat(f->words, &about) && about.st_size > 0;
}

bool fuzzer_start_second(const fuzzer *f, const options *o, bool is_first,
                         fuzzer_command *c) {
  if (is_first) {
    compile(o, kinds[FUZZER_LIBFUZZER].compiler, true, f->fast, c);
    return true;
  }
  start_libfuzzer(f, f->fast, f->kind == FUZZER_AFL ? f->units : f->corpus, c);
  if (has_words(f)) fuzzer_command_own(c, mem_format("-dict=%s", f->words));
  add_word(c, NULL);
  return !access(f->fast, X_OK);
}

static void start_afl(const fuzzer *f, fuzzer_command *c) {
  add_word(c, "afl-fuzz");
  add_word(c, "-i");
  add_word(c, f->has_seeds ? f->begin : f->corpus);
  add_word(c, "-o");
  add_word(c, f->own);
  if (f->max_len) {
    add_word(c, "-G");
    fuzzer_command_own(c, mem_format("%llu", (unsigned long long) f->max_len));
  }
  if (has_words(f)) {
    add_word(c, "-x");
    add_word(c, f->words);
  }
  if (!access(f->compares, X_OK)) {
    add_word(c, "-c");
    add_word(c, f->compares);
  }
  add_word(c, "-m");
  add_word(c, "none");
  add_word(c, "--");
  add_word(c, f->binary);
}

void fuzzer_start(fuzzer *f, uint64_t max_len, fuzzer_command *c) {
  f->max_len = max_len;
  f->copied = f->counted_taken = 0;
  unlink(f->counts);
  switch (f->kind) {
  case FUZZER_LIBFUZZER: start_libfuzzer(f, f->binary, f->corpus, c); break;
  case FUZZER_AFL: start_afl(f, c); break;
  case FUZZERS: break;
  }
  add_word(c, NULL);
}

static const char *after(const char *line, const char *word) {
  const char *at = strstr(line, word);
  return at ? at + strlen(word) : NULL;
}

static void note_crash(fuzzer *f, const char *input) {
  const char *summary = f->summary ? f->summary : "a crash";
  uint32_t k = 0;
  while (k < f->found.count && strcmp(f->found.items[k].summary, summary)) k++;
  if (k == f->found.count)
    vec_push(&f->found, ((fuzzer_crash) {.summary = mem_string(summary),
                                         .first = mem_string(input)}));
  f->found.items[k].count++;
  free(f->summary);
  f->summary = NULL;
}

/* "#1234  NEW    cov: 45 ft: 67 corp: 8/90b lim: 4 exec/s: 0 rss: 30Mb L: 4/4 ..." */
static void read_status(fuzzer *f, const char *line) {
  const char *cov = after(line, "cov: "), *speed = after(line, "exec/s: ");
  const char *corpus = after(line, "corp: ");
  char *end;
  if (line[0] != '#' || !cov) return;
  const uint64_t edges = strtoull(cov, NULL, 10);
  const bool is_first = strstr(line, "INITED") != NULL;
  if (is_first && edges > f->edges && !f->edges_first) f->edges_first = edges;
  else if (edges > f->edges && (is_first || strstr(line, "RELOAD")))
    f->edges_taken += edges - f->edges;
  if (edges > f->edges) f->edges = edges;
  f->runs = strtoull(line + 1, &end, 10);
  if (speed && strtoull(speed, NULL, 10)) f->runs_a_second = strtoull(speed, NULL, 10);
  if (corpus) f->inputs = strtoull(corpus, NULL, 10);
}

void fuzzer_read(fuzzer *f, const char *line) {
  const char *summary = after(line, "SUMMARY: ");
  const char *written = after(line, "Test unit written to ");
  if (summary) {
    free(f->summary);
    f->summary = mem_string(summary);
  } else if (written) {
    note_crash(f, written);
  } else if (f->kind == FUZZER_LIBFUZZER) {
    read_status(f, line);
  }
}

static void remove_in(const char *directory, const char *file) {
  char *path = mem_format("%s/%s", directory, file);
  unlink(path);
  free(path);
}

/* It has no sanitizer: what a crash is the first one's target says, when the second has been
 * started again. */
void fuzzer_read_second(fuzzer *f, const char *line) {
  const char *written = after(line, "Test unit written to ");
  const char *cov = line[0] == '#' ? after(line, "cov: ") : NULL;
  const uint64_t edges = cov ? strtoull(cov, NULL, 10) : 0;
  if (edges > f->second_edges) {
    f->second_news += strstr(line, "NEW") ? edges - f->second_edges : 0;
    f->second_edges = edges;
  }
  if (!written) return;
  /* It takes time that it was stopped for that of an input, and what takes long is no
   * crash. */
  const char *late = strstr(written, "/timeout-");
  if (late) {
    unlink(written);
    remove_in(f->units, late + strlen("/timeout-"));
  } else {
    vec_push(&f->unnamed, mem_string(written));
  }
}

/* What a native run sums an input up as, into the file; nothing: no error. */
static pid_t sum_up(const fuzzer *f, const char *input, const char *file) {
  const pid_t pid = fork();
  if (pid) return pid;
  if (nice(5) == -1) {}         /* the fuzzers go on */
  char *tried = mem_format("%s.tried", f->binary), *message = NULL;
  smaller m = {.target = f->binary, .file = tried};
  size_t size;
  char *bytes = file_read_whole(input, &size, &message);
  char *summary = bytes ? smaller_summary(&m, (const uint8_t *) bytes, size) : NULL;
  if (summary) free(file_write_whole(file, summary, strlen(summary)));
  _exit(0);
}

static void end_naming(fuzzer *f, const char *file) {
  char *message = NULL;
  size_t size;
  free(f->summary);
  f->summary = file_read_whole(file, &size, &message);
  note_crash(f, f->naming);
  unlink(file);
  free(f->naming);
  free(message);
  f->naming = NULL;
  f->namer = 0;
}

bool fuzzer_name_crashes(fuzzer *f) {
  char *file = mem_format("%s.summary", f->binary);
  if (f->namer > 0 && waitpid(f->namer, NULL, WNOHANG)) end_naming(f, file);
  if (!f->naming && f->unnamed.count) {
    f->naming = vec_pop(&f->unnamed);
    f->namer = sum_up(f, f->naming, file);
    if (f->namer < 0) end_naming(f, file);
  }
  free(file);
  return f->naming;
}

void fuzzer_name_no_more(fuzzer *f) {
  if (f->namer > 0) {
    kill(f->namer, SIGKILL);
    waitpid(f->namer, NULL, 0);
  }
  if (f->naming) end_naming(f, "");
  while (f->unnamed.count) {
    char *path = vec_pop(&f->unnamed);
    note_crash(f, path);
    free(path);
  }
}

/* Files of AFL++ go into the corpus, or to the crashes, under their digests.  It numbers
 * them; the newest one may not be whole yet, and is read again. */
static void copy_queue(fuzzer *f, const char *directory, bool are_crashes) {
  DIR *d = opendir(directory);
  const uint64_t from = are_crashes ? 0 : f->copied;
  if (!d) return;
  for (const struct dirent *e; (e = readdir(d));) {
    if (strncmp(e->d_name, "id:", 3)) continue;
    const uint64_t number = strtoull(e->d_name + 3, NULL, 10);
    if (number < from) continue;
    if (!are_crashes && number > f->copied) f->copied = number;
    char *path = mem_format("%s/%s", directory, e->d_name), *message = NULL;
    size_t size;
    bool is_new = false;
    struct stat about;
    char *bytes = file_read_whole(path, &size, &message);
    if (bytes && size)
      free(corpus_add(are_crashes ? f->crashes : f->corpus, bytes, size, &is_new));
    if (!are_crashes && is_new) {
      char *copy = mem_format("%s/%s", f->corpus, sha1(bytes, size).hex);
      if (!stat(path, &about)) keep_times(copy, &about);        /* when it was found */
      f->copies++;
      free(copy);
    }
    if (are_crashes && is_new) vec_push(&f->unnamed, mem_string(path));
    free(bytes);
    free(message);
    free(path);
  }
  closedir(d);
}

static uint64_t stat_of(const char *text, const char *name) {
  const char *at = after(text, name), *colon = at ? strchr(at, ':') : NULL;
  return colon ? strtoull(colon + 1, NULL, 10) : 0;
}

/* The feeder counts as it goes, AFL++ once a minute. */
static void read_counts(fuzzer *f) {
  char *message = NULL;
  size_t size;
  char *text = file_read_whole(f->counts, &size, &message);
  if (text) {
    const uint64_t taken = stat_of(text, "taken");
    f->edges = stat_of(text, "edges");
    if (taken > f->counted_taken) f->edges_taken += taken - f->counted_taken;
    f->counted_taken = taken;
  }
  free(text);
  free(message);
}

void fuzzer_exchange(fuzzer *f) {
  if (f->kind != FUZZER_AFL) return;
  char *queue = mem_format("%s/default/queue", f->own), *message = NULL;
  char *crashes = mem_format("%s/default/crashes", f->own);
  char *stats = mem_format("%s/default/fuzzer_stats", f->own);
  size_t size;
  char *text = file_read_whole(stats, &size, &message);
  if (text) {
    f->edges = stat_of(text, "edges_found");
    f->inputs = stat_of(text, "corpus_count");
    f->runs = stat_of(text, "execs_done");
    f->runs_a_second = stat_of(text, "execs_per_sec");
  }
  read_counts(f);
  copy_queue(f, queue, false);
  copy_queue(f, crashes, true);
  /* libFuzzer reads a directory again if it is newer than a second, and in it the files
   * that are newer than it was then. */
  f->files = copy_files(f->corpus, f->units, true);
  utimensat(AT_FDCWD, f->units, NULL, 0);
  free(text);
  free(message);
  free(queue);
  free(crashes);
  free(stats);
}

void fuzzer_collect(const fuzzer *f) {
  if (f->kind == FUZZER_AFL) copy_files(f->units, f->corpus, false);
}

/* A file that others gave its name is the user's: it stays, where no fuzzer looks. */
static void put_away(const fuzzer *f, const char *path, const char *file) {
  remove_in(f->units, file);
  char *hidden = mem_format("%s/.crashes", f->corpus);
  char *to = mem_format("%s/%s", hidden, file);
  mkdir(hidden, 0777);
  if (rename(path, to))
    fprintf(stderr, "braid fuzz: %s crashes the target, and cannot be moved: %s\n", path,
            strerror(errno));
  else
    fprintf(stderr, "braid fuzz: %s crashes the target: moved to %s\n", path, to);
  free(hidden);
  free(to);
}

/* Those files of the corpus that have these contents, whatever they are called. */
static void remove_same(const fuzzer *f, const char *digest) {
  remove_in(f->corpus, digest);
  remove_in(f->units, digest);
  DIR *d = opendir(f->corpus);
  if (!d) return;
  for (const struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.' || strlen(e->d_name) == strlen(digest)) continue;
    char *path = mem_format("%s/%s", f->corpus, e->d_name), *message = NULL;
    size_t size;
    char *bytes = file_read_whole(path, &size, &message);
    /* The fuzzer ran no more than it takes. */
    if (f->max_len && size > f->max_len) size = f->max_len;
    if (bytes && !strcmp(sha1(bytes, size).hex, digest)) put_away(f, path, e->d_name);
    free(bytes);
    free(message);
    free(path);
  }
  closedir(d);
}

void fuzzer_tidy(fuzzer *f) {
  DIR *d = opendir(f->crashes);
  if (!d) return;
  for (const struct dirent *e; (e = readdir(d));) {
    const char *dash = strrchr(e->d_name, '-');
    if (dash && strlen(dash + 1) == 40) remove_same(f, dash + 1);
  }
  closedir(d);
}

void fuzzer_minimise(fuzzer *f, unsigned seconds) {
  if (f->kind != FUZZER_LIBFUZZER) return;
  for (uint32_t k = 0; k < f->found.count && !process_stop; k++) {
    fuzzer_crash *c = f->found.items + k;
    char *small = mem_format("%s.small", c->first);
    char *exact = mem_format("-exact_artifact_path=%s", small);
    char *most = mem_format("-max_total_time=%u", seconds);
    const char *const argv[] = {f->binary, "-minimize_crash=1", most, exact,
                                "-detect_leaks=0", c->first, NULL};
    const process_request r = {.argv = argv, .wall_ms = 2000 * seconds + 2000,
                               .output_bytes = 1 << 10};
    process_result result = process_run(&r);
    if (!access(small, F_OK)) {
      rename(small, c->first);
    }
    free(result.output);
    free(small);
    free(exact);
    free(most);
  }
}
