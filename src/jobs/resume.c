#include "jobs/resume.h"

#include "base/mem.h"
#include "base/secret.h"
#include "base/stored.h"
#include "base/vec.h"
#include "jobs/job_ledger.h"
#include "jobs/jobs.h"
#include "jobs/moments.h"
#include "jobs/queue_url.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <fcntl.h>
#include <unistd.h>

enum { EXIT_USAGE = 1, EXIT_INPUT = 2 };

static const char name[] = "--resume";

static bool is_option(const char *word, const char *option) {
  const size_t n = strlen(option);
  return !strncmp(word, option, n) && (!word[n] || word[n] == '=');
}

bool resume_is_asked(int argc, char **argv) {
  for (int k = 1; k < argc && strcmp(argv[k], "--"); k++)
    if (is_option(argv[k], name)) return true;
  return false;
}

/* What may be said anew: it changes neither the tree nor what is found in it. */
static bool may_change(const char *word, bool *takes_next) {
  static const char *const budgets[] = {"--max-time", "--max-memory", "--jobs",
                                        "--queue-key"};
  *takes_next = false;
  if (!strcmp(word, "--quiet") || !strcmp(word, "--no-quiet")) return true;
  for (unsigned k = 0; k < sizeof budgets / sizeof *budgets; k++)
    if (is_option(word, budgets[k])) {
      *takes_next = !strchr(word, '=');
      return true;
    }
  return false;
}

typedef VEC(char *) words;

/* The directory, and what else the command line says: options that are new, and words
 * that the ledger must have, too. */
static char *read_command(int argc, char **argv, const char **directory,
                          words *more, words *again) {
  *directory = NULL;
  for (int k = 1; k < argc; k++) {
    bool takes_next;
    if (is_option(argv[k], name)) {
      const char *equals = strchr(argv[k], '=');
      if (*directory) return mem_string("--resume is given twice");
      *directory = equals ? equals + 1 : k + 1 < argc ? argv[++k] : NULL;
    } else if (may_change(argv[k], &takes_next)) {
      vec_push(more, argv[k]);
      if (takes_next && k + 1 < argc) vec_push(more, argv[++k]);
    } else {
      vec_push(again, argv[k]);
    }
  }
  if (!*directory || !**directory)
    return mem_string("--resume needs a value: --resume=DIR");
  return NULL;
}

/* A run that wrote its report came to its end unless it was interrupted, or its time was
 * up. */
static bool has_come_to_end(const char *directory) {
  char *file = mem_format("%s/stats.json", directory), line[256];
  FILE *stats = fopen(file, "r");
  bool is_so = stats != NULL;
  while (is_so && fgets(line, sizeof line, stats))
    is_so = !strstr(line, "\"interrupted\": true") && !strstr(line, "\"cut-time");
  if (stats) fclose(stats);
  free(file);
  return is_so;
}

char *resume_nothing_there(const char *directory) {
  const bool is_there = !access(directory, F_OK);
  const bool has_ended = is_there && has_come_to_end(directory);
  if (!is_there) return mem_format("%s: %s", directory, strerror(errno));
  return has_ended
             ? mem_format("the run in %s has ended: there is nothing to resume (a run "
                          "with --seeds keeps no ledger: start it anew)", directory)
             : mem_format("there is no ledger in %s: the run there was ended before it "
                          "kept one, which takes a second of exploring, or its options "
                          "keep none (--seeds, --entry, --witness, --zeq=on, "
                          "--join=always, --loops=template|invariant, --max-forks, "
                          "--max-instructions, --max-states); start it anew",
                          directory);
}

/* The stored words, the new ones before a "--", and the directory. */
static void build(resume *r, size_t size, const words *more) {
  words all = {0};
  bool is_in = false;
  for (size_t at = 0; at < size; at += strlen(r->text + at) + 1) {
    if (!is_in && !strcmp(r->text + at, "--")) {
      for (uint32_t k = 0; k < more->count; k++) vec_push(&all, more->items[k]);
      vec_push(&all, r->option);
      is_in = true;
    }
    vec_push(&all, r->text + at);
  }
  for (uint32_t k = 0; k < more->count && !is_in; k++)
    vec_push(&all, more->items[k]);
  if (!is_in) vec_push(&all, r->option);
  r->argc = (int) all.count;
  vec_push(&all, NULL);
  r->argv = all.items;
}

