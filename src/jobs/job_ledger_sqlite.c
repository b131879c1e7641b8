#include "jobs/job_ledger_class.h"

#include "base/mem.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATEMENTS(X) \
  X(set, "INSERT OR REPLACE INTO fact VALUES (?, ?)") \
  X(get, "SELECT value FROM fact WHERE name = ?") \
  X(add, "INSERT INTO job (id, parent, depth, digest, owner, bytes) " \
         "VALUES (?, ?, ?, ?, ?, ?)") \
  X(done, "UPDATE job SET is_done = 1, children = ?, owner = 0, bytes = NULL " \
          "WHERE number = ? AND id = ? AND is_done = 0 AND owner = ?") \
  X(release, "UPDATE job SET owner = 0 WHERE number = ? AND is_done = 0 " \
             "AND owner = ?") \
  X(next, "SELECT id, depth, bytes, number FROM job WHERE is_done = 0 AND " \
          "owner = 0 ORDER BY depth LIMIT 1") \
  X(last, "SELECT id, depth, bytes, number FROM job WHERE is_done = 0 AND " \
          "owner = 0 ORDER BY depth DESC LIMIT 1") \
  X(own, "UPDATE job SET owner = ? WHERE number = ?") \
  X(any, "SELECT 1 FROM job WHERE is_done = 0 AND owner != ? LIMIT 1") \
  X(free, "SELECT count(*) FROM (SELECT 1 FROM job WHERE is_done = 0 AND " \
          "owner = 0 LIMIT ?)") \
  X(find, "INSERT OR IGNORE INTO found (kind, key, owner, bytes) " \
          "VALUES (?, ?, ?, ?)") \
  X(found, "SELECT number, kind, bytes FROM found WHERE number > ? " \
           "ORDER BY number")

typedef struct file {
  job_ledger_file base;
  sqlite3 *db;
#define STATEMENT(NAME, TEXT) sqlite3_stmt *NAME;
  STATEMENTS(STATEMENT)
#undef STATEMENT
} file;

static file *of(job_ledger_file *l) { return (file *) l; }

/* Bytes of a job that is done are dropped: what stays is what proves that the tree
 * is whole.  The index is of open jobs only.  Ids are hashes: a table in their order
 * would be written all over at each commit, one in the order of numbers is not. */
static const char schema[] =
    "PRAGMA journal_mode = WAL;"
    "BEGIN IMMEDIATE;"
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;"
    "CREATE TABLE job (number INTEGER PRIMARY KEY, id INTEGER NOT NULL,"
    " parent INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, digest INTEGER NOT NULL,"
    " owner INTEGER NOT NULL, is_done INTEGER NOT NULL DEFAULT 0,"
    " children INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,"
    " bytes BLOB);"
    "CREATE INDEX open_job ON job (owner, depth) WHERE is_done = 0;"
    "CREATE TABLE found (number INTEGER PRIMARY KEY, kind INTEGER NOT NULL,"
    " key BLOB NOT NULL, owner INTEGER NOT NULL, bytes BLOB NOT NULL,"
    " UNIQUE (kind, key));";

/* A commit is on disk but for a power cut, which may lose the last ones and never
 * a part of one. */
static const char settings[] =
    "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096;"
    "PRAGMA wal_autocheckpoint = 4000;";

/* Another process may be at a commit: that is waited for. */
enum { LONG_MS = 20000 };

static char *path_of(const char *directory, const char *suffix) {
  return mem_format("%s/" JOB_LEDGER_NAME "%s", directory, suffix);
}

/* The process that makes it may end before its first commit: then it has no tables. */
static bool is_empty(const char *path) {
  sqlite3 *db = NULL;
  sqlite3_stmt *tables = NULL;
  const bool is_read =
      sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
      sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master", -1, &tables, NULL) ==
          SQLITE_OK;
  const bool is_so = is_read && sqlite3_step(tables) == SQLITE_DONE;
  sqlite3_finalize(tables);
  sqlite3_close(db);
  return is_so;
}

bool job_ledger_sqlite_exists(const char *directory) {
  char *path = path_of(directory, "");
  const bool is_there = !access(path, F_OK) && !is_empty(path);
  free(path);
  return is_there;
}

void job_ledger_sqlite_remove(const char *directory) {
  static const char *const suffixes[] = {"-wal", "-shm", ""};
  for (unsigned k = 0; k < 3; k++) {
    char *path = path_of(directory, suffixes[k]);
    unlink(path);
    free(path);
  }
}

