#include "base/limits.h"
#include "base/yield.h"
#include "solver/cache.h"
#include "solver/form.h"
#include "solver/store.h"
#include "test/check.h"

#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Answers in a file: the forms of questions, what a second solver gets from the first
 * one's file, and files that are wrong.
 */
enum { SYMBOLS = 3, QUESTIONS = 24 };

static char directory[] = "/tmp/braid-unit-cache-XXXXXX";
static char file[sizeof directory + 16];

static void begin(void) { unlink(file); }

/* What is asked: conjuncts over some symbols, which are made in any order. */
typedef struct asked {
  expr_table *t;
  expr of[SYMBOLS];
} asked;

static asked table_with(unsigned before, const unsigned order[SYMBOLS],
                        unsigned width) {
  asked a = {.t = expr_table_new()};
  for (unsigned i = 0; i < before; i++)
    expr_new_symbol(a.t, SYMBOL_INPUT, 8, "other");
  for (unsigned i = 0; i < SYMBOLS; i++)
    a.of[order[i]] = expr_symbol(a.t, expr_new_symbol(a.t, SYMBOL_INPUT, width, "x"));
  return a;
}

static const unsigned straight[SYMBOLS] = {0, 1, 2};

/* One of many questions, by number; two conjuncts. */
static void question(const asked *a, unsigned k, expr out[2]) {
  expr_table *t = a->t;
  const unsigned width = expr_width(t, a->of[0]);
  const expr x = a->of[0], y = a->of[1], z = a->of[2];
  const expr product = expr_binary(t, EXPR_MUL, x, expr_binary(t, EXPR_ADD, y, z));
  const expr mixed = expr_binary(t, EXPR_XOR, expr_binary(t, EXPR_MUL, y, y), z);
  out[0] = expr_eq(t, product, expr_const(t, width, 12345u * (k + 1) | (k & 1)));
  out[1] = k % 4 == 3
      ? expr_eq(t, expr_binary(t, EXPR_AND, expr_binary(t, EXPR_MUL, y, y),
                               expr_const(t, width, 3)), expr_const(t, width, 2))
      : expr_binary(t, EXPR_ULT, mixed, expr_const(t, width, 40 + k));
}

static form form_of(expr_table *t, const expr *all, uint32_t count) {
  canon *c = canon_new(t);
  form f = {0};
  CHECK(canon_find(c, all, count, &f));
  canon_free(c);
  return f;
}

static bool is_same(const form *a, const form *b) {
  return !memcmp(a->digest, b->digest, SHA256_BYTES);
}

static void forms_do_not_depend_on_numbers(void) {
  static const unsigned made[][SYMBOLS] = {{0, 1, 2}, {1, 0, 2}, {1, 2, 0}};
  form first[QUESTIONS];
  for (unsigned o = 0; o < 3; o++) {
    const asked a = table_with(7 * o, made[o], 16);
    for (unsigned k = 0; k < QUESTIONS; k++) {
      expr all[3];
      question(&a, k, all);
      if (o == 1) {             /* another order, and one of them twice */
        const expr swap = all[0];
        all[0] = all[1];
        all[1] = swap;
        all[2] = swap;
      }
      form f = form_of(a.t, all, o == 1 ? 3 : 2);
      CHECK(f.symbols.count == SYMBOLS && f.conjuncts.count == 2);
      for (unsigned i = 0; o && i < QUESTIONS; i++)
        CHECK(is_same(&f, first + i) == (i == k));
      if (!o) first[k] = f;
      else form_release(&f);
    }
    expr_table_free(a.t);
  }
  for (unsigned k = 0; k < QUESTIONS; k++) form_release(first + k);
}