static bool has_word(const resume *r, size_t size, const char *word) {
  for (size_t at = 0; at < size; at += strlen(r->text + at) + 1)
    if (!strcmp(r->text + at, word)) return true;
  return false;
}

/* Words that were said again are in the ledger. */
static char *check_again(const resume *r, size_t size) {
  for (uint32_t k = 0; k < r->by_hand_count; k++)
    if (!has_word(r, size, r->by_hand[k]))
      return mem_format("a run that is resumed has the options that it had; only "
                        "--max-time, --max-memory, --jobs, --quiet and --queue-key may "
                        "be given anew, not %s", r->by_hand[k]);
  return NULL;
}

char *resume_refuses(const resume *r, const options *o) {
  char *word = stored_refuses(o, r->is_sealed,
                              (stored_words) {(const char *const *) r->by_hand,
                                              r->by_hand_count});
  if (!word && strcmp(jobs_sources(o).hex, r->sources))
    return mem_format("the run in %s was of another version of the program: it cannot go "
                      "on", r->option + sizeof name);
  if (!word) return NULL;
  char *message = mem_format("the stored command line has %s, which is not taken from "
                             "there; to allow it, say it again: braid run %s %s", word,
                             r->option, word);
  free(word);
  return message;
}

static char *read_ledger(resume *r, const char *directory, const words *more) {
  char *message = NULL;
  size_t size, where_size, build_size, sources_size, digest_size;
  job_ledger_file *l = job_ledger_open(directory, true, &message);
  if (!l) return message;
  r->is_sealed = job_ledger_is_sealed(l);
  char *wrong = job_ledger_quick_check(l);
  if (!wrong) wrong = job_ledger_verify(l);
  r->text = job_ledger_get(l, "command", &size);
  char *where = job_ledger_get(l, "directory", &where_size);
  char *own = queue_url_is(directory) ? jobs_find_output(l) : NULL;
  const bool goes_there = r->is_sealed || own;
  free(own);
  char *build_of = job_ledger_get(l, "build", &build_size), *mine = jobs_build();
  char *digest = job_ledger_get(l, "digest", &digest_size);
  r->sources = job_ledger_get(l, "sources", &sources_size);
  if (!wrong && (!r->text || !size || r->text[size - 1] || !where || !build_of || !digest ||
                 !r->sources))
    wrong = mem_string(job_ledger_error(l));
  const bool is_same_build = build_of && !strcmp(build_of, mine);
  free(digest);
  free(build_of);
  free(mine);
  if (wrong) {
    char *shown = queue_url_shown(directory);
    message = mem_format("the ledger in %s is not to be believed: %s", shown, wrong);
    free(shown);
  } else if (!is_same_build) {
    message = mem_format("the run in %s was by another braid: it cannot go on", directory);
  } else if ((message = check_again(r, size))) {
    ;
  } else if (goes_there && chdir(where))
    message = mem_format("the run was started in %s: %s", where, strerror(errno));
  else
    build(r, size, more);
  free(wrong);
  free(where);
  job_ledger_close(l);
  return message;
}

/* --queue-key is needed before the ledger is read. */
static char *use_key(const words *more) {
  static const char option[] = "--queue-key";
  for (uint32_t k = 0; k < more->count; k++) {
    if (!is_option(more->items[k], option)) continue;
    const char *equals = strchr(more->items[k], '=');
    const char *file = equals ? equals + 1 : k + 1 < more->count ? more->items[k + 1] : "";
    return resume_use_key(file);
  }
  return NULL;
}

char *resume_use_key(const char *file) {
  uint8_t secret[SECRET_BYTES];
  char *message = secret_read(file, secret);
  if (!message) job_ledger_set_key(secret);
  return message;
}

char *resume_init(resume *r, int argc, char **argv) {
  words more = {0}, again = {0};
  const char *directory;
  *r = (resume) {.argc = 0};
  char *message = read_command(argc, argv, &directory, &more, &again);
  r->by_hand = again.items;
  r->by_hand_count = again.count;
  const bool is_queue = !message && queue_url_is(directory);
  if (is_queue) message = use_key(&more);
  char *whole = message ? NULL : is_queue ? mem_string(directory)
                                          : realpath(directory, NULL);
  if (!message && !is_queue && (!whole || !job_ledger_exists(whole)))
    message = resume_nothing_there(directory);
  if (!message) {
    r->option = mem_format("%s=%s", name, whole);
    message = read_ledger(r, whole, &more);
  }
  free(whole);
  vec_release(&more);
  if (message) resume_release(r);
  return message;
}

