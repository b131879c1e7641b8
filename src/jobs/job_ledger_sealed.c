#include "jobs/job_ledger_class.h"

#include "base/mem.h"
#include "base/secret.h"
#include "jobs/queue_url.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What is written into a ledger of either class gets its seal here, and what is read is
 * believed only if the seal holds.  A ledger without seals, a queue that nobody gave a key
 * for, passes through.
 */
static const char fact_token[] = "token", fact_seal[] = "seal";

typedef VEC(uint8_t) bytes;

static void put(bytes *b, const void *from, size_t size) {
  if (!size) return;
  vec_reserve(b, b->count + (uint32_t) size);
  memcpy(b->items + b->count, from, size);
  b->count += (uint32_t) size;
}

static bool say_wrong(job_ledger_file *l, const char *what) {
  if (!l->wrong) l->wrong = mem_format("it was changed by others, or is damaged: %s", what);
  return false;
}

/* Keys ------------------------------------------------------------------------ */

static uint8_t queue_key[SECRET_BYTES];
static bool has_queue_key;

void job_ledger_set_key(const uint8_t key[JOB_LEDGER_SECRET]) {
  _Static_assert((int) JOB_LEDGER_SECRET == (int) SECRET_BYTES, "a key is one");
  memcpy(queue_key, key, sizeof queue_key);
  has_queue_key = true;
}

bool job_ledger_is_sealed(const job_ledger_file *l) { return l->seal.is_on; }

/* The key of ledgers there; false: they have none. */
static bool key_of(const char *where, uint8_t key[SECRET_BYTES]) {
  if (!queue_url_is(where)) secret_of_user("ledger", key);
  else if (has_queue_key) memcpy(key, queue_key, SECRET_BYTES);
  else return false;
  return true;
}

static char *explain_key(const char *where) {
  if (queue_url_is(where))
    return has_queue_key
               ? mem_string("the queue is not sealed under the key of --queue-key")
               : mem_string("the queue is sealed: --queue-key=FILE names its key");
  return mem_format("the ledger in %s is not sealed by this user's key (%s): another user "
                    "wrote it, or another machine, and nothing in it is believed; "
                    "BRAID_KEY=FILE names another key", where, secret_place());
}

/* Open and closed ------------------------------------------------------------- */

static bool make_seal(job_ledger_file *l, const uint8_t key[SECRET_BYTES]) {
  char name[SECRET_NAME + 1], token[JOB_TOKEN + 1];
  uint8_t random[JOB_TOKEN / 2];
  secret_name(key, name);
  secret_random(random, sizeof random);
  for (unsigned k = 0; k < sizeof random; k++) snprintf(token + 2 * k, 3, "%02x", random[k]);
  job_seal_init(&l->seal, key, l->class_of->token ? l->class_of->token(l) : token);
  return (l->class_of->token || l->class_of->set(l, fact_token, token, JOB_TOKEN)) &&
         l->class_of->set(l, fact_seal, name, SECRET_NAME);
}

job_ledger_file *job_ledger_create(const char *where, char **error) {
  uint8_t key[SECRET_BYTES];
  job_ledger_file *l = queue_url_is(where) ? job_ledger_queue(where, true, false, error)
                                           : job_ledger_sqlite(where, true, false, error);
  if (!l) return NULL;
  l->is_in = l->has_mine = true;        /* there is no receipt yet */
  l->has_seals = key_of(where, key);
  if (!l->has_seals || make_seal(l, key)) return l;
  *error = mem_string(job_ledger_error(l));
  job_ledger_close(l);
  return NULL;
}

/* NULL, or why what is in there cannot be believed. */
static char *find_seal(job_ledger_file *l, const char *where) {
  uint8_t key[SECRET_BYTES];
  char name[SECRET_NAME + 1];
  size_t size, token_size;
  const bool has_key = key_of(where, key);
  char *said = l->class_of->get(l, fact_seal, &size);
  char *token = l->class_of->token ? mem_string(l->class_of->token(l))
                                   : l->class_of->get(l, fact_token, &token_size);
  char *wrong = NULL;
  if (l->class_of->token) token_size = strlen(token);
  l->has_seals = said;
  if (has_key) secret_name(key, name);
  if (has_key != l->has_seals || (said && (size != SECRET_NAME || !has_key ||
                                           memcmp(said, name, SECRET_NAME))))
    wrong = explain_key(where);
  else if (said && (!token || strlen(token) != token_size))
    wrong = mem_format("the ledger in %s is not to be believed: it has no token", where);
  else if (said)
    job_seal_init(&l->seal, key, token);
  free(said);
  free(token);
  return wrong;
}

