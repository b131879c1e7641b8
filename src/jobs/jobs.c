#include "jobs/jobs_parts.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "explore/covered.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>

static const char completed[] = "paths completed", cut[] = "paths cut",
                  silent[] = "paths silent", which[] = "paths digest", cut_prefix[] = "cut: ",
                  jobs_made[] = JOBS_SUM_JOBS, jobs_done[] = "jobs done",
                  share_done[] = "share";

/* The share of the tree is summed in so many parts. */
static const double share_parts = 1ull << 50;

enum { QUEUE = 64 };            /* jobs taken at once */

/* Commits -------------------------------------------------------------------- */

static bool begin(void *context) {
  jobs *j = context;
  j->made = j->closed = j->released = 0;
  j->was_lost = false;
  j->results = (held_job) {.id = 0};
  return jobs_open_ledger(j) && jobs_check(j, job_ledger_begin(j->file));
}

static bool add(void *context, uint64_t id, const held_job *parent, const job *of,
                uint64_t *number) {
  jobs *j = context;
  job_bytes bytes = {0};
  job_write(of, &bytes);
  const job_ledger_new new = {
    .id = id, .parent = parent->number, .depth = of->depth, .digest = j->digest,
    .owner = j->owner, .bytes = bytes.items, .size = bytes.count};
  const bool is_good = job_ledger_add(j->file, &new, number);
  vec_release(&bytes);
  j->made++;
  return jobs_check(j, is_good);
}

static bool done(void *context, const held_job *h) {
  jobs *j = context;
  job_ledger_file *l = j->file;
  bool is_good = job_ledger_done(l, h->number, h->id, j->owner, h->children);
  j->results.completed += h->completed;
  j->results.cut += h->cut;
  j->results.silent += h->silent;
  j->results.digest += h->digest;
  j->results.share += h->share;
  for (uint32_t k = 0; k < h->cuts.count && is_good; k++) {
    char *name = mem_format("%s%s", cut_prefix, h->cuts.items[k].name);
    is_good = job_ledger_count(l, name, h->cuts.items[k].count);
    free(name);
  }
  j->closed++;
  return jobs_check(j, is_good);
}

static bool release(void *context, const held_job *h) {
  jobs *j = context;
  j->released++;
  return jobs_check(j, job_ledger_release(j->file, h->number, j->owner));
}

/* Edges and functions that were covered and are not in there yet. */
static bool put_edges(jobs *j) {
  const session *s = j->s;
  const uint32_t edges = s->program->edge_count;
  const uint32_t functions = s->program->functions.count;
  const uint8_t *taken = exec_covered_edges(s->exec);
  const uint8_t *entered = exec_covered_functions(s->exec);
  wire w = {.read = 0};
  for (uint32_t n = 0; n < edges + functions; n++)
    if (!j->noted[n] && (n < edges ? taken[n] : entered[n - edges])) {
      j->noted[n] = 1;
      wire_put(&w, &n, sizeof n);
    }
  const bool is_good = !w.bytes.count ||
      job_ledger_find(j->file, JOBS_EDGES, j->owner, w.bytes.items,
                      w.bytes.count, w.bytes.items, w.bytes.count);
  wire_release(&w);
  return is_good;
}

static bool put_notes(jobs *j) {
  for (; j->notes < exec_note_count(j->s->exec); j->notes++) {
    const exec_note n = exec_get_note(j->s->exec, j->notes);
    char *text = mem_format("%c%s", n.is_call ? '1' : '0', n.text);
    const bool is_good = job_ledger_find(j->file, JOBS_NOTE, j->owner, text,
                                         strlen(text), text, strlen(text));
    free(text);
    if (!is_good) return false;
  }
  return true;
}

/* Work, to hold the queue's costs against: time of this process's processor. */
static bool put_work(jobs *j) {
  const uint64_t now = clock_used_ns() / 1000, before = j->used_us;
  j->used_us = now;
  return !j->url || job_ledger_count(j->file, "work us", now - before);
}

