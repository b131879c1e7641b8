#include "cli/jobs.h"

#include "base/clock.h"
#include "base/mem.h"
#include "cli/contender.h"
#include "explore/covered.h"
#include "cli/plan.h"
#include "ir/ir.h"
#include "report/queue_pulse.h"
#include "report/queue_url.h"
#include "report/sha.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const char completed[] = "paths completed", cut[] = "paths cut",
                  silent[] = "paths silent", which[] = "paths digest", cut_prefix[] = "cut: ",
                  jobs_made[] = "jobs", jobs_done[] = "jobs done",
                  share_done[] = "share";

/* The share of the tree is summed in so many parts. */
static const double share_parts = 1ull << 50;

/* Facts. */
static const char fact_digest[] = "digest", fact_command[] = "command",
                  fact_directory[] = "directory", fact_build[] = "build",
                  fact_times[] = "times", fact_output[] = "output",
                  fact_program[] = "program";

/* Free jobs that there are to be for each process; jobs taken at once. */
enum { STOCK = 4, QUEUE = 64 };

/* What must be the same ------------------------------------------------------ */

typedef struct build_id {
  char hex[128];
} build_id;

/* The linker's digest of this executable. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *context) {
  build_id *id = context;
  (void) size;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const ElfW(Phdr) *p = info->dlpi_phdr + k;
    if (p->p_type != PT_NOTE) continue;
    const char *at = (const char *) (info->dlpi_addr + p->p_vaddr);
    const char *end = at + p->p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *n = (const ElfW(Nhdr) *) (const void *) at;
      const char *name = at + sizeof *n;
      const uint8_t *d = (const uint8_t *) name + ((n->n_namesz + 3) & ~3u);
      if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4))
        for (uint32_t i = 0; i < n->n_descsz && 2 * i + 2 < sizeof id->hex; i++)
          snprintf(id->hex + 2 * i, 3, "%02x", d[i]);
      at = (const char *) d + ((n->n_descsz + 3) & ~3u);
    }
  }
  return 1;                     /* the first is the executable */
}

char *jobs_build(void) {
  build_id id = {""};
  dl_iterate_phdr(find_build_id, &id);
  return mem_format(BRAID_VERSION " %s", id.hex);
}

/* Of the program as braid sees it, the command, what it reads, and braid itself. */
static uint64_t compute_digest(const jobs *j) {
  char *text, *build = jobs_build(), *error = NULL;
  size_t size, asked_size = 0;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "braid %s\n", build);
  fwrite(j->command, 1, j->command_size, out);
  char *asked = j->s->o->property
      ? file_read_whole(j->s->o->property, &asked_size, &error) : NULL;
  if (asked) fwrite(asked, 1, asked_size, out);
  free(asked);
  free(error);
  free(build);
  ir_print(j->s->program, out);
  fclose(out);
  const sha256_text d = sha256(text, size);
  free(text);
  char first[16];
  memcpy(first, d.hex, 15);
  first[15] = 0;
  const uint64_t digest = strtoull(first, NULL, 16);
  return digest ? digest : 1;
}

/* The file ------------------------------------------------------------------- */

static void complain(jobs *j, const char *what) {
  const bool has_left = j->is_remote && j->file &&
                        job_ledger_hear(j->file).word == JOB_LEDGER_ENDED;
  if (!j->has_failed && !has_left && j->url)
    fprintf(stderr, "braid: the queue cannot be kept: %s\n", what);
  else if (!j->has_failed && !has_left)
    fprintf(stderr, "braid: the ledger in %s cannot be kept; what is done from now "
            "on is lost if the run is ended: %s\n", outdir_path(j->s->out), what);
  j->has_failed = true;
}

static bool check(jobs *j, bool is_good) {
  if (!is_good) complain(j, job_ledger_error(j->file));
  return is_good;
}

static bool set_facts(jobs *j) {
  char *where = getcwd(NULL, 0), *build = jobs_build();
  uint64_t number;
  const bool is_good =
      job_ledger_set(j->file, fact_digest, &j->digest, sizeof j->digest) &&
      job_ledger_set(j->file, fact_command, j->command, j->command_size) &&
      job_ledger_set(j->file, fact_build, build, strlen(build)) &&
      job_ledger_set(j->file, fact_directory, where ? where : ".",
                     strlen(where ? where : ".")) &&
      job_ledger_count(j->file, jobs_made, 1) &&
      job_ledger_add(j->file, &(job_ledger_new) {.id = JOB_ROOT, .digest = j->digest,
                                                 .owner = j->owner}, &number) &&
      number == JOB_ROOT;
  free(where);
  free(build);
  return is_good;
}