static job_ledger_file *open_any(const char *where, bool is_read_only, bool is_blind,
                                 char **error) {
  job_ledger_file *l = queue_url_is(where)
      ? job_ledger_queue(where, false, is_read_only, error)
      : job_ledger_sqlite(where, false, is_read_only, error);
  if (!l) return NULL;
  char *wrong = find_seal(l, where);
  if (!wrong) return l;
  if (!is_blind) {
    job_ledger_close(l);
    *error = wrong;
    return NULL;
  }
  free(wrong);
  return l;
}

job_ledger_file *job_ledger_open(const char *where, bool is_read_only, char **error) {
  return open_any(where, is_read_only, false, error);
}

job_ledger_file *job_ledger_open_blind(const char *where, char **error) {
  return open_any(where, true, true, error);
}

void job_ledger_close(job_ledger_file *l) {
  if (!l) return;
  job_receipt_release(&l->mine);
  free(l->wrong);
  l->class_of->close(l);
}

/* Transactions ---------------------------------------------------------------- */

void job_ledger_receipt_name(uint32_t writer, char out[JOB_RECEIPT_NAME]) {
  snprintf(out, JOB_RECEIPT_NAME, "receipt %" PRIu32, writer);
}

static void forget_mine(job_ledger_file *l) {
  job_receipt_release(&l->mine);
  l->has_mine = l->has_changed = false;
}

bool job_ledger_join(job_ledger_file *l, uint32_t *owner, bool is_first) {
  forget_mine(l);
  return l->class_of->join(l, owner, is_first);
}

bool job_ledger_begin(job_ledger_file *l) {
  assert(!l->is_in);
  /* In a file others write the same receipt. */
  if (l->class_of->finds_once) forget_mine(l);
  l->is_in = l->class_of->begin(l);
  return l->is_in;
}

static bool put_mine(job_ledger_file *l) {
  char name[JOB_RECEIPT_NAME];
  const uint32_t writer = l->class_of->writer(l);
  job_seal_bytes b = {0};
  l->mine.steps++;
  job_receipt_write(&l->mine, &l->seal, writer, &b);
  job_ledger_receipt_name(writer, name);
  const bool is_good = l->class_of->set(l, name, b.items, b.count);
  vec_release(&b);
  return is_good;
}

bool job_ledger_end(job_ledger_file *l, bool is_good) {
  if (is_good && l->has_changed) is_good = put_mine(l);
  l->is_in = false;
  is_good = l->class_of->end(l, is_good);
  l->has_changed = false;
  if (!is_good) forget_mine(l); /* what of it was written is known there */
  return is_good;
}

/* This writer's receipt, to be changed; false: what is there is none. */
static bool need_mine(job_ledger_file *l) {
  char name[JOB_RECEIPT_NAME];
  size_t size;
  assert(l->is_in);
  l->has_changed = true;
  if (l->has_mine) return true;
  job_ledger_receipt_name(l->class_of->writer(l), name);
  char *said = l->class_of->get(l, name, &size);
  const bool is_good = !said || job_receipt_read(&l->mine, &l->seal,
                                                 l->class_of->writer(l), said, size);
  free(said);
  l->has_mine = is_good;
  return is_good || say_wrong(l, "a receipt has no seal");
}

/* Outside of a transaction a change is one by itself. */
typedef struct alone { job_ledger_file *l; bool is_own; } alone;

static bool enter(alone *a, job_ledger_file *l) {
  *a = (alone) {l, !l->is_in && l->seal.is_on};
  return !a->is_own || job_ledger_begin(l);
}

static bool leave(const alone *a, bool is_good) {
  return a->is_own ? job_ledger_end(a->l, is_good) : is_good;
}

/* Facts ------------------------------------------------------------------------- */

bool job_ledger_set(job_ledger_file *l, const char *name, const void *value,
                    size_t size) {
  uint8_t seal[JOB_SEAL];
  bytes all = {0};
  if (!l->seal.is_on) return l->class_of->set(l, name, value, size);
  job_seal_make(&l->seal, 's', name, strlen(name), value, size, seal);
  put(&all, value, size);
  put(&all, seal, sizeof seal);
  const bool is_good = l->class_of->set(l, name, all.items, all.count);
  vec_release(&all);
  return is_good;
}

