#include "jobs/jobs_parts.h"

#include "base/mem.h"

#include <string.h>

/* Findings: the journal of this process, and what others wrote into the ledger. */

/* The journal ---------------------------------------------------------------- */

void jobs_note(jobs *j, jobs_kind kind, const wire *w, uint32_t from,
               uint32_t key_size) {
  jobs_finding f = {.kind = kind, .from = from, .key = key_size};
  wire_put(&f.bytes, w->bytes.items, w->bytes.count);
  vec_push(&j->journal, f);
}

static void note_bug(void *context, const session_bug *b) {
  jobs *j = context;
  jobs_finding f = {.kind = JOBS_BUG, .is_error = !b->is_beside &&
                        session_how_sure(b) == SESSION_CONFIRMED};
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

const session_remote jobs_journal = {.bug = note_bug, .test = note_test};

void jobs_forget(jobs *j) {
  for (uint32_t k = 0; k < j->journal.count; k++)
    wire_release(&j->journal.items[k].bytes);
  vec_clear(&j->journal);
}

bool jobs_put_journal(jobs *j) {
  for (uint32_t k = 0; k < j->journal.count; k++) {
    const jobs_finding *f = j->journal.items + k;
    if (!job_ledger_find(j->file, (int) f->kind, j->owner,
                         f->bytes.bytes.items + f->from, f->key,
                         f->bytes.bytes.items, f->bytes.bytes.count) ||
        (f->is_error && !job_ledger_count(j->file, JOBS_SUM_ERRORS, 1)))
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
  if (job_ledger_begin(file) && job_ledger_end(file, jobs_put_journal(j)))
    jobs_forget(j);
  jobs_close_ledger(j);
}

/* What others found ----------------------------------------------------------- */

static void cover(jobs *j, wire *w, uint32_t count) {
  session *s = j->s;
  const uint32_t most = s->program->edge_count;
  for (uint32_t k = 0; k < count && !w->is_bad; k++) {
    uint32_t n;
    wire_get(w, &n, sizeof n);
    w->is_bad |= n >= most + s->program->functions.count;
    if (w->is_bad) return;
    if (n < most) exec_covered_edges(s->exec)[n] = s->tested[n] = 1;
    else exec_covered_functions(s->exec)[n - most] = 1;
    j->noted[n] = 1;
  }
}

/* Of a job that this process lost others find the same tests. */
static bool is_known(jobs *j, const wire *w, uint32_t count) {
  wire rest = *w;
  testcase t = {0};
  rest.read += count * (uint32_t) sizeof count;
  const uint32_t from = rest.read;
  if (!j->url || count > w->bytes.count / sizeof count || rest.read > w->bytes.count)
    return false;
  wire_get_test(&rest, &t);
  testcase_release(&t);
  return !rest.is_bad &&
         !is_new_test(j, w->bytes.items + from, rest.read - from);
}

/* Whether the rest is a test, with what is attached to it: another process writes it. */
static bool is_test(jobs *j, const wire *w, uint32_t count) {
  wire rest = *w;
  testcase t = {0};
  for (uint32_t k = 0, n; k < count && !rest.is_bad; k++) wire_get(&rest, &n, sizeof n);
  wire_get_test(&rest, &t);
  wire_get_attached(&rest, j->s);
  session_release_attached(j->s);
  testcase_release(&t);
  return wire_is_at_end(&rest);
}

/* This process is a contender: its findings are the first process's to write. */
static void forward(const session *s, wire_kind kind, const wire *w) {
  if (s->remote->forward) s->remote->forward(s->remote->context, kind, w);
}

static void take_test(jobs *j, wire *w) {
  session *s = j->s;
  uint8_t is_final;
  uint32_t count;
  wire_get(w, &is_final, sizeof is_final);
  w->is_bad |= is_final > 1;
  wire_get(w, &count, sizeof count);
  if (w->is_bad || is_known(j, w, count)) return;
  if (!count && !session_wants_more(s)) return;
  if (s->remote) {
    w->is_bad = !is_test(j, w, count);
    w->read = 0;
    if (!w->is_bad) forward(s, WIRE_TEST, w);
    return;
  }
  cover(j, w, count);
  if (!w->is_bad) wire_write_test(w, s, is_final);
}

static void take_bug(jobs *j, wire *w) {
  session *s = j->s;
  session_bug b;
  wire_skip_key(w);
  if (w->is_bad) return;
  const uint32_t from = w->read;
  wire_get_bug(w, s, &b);
  wire_get_attached(w, s);
  if (wire_is_at_end(w) && !s->remote) {
    session_adopt_bug(s, &b);
    return;
  }
  if (wire_is_at_end(w)) {
    wire rest = {.read = 0};
    wire_put(&rest, w->bytes.items + from, w->bytes.count - from);
    forward(s, WIRE_BUG, &rest);
    wire_release(&rest);
  } else {
    w->is_bad = true;
  }
  session_release_bug(&b);
  session_release_attached(s);
}

/* An assumption: a mark, and a text. */
static void take_note(jobs *j, wire *w) {
  char *text = mem_format("%.*s", (int) w->bytes.count, (const char *) w->bytes.items);
  w->is_bad |= strlen(text) != w->bytes.count || (*text != '0' && *text != '1') || !text[1];
  if (!w->is_bad) exec_add_note(j->s->exec, text + 1, *text == '1');
  free(text);
}

/* Something that another process, or an earlier run, found. */
static void take_found(void *context, int kind, const void *bytes, size_t size) {
  jobs *j = context;
  wire w = {.read = 0};
  wire_put(&w, bytes, size);
  switch (kind) {
  case JOBS_TEST: take_test(j, &w); break;
  case JOBS_BUG: take_bug(j, &w); break;
  case JOBS_EDGES:
    cover(j, &w, (uint32_t) (size / sizeof(uint32_t)));
    w.is_bad |= !wire_is_at_end(&w);
    break;
  case JOBS_NOTE: take_note(j, &w); break;
  default: w.is_bad = true; break;
  }
  j->has_bad |= w.is_bad;
  wire_release(&w);
}

/* Notes that came from the ledger need not go back. */
bool jobs_take_findings(jobs *j, uint32_t but) {
  bool is_good =
      jobs_check(j, job_ledger_each_found(j->file, &j->read, but, take_found, j));
  if (is_good && j->has_bad) {
    jobs_complain(j, "a finding in it is none");
    is_good = false;
  }
  j->notes = exec_note_count(j->s->exec);
  return is_good;
}
