#include "jobs/backlog.h"

#include "base/mem.h"

#include <sqlite3.h>
#include <stdio.h>

struct backlog {
  job_store store;
  char *directory;
  sqlite3 *db;                  /* NULL: no job came yet */
  sqlite3_stmt *put, *take, *drop;
  uint64_t count;
  bool has_failed;
};

static bool fail(backlog *b) {
  if (!b->has_failed)
    fprintf(stderr, "braid: states cannot be put aside in %s: %s\n",
            b->directory, b->db ? sqlite3_errmsg(b->db) : "no memory");
  b->has_failed = true;
  return false;
}

static bool prepare(backlog *b, const char *text, sqlite3_stmt **out) {
  return sqlite3_prepare_v2(b->db, text, -1, out, NULL) == SQLITE_OK;
}

/* Nothing in it has to outlive the process: no journal, no waiting for the disk.
 * An empty name is a file that is deleted as soon as it is open. */
static bool open_file(backlog *b) {
  static const char settings[] =
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
      "PRAGMA cache_size = -1024; PRAGMA temp_store = FILE;"
      "CREATE TABLE job (id INTEGER PRIMARY KEY, depth INTEGER, bytes BLOB);"
      "CREATE INDEX by_depth ON job (depth, id);";
  if (b->db) return !b->has_failed;
  sqlite3_temp_directory = sqlite3_mprintf("%s", b->directory);
  if (sqlite3_open("", &b->db) != SQLITE_OK ||
      sqlite3_exec(b->db, settings, NULL, NULL, NULL) != SQLITE_OK ||
      !prepare(b, "INSERT INTO job (depth, bytes) VALUES (?, ?)", &b->put) ||
      !prepare(b, "SELECT id, bytes FROM job ORDER BY depth DESC, id DESC "
                  "LIMIT 1", &b->take) ||
      !prepare(b, "DELETE FROM job WHERE id = ?", &b->drop))
    return fail(b);
  return true;
}

static bool put(void *context, const job *j) {
  backlog *b = context;
  job_bytes bytes = {0};
  if (!open_file(b)) return false;
  job_write(j, &bytes);
  sqlite3_bind_int64(b->put, 1, j->depth);
  sqlite3_bind_blob(b->put, 2, bytes.items, (int) bytes.count, SQLITE_STATIC);
  const bool done = sqlite3_step(b->put) == SQLITE_DONE;
  if (!done) fail(b);
  sqlite3_reset(b->put);
  vec_release(&bytes);
  b->count += done;
  return done;
}

static bool take(void *context, exec *x, job *j) {
  backlog *b = context;
  if (!b->count || b->has_failed) return false;
  bool found = sqlite3_step(b->take) == SQLITE_ROW;
  const sqlite3_int64 id = found ? sqlite3_column_int64(b->take, 0) : 0;
  found = found && job_read(j, x, sqlite3_column_blob(b->take, 1),
                            (size_t) sqlite3_column_bytes(b->take, 1));
  sqlite3_reset(b->take);
  if (!found) return fail(b);
  sqlite3_bind_int64(b->drop, 1, id);
  const bool dropped = sqlite3_step(b->drop) == SQLITE_DONE;
  sqlite3_reset(b->drop);
  b->count--;
  if (dropped) return true;
  job_release(j);
  return fail(b);
}

static uint64_t count(void *context) { return ((backlog *) context)->count; }

backlog *backlog_new(const char *directory) {
  backlog *b = mem_zeroed(1, sizeof *b);
  b->directory = mem_string(directory);
  b->store = (job_store) {b, put, take, count};
  return b;
}

const job_store *backlog_store(const backlog *b) { return &b->store; }

void backlog_free(backlog *b) {
  if (!b) return;
  sqlite3_finalize(b->put);
  sqlite3_finalize(b->take);
  sqlite3_finalize(b->drop);
  sqlite3_close(b->db);
  free(b->directory);
  free(b);
}