/* Questions that differ in which symbol is where are different. */
static void forms_tell_symbols_apart(void) {
  const asked a = table_with(0, straight, 8);
  expr_table *t = a.t;
  const expr one = expr_const(t, 8, 1);
  const expr x = a.of[0], y = a.of[1], z = a.of[2];
  const expr chain[] = {expr_binary(t, EXPR_ULT, x, y), expr_binary(t, EXPR_ULT, y, z)};
  const expr fork[] = {expr_binary(t, EXPR_ULT, x, y), expr_binary(t, EXPR_ULT, x, z)};
  const expr circle[] = {expr_binary(t, EXPR_ULT, x, y), expr_binary(t, EXPR_ULT, y, x)};
  const expr apart[] = {expr_eq(t, x, expr_binary(t, EXPR_MUL, y, one)),
                        expr_eq(t, x, expr_binary(t, EXPR_ADD, y, one))};
  const expr other[] = {expr_eq(t, x, expr_binary(t, EXPR_MUL, y, one)),
                        expr_eq(t, z, expr_binary(t, EXPR_ADD, y, one))};
  const expr *const all[] = {chain, fork, circle, apart, other};
  for (unsigned i = 0; i < 5; i++)
    for (unsigned k = 0; k < i; k++) {
      form f = form_of(t, all[i], 2), g = form_of(t, all[k], 2);
      CHECK(!is_same(&f, &g));
      form_release(&f);
      form_release(&g);
    }
  expr_table_free(t);
}

static solver_options with_cache(const char *build) {
  solver_options o = solver_defaults;
  o.models = false;
  o.cache = file;
  o.cache_build = build;
  return o;
}

/* All questions of a new table; stats of the solver. */
static solver_stats ask_all(unsigned before, const char *build, answer *answers) {
  static const unsigned order[SYMBOLS] = {1, 0, 2};
  const asked a = table_with(before, before ? order : straight, 16);
  const solver_options o = with_cache(build);
  solver *s = solver_new(a.t, &o);
  for (unsigned k = 0; k < QUESTIONS; k++) {
    expr all[2];
    question(&a, k, all);
    answers[k] = solver_check(s, all, 2);
    if (answers[k] != ANSWER_SAT) continue;
    CHECK(solver_model_value(s, all[0]) == 1 && solver_model_value(s, all[1]) == 1);
  }
  const solver_stats stats = *solver_get_stats(s);
  solver_free(s);
  expr_table_free(a.t);
  return stats;
}

static int64_t entries(void) {
  sqlite3 *db;
  sqlite3_stmt *q;
  CHECK(sqlite3_open(file, &db) == SQLITE_OK);
  CHECK(sqlite3_prepare_v2(db, "SELECT count(*) FROM answer", -1, &q, NULL) == SQLITE_OK);
  CHECK(sqlite3_step(q) == SQLITE_ROW);
  const int64_t count = sqlite3_column_int64(q, 0);
  sqlite3_finalize(q);
  sqlite3_close(db);
  return count;
}

static void a_second_run_asks_nothing_new(void) {
  begin();
  answer first[QUESTIONS], second[QUESTIONS];
  const solver_stats cold = ask_all(0, "one", first);
  CHECK(!cold.by_cache && cold.by_sat && entries() == QUESTIONS);
  const solver_stats warm = ask_all(5, "one", second);
  CHECK(!memcmp(first, second, sizeof first));
  CHECK(warm.by_cache == QUESTIONS && !warm.by_sat && !warm.by_product);
  CHECK(warm.cache_asked > 0 && warm.cached_queries == cold.by_sat);
  CHECK(warm.cached_work + warm.sat_work >= cold.sat_work);
  const solver_stats other = ask_all(5, "two", second);
  CHECK(!other.by_cache);       /* another braid's */
  CHECK(!memcmp(first, second, sizeof first));
}

/* The answer that the file gives for a question is replaced. */
static void plant(unsigned k, answer a, uint32_t bytes, uint8_t value, uint32_t work) {
  const asked q = table_with(0, straight, 16);
  expr all[2];
  question(&q, k, all);
  form f = form_of(q.t, all, 2);
  store *s = store_new(file, "one");
  store_entry e = {.answer = a, .costs = {[2] = work}};
  memcpy(e.digest, f.digest, SHA256_BYTES);
  for (uint32_t i = 0; i < bytes; i++) vec_push(&e.bytes, value);
  store_put(s, &e);
  store_free(s);
  vec_release(&e.bytes);
  form_release(&f);
  expr_table_free(q.t);
}

