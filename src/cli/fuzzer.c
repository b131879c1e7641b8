#include "cli/fuzzer.h"

#include "base/limits.h"
#include "base/mem.h"
#include "base/sha.h"
#include "cli/smaller.h"
#include "report/corpus.h"
#include "report/outdir.h"
#include "report/process.h"
#include "report/replay.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct { const char *word, *compiler, *package; } kinds[FUZZERS] = {
#define FUZZER(NAME, WORD, COMPILER, PACKAGE) {WORD, COMPILER, PACKAGE},
#include "cli/fuzzers.def"
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

char *fuzzer_build(fuzzer *f, fuzzer_kind kind, const options *o,
                   const char *scratch) {
  static const char *const older[] = {REPLAY_OLDER_C, NULL};
  *f = (fuzzer) {.kind = kind, .corpus = o->corpus};
  f->binary = mem_format("%s/target", scratch);
  f->crashes = mem_format("%s/crashes", scratch);
  f->own = mem_format("%s/own", scratch);
  mkdir(f->crashes, 0777);
  const char *named = getenv("BRAID_FUZZ_CC");
  fuzzer_command argv = {0};
  vec_push(&argv, named ? named : kinds[kind].compiler);
  static const char *const flags[] = {
    "-g", "-O1", "-fno-omit-frame-pointer", "-fsanitize=fuzzer,address,undefined",
    "-fno-sanitize-recover=undefined", "-w", NULL};
  for (unsigned k = 0; flags[k]; k++) vec_push(&argv, flags[k]);
  for (unsigned k = 0; older[k]; k++) vec_push(&argv, older[k]);
  for (uint32_t k = 0; k < o->flags.count; k++) vec_push(&argv, o->flags.items[k]);
  for (uint32_t k = 0; k < o->files.count; k++) vec_push(&argv, o->files.items[k]);
  vec_push(&argv, "-o");
  vec_push(&argv, f->binary);
  vec_push(&argv, NULL);
  const process_request r = {.argv = argv.items, .wall_ms = limits.report_compile_ms,
                             .output_bytes = 1 << 16};
  process_result result = process_run(&r);
  char *message = NULL;
  if (result.start_error == ENOENT) message = not_there(kind, argv.items[0]);
  else if (result.start_error)
    message = mem_format("cannot start %s: %s", argv.items[0],
                         strerror(result.start_error));
  else if (result.exit_status)
    message = mem_format("%s cannot build the target for %s:\n%s", argv.items[0],
                         kinds[kind].word, result.output);
  free(result.output);
  vec_release(&argv);
  if (message) fuzzer_release(f);
  return message;
}

void fuzzer_release(fuzzer *f) {
  for (uint32_t k = 0; k < f->found.count; k++) {
    free(f->found.items[k].summary);
    free(f->found.items[k].first);
  }
  vec_release(&f->found);
  free(f->binary);
  free(f->crashes);
  free(f->own);
  free(f->summary);
  *f = (fuzzer) {0};
}

/* Running ------------------------------------------------------------------ */

void fuzzer_start(fuzzer *f, uint64_t max_len, fuzzer_command *argv, char **texts) {
  vec_clear(argv);
  f->max_len = max_len;
  f->copied = 0;
  switch (f->kind) {
  case FUZZER_LIBFUZZER:
    texts[0] = mem_format("-artifact_prefix=%s/", f->crashes);
    if (max_len) texts[1] = mem_format("-max_len=%llu", (unsigned long long) max_len);
    vec_push(argv, f->binary);
    vec_push(argv, "-reload=1");
    vec_push(argv, "-print_final_stats=1");
    vec_push(argv, "-timeout=10");
    vec_push(argv, "-detect_leaks=0");
    vec_push(argv, texts[0]);
    if (max_len) vec_push(argv, texts[1]);
    vec_push(argv, f->corpus);
    break;
  case FUZZER_AFL:
    texts[0] = mem_format("%llu", (unsigned long long) max_len);
    vec_push(argv, "afl-fuzz");
    vec_push(argv, "-i");
    vec_push(argv, f->corpus);
    vec_push(argv, "-o");
    vec_push(argv, f->own);
    if (max_len) vec_push(argv, "-G");
    if (max_len) vec_push(argv, texts[0]);
    vec_push(argv, "-m");
    vec_push(argv, "none");
    vec_push(argv, "--");
    vec_push(argv, f->binary);
    break;
  case FUZZERS: break;
  }
  vec_push(argv, NULL);
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
    f->edges_by_braid += edges - f->edges;
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

/* What a native run sums a crash of AFL++'s up as, which says no more than that. */
static void sum_up(fuzzer *f, const char *bytes, size_t size) {
  char *tried = mem_format("%s.tried", f->binary);
  smaller m = {.target = f->binary, .file = tried};
  free(f->summary);
  f->summary = smaller_summary(&m, (const uint8_t *) bytes, size);
  free(tried);
}

/* Files of AFL++ go into the corpus, or to the crashes, under their digests.  It numbers
 * them; the newest one may not be whole yet, and is read again. */
static void copy_queue(fuzzer *f, const char *directory, bool are_crashes) {
  enum { SUMMED_UP = 8 };       /* at once: a run takes a tenth of a second or more */
  DIR *d = opendir(directory);
  const uint64_t from = are_crashes ? 0 : f->copied;
  unsigned summed_up = 0;
  if (!d) return;
  for (const struct dirent *e; summed_up < SUMMED_UP && (e = readdir(d));) {
    if (strncmp(e->d_name, "id:", 3)) continue;
    const uint64_t number = strtoull(e->d_name + 3, NULL, 10);
    if (number < from) continue;
    if (!are_crashes && number > f->copied) f->copied = number;
    char *path = mem_format("%s/%s", directory, e->d_name), *message = NULL;
    size_t size;
    bool is_new = false;
    char *bytes = file_read_whole(path, &size, &message);
    if (bytes && size)
      free(corpus_add(are_crashes ? f->crashes : f->corpus, bytes, size, &is_new));
    if (are_crashes && is_new) {
      sum_up(f, bytes, size);
      note_crash(f, path);
      summed_up++;
    }
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

void fuzzer_exchange(fuzzer *f) {
  if (f->kind != FUZZER_AFL) return;
  char *queue = mem_format("%s/default/queue", f->own), *message = NULL;
  char *crashes = mem_format("%s/default/crashes", f->own);
  char *stats = mem_format("%s/default/fuzzer_stats", f->own);
  size_t size;
  char *text = file_read_whole(stats, &size, &message);
  if (text) {
    f->edges = stat_of(text, "edges_found");
    f->runs = stat_of(text, "execs_done");
    f->runs_a_second = stat_of(text, "execs_per_sec");
    f->inputs = stat_of(text, "corpus_count");
  }
  copy_queue(f, queue, false);
  copy_queue(f, crashes, true);
  free(text);
  free(message);
  free(queue);
  free(crashes);
  free(stats);
}

/* A file that others gave its name is the user's: it stays, where no fuzzer looks. */
static void put_away(const fuzzer *f, const char *path, const char *file) {
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
  char *named = mem_format("%s/%s", f->corpus, digest);
  unlink(named);
  free(named);
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