const char *jobs_where(const session *s) {
  const char *url = plan_queue(s->o);
  return url ? url : outdir_path(s->out);
}

static void start_pulse(jobs *j) {
  j->pulse = queue_pulse_start(j->url, j->owner);
  j->pulse_of = getpid();
}

static void stop_pulse(jobs *j) {
  if (j->pulse && j->pulse_of == getpid()) queue_pulse_stop(j->pulse);
  j->pulse = 0;
}

/* The same run as before, with a number of its own if it has none. */
static bool join_queue(jobs *j, char **error) {
  size_t size;
  char *token = job_ledger_get(j->file, "token", &size);
  const bool is_same = token && (!j->token || !strcmp(token, j->token));
  const bool is_new = !j->owner;
  if (!is_same)
    *error = mem_string("the run is not there any more, or another one is");
  else if (!job_ledger_join(j->file, &j->owner, !j->is_worker))
    *error = mem_string(job_ledger_error(j->file));
  if (!j->token && is_same) j->token = token;
  else free(token);
  if (!*error && is_new) start_pulse(j);
  if (!*error) return true;
  job_ledger_close(j->file);
  j->file = NULL;
  return false;
}

static bool open_ledger(jobs *j) {
  const char *directory = jobs_where(j->s);
  char *error = NULL;
  if (j->file) return true;
  if (j->has_failed) return false;
  if (!j->digest) j->digest = compute_digest(j);
  if (j->url) {
    j->file = job_ledger_open(j->url, false, &error);
    if (j->file && join_queue(j, &error)) return true;
    complain(j, error);
    free(error);
    return false;
  }
  const bool is_new = !j->is_resumed;
  if (is_new && !job_ledger_lock(directory))
    error = mem_string("another run has locked the directory");
  else
    j->file = is_new ? job_ledger_create(directory, &error)
                     : job_ledger_open(directory, false, &error);
  if (!j->file) {
    complain(j, error);
    free(error);
    return false;
  }
  if (!is_new) return true;
  j->is_resumed = true;         /* from now on it is opened */
  return check(j, job_ledger_end(j->file, set_facts(j)));
}

static void close_ledger(jobs *j) {
  job_ledger_close(j->file);
  j->file = NULL;
}

/* The journal ---------------------------------------------------------------- */

void jobs_note(jobs *j, jobs_kind kind, const wire *w, uint32_t from,
               uint32_t key_size) {
  jobs_finding f = {.kind = kind, .from = from, .key = key_size};
  wire_put(&f.bytes, w->bytes.items, w->bytes.count);
  vec_push(&j->journal, f);
}

static void note_bug(void *context, const session_bug *b) {
  jobs *j = context;
  jobs_finding f = {.kind = JOBS_BUG};
  wire_put_key(&f.bytes, b);
  f.key = f.bytes.bytes.count;
  wire_put_bug(&f.bytes, b);
  wire_put_attached(&f.bytes, j->s);
  vec_push(&j->journal, f);
}

/* Whether the test was not written yet, by its bytes. */
static bool is_new_test(jobs *j, const uint8_t *bytes, size_t size) {
  uint8_t digest[JOB_LEDGER_KEY];
  uint32_t words[3];
  bool is_new;
  job_ledger_digest(bytes, size, digest);
  memcpy(words, digest, sizeof words);
  keys_add(&j->tests, words[0], words[1], words[2], &is_new);
  return is_new;
}

static bool note_test(void *context, const testcase *t, uint32_t news,
                      bool is_final) {
  jobs *j = context;
  jobs_finding f = {.kind = JOBS_TEST};
  wire_put_news(&f.bytes, j->s, news, is_final, NULL);
  f.from = f.bytes.bytes.count;
  wire_put_test(&f.bytes, t);
  f.key = f.bytes.bytes.count - f.from;
  /* Of a job that this process lost, and does not know yet, others may have said it. */
  const bool is_new = !j->url || is_new_test(j, f.bytes.bytes.items + f.from, f.key);
  wire_put_attached(&f.bytes, j->s);
  vec_push(&j->journal, f);
  return is_new;
}

const session_remote jobs_journal = {note_bug, note_test, NULL};

