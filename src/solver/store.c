#include "solver/store.h"

#include "base/mem.h"
#include "base/secret.h"
#include "solver/form.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  APPLICATION = 0x42526143,     /* tells our files from others */
  SEAL = 16,                    /* bytes of an entry's own digest */
  MOST_PENDING = 256,
  WAIT_MS = 2000,               /* for another process's transaction */
  COSTS = sizeof ((store_entry *) 0)->costs / sizeof(uint32_t),
};

struct store {
  char *path, *build;
  sqlite3 *db;                  /* NULL: it cannot be used */
  sqlite3_stmt *get, *set;
  pid_t owner;                  /* connections do not survive a fork */
  uint64_t runs;
  hmac_key key;                 /* the user's, for caches */
  bool is_read_only, is_lost, has_said_damage, has_said_loss;
  VEC(store_entry) pending;
};

static void say(const store *s, const char *what, const char *then) {
  fprintf(stderr, "braid: --cache=%s: %s; %s\n", s->path, what, then);
}

static const char without[] = "the run goes on without it";

static bool run(store *s, const char *text) {
  return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static void disconnect(store *s) {
  sqlite3_finalize(s->get);
  sqlite3_finalize(s->set);
  sqlite3_close(s->db);
  s->get = s->set = NULL;
  s->db = NULL;
}

static bool number(store *s, const char *text, int64_t *out) {
  sqlite3_stmt *q = NULL;
  const bool is_there = sqlite3_prepare_v2(s->db, text, -1, &q, NULL) == SQLITE_OK &&
                        sqlite3_step(q) == SQLITE_ROW;
  if (is_there) *out = sqlite3_column_int64(q, 0);
  sqlite3_finalize(q);
  return is_there;
}

/* A power cut may damage the file, the death of a process may not: entries have seals. */
static const char settings[] =
    "PRAGMA synchronous = OFF; PRAGMA cache_size = -8192;";

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS answer (form BLOB PRIMARY KEY, answer INTEGER NOT NULL,"
    " build TEXT NOT NULL, costs BLOB NOT NULL, bytes BLOB NOT NULL, seal BLOB NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "INSERT OR IGNORE INTO fact VALUES ('runs', 0);";

/* What it is, before anything is written to it. */
typedef enum kind { EMPTY, OURS, FOREIGN, BROKEN } kind;

static kind look(store *s) {
  int64_t id = 0, tables = 0;
  if (!number(s, "PRAGMA application_id", &id) ||
      !number(s, "SELECT count(*) FROM sqlite_master", &tables)) return BROKEN;
  if (id == APPLICATION) return OURS;
  return id || tables ? FOREIGN : EMPTY;
}

/* Of digests and seals. */
enum { VERSION = 80 };
static void write_version(char out[VERSION]) {
  snprintf(out, VERSION, "%s, sealed", canon_version());
}

static bool is_of_version(store *s) {
  sqlite3_stmt *q = NULL;
  bool is_same = false;
  char version[VERSION];
  write_version(version);
  if (sqlite3_prepare_v2(s->db, "SELECT value FROM fact WHERE name = 'form'", -1, &q,
                         NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW) {
    const char *text = (const char *) sqlite3_column_text(q, 0);
    is_same = text && !strcmp(text, version);
  }
  sqlite3_finalize(q);
  return is_same;
}

/* Tables, and none of the answers whose digests mean something else now. */
static bool prepare_file(store *s, kind k) {
  char text[80];
  snprintf(text, sizeof text, "PRAGMA application_id = %d", APPLICATION);
  if (!run(s, "BEGIN IMMEDIATE") || (k == EMPTY && !run(s, text)) || !run(s, schema))
    return false;
  if (!is_of_version(s)) {
    char version[VERSION];
    write_version(version);
    char *change = sqlite3_mprintf("DELETE FROM answer;"
                                   "INSERT OR REPLACE INTO fact VALUES ('form', %Q)",
                                   version);
    const bool is_done = run(s, change);
    sqlite3_free(change);
    if (!is_done) return false;
  }
  return run(s, "UPDATE fact SET value = value + 1 WHERE name = 'runs'; COMMIT");
}

static bool prepare_statements(store *s) {
  return sqlite3_prepare_v2(s->db, "SELECT answer, build, costs, bytes, seal FROM answer"
                            " WHERE form = ?", -1, &s->get, NULL) == SQLITE_OK &&
         sqlite3_prepare_v2(s->db, "INSERT OR REPLACE INTO answer VALUES"
                            " (?, ?, ?, ?, ?, ?)", -1, &s->set, NULL) == SQLITE_OK;
}

/* NULL, or what is the matter. */
static const char *connect_to(store *s, bool is_first) {
  static char message[200];
  s->owner = getpid();
  s->is_read_only = !access(s->path, F_OK) && access(s->path, W_OK);
  const int flags = s->is_read_only ? SQLITE_OPEN_READONLY
                                    : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const char *wrong = NULL;
  kind k = BROKEN;
  if (sqlite3_open_v2(s->path, &s->db, flags, NULL) == SQLITE_OK) {
    sqlite3_busy_timeout(s->db, WAIT_MS);
    /* Another user may have written the file: nothing in it is run. */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    k = look(s);
  }
  const bool writes = is_first && !s->is_read_only;
  if (k == FOREIGN) wrong = "not a cache of braid's";
  else if (k == EMPTY && s->is_read_only) wrong = "empty and read-only";
  else if (k == BROKEN || !run(s, settings) || (writes && !prepare_file(s, k)) ||
           !prepare_statements(s)) {
    const int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM;
    snprintf(message, sizeof message, "%s",
             code == SQLITE_BUSY ? "locked by another process"
             : code == SQLITE_NOTADB ? "not a cache of braid's"
             : s->db ? sqlite3_errmsg(s->db) : "out of memory");
    wrong = message;
  } else if (!is_of_version(s)) wrong = "made by another version of braid";
  if (wrong) disconnect(s);
  return wrong;
}

store *store_new(const char *path, const char *build) {
  store *s = mem_zeroed(1, sizeof *s);
  s->path = mem_string(path);
  s->build = mem_string(build);
  uint8_t key[SECRET_BYTES];
  secret_of_user("cache", key);
  hmac_key_init(&s->key, key, sizeof key);
  const char *wrong = connect_to(s, true);
  int64_t runs = 0;
  if (wrong) say(s, wrong, without);
  else if (number(s, "SELECT value FROM fact WHERE name = 'runs'", &runs))
    s->runs = (uint64_t) runs;
  if (!wrong && s->is_read_only) say(s, "read-only", "answers are read from it only");
  if (!wrong && !secret_is_kept())
    say(s, secret_place(), "without a key no later run believes what this one writes");
  s->is_lost = wrong;
  return s;
}

/* In a fork the parent's connection is left as it is: its locks are the parent's. */
static bool is_usable(store *s) {
  if (s->is_lost) return false;
  if (s->owner == getpid()) return s->db;
  s->db = NULL;
  s->get = s->set = NULL;
  for (uint32_t i = 0; i < s->pending.count; i++) vec_release(&s->pending.items[i].bytes);
  vec_clear(&s->pending);       /* the parent writes them */
  s->is_lost = connect_to(s, false);
  return !s->is_lost;
}

/* Entries ------------------------------------------------------------------ */

static void put_number(uint8_t *to, uint32_t n) {
  for (unsigned i = 0; i < 4; i++) to[i] = (uint8_t) (n >> 8 * i);
}

static void write_costs(const store_entry *e, uint8_t *out) {
  for (unsigned i = 0; i < COSTS; i++) put_number(out + 4 * i, e->costs[i]);
}

static void seal(const store *s, const store_entry *e, const char *build,
                 uint8_t out[SEAL]) {
  VEC(uint8_t) all = {0};
  const size_t name = strlen(build) + 1;
  vec_reserve(&all, (uint32_t) (SHA256_BYTES + 4 + 4 * COSTS + name + e->bytes.count));
  uint8_t *at = all.items, whole[SHA256_BYTES];
  memcpy(at, e->digest, SHA256_BYTES);
  put_number(at += SHA256_BYTES, e->answer);
  write_costs(e, at += 4);
  memcpy(at += 4 * COSTS, build, name);
  if (e->bytes.count) memcpy(at + name, e->bytes.items, e->bytes.count);
  hmac_sha256(&s->key, all.items, SHA256_BYTES + 4 + 4 * COSTS + name + e->bytes.count,
              whole);
  memcpy(out, whole, SEAL);
  vec_release(&all);
}

static void damaged(store *s, const char *what) {
  if (!s->has_said_damage) say(s, what, "what is damaged is asked anew");
  s->has_said_damage = true;
}

/* Blobs of the wrong size are damage. */
static bool read_row(store *s, store_entry *e) {
  sqlite3_stmt *q = s->get;
  const char *build = (const char *) sqlite3_column_text(q, 1);
  const uint8_t *costs = sqlite3_column_blob(q, 2), *bytes = sqlite3_column_blob(q, 3);
  const uint8_t *sealed = sqlite3_column_blob(q, 4);
  uint8_t want[SEAL];
  if (!build || !costs || sqlite3_column_bytes(q, 2) != 4 * COSTS || !sealed ||
      sqlite3_column_bytes(q, 4) != SEAL) {
    damaged(s, "an entry is damaged");
    return false;
  }
  e->answer = (uint32_t) sqlite3_column_int64(q, 0);
  for (unsigned i = 0; i < COSTS; i++)
    e->costs[i] = (uint32_t) costs[4 * i] | (uint32_t) costs[4 * i + 1] << 8 |
                  (uint32_t) costs[4 * i + 2] << 16 | (uint32_t) costs[4 * i + 3] << 24;
  const int size = sqlite3_column_bytes(q, 3);
  vec_clear(&e->bytes);
  for (int i = 0; i < size; i++) vec_push(&e->bytes, bytes[i]);
  seal(s, e, build, want);
  if (!secret_is_same(want, sealed, SEAL)) {
    damaged(s, "an entry is damaged, or was sealed under another key");
    return false;
  }
  return !strcmp(build, s->build);
}

bool store_find(store *s, const uint8_t digest[SHA256_BYTES], store_entry *out) {
  if (!is_usable(s)) return false;
  memcpy(out->digest, digest, SHA256_BYTES);
  sqlite3_bind_blob(s->get, 1, digest, SHA256_BYTES, SQLITE_STATIC);
  const int code = sqlite3_step(s->get);
  const bool is_there = code == SQLITE_ROW && read_row(s, out);
  if (code != SQLITE_ROW && code != SQLITE_DONE && code != SQLITE_BUSY)
    damaged(s, sqlite3_errmsg(s->db));
  sqlite3_reset(s->get);
  return is_there;
}

static bool write_entry(store *s, const store_entry *e) {
  uint8_t costs[4 * COSTS], sealed[SEAL];
  write_costs(e, costs);
  seal(s, e, s->build, sealed);
  sqlite3_stmt *q = s->set;
  sqlite3_bind_blob(q, 1, e->digest, SHA256_BYTES, SQLITE_STATIC);
  sqlite3_bind_int64(q, 2, e->answer);
  sqlite3_bind_text(q, 3, s->build, -1, SQLITE_STATIC);
  sqlite3_bind_blob(q, 4, costs, sizeof costs, SQLITE_STATIC);
  sqlite3_bind_blob(q, 5, e->bytes.items ? (const void *) e->bytes.items : "",
                    (int) e->bytes.count, SQLITE_STATIC);
  sqlite3_bind_blob(q, 6, sealed, SEAL, SQLITE_STATIC);
  const bool is_written = sqlite3_step(q) == SQLITE_DONE;
  sqlite3_reset(q);
  sqlite3_clear_bindings(q);
  return is_written;
}

static void drop_pending(store *s) {
  for (uint32_t i = 0; i < s->pending.count; i++) vec_release(&s->pending.items[i].bytes);
  vec_clear(&s->pending);
}

void store_flush(store *s) {
  if (!s || !is_usable(s) || !s->pending.count) return;
  bool is_done = run(s, "BEGIN IMMEDIATE");
  for (uint32_t i = 0; i < s->pending.count && is_done; i++)
    is_done = write_entry(s, s->pending.items + i);
  is_done = is_done && run(s, "COMMIT");
  if (!is_done) {
    if (!s->has_said_loss) say(s, sqlite3_errmsg(s->db), "some answers are not kept");
    s->has_said_loss = true;
    run(s, "ROLLBACK");
  }
  drop_pending(s);
}

void store_put(store *s, const store_entry *e) {
  if (!is_usable(s) || s->is_read_only) return;
  store_entry copy = *e;
  copy.bytes.items = NULL;
  copy.bytes.count = copy.bytes.capacity = 0;
  for (uint32_t i = 0; i < e->bytes.count; i++) vec_push(&copy.bytes, e->bytes.items[i]);
  vec_push(&s->pending, copy);
  if (s->pending.count >= MOST_PENDING) store_flush(s);
}

void store_distrust(store *s, const char *what) {
  if (!is_usable(s)) return;
  say(s, what, "nothing in it is believed any more");
  drop_pending(s);
  if (!s->is_read_only) run(s, "DELETE FROM answer");
  disconnect(s);
  s->is_lost = true;
}

uint64_t store_runs(const store *s) { return s->runs; }

void store_free(store *s) {
  if (!s) return;
  store_flush(s);
  drop_pending(s);
  vec_release(&s->pending);
  if (s->owner == getpid()) disconnect(s);
  free(s->path);
  free(s->build);
  free(s);
}