char *job_ledger_get(job_ledger_file *l, const char *name, size_t *size) {
  char *value = l->class_of->get(l, name, size);
  if (!value || !l->has_seals || !strcmp(name, fact_token)) return value;
  const bool is_good = l->seal.is_on
      ? job_seal_holds(&l->seal, 's', name, strlen(name), value, size)
      : *size >= JOB_SEAL && (*size -= JOB_SEAL, true);
  if (is_good) value[*size] = 0;
  else {
    say_wrong(l, name);
    free(value);
    value = NULL;
    *size = 0;
  }
  return value;
}

/* Jobs --------------------------------------------------------------------------- */

typedef struct job_head { uint64_t id, depth; } job_head;

bool job_ledger_add(job_ledger_file *l, const job_ledger_new *j, uint64_t *number) {
  const job_head head = {j->id, j->depth};
  job_ledger_new sealed = *j;
  bytes all = {0};
  alone a;
  if (!l->seal.is_on) return l->class_of->add(l, j, number);
  if (!enter(&a, l)) return false;
  if (j->bytes) {
    uint8_t seal[JOB_SEAL];
    job_seal_make(&l->seal, 'j', &head, sizeof head, j->bytes, j->size, seal);
    put(&all, j->bytes, j->size);
    put(&all, seal, sizeof seal);
    sealed.bytes = all.items;
    sealed.size = all.count;
  }
  const bool is_good = need_mine(l) && l->class_of->add(l, &sealed, number);
  if (is_good) job_receipt_job(&l->mine, &l->seal, j->id, true);
  vec_release(&all);
  return leave(&a, is_good);
}

bool job_ledger_done(job_ledger_file *l, uint64_t number, uint64_t id, uint32_t owner,
                     uint32_t children) {
  alone a;
  if (!enter(&a, l)) return false;
  const bool is_good = (!l->seal.is_on || need_mine(l)) &&
                       l->class_of->done(l, number, id, owner, children);
  if (is_good && l->seal.is_on) job_receipt_job(&l->mine, &l->seal, id, false);
  return leave(&a, is_good);
}

/* The root has no bytes, and no other job has none. */
static bool job_holds(const job_ledger_file *l, const job_ledger_job *j, size_t *size) {
  const job_head head = {j->id, j->depth};
  *size = j->size;
  return !j->bytes || job_seal_holds(&l->seal, 'j', &head, sizeof head, j->bytes, size);
}

job_ledger_took job_ledger_take(job_ledger_file *l, uint32_t owner, unsigned share,
                                job_ledger_job *to, unsigned most, unsigned *count) {
  job_ledger_took took = l->class_of->take(l, owner, share, to, most, count);
  for (unsigned k = 0; k < *count && l->seal.is_on; k++) {
    if (job_holds(l, to + k, &to[k].size)) continue;
    say_wrong(l, "a job");
    took = JOB_LEDGER_FAILED;
  }
  while (took == JOB_LEDGER_FAILED && *count) free(to[--*count].bytes);
  return took;
}

typedef struct cut_jobs { job_ledger_file *l; uint64_t count; bool is_good; } cut_jobs;

static void take_cut(void *context, const job_ledger_job *j) {
  cut_jobs *c = context;
  c->count++;
  if (!c->l->seal.is_on) return;
  c->is_good = c->is_good && need_mine(c->l);
  if (c->is_good) job_receipt_job(&c->l->mine, &c->l->seal, j->id, false);
}

bool job_ledger_reclaim(job_ledger_file *l, uint32_t owner, uint32_t most,
                        uint64_t *cut) {
  cut_jobs c = {l, 0, true};
  *cut = 0;
  if (!owner || !l->class_of->finds_once)       /* leases say who is gone */
    return l->class_of->reclaim(l, owner, most, take_cut, &c);
  if (!job_ledger_begin(l)) return false;
  bool is_good = l->class_of->reclaim(l, owner, most, take_cut, &c) && c.is_good;
  *cut = is_good ? c.count : 0;
  is_good = is_good && job_ledger_count(l, "cut: jobs whose processes died", *cut) &&
            job_ledger_count(l, "paths cut", *cut) &&
            job_ledger_count(l, "jobs done", *cut);
  return job_ledger_end(l, is_good);
}

/* Results ------------------------------------------------------------------------ */