void jobs_forget(jobs *j) {
  for (uint32_t k = 0; k < j->journal.count; k++)
    wire_release(&j->journal.items[k].bytes);
  vec_clear(&j->journal);
}

static bool put_journal(jobs *j) {
  for (uint32_t k = 0; k < j->journal.count; k++) {
    const jobs_finding *f = j->journal.items + k;
    if (!job_ledger_find(j->file, (int) f->kind, j->owner,
                         f->bytes.bytes.items + f->from, f->key,
                         f->bytes.bytes.items, f->bytes.bytes.count))
      return false;
  }
  return true;
}

void jobs_flush(jobs *j) {
  if (!j->journal.count || !job_ledger_exists(jobs_where(j->s))) return;
  char *error = NULL;
  job_ledger_file *file = job_ledger_open(jobs_where(j->s), false, &error);
  free(error);
  if (!file) return;            /* perhaps it is being made just now */
  /* Who commits just now may wait for a core that only this process gives it. */
  enum { SHORT_MS = 5 };
  job_ledger_set_patience(file, SHORT_MS);
  j->file = file;
  if (job_ledger_begin(file) && job_ledger_end(file, put_journal(j)))
    jobs_forget(j);
  close_ledger(j);
}

/* Commits -------------------------------------------------------------------- */

static bool begin(void *context) {
  jobs *j = context;
  j->made = j->closed = j->released = 0;
  j->was_lost = false;
  j->results = (holding) {.id = 0};
  return open_ledger(j) && check(j, job_ledger_begin(j->file));
}

static bool add(void *context, uint64_t id, const holding *parent, const job *of,
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
  return check(j, is_good);
}

static bool done(void *context, const holding *h) {
  jobs *j = context;
  job_ledger_file *l = j->file;
  bool is_good = job_ledger_done(l, h->number, j->owner, h->children);
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
  return check(j, is_good);
}