static bool run(file *l, const char *text) {
  return sqlite3_exec(l->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool prepare(file *l) {
#define STATEMENT(NAME, TEXT) \
  if (sqlite3_prepare_v2(l->db, TEXT, -1, &l->NAME, NULL) != SQLITE_OK) \
    return false;
  STATEMENTS(STATEMENT)
#undef STATEMENT
  return true;
}

static void ledger_close(job_ledger_file *b) {
  file *l = of(b);
#define STATEMENT(NAME, TEXT) sqlite3_finalize(l->NAME);
  STATEMENTS(STATEMENT)
#undef STATEMENT
  sqlite3_close(l->db);
  free(l);
}

static const char *ledger_error(const job_ledger_file *b) {
  const file *l = (const file *) b;
  return l->db ? sqlite3_errmsg(l->db) : "out of memory";
}

/* Transactions and statements ------------------------------------------------ */

static void ledger_set_patience(job_ledger_file *b, int ms) {
  file *l = of(b);
  sqlite3_busy_timeout(l->db, ms);
}

static bool ledger_begin(job_ledger_file *b) {
  return run(of(b), "BEGIN IMMEDIATE");
}


static void bind(sqlite3_stmt *s, int at, uint64_t n) {
  sqlite3_bind_int64(s, at, (sqlite3_int64) n);
}

static void bind_text(sqlite3_stmt *s, int at, const char *text) {
  sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t size) {
  if (bytes) sqlite3_bind_blob64(s, at, bytes, size, SQLITE_STATIC);
  else sqlite3_bind_null(s, at);
}

static bool step(sqlite3_stmt *s) {
  const bool is_good = sqlite3_step(s) == SQLITE_DONE;
  sqlite3_reset(s);
  return is_good;
}

static uint64_t number(sqlite3_stmt *s, int column) {
  return (uint64_t) sqlite3_column_int64(s, column);
}

/* To be freed, with a NUL past its end; NULL stays NULL. */
static char *bytes_of(sqlite3_stmt *s, int column, size_t *size) {
  const void *from = sqlite3_column_blob(s, column);
  *size = (size_t) sqlite3_column_bytes(s, column);
  if (sqlite3_column_type(s, column) == SQLITE_NULL) return NULL;
  char *bytes = mem_zeroed(*size + 1, 1);
  if (*size) memcpy(bytes, from, *size);
  return bytes;
}

static bool ledger_set(job_ledger_file *b, const char *name, const void *value,
                       size_t size) {
  file *l = of(b);
  bind_text(l->set, 1, name);
  bind_bytes(l->set, 2, value, size);
  return step(l->set);
}

static char *ledger_get(job_ledger_file *b, const char *name, size_t *size) {
  file *l = of(b);
  char *value = NULL;
  *size = 0;
  bind_text(l->get, 1, name);
  if (sqlite3_step(l->get) == SQLITE_ROW) value = bytes_of(l->get, 0, size);
  sqlite3_reset(l->get);
  return value;
}

/* Jobs ----------------------------------------------------------------------- */

static bool ledger_end(job_ledger_file *b, bool is_good) {
  file *l = of(b);
  if (is_good && run(l, "COMMIT")) return true;
  run(l, "ROLLBACK");
  return false;
}

static bool ledger_add(job_ledger_file *b, const job_ledger_new *j,
                       uint64_t *number) {
  file *l = of(b);
  bind(l->add, 1, j->id);
  bind(l->add, 2, j->parent);
  bind(l->add, 3, j->depth);
  bind(l->add, 4, j->digest);
  bind(l->add, 5, j->owner);
  bind_bytes(l->add, 6, j->bytes, j->size);
  const bool is_good = step(l->add);
  *number = is_good ? (uint64_t) sqlite3_last_insert_rowid(l->db) : 0;
  return is_good;
}

static bool ledger_done(job_ledger_file *b, uint64_t number, uint64_t id, uint32_t owner,
                        uint32_t children) {
  file *l = of(b);
  bind(l->done, 1, children);
  bind(l->done, 2, number);
  bind(l->done, 3, id);
  bind(l->done, 4, owner);
  return step(l->done) && sqlite3_changes(l->db) == 1;
}

static bool ledger_release(job_ledger_file *b, uint64_t number, uint32_t owner) {
  file *l = of(b);
  bind(l->release, 1, number);
  bind(l->release, 2, owner);
  return step(l->release) && sqlite3_changes(l->db) == 1;
}

static bool take_one(file *l, sqlite3_stmt *s, uint32_t owner,
                     job_ledger_job *to) {
  const bool is_there = sqlite3_step(s) == SQLITE_ROW;
  if (is_there) {
    to->id = number(s, 0);
    to->depth = (uint32_t) number(s, 1);
    to->bytes = bytes_of(s, 2, &to->size);
    to->number = number(s, 3);
    to->failures = 0;
  }
  sqlite3_reset(s);
  if (!is_there) return false;
  bind(l->own, 1, owner);
  bind(l->own, 2, to->number);
  return step(l->own);
}

static bool ledger_count_free(job_ledger_file *b, uint32_t most, uint64_t *free) {
  file *l = of(b);
  bind(l->free, 1, most);
  const bool is_good = sqlite3_step(l->free) == SQLITE_ROW;
  *free = is_good ? number(l->free, 0) : 0;
  sqlite3_reset(l->free);
  return is_good;
}

/* Where thousands wait, the deepest come first, so that they do not become more. */
static job_ledger_took take_some(file *l, uint32_t owner, unsigned share,
                                 job_ledger_job *to, unsigned most, unsigned *count) {
  enum { MANY = 4096 };
  uint64_t free;
  if (!ledger_count_free(&l->base, MANY, &free)) return JOB_LEDGER_FAILED;
  if (!free) {
    bind(l->any, 1, owner);
    const int how = sqlite3_step(l->any);
    sqlite3_reset(l->any);
    return how == SQLITE_ROW    ? JOB_LEDGER_OTHERS
           : how == SQLITE_DONE ? JOB_LEDGER_EMPTY
                                : JOB_LEDGER_FAILED;
  }
  const uint64_t wanted = free / share ? free / share : 1;
  while (*count < most && *count < wanted) {
    if (!take_one(l, free == MANY ? l->last : l->next, owner, to + *count))
      return JOB_LEDGER_FAILED;
    ++*count;
  }
  return JOB_LEDGER_TOOK;
}

static job_ledger_took ledger_take(job_ledger_file *b, uint32_t owner, unsigned share,
                                   job_ledger_job *to, unsigned most,
                                   unsigned *count) {
  file *l = of(b);
  *count = 0;
  if (!ledger_begin(b)) return JOB_LEDGER_FAILED;
  job_ledger_took took = take_some(l, owner, share, to, most, count);
  if (!ledger_end(b, took != JOB_LEDGER_FAILED)) took = JOB_LEDGER_FAILED;
  if (took == JOB_LEDGER_TOOK) return took;
  while (*count) free(to[--*count].bytes);
  return took;
}

/* One number; false: it failed. */
static bool ask(file *l, const char *text, uint64_t *n) {
  sqlite3_stmt *s = NULL;
  bool is_good = sqlite3_prepare_v2(l->db, text, -1, &s, NULL) == SQLITE_OK &&
                 sqlite3_step(s) == SQLITE_ROW;
  *n = is_good ? number(s, 0) : 0;
  sqlite3_finalize(s);
  return is_good;
}

/* Jobs that the statement finds: number, id, depth and bytes. */
static bool each_job(file *l, const char *text, job_ledger_visit_open *visit,
                     void *context) {
  sqlite3_stmt *s = NULL;
  int how = sqlite3_prepare_v2(l->db, text, -1, &s, NULL);
  if (how != SQLITE_OK) return false;
  while ((how = sqlite3_step(s)) == SQLITE_ROW) {
    job_ledger_job j = {.number = number(s, 0), .id = number(s, 1),
                        .depth = (uint32_t) number(s, 2)};
    j.bytes = bytes_of(s, 3, &j.size);
    visit(context, &j);
    free(j.bytes);
  }
  sqlite3_finalize(s);
  return how == SQLITE_DONE;
}

static bool ledger_reclaim(job_ledger_file *b, uint32_t owner, uint32_t most,
                           job_ledger_visit_open *visit, void *context) {
  file *l = of(b);
  char text[512];
  if (!owner) return run(l, "UPDATE job SET owner = 0 WHERE is_done = 0");
  snprintf(text, sizeof text,
           "UPDATE job SET owner = 0, failures = failures + 1 "
           "WHERE is_done = 0 AND owner = %" PRIu32, owner);
  if (!run(l, text)) return false;
  snprintf(text, sizeof text, "SELECT number, id, depth, bytes FROM job "
           "WHERE is_done = 0 AND failures >= %" PRIu32, most);
  if (!each_job(l, text, visit, context)) return false;
  snprintf(text, sizeof text,
           "UPDATE job SET is_done = 1, bytes = NULL WHERE is_done = 0 AND "
           "failures >= %" PRIu32, most);
  return run(l, text);
}

static bool ledger_each_open(job_ledger_file *b, job_ledger_visit_open *visit,
                             void *context) {
  return each_job(of(b), "SELECT number, id, depth, bytes FROM job WHERE is_done = 0",
                  visit, context);
}

/* All processes write one receipt, one after the other. */
static uint32_t ledger_writer(const job_ledger_file *b) {
  (void) b;
  return 0;
}

static bool ledger_each_receipt(job_ledger_file *b, job_ledger_visit_receipt *visit,
                                void *context) {
  char name[JOB_RECEIPT_NAME];
  size_t size;
  job_ledger_receipt_name(0, name);
  char *said = ledger_get(b, name, &size);
  if (said) visit(context, 0, said, size);
  free(said);
  return said;
}

static bool ledger_snapshot(job_ledger_file *b, bool is_begin) {
  return run(of(b), is_begin ? "BEGIN" : "COMMIT");
}

static bool ledger_count_others(job_ledger_file *b, uint32_t owner, uint64_t *others) {
  file *l = of(b);
  char text[128];
  snprintf(text, sizeof text, "SELECT count(*) FROM job WHERE is_done = 0 AND "
           "owner != %" PRIu32, owner);
  return ask(l, text, others);
}

/* Results -------------------------------------------------------------------- */

static bool ledger_find(job_ledger_file *b, int kind, uint32_t owner,
                        const uint8_t digest[JOB_LEDGER_KEY], const void *bytes,
                        size_t size, bool *is_new) {
  file *l = of(b);
  bind(l->find, 1, (uint64_t) kind);
  bind_bytes(l->find, 2, digest, JOB_LEDGER_KEY);
  bind(l->find, 3, owner);
  bind_bytes(l->find, 4, size ? bytes : "", size);
  const bool is_good = step(l->find);
  *is_new = is_good && sqlite3_changes(l->db) == 1;
  return is_good;
}

/* Whose each is says its seal. */
static bool ledger_each_found(job_ledger_file *b, uint64_t *from, uint32_t but,
                              void (*visit)(void *, int, const void *, size_t),
                              void *context) {
  file *l = of(b);
  int how;
  (void) but;
  bind(l->found, 1, *from);
  while ((how = sqlite3_step(l->found)) == SQLITE_ROW) {
    *from = number(l->found, 0);
    visit(context, (int) number(l->found, 1), sqlite3_column_blob(l->found, 2),
          (size_t) sqlite3_column_bytes(l->found, 2));
  }
  sqlite3_reset(l->found);
  return how == SQLITE_DONE;
}

/* The whole ------------------------------------------------------------------ */

static bool ledger_look(job_ledger_file *b, job_ledger_state *s) {
  file *l = of(b);
  return ask(l, "SELECT count(*) FROM job", &s->jobs) &&
         ask(l, "SELECT count(*) FROM job WHERE is_done", &s->done) &&
         ask(l, "SELECT count(*) FROM job WHERE is_done = 0 AND owner = 0",
             &s->free) &&
         ask(l, "SELECT CAST(total(children) AS INTEGER) FROM job", &s->children) &&
         ask(l, "SELECT count(DISTINCT digest) FROM job", &s->digests) &&
         ask(l, "SELECT count(DISTINCT owner) FROM job WHERE is_done = 0 AND "
                "owner != 0", &s->owners);
}

static char *ledger_quick_check(job_ledger_file *b) {
  file *l = of(b);
  sqlite3_stmt *s = NULL;
  char *wrong = NULL;
  if (sqlite3_prepare_v2(l->db, "PRAGMA quick_check(1)", -1, &s, NULL) !=
          SQLITE_OK || sqlite3_step(s) != SQLITE_ROW)
    wrong = mem_string(ledger_error(b));
  else if (strcmp((const char *) sqlite3_column_text(s, 0), "ok"))
    wrong = mem_string((const char *) sqlite3_column_text(s, 0));
  sqlite3_finalize(s);
  return wrong;
}

static char *ledger_check(job_ledger_file *b, uint64_t digest_of_run) {
  file *l = of(b);
  job_ledger_state s;
  uint64_t orphans, wrong, twice;
  char text[256];
  snprintf(text, sizeof text, "SELECT count(*) FROM job WHERE digest != %" PRId64,
           (int64_t) digest_of_run);
  if (!ledger_look(b, &s) || !ask(l, text, &wrong) ||
      !ask(l, "SELECT count(*) FROM job AS c WHERE c.number != 1 AND NOT EXISTS "
              "(SELECT 1 FROM job AS p WHERE p.number = c.parent AND p.is_done)",
           &orphans) ||
      !ask(l, "SELECT count(*) FROM (SELECT 1 FROM job GROUP BY id HAVING "
              "count(*) > 1)", &twice))
    return mem_format("the ledger cannot be read: %s", ledger_error(b));
  if (s.done != s.jobs)
    return mem_format("%" PRIu64 " of %" PRIu64 " jobs are not done",
                      s.jobs - s.done, s.jobs);
  if (s.jobs != 1 + s.children)
    return mem_format("%" PRIu64 " jobs in the ledger, %" PRIu64 " were made",
                      s.jobs, 1 + s.children);
  if (orphans)
    return mem_format("%" PRIu64 " jobs are of none that is done", orphans);
  if (twice)
    return mem_format("%" PRIu64 " jobs are there more than once", twice);
  if (wrong)
    return mem_format("%" PRIu64 " jobs are of another program or other options",
                      wrong);
  return NULL;
}

/* A file is there for as long as its directory: nobody has to say that it works. */
static bool ledger_join(job_ledger_file *b, uint32_t *owner, bool is_first) {
  (void) b, (void) owner, (void) is_first;
  return true;
}

static void ledger_leave(job_ledger_file *b, uint32_t owner) { (void) b, (void) owner; }

/* The program is where the run is. */
static bool ledger_put_file(job_ledger_file *b, const char *digest, const void *bytes,
                            size_t size) {
  (void) b, (void) digest, (void) bytes, (void) size;
  return true;
}

static char *ledger_get_file(job_ledger_file *b, const char *digest, size_t *size) {
  (void) b, (void) digest;
  *size = 0;
  return NULL;
}

/* That nobody has the directory's lock says it. */
static void ledger_stop(job_ledger_file *b) { (void) b; }

static job_ledger_news ledger_hear(job_ledger_file *b) {
  (void) b;
  return (job_ledger_news) {.word = JOB_LEDGER_GOES_ON};
}

static const job_ledger_class class_of = {
  ledger_close, ledger_error, ledger_set_patience, ledger_join, ledger_leave,
  ledger_hear, ledger_begin, ledger_end, ledger_set, ledger_get, ledger_put_file,
  ledger_get_file, ledger_stop, ledger_add,
  ledger_done, ledger_release, ledger_take, ledger_reclaim, NULL, NULL, ledger_find,
  ledger_each_found, ledger_look, ledger_count_free, ledger_count_others,
  ledger_quick_check, ledger_check, ledger_writer, NULL, ledger_each_receipt,
  ledger_each_open, ledger_snapshot, true};

/* Another user may have written the file: none of its triggers, views and functions is
 * run. */
static bool distrust(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
         sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
         sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL) == SQLITE_OK &&
         sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK;
}

job_ledger_file *job_ledger_sqlite(const char *directory, bool makes,
                                   bool is_read_only, char **error) {
  const int flags = makes          ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                    : is_read_only ? SQLITE_OPEN_READONLY
                                   : SQLITE_OPEN_READWRITE;
  char *path = path_of(directory, "");
  file *l = mem_zeroed(1, sizeof *l);
  l->base.class_of = &class_of;
  if (makes) job_ledger_sqlite_remove(directory);
  if (sqlite3_open_v2(path, &l->db, flags, NULL) != SQLITE_OK ||
      !distrust(l->db) ||
      sqlite3_busy_timeout(l->db, LONG_MS) != SQLITE_OK || !run(l, settings) ||
      (makes && !run(l, schema)) || !prepare(l)) {
    *error = mem_format("%s: %s", path, ledger_error(&l->base));
    ledger_close(&l->base);
    l = NULL;
  }
  free(path);
  return l ? &l->base : NULL;
}