bool job_ledger_count(job_ledger_file *l, const char *name, uint64_t more) {
  alone a;
  if (!more) return true;
  if (!enter(&a, l)) return false;
  bool is_good = !l->seal.is_on || need_mine(l);
  if (is_good && l->seal.is_on) job_receipt_count(&l->mine, name, more);
  if (is_good && l->class_of->count) is_good = l->class_of->count(l, name, more);
  return leave(&a, is_good);
}

typedef VEC(uint64_t) found_counts;     /* by writers */

typedef struct totals {
  job_ledger_file *l;
  job_receipt all;
  found_counts found;           /* as receipts say; UINT64_MAX: there is none */
  bool is_good;
} totals;

static void take_receipt(void *context, uint32_t writer, const void *from, size_t size) {
  enum { MOST_WRITERS = 1 << 24 };
  totals *t = context;
  job_receipt r;
  if (writer >= MOST_WRITERS || !job_receipt_read(&r, &t->l->seal, writer, from, size)) {
    t->is_good = say_wrong(t->l, "a receipt has no seal");
    return;
  }
  while (t->found.count <= writer) vec_push(&t->found, UINT64_MAX);
  if (t->found.items[writer] != UINT64_MAX)
    t->is_good = say_wrong(t->l, "a receipt is there twice");
  t->found.items[writer] = r.found;
  job_receipt_merge(&t->all, &r);
  job_receipt_release(&r);
}

/* What the server itself gave up: nobody can have a seal for that. */
static void take_given_up(void *context, const char *name, uint64_t n) {
  static const char which[] = "cut: jobs whose processes died";
  totals *t = context;
  if (!strcmp(name, which)) job_receipt_count(&t->all, name, n);
}

static void totals_release(totals *t) {
  job_receipt_release(&t->all);
  vec_release(&t->found);
}

static bool read_totals(job_ledger_file *l, totals *t) {
  *t = (totals) {.l = l, .is_good = true};
  const bool is_read =
      l->class_of->each_receipt(l, take_receipt, t) && t->is_good &&
      (!l->class_of->each_count || l->class_of->each_count(l, take_given_up, t));
  if (!is_read) totals_release(t);
  return is_read;
}

static int compare_sums(const void *a, const void *b) {
  return strcmp(((const job_sum *) a)->name, ((const job_sum *) b)->name);
}

bool job_ledger_each_count(job_ledger_file *l, job_ledger_visit_count *visit,
                           void *context) {
  totals t;
  if (l->class_of->each_count && !l->seal.is_on)
    return l->class_of->each_count(l, visit, context);
  if (!read_totals(l, &t)) return false;
  if (t.all.sums.count)
    qsort(t.all.sums.items, t.all.sums.count, sizeof *t.all.sums.items, compare_sums);
  for (uint32_t k = 0; k < t.all.sums.count; k++)
    visit(context, t.all.sums.items[k].name, t.all.sums.items[k].value);
  totals_release(&t);
  return true;
}

/* Findings ------------------------------------------------------------------------ */

/* Before the bytes of a finding: it is one writer's, and has a number there. */
typedef struct found_head {
  uint32_t owner, writer;
  uint64_t index;
} found_head;

typedef struct found_seal { found_head at; uint64_t kind; } found_seal;

bool job_ledger_find(job_ledger_file *l, int kind, uint32_t owner, const void *key,
                     size_t key_size, const void *from, size_t size) {
  uint8_t d[JOB_LEDGER_KEY], seal[JOB_SEAL];
  bool is_new;
  alone a;
  bytes all = {0};
  job_ledger_digest(key, key_size, d);
  if (!l->seal.is_on) return l->class_of->find(l, kind, owner, d, from, size, &is_new);
  if (!enter(&a, l)) return false;
  bool is_good = need_mine(l);
  const found_head head = {owner, l->class_of->writer(l), l->mine.found};
  const found_seal sealed = {head, (uint64_t) kind};
  if (!l->class_of->finds_once) job_ledger_digest(&head, sizeof head, d);
  job_seal_make(&l->seal, 'f', &sealed, sizeof sealed, from, size, seal);
  put(&all, &head, sizeof head);
  put(&all, from, size);
  put(&all, seal, sizeof seal);
  is_good = is_good && l->class_of->find(l, kind, owner, d, all.items, all.count, &is_new);
  if (is_good && is_new) l->mine.found++;
  vec_release(&all);
  return leave(&a, is_good);
}