static bool release(void *context, const holding *h) {
  jobs *j = context;
  j->released++;
  return check(j, job_ledger_release(j->file, h->number, j->owner));
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
  const holding *sums = &j->results;
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

/* What was refused is to be said again: findings are true, and their jobs others'. */
static void say_again(jobs *j) {
  memset(j->noted, 0, j->s->program->edge_count + j->s->program->functions.count);
  j->notes = 0;
  while (j->queue.count) free(vec_pop(&j->queue).bytes);        /* others', too */
}

/* Ends a transaction; false, too, if its jobs were others' already. */
static bool close_transaction(jobs *j, bool is_good) {
  const bool is_there = job_ledger_end(j->file, is_good);
  const job_ledger_news news = job_ledger_hear(j->file);
  j->waiting = news.hungry;
  j->was_lost = is_good && !is_there && news.word == JOB_LEDGER_LOST;
  if (j->was_lost) say_again(j);
  else if (is_good) check(j, is_there);
  return is_there;
}

static bool was_lost(void *context) { return ((jobs *) context)->was_lost; }

static bool put_times(jobs *j) {
  const bool is_due = j->has_moment;
  j->has_moment = false;
  return !is_due || job_ledger_set(j->file, fact_times, j->times.all.items,
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
  is_good = is_good && check(j, put_journal(j) && put_edges(j) && put_notes(j) &&
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
  const holdings *h = explore_get_holdings(s->explore);
  vec_clear(&j->cuts);
  j->completed = j->cut = j->silent = j->which = 0;
  j->share = 0;
  if (!open_ledger(j) || !check(j, job_ledger_each_count(j->file, take_total, j)))
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
    const holding *at = h->all.items + k;
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

static void cover(jobs *j, wire *w, uint32_t count) {
  session *s = j->s;
  const uint32_t most = s->program->edge_count;
  for (uint32_t k = 0; k < count && !w->is_short; k++) {
    uint32_t n;
    wire_get(w, &n, sizeof n);
    if (n < most) exec_covered_edges(s->exec)[n] = s->tested[n] = 1;
    else if (n - most < s->program->functions.count)
      exec_covered_functions(s->exec)[n - most] = 1;
    if (n < most + s->program->functions.count) j->noted[n] = 1;
  }
}

/* Of a job that this process lost others find the same tests. */
static bool is_known(jobs *j, const wire *w, uint32_t count) {
  wire rest = *w;
  testcase t = {0};
  rest.read += count * (uint32_t) sizeof count;
  const uint32_t from = rest.read;
  if (!j->url || rest.read > w->bytes.count) return false;
  wire_get_test(&rest, &t);
  testcase_release(&t);
  return !rest.is_short &&
         !is_new_test(j, w->bytes.items + from, rest.read - from);
}

static void take_test(jobs *j, wire *w) {
  session *s = j->s;
  bool is_final;
  uint32_t count;
  wire_get(w, &is_final, sizeof is_final);
  wire_get(w, &count, sizeof count);
  if (w->is_short || is_known(j, w, count)) return;
  if (!count && !session_wants_more(s)) return;
  if (s->remote) {
    w->read = 0;
    contender_forward(WIRE_TEST, w);
    return;
  }
  cover(j, w, count);
  wire_write_test(w, s);
}

static void take_bug(jobs *j, wire *w) {
  session *s = j->s;
  session_bug b;
  wire_skip_key(w);
  if (s->remote) {
    wire rest = {.read = 0};
    wire_put(&rest, w->bytes.items + w->read, w->bytes.count - w->read);
    contender_forward(WIRE_BUG, &rest);
    wire_release(&rest);
    return;
  }
  wire_get_bug(w, s, &b);
  wire_get_attached(w, s);
  session_adopt_bug(s, &b);
}

/* Something that another process, or an earlier run, found. */
static void take_found(void *context, int kind, const void *bytes, size_t size) {
  jobs *j = context;
  wire w = {.read = 0};
  wire_put(&w, bytes, size);
  switch ((jobs_kind) kind) {
  case JOBS_TEST: take_test(j, &w); break;
  case JOBS_BUG: take_bug(j, &w); break;
  case JOBS_EDGES: cover(j, &w, (uint32_t) (size / sizeof(uint32_t))); break;
  case JOBS_NOTE: {
    char *text = mem_format("%.*s", (int) size, (const char *) bytes);
    if (*text) exec_add_note(j->s->exec, text + 1, *text == '1');
    free(text);
    break;
  }
  }
  wire_release(&w);
}

/* Notes that came from the ledger need not go back. */
static bool take_findings(jobs *j, uint32_t but) {
  const bool is_good =
      check(j, job_ledger_each_found(j->file, &j->read, but, take_found, j));
  j->notes = exec_note_count(j->s->exec);
  return is_good;
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
  if (is_last) check(j, put_times(j));
}

static job_role committed_hook(void *context) {
  jobs *j = context;
  bool is_worker = false;
  const job_ledger_news news = job_ledger_hear(j->file);
  if (j->is_worker && news.word == JOB_LEDGER_STOPPED) workers_leave(j, 1);
  if (j->is_worker) return JOB_STAYS;
  take_findings(j, j->owner);
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
  if (!j->queue.count) {
    if (!open_ledger(j)) return JOB_FAILED;
    const job_ledger_took took = fill_queue(j);
    const job_ledger_word word = job_ledger_hear(j->file).word;
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
    case JOB_LEDGER_FAILED: check(j, false); return JOB_FAILED;
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
  complain(j, "a job in it is no job");
  while (*count) job_release(&to[--*count].job);
  return JOB_FAILED;
}

static void diverged(void *context, const taken_job *at) {
  jobs *j = context;
  if (!check(j, job_ledger_begin(j->file))) return;
  const bool is_good =
      job_ledger_done(j->file, at->number, j->owner, 0) &&
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
  if (!open_ledger(j)) return;
  take_findings(j, j->owner);
  jobs_take_totals(j);
  note_moment(j, true);
  check(j, job_ledger_count_others(j->file, j->owner, &j->others));
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
  close_ledger(j);
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
  close_ledger(j);
}

static void failed(void *context) {
  jobs *j = context;
  if (j->is_worker) workers_leave(j, 1);
  workers_stop(j, 0);
  add_stats(j);
  close_ledger(j);
}

static unsigned parts(void *context) {
  jobs *j = context;
  const job_ledger_news news = job_ledger_hear(j->file);
  const unsigned wanted = news.owners ? news.owners : j->wanted;
  const unsigned stock = STOCK * wanted;
  uint64_t free;
  if (wanted < 2) return 0;
  if (!check(j, job_ledger_count_free(j->file, stock, &free))) return 0;
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
  j->url = plan_queue(s->o);
  if (j->url) j->table.hungry = &j->waiting;
  FILE *words = open_memstream(&j->command, &j->command_size);
  for (int k = 0; k < argc; k++) {      /* where the queue is does not matter, and may
                                         * hold a password */
    if (!strncmp(argv[k], "--queue=", 8)) continue;
    if (!strcmp(argv[k], "--queue")) k++;
    else fwrite(argv[k], 1, strlen(argv[k]) + 1, words);
  }
  fclose(words);
  j->noted = mem_zeroed(s->program->edge_count + s->program->functions.count + 1,
                        1);
}

void jobs_release(jobs *j) {
  stop_pulse(j);
  close_ledger(j);
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

/* Resuming ------------------------------------------------------------------- */

char *jobs_resume(jobs *j, const char *directory) {
  char *error = NULL;
  size_t size;
  uint64_t cut_jobs, digest = 0;
  job_ledger_file *l = job_ledger_open(j->url ? j->url : directory, false, &error);
  if (!l) return error;
  char *said = job_ledger_get(l, fact_digest, &size);
  if (said && size == sizeof digest) memcpy(&digest, said, size);
  free(said);
  free(j->command);             /* budgets may be others now */
  j->command = job_ledger_get(l, fact_command, &j->command_size);
  j->digest = compute_digest(j);
  if (digest != j->digest)
    error = mem_format("the run in %s was of another version of the program, or by "
                       "another braid: it cannot go on", directory);
  else if (!job_ledger_reclaim(l, 0, 0, &cut_jobs))
    error = mem_format("%s: %s", directory, job_ledger_error(l));
  char *times = job_ledger_get(l, fact_times, &size);
  moments_read(&j->times, times, size);
  free(times);
  job_ledger_close(l);
  j->is_resumed = true;
  if (!error && j->url) {       /* others may be at work on it */
    j->owner = 0;
    j->file = job_ledger_open(j->url, false, &error);
    if (j->file) join_queue(j, &error);
    close_ledger(j);
  }
  return error;
}

char *jobs_restore(jobs *j) {
  if (!open_ledger(j) || !take_findings(j, 0))
    return mem_format("the ledger in %s cannot be read", outdir_path(j->s->out));
  close_ledger(j);              /* processes are forked */
  return NULL;
}

/* A queue -------------------------------------------------------------------- */

/* By content; the fact has a digest a file. */
static bool put_program(jobs *j, const jobs_files *files) {
  wire digests = {.read = 0};
  bool is_good = true;
  for (uint32_t k = 0; k < files->count && is_good; k++) {
    const sha256_text d = sha256(files->items[k].bytes, files->items[k].size);
    wire_put(&digests, d.hex, strlen(d.hex) + 1);
    is_good = job_ledger_put_file(j->file, d.hex, files->items[k].bytes,
                                  files->items[k].size);
  }
  is_good = is_good && job_ledger_set(j->file, fact_program, digests.bytes.items,
                                      digests.bytes.count);
  wire_release(&digests);
  return is_good;
}

char *jobs_open_queue(jobs *j, const jobs_files *files) {
  char *error = NULL;
  size_t size;
  j->digest = compute_digest(j);
  j->file = job_ledger_create(j->url, &error);
  if (!j->file) return error;
  char *directory = realpath(outdir_path(j->s->out), NULL);
  const char *where = directory ? directory : outdir_path(j->s->out);
  if (!job_ledger_end(j->file, set_facts(j) && put_program(j, files) &&
                                   job_ledger_set(j->file, fact_output, where,
                                                  strlen(where))))
    error = mem_string(job_ledger_error(j->file));
  else
    j->token = job_ledger_get(j->file, "token", &size);
  free(directory);
  close_ledger(j);
  if (!error) start_pulse(j);
  j->is_resumed = true;
  return error;
}

char *jobs_become_remote(jobs *j) {
  char *error = NULL;
  size_t size;
  uint64_t digest = 0;
  j->is_worker = j->is_remote = j->is_resumed = true;
  j->owner = 0;
  j->file = job_ledger_open(j->url, false, &error);
  if (!j->file) return error;
  free(j->command);
  j->command = job_ledger_get(j->file, fact_command, &j->command_size);
  char *said = job_ledger_get(j->file, fact_digest, &size);
  if (said && size == sizeof digest) memcpy(&digest, said, size);
  free(said);
  if (!j->command) return mem_string(job_ledger_error(j->file));
  j->digest = compute_digest(j);
  if (digest != j->digest) {
    close_ledger(j);
    return mem_format("%s: the run is of another program, of other options, or of "
                      "files that are others here", queue_url_shown(j->url));
  }
  if (!join_queue(j, &error)) return error;
  workers_become_silent(j);
  return NULL;
}