void resume_release(resume *r) {
  free(r->text);
  free(r->option);
  free(r->argv);
  free(r->by_hand);
  free(r->sources);
  *r = (resume) {.argc = 0};
}

/* Status --------------------------------------------------------------------- */

static const char usage[] =
    "usage: braid status DIR|URL\n"
    "       braid status --remove URL\n"
    "\n"
    "Says how far the run in DIR, or in the queue at URL, is, by its ledger: jobs, an\n"
    "estimate of the share of the tree that is done, coverage, paths, bugs, what was\n"
    "cut.  The run may be at work, or have been ended.\n"
    "\n"
    "  --remove URL     the run is removed from the queue; who works on it leaves\n"
    "  --help           this\n"
    "\n"
    "Exit status: 0 said, 1 usage, 2 there is no ledger.\n";

static int fail(int status, char *message) {
  fprintf(stderr, "braid status: %s\n", message);
  free(message);
  return status;
}

static void print_count(void *context, const char *what, uint64_t n) {
  (void) context;
  if (!strncmp(what, "paths c", 7) || !strncmp(what, "cut", 3) ||
      !strncmp(what, "queue", 5) || !strcmp(what, "work us"))
    printf("%s: %" PRIu64 "\n", what, n);
}

static void count_found(void *context, int kind, const void *bytes, size_t size) {
  uint64_t *found = context;
  (void) bytes;
  (void) size;
  if (kind >= 0 && kind < 2) found[kind]++;
}

/* By what the run said of itself last. */
static void print_last(job_ledger_file *l) {
  size_t size;
  moments m;
  moments_init(&m);
  char *times = job_ledger_get(l, "times", &size);
  moments_read(&m, times, size);
  free(times);
  if (m.all.count) {
    const report_moment last = vec_last(&m.all);
    printf("after %.1f s: about %.1f%% of the tree, %.0f%% of branches, "
           "%" PRIu64 " process%s\n", last.ms / 1e3, 100 * last.share,
           100 * last.branches, last.processes, last.processes == 1 ? "" : "es");
  }
  moments_release(&m);
}

static bool is_at_work(const char *directory) {
  const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is = flock(fd, LOCK_SH | LOCK_NB) != 0;
  close(fd);
  return is;
}

static int remove_queue(const char *url) {
  char *error = NULL;
  if (!queue_url_is(url)) {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  if (!job_ledger_is_there(url, &error))
    return fail(EXIT_INPUT, error ? error : mem_string("there is no run in this queue"));
  job_ledger_remove(url);
  return 0;
}

int cli_status(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "--remove")) return remove_queue(argv[2]);
  if (argc == 2 && !strcmp(argv[1], "--help")) {
    fputs(usage, stdout);
    return 0;
  }
  if (argc != 2 || argv[1][0] == '-') {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  char *message = NULL;
  uint64_t found[2] = {0, 0}, from = 0;
  job_ledger_state s;
  const bool is_queue = queue_url_is(argv[1]);
  if (!is_queue && !job_ledger_exists(argv[1]))
    return fail(EXIT_INPUT, resume_nothing_there(argv[1]));
  job_ledger_file *l = job_ledger_open_blind(argv[1], &message);
  if (!l) return fail(EXIT_INPUT, message);
  int status = 0;
  if (!job_ledger_look(l, &s) ||
      !job_ledger_each_found(l, &from, 0, count_found, found)) {
    status = fail(EXIT_INPUT, mem_string(job_ledger_error(l)));
  } else {
    const bool works = is_queue ? s.is_at_work : is_at_work(argv[1]);
    char *shown = queue_url_shown(argv[1]);
    printf("%s: the run %s\n", shown,
           works ? "is at work" : "was ended; braid run --resume goes on");
    printf("jobs: %" PRIu64 ", %" PRIu64 " done, %" PRIu64 " open, %" PRIu64
           " of them free\n", s.jobs, s.done, s.jobs - s.done, s.free);
    free(shown);
    if (works || is_queue)
      printf("processes with jobs: %" PRIu64 "\n", s.owners);
    print_last(l);
    printf("bugs and ways to them: %" PRIu64 "\ntests: %" PRIu64 "\n", found[1],
           found[0]);
    if (!job_ledger_each_count(l, print_count, NULL))
      status = fail(EXIT_INPUT, mem_string(job_ledger_error(l)));
  }
  job_ledger_close(l);
  return status;
}