static bool put_sums(jobs *j) {
  const exec_stats *now = exec_get_stats(j->s->exec);
  const held_job *sums = &j->results;
  return job_ledger_count(j->file, completed, sums->completed) &&
         job_ledger_count(j->file, cut, sums->cut) &&
         job_ledger_count(j->file, silent, sums->silent) &&
         job_ledger_count(j->file, which, sums->digest) &&
         job_ledger_count(j->file, share_done,
                          (uint64_t) (sums->share * share_parts)) &&
         job_ledger_count(j->file, jobs_made, j->made) &&
         job_ledger_count(j->file, jobs_done, j->closed) && put_work(j)
#define STAT(NAME, TEXT) \
         && job_ledger_count(j->file, "stat: " #NAME, now->NAME - j->reported.NAME)
#include "exec/stats.def"
      ;
}

/* This process has no jobs any more.  What was refused is to be said again: findings are
 * true, and their jobs others'. */
static void note_loss(jobs *j) {
  j->was_lost = true;
  memset(j->noted, 0, j->s->program->edge_count + j->s->program->functions.count);
  j->notes = 0;
  while (j->queue.count) free(vec_pop(&j->queue).bytes);        /* others', too */
}

/* Ends a transaction; false, too, if its jobs were others' already. */
static bool close_transaction(jobs *j, bool is_good) {
  const bool is_there = job_ledger_end(j->file, is_good);
  const job_ledger_news news = job_ledger_hear(j->file);
  j->waiting = news.hungry;
  j->was_lost = false;
  if (is_good && !is_there && news.word == JOB_LEDGER_LOST) note_loss(j);
  else if (is_good) jobs_check(j, is_there);
  return is_there;
}

static bool was_lost(void *context) { return ((jobs *) context)->was_lost; }

static bool put_times(jobs *j) {
  const bool is_due = j->has_moment;
  j->has_moment = false;
  return !is_due || job_ledger_set(j->file, JOBS_FACT_TIMES, j->times.all.items,
                                   j->times.all.count * sizeof *j->times.all.items);
}

/* Nothing has happened that others need: a server is not asked for that. */
static bool is_idle(const jobs *j) {
  return j->url && !j->made && !j->closed && !j->released && !j->journal.count;
}

static bool end(void *context, bool is_good) {
  jobs *j = context;
  if (is_good && is_idle(j)) {
    job_ledger_end(j->file, false);
    return true;
  }
  is_good = is_good && jobs_check(j, jobs_put_journal(j) && put_edges(j) && put_notes(j) &&
                                    put_sums(j) && put_times(j));
  if (!close_transaction(j, is_good)) return false;
  j->reported = *exec_get_stats(j->s->exec);
  jobs_forget(j);
  return true;
}

/* What others did ------------------------------------------------------------ */

static void take_total(void *context, const char *name, uint64_t n) {
  jobs *j = context;
  const size_t length = sizeof cut_prefix - 1;
  if (!strcmp(name, completed)) j->completed = n;
  else if (!strcmp(name, cut)) j->cut = n;
  else if (!strcmp(name, silent)) j->silent = n;
  else if (!strcmp(name, which)) j->which = n;
  else if (!strcmp(name, share_done)) j->share = (double) n / share_parts;
  else if (!strcmp(name, jobs_made)) j->s->jobs_made = n;
  else if (!strcmp(name, jobs_done)) j->s->jobs_done = n;
  else if (!strcmp(name, JOBS_SUM_ERRORS)) j->s->errors = n;
  else if (!strncmp(name, cut_prefix, length)) {
    vec_push(&j->s->texts, mem_string(name + length));
    vec_push(&j->cuts, ((report_count) {vec_last(&j->s->texts), n}));
  }
#define STAT(NAME, TEXT) \
  else if (!strcmp(name, "stat: " #NAME)) j->all.NAME = n;
#include "exec/stats.def"
}

/* The session's counts are those of the ledger and of what it does not have yet. */
void jobs_take_totals(jobs *j) {
  session *s = j->s;
  const held_jobs *h = explore_get_held_jobs(s->explore);
  vec_clear(&j->cuts);
  j->completed = j->cut = j->silent = j->which = 0;
  j->share = 0;
  if (!jobs_open_ledger(j) || !jobs_check(j, job_ledger_each_count(j->file, take_total, j)))
    return;
  s->paths_completed = j->completed;
  s->paths_cut = j->cut;
  s->paths_silent = j->silent;
  s->paths_digest = j->which;
  s->jobs_share = j->share;
  vec_clear(&s->cut);
  ledger_clear_cuts(s->ledger);
  for (uint32_t k = 0; k < j->cuts.count; k++)
    session_add_cut(s, j->cuts.items[k].name, j->cuts.items[k].count);
  for (uint32_t k = 0; k < h->all.count; k++) {
    const held_job *at = h->all.items + k;
    s->paths_completed += at->completed;
    s->paths_cut += at->cut;
    s->paths_silent += at->silent;
    s->paths_digest += at->digest;
    s->jobs_share += at->share;
    for (uint32_t i = 0; i < at->cuts.count; i++)
      session_add_cut(s, at->cuts.items[i].name, at->cuts.items[i].count);
  }
  s->jobs_open = s->jobs_made - s->jobs_done;
  j->others = s->jobs_open > h->count ? s->jobs_open - h->count : 0;
}

/* Moments are kept in the ledger, for who looks at it and for who resumes it. */
static void note_moment(jobs *j, bool is_last) {
  const session *s = j->s;
  const double ms = clock_ms() - j->began_ms + j->times.earlier_ms;
  if (!is_last && !moments_is_due(&j->times, ms)) return;
  const covered c = covered_by(s->exec);
  moments_add(&j->times, (report_moment) {
      .ms = ms, .open = s->jobs_open, .done = s->jobs_done,
      .paths = s->paths_completed, .processes = s->workers + 1,
      .share = s->jobs_share < 1 ? s->jobs_share : 1,
      .branches = c.branches_total ? (double) c.branches_hit /
                                         (double) c.branches_total : 1});
  j->has_moment = true;         /* goes with the next commit */
  if (is_last) jobs_check(j, put_times(j));
}

static job_role committed_hook(void *context) {
  jobs *j = context;
  bool is_worker = false;
  const job_ledger_news news = job_ledger_hear(j->file);
  if (j->is_worker && news.word == JOB_LEDGER_STOPPED) workers_leave(j, 1);
  if (j->is_worker) return JOB_STAYS;
  jobs_take_findings(j, j->owner);
  jobs_take_totals(j);
  if (j->file) note_moment(j, false);
  if (j->s->o->max_bugs && j->s->counted >= j->s->o->max_bugs)
    explore_stop(j->s->explore, OUTCOME_CUT_BUGS);
  workers_reap(j);
  workers_start(j, &is_worker);
  if (news.owners) j->s->workers = news.owners - 1;
  return is_worker ? JOB_WORKER : JOB_STAYS;
}

/* Taking --------------------------------------------------------------------- */

static void set_hungry(jobs *j, bool is) {
  if (!j->shared || j->url || j->is_hungry == is) return;
  j->is_hungry = is;
  if (is) __atomic_add_fetch(&j->shared->hungry, 1, __ATOMIC_SEQ_CST);
  else __atomic_sub_fetch(&j->shared->hungry, 1, __ATOMIC_SEQ_CST);
}

/* The nearest to the root is taken from its end. */
static job_ledger_took fill_queue(jobs *j) {
  job_ledger_job some[QUEUE];
  unsigned count;
  const job_ledger_took took =
      job_ledger_take(j->file, j->owner, 2 * j->wanted, some, QUEUE, &count);
  while (count) vec_push(&j->queue, some[--count]);
  return took;
}

/* The root has no bytes. */
static bool read_job(jobs *j, exec *x, const job_ledger_job *from, taken_job *to) {
  to->id = from->id;
  to->number = from->number;
  to->is_suspect = from->failures > 0;
  to->job = (job) {.depth = 0, .share = 1, .decisions = j->s->start->decisions};
  if (!from->bytes) return from->id == JOB_ROOT;
  return job_read(&to->job, x, (const uint8_t *) from->bytes, from->size);
}

/* A file can be asked more often than a server that many ask. */
static void wait_a_while(jobs *j) {
  enum { FILE_MS = 2, SERVER_MS = 5, MOST_SHIFT = 6 };
  const long ms = !j->url ? FILE_MS : (long) SERVER_MS << j->waits;
  const struct timespec t = {.tv_nsec = ms * 1000000};
  if (j->waits < MOST_SHIFT - 1) j->waits++;
  nanosleep(&t, NULL);
}

static job_taken take(void *context, exec *x, bool is_last, taken_job *to,
                      unsigned most, unsigned *count) {
  jobs *j = context;
  j->was_lost = false;
  if (!j->queue.count) {
    if (!jobs_open_ledger(j)) return JOB_FAILED;
    const job_ledger_took took = fill_queue(j);
    const job_ledger_word word = job_ledger_hear(j->file).word;
    if (took == JOB_LEDGER_OTHERS && word == JOB_LEDGER_LOST) note_loss(j);
    if (j->is_worker && word == JOB_LEDGER_STOPPED && took != JOB_LEDGER_TOOK)
      workers_leave(j, 1);
    if (j->is_remote && word == JOB_LEDGER_ENDED) workers_leave(j, 0);
    if (took == JOB_LEDGER_TOOK) j->waits = 0;
    if (is_last || took == JOB_LEDGER_TOOK)
      set_hungry(j, took == JOB_LEDGER_OTHERS);
    switch (took) {
    case JOB_LEDGER_TOOK: break;
    case JOB_LEDGER_EMPTY: return JOB_ALL_DONE;
    case JOB_LEDGER_OTHERS:
      if (is_last) wait_a_while(j);
      if (!j->is_worker) workers_reap(j);
      return JOB_NONE_YET;
    case JOB_LEDGER_FAILED: jobs_check(j, false); return JOB_FAILED;
    }
  }
  bool is_good = true;
  for (*count = 0; is_good && j->queue.count && *count < most; ++*count) {
    const job_ledger_job next = vec_pop(&j->queue);
    is_good = read_job(j, x, &next, to + *count);
    free(next.bytes);
    if (!is_good) break;
  }
  if (is_good) return JOB_TAKEN;
  jobs_complain(j, "a job in it is no job");
  while (*count) job_release(&to[--*count].job);
  return JOB_FAILED;
}

static void diverged(void *context, const taken_job *at) {
  jobs *j = context;
  if (!jobs_check(j, job_ledger_begin(j->file))) return;
  const bool is_good =
      job_ledger_done(j->file, at->number, at->id, j->owner, 0) &&
      job_ledger_count(j->file, jobs_done, 1) &&
      job_ledger_count(j->file, cut, 1) &&
      job_ledger_count(j->file, "cut: jobs whose states could not be found again",
                       1);
  close_transaction(j, is_good);
}

/* The end -------------------------------------------------------------------- */

static void add_stats(jobs *j) {
  exec_stats *to = exec_get_stats(j->s->exec);
#define STAT(NAME, TEXT) to->NAME += j->all.NAME - j->reported.NAME;
#include "exec/stats.def"
}

/* Takes what the others did. */
static void gather(jobs *j) {
  if (!jobs_open_ledger(j)) return;
  jobs_take_findings(j, j->owner);
  jobs_take_totals(j);
  note_moment(j, true);
  jobs_check(j, job_ledger_count_others(j->file, j->owner, &j->others));
  j->others += j->queue.count;
  add_stats(j);
}

static void ended(void *context) {
  jobs *j = context;
  if (j->is_worker) workers_leave(j, 0);
  workers_stop(j, 0);
  gather(j);
  char *wrong = j->file ? job_ledger_check(j->file, j->digest)
                        : mem_string("it cannot be opened");
  if (wrong) {
    char *text = mem_format("the ledger is not that of a whole run: %s", wrong);
    session_add_cut(j->s, text, 1);
    free(text);
    free(wrong);
  }
  jobs_close_ledger(j);
}

static void stopping(void *context) {
  jobs *j = context;
  if (!j->is_worker) workers_signal(j, *j->s->stop);
}

static void stopped(void *context) {
  jobs *j = context;
  if (j->is_worker)
    workers_leave(j, j->is_remote || *j->s->stop == OUTCOME_CUT_MEMORY);
  workers_stop(j, *j->s->stop);
  gather(j);
  if (j->file && j->url) {
    job_ledger_stop(j->file);
    job_ledger_leave(j->file, j->owner);
  }
  jobs_close_ledger(j);
}

static void failed(void *context) {
  jobs *j = context;
  const bool has_ended = j->file && job_ledger_hear(j->file).word == JOB_LEDGER_ENDED;
  if (j->is_worker) workers_leave(j, !has_ended);
  workers_stop(j, 0);
  add_stats(j);
  jobs_close_ledger(j);
}

static unsigned parts(void *context) {
  jobs *j = context;
  const job_ledger_news news = job_ledger_hear(j->file);
  const unsigned wanted = news.owners ? news.owners : j->wanted;
  const unsigned stock = limits.jobs_stock * wanted;
  uint64_t free;
  if (wanted < 2) return 0;
  if (!jobs_check(j, job_ledger_count_free(j->file, stock, &free))) return 0;
  return free < stock ? wanted : 0;
}

static uint64_t others(void *context) { return ((jobs *) context)->others; }

static volatile uint32_t nobody;

void jobs_set_processes(jobs *j, unsigned count) {
  j->wanted = count > j->lost ? count - j->lost : 1;
  if (count < 2 || j->shared || j->url) return;
  void *page = mmap(NULL, sizeof *j->shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    j->wanted = 1;
    return;
  }
  j->shared = page;
  j->table.hungry = &j->shared->hungry;
}

void jobs_init(jobs *j, session *s, int argc, char *const *argv) {
  *j = (jobs) {.s = s, .owner = JOBS_FIRST, .next_owner = JOBS_FIRST + 1,
               .wanted = 1, .watched = s->ledger, .began_ms = clock_ms()};
  moments_init(&j->times);
  j->table = (job_ledger) {
    .context = j, .begin = begin, .add = add, .done = done, .release = release,
    .end = end, .was_lost = was_lost, .take = take, .diverged = diverged, .committed = committed_hook,
    .ended = ended, .stopping = stopping, .stopped = stopped, .failed = failed, .parts = parts,
    .others = others, .hungry = &nobody};
  j->url = jobs_queue_url(s->o);
  if (j->url) j->table.hungry = &j->waiting;
  FILE *words = mem_stream(&j->command, &j->command_size);
  for (int k = 0; k < argc; k++) {      /* where queue and key are does not matter, and an
                                         * URL may hold a password */
    if (!strncmp(argv[k], "--queue=", 8) || !strncmp(argv[k], "--queue-key=", 12))
      continue;
    if (!strcmp(argv[k], "--queue") || !strcmp(argv[k], "--queue-key")) k++;
    else fwrite(argv[k], 1, strlen(argv[k]) + 1, words);
  }
  mem_stream_end(words);
  j->noted = mem_zeroed(s->program->edge_count + s->program->functions.count + 1,
                        1);
}

void jobs_release(jobs *j) {
  jobs_stop_pulse(j);
  jobs_close_ledger(j);
  free(j->token);
  keys_release(&j->tests);
  jobs_forget(j);
  vec_release(&j->journal);
  vec_release(&j->cuts);
  vec_release(&j->workers);
  while (j->queue.count) free(vec_pop(&j->queue).bytes);
  vec_release(&j->queue);
  moments_release(&j->times);
  free(j->command);
  free(j->noted);
}

const job_ledger *jobs_table(const jobs *j) { return &j->table; }
