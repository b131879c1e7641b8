#include "test/unit/ir_harness.h"

#include "base/limits.h"
#include "exec/model.h"
#include "explore/explore.h"

/*
 * A ledger that writes nothing down, and says what other processes want: after each commit the
 * executor keeps states that can be jobs just if there are too few of them.
 */
typedef struct fake {
  exec *exec;
  uint64_t numbers;
  unsigned asked, changes, ended;
  bool is_short, was_short;     /* by the last two answers; and at the last commit */
  volatile uint32_t hungry;
} fake;

static bool yes(void *context) {
  (void) context;
  return true;
}

static bool no(void *context) {
  (void) context;
  return false;
}

static bool add(void *context, uint64_t id, const held_job *parent, const job *j,
                uint64_t *number) {
  (void) id, (void) parent, (void) j;
  *number = ++((fake *) context)->numbers;
  return true;
}

static bool yes_to(void *context, const held_job *j) {
  (void) context, (void) j;
  return true;
}

static bool end(void *context, bool is_good) {
  (void) context;
  return is_good;
}

static job_taken take(void *context, exec *x, bool is_last, taken_job *to, unsigned most,
                      unsigned *count) {
  (void) context, (void) x, (void) is_last, (void) to, (void) most;
  *count = 0;
  return JOB_ALL_DONE;
}

static void never(void *context) {
  (void) context;
  fatal("the ledger did not fail");
}

static void diverged(void *context, const taken_job *j) {
  (void) j;
  never(context);
}

/* How many parts others want, and whether they want more when they have got one. */
static unsigned parts(void *context) {
  fake *f = context;
  static const unsigned answers[] = {64, 64, 64, 0, 0}; /* nobody asks again after 0 */
  const unsigned some = answers[f->asked++ % 5];
  f->is_short = some;
  return some;
}

static uint64_t others(void *context) {
  (void) context;
  return 0;
}

static job_role committed(void *context) {
  fake *f = context;
  f->changes += f->is_short != f->was_short;
  f->was_short = f->is_short;
  CHECK(exec_keeps_jobs(f->exec) == f->is_short);
  return JOB_STAYS;
}

static void nothing(void *context) { (void) context; }

static void all_ended(void *context) { ((fake *) context)->ended++; }

static void path_ended(void *context, const state *s, const ending *e) {
  (void) context, (void) s;
  CHECK(e->kind == OUTCOME_EXIT);
}

static void covered(void *context, const state *s) { (void) context, (void) s; }

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

int main(void) {
  static volatile int stop;
  fake f = {.numbers = 1};
  const job_ledger ledger = {
      .context = &f, .begin = yes, .add = add, .done = yes_to, .release = yes_to, .end = end,
      .was_lost = no, .take = take, .diverged = diverged, .committed = committed,
      .ended = all_ended, .stopping = nothing, .stopped = nothing, .failed = never,
      .parts = parts, .others = others, .hungry = &f.hungry};
  harness_begin();
  limits.explore_ledger_after = limits.explore_ledger_shared = limits.explore_ledger_quantum = 0;
  ir_program *p = harness_load(
      "", "void __braid_input(void *, unsigned long, const char *, int);"
          "int main(void) { unsigned char x[14]; int n = 0; __braid_input(x, 14, \"x\", 0);"
          "  for (int k = 0; k < 14; k++) if (x[k] > 7) n += k; return n > 100; }");
  expr_table *t = expr_table_new();
  solver *chain = solver_new(t, &solver_defaults);
  for (unsigned is_shared = 0; is_shared < 2; is_shared++) {
    const explore_options o = {.search = "dfs", .stop = &stop, .ledger = &ledger};
    explore *e = explore_new(&o, path_ended, covered, nothing, &f);
    const exec_hooks hooks = explore_hooks(e, say);
    char *message = NULL, *argv[] = {(char[]) {"prog"}};
    f.exec = exec_new(p, t, chain, &exec_defaults, &hooks);
    state *s = exec_start(f.exec, "main", 1, argv, &message);
    CHECK(s);
    f.asked = f.changes = f.ended = 0;
    f.was_short = is_shared;
    explore_begin(e, f.exec, s);
    CHECK(!exec_keeps_jobs(f.exec));
    explore_keep_ledger(e, is_shared);
    CHECK(exec_keeps_jobs(f.exec) == is_shared);
    CHECK(explore_go(e, UINT64_MAX) == EXPLORE_ENDED);
    explore_end(e);
    CHECK(f.changes > 8 && f.ended == 1);
    explore_free(e);
    exec_free(f.exec);
  }
  solver_free(chain);
  expr_table_free(t);
  ir_program_free(p);
  return 0;
}