static unsigned first_with(const answer *answers, answer a) {
  for (unsigned k = 0; k < QUESTIONS; k++)
    if (answers[k] == a) return k;
  CHECK(false);
  return 0;
}

/* The only refutation of a run is asked again: what was satisfiable stays so. */
static void a_wrong_refutation_is_seen(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  begin();
  ask_all(0, "one", first);
  begin();
  plant(first_with(first, ANSWER_SAT), ANSWER_UNSAT, 0, 0, 0);
  const solver_stats warm = ask_all(0, "one", second);
  CHECK(warm.cache_asked == 1 && !memcmp(first, second, sizeof first));
}

static uint64_t waited;

static void note_wait(uint64_t work) { waited += work; }

/* What was given up is asked, after a wait, and its answer is kept. */
static void an_open_question_is_asked_late(void) {
  enum { BEFORE = 1000000 };
  answer first[QUESTIONS], second[QUESTIONS];
  begin();
  ask_all(0, "one", first);
  begin();
  for (unsigned k = 0; k < QUESTIONS; k++) plant(k, ANSWER_UNKNOWN, 0, 0, BEFORE);
  waited = 0;
  yield_hook = note_wait;
  const solver_stats warm = ask_all(0, "one", second);
  yield_hook = NULL;
  CHECK(!warm.by_cache && !memcmp(first, second, sizeof first));
  CHECK(waited >= (uint64_t) QUESTIONS * BEFORE);
  CHECK(ask_all(0, "one", second).by_cache == QUESTIONS);
  CHECK(!memcmp(first, second, sizeof first));
}

/* After others were believed, nothing is decided by the wrong one any more. */
static void what_was_believed_before_is_not_forgotten(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  begin();
  ask_all(0, "one", first);
  unsigned last = 0;
  for (unsigned k = 0; k < QUESTIONS; k++)
    if (first[k] == ANSWER_SAT) last = k;
  CHECK(first_with(first, ANSWER_UNSAT) < last);
  plant(last, ANSWER_UNSAT, 0, 0, 0);
  const limits_table before = limits;
  limits.solver_cache_sample = 1;
  ask_all(0, "one", second);
  limits = before;
  CHECK(second[last] == ANSWER_UNKNOWN);
  second[last] = ANSWER_SAT;
  CHECK(!memcmp(first, second, sizeof first));
  CHECK(entries() == 0);
}

static void a_wrong_model_is_seen(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  begin();
  ask_all(0, "one", first);
  const unsigned sat = first_with(first, ANSWER_SAT), not = first_with(first, ANSWER_UNSAT);
  begin();
  plant(sat, ANSWER_SAT, 6, 0xff, 0);      /* no model */
  ask_all(0, "one", second);
  CHECK(!memcmp(first, second, sizeof first));
  begin();
  plant(not, ANSWER_SAT, 6, 0, 0);         /* of what has none */
  ask_all(0, "one", second);
  CHECK(!memcmp(first, second, sizeof first));
  begin();
  plant(sat, ANSWER_SAT, 3, 0, 0);       /* of other symbols */
  plant(not, (answer) 7, 0, 0, 0);
  ask_all(0, "one", second);
  CHECK(!memcmp(first, second, sizeof first));
}

static void execute(const char *text) {
  sqlite3 *db;
  CHECK(sqlite3_open(file, &db) == SQLITE_OK);
  CHECK(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK);
  sqlite3_close(db);
}

static void damaged_entries_are_asked_anew(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  static const char *const changes[] = {
    "UPDATE answer SET answer = 1 - answer", "UPDATE answer SET bytes = x'00'",
    "UPDATE answer SET seal = x''", "UPDATE answer SET costs = 7",
    "UPDATE answer SET build = 'One'",
  };
  begin();
  ask_all(0, "one", first);
  for (unsigned k = 0; k < 5; k++) {
    execute(changes[k]);
    const solver_stats s = ask_all(0, "one", second);
    CHECK(!s.by_cache && !memcmp(first, second, sizeof first));
    CHECK(ask_all(0, "one", second).by_cache == QUESTIONS);     /* replaced */
  }
}