typedef struct reader {
  job_ledger_file *l;
  uint32_t but;
  job_ledger_visit_found *visit;        /* NULL: findings are counted only */
  void *context;
  found_counts seen;
  bool is_good;
} reader;

static void read_found(void *context, int kind, const void *from, size_t size) {
  reader *r = context;
  found_head head = {.owner = 0};
  const uint8_t *at = from;
  const bool is_long = size >= sizeof head + JOB_SEAL;
  if (is_long) memcpy(&head, at, sizeof head);
  const found_seal sealed = {head, (uint64_t) kind};
  size_t rest = is_long ? size - sizeof head : 0;
  if (!r->is_good) return;
  if (!is_long || (r->l->seal.is_on &&
                   !job_seal_holds(&r->l->seal, 'f', &sealed, sizeof sealed,
                                   at + sizeof head, &rest))) {
    r->is_good = say_wrong(r->l, "a finding");
    return;
  }
  if (!r->l->seal.is_on) rest -= JOB_SEAL;
  if (r->visit) {
    if (!r->but || head.owner != r->but)
      r->visit(r->context, kind, at + sizeof head, rest);
    return;
  }
  while (r->seen.count <= head.writer) vec_push(&r->seen, 0);
  if (r->seen.items[head.writer]++ != head.index)
    r->is_good = say_wrong(r->l, "findings are missing");
}

bool job_ledger_each_found(job_ledger_file *l, uint64_t *from, uint32_t but,
                           job_ledger_visit_found *visit, void *context) {
  if (!l->has_seals) return l->class_of->each_found(l, from, but, visit, context);
  reader r = {.l = l, .but = but, .visit = visit, .context = context, .is_good = true};
  return l->class_of->each_found(l, from, 0, read_found, &r) && r.is_good;
}

/* The whole ------------------------------------------------------------------------ */

/* Each writer's findings are there, from its first to its last. */
static bool has_findings(job_ledger_file *l, const totals *t) {
  reader r = {.l = l, .is_good = true};
  uint64_t from = 0;
  bool is_good = l->class_of->each_found(l, &from, 0, read_found, &r) && r.is_good;
  for (uint32_t k = 0; k < t->found.count && is_good; k++)
    if (t->found.items[k] != UINT64_MAX &&
        t->found.items[k] > (k < r.seen.count ? r.seen.items[k] : 0))
      is_good = say_wrong(l, "findings are missing");
  vec_release(&r.seen);
  return is_good;
}

typedef struct open_jobs { job_ledger_file *l; job_receipt all; bool is_good; } open_jobs;

static void take_open(void *context, const job_ledger_job *j) {
  open_jobs *o = context;
  size_t size;
  if (!job_holds(o->l, j, &size)) o->is_good = say_wrong(o->l, "a job");
  job_receipt_job(&o->all, &o->l->seal, j->id, true);
}

static bool has_open_jobs(job_ledger_file *l, const totals *t) {
  open_jobs o = {.l = l, .is_good = true};
  if (!l->class_of->each_open) return true;
  if (!l->class_of->each_open(l, take_open, &o)) return false;
  if (o.is_good && !job_receipt_same_open(&o.all, &t->all))
    o.is_good = say_wrong(l, "open jobs are others than were made");
  return o.is_good;
}

static char *why(job_ledger_file *l) {
  return mem_string(job_ledger_error(l));
}

/* Nobody may be at work on a file.  Others may be on a queue: then what is there changes
 * while it is read, and all is looked at when no job is left. */
char *job_ledger_verify(job_ledger_file *l) {
  totals t;
  if (!l->seal.is_on) return NULL;
  if (l->class_of->snapshot && !l->class_of->snapshot(l, true)) return why(l);
  bool is_good = read_totals(l, &t);
  if (is_good) {
    is_good = !l->class_of->each_open || (has_open_jobs(l, &t) && has_findings(l, &t));
    totals_release(&t);
  }
  char *wrong = is_good ? NULL : why(l);
  if (l->class_of->snapshot) l->class_of->snapshot(l, false);
  return wrong;
}

char *job_ledger_check(job_ledger_file *l, uint64_t digest) {
  totals t;
  char *wrong = l->class_of->check(l, digest);
  if (wrong || !l->seal.is_on) return wrong;
  if (!read_totals(l, &t)) return why(l);
  if (!job_receipt_is_closed(&t.all))
    wrong = mem_string("jobs are said to be done that no process ended");
  else if (!has_findings(l, &t))
    wrong = why(l);
  totals_release(&t);
  return wrong;
}