static void write_text(const char *text) {
  FILE *out = fopen(file, "w");
  CHECK(out && fputs(text, out) >= 0 && !fclose(out));
}

static void files_of_others_stay_as_they_are(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  begin();
  ask_all(0, "one", first);
  begin();
  static const char letter[] = "Dear file,\nyou are no cache, and longer than the "
                               "header of a database, which has one hundred bytes.\n";
  write_text(letter);
  CHECK(!ask_all(0, "one", second).by_cache && !memcmp(first, second, sizeof first));
  FILE *in = fopen(file, "r");
  char line[sizeof letter] = "";
  CHECK(in && fread(line, 1, sizeof letter - 1, in) == sizeof letter - 1);
  CHECK(!strcmp(line, letter) && getc(in) == EOF);
  fclose(in);
  begin();
  execute("CREATE TABLE answer (form, answer)");
  CHECK(!ask_all(0, "one", second).by_cache && !memcmp(first, second, sizeof first));
  CHECK(entries() == 0);
}

/* Cut in the middle, and full of zeros there. */
static void torn_files_give_no_wrong_answer(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  for (long cut = 512; cut <= 8192; cut *= 2) {
    begin();
    ask_all(0, "one", first);
    CHECK(!truncate(file, cut));
    CHECK(cut % 1024 || !truncate(file, 12288));
    ask_all(0, "one", second);
    CHECK(!memcmp(first, second, sizeof first));
  }
}

static void a_locked_file_is_done_without(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  int ready[2], done[2];
  char c;
  begin();
  ask_all(0, "one", first);
  CHECK(!pipe(ready) && !pipe(done));
  const pid_t id = fork();
  if (!id) {
    sqlite3 *db;
    const bool is_locked = sqlite3_open(file, &db) == SQLITE_OK &&
        sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK;
    if (write(ready[1], "x", 1) != 1 || read(done[0], &c, 1) != 1) _exit(1);
    _exit(!is_locked);
  }
  CHECK(read(ready[0], &c, 1) == 1);
  CHECK(!ask_all(0, "one", second).by_cache && !memcmp(first, second, sizeof first));
  CHECK(write(done[1], "x", 1) == 1);
  int status;
  CHECK(waitpid(id, &status, 0) == id && !status);
  CHECK(ask_all(0, "one", second).by_cache == QUESTIONS);
}

/* Both sides of a fork use the file. */
static void a_fork_has_its_own_connection(void) {
  answer first[QUESTIONS], second[QUESTIONS];
  begin();
  const asked a = table_with(0, straight, 16);
  const solver_options o = with_cache("one");
  solver *s = solver_new(a.t, &o);
  expr all[2];
  question(&a, 0, all);
  solver_check(s, all, 2);
  const pid_t id = fork();
  for (unsigned k = 1 + !id; k < QUESTIONS; k += 2) {
    question(&a, k, all);
    solver_check(s, all, 2);
  }
  solver_flush(s);
  if (!id) _exit(0);
  int status;
  CHECK(waitpid(id, &status, 0) == id && !status);
  solver_free(s);
  expr_table_free(a.t);
  CHECK(ask_all(0, "one", first).by_cache == QUESTIONS);
  begin();
  ask_all(0, "one", second);
  CHECK(!memcmp(first, second, sizeof first));
}

int main(void) {
  CHECK(mkdtemp(directory));
  snprintf(file, sizeof file, "%s/answers", directory);
  CHECK(freopen("/dev/null", "w", stderr));
  forms_do_not_depend_on_numbers();
  forms_tell_symbols_apart();
  a_second_run_asks_nothing_new();
  a_wrong_refutation_is_seen();
  an_open_question_is_asked_late();
  what_was_believed_before_is_not_forgotten();
  a_wrong_model_is_seen();
  damaged_entries_are_asked_anew();
  files_of_others_stay_as_they_are();
  torn_files_give_no_wrong_answer();
  a_locked_file_is_done_without();
  a_fork_has_its_own_connection();
  begin();
  CHECK(!rmdir(directory));
  return 0;
}
