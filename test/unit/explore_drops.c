#include "test/unit/ir_harness.h"

#include "explore/drops.h"
#include "explore/fields.h"

/*
 * --check-drops: a dropped state whose runs the others do not have is noticed, by a bug, by
 * another end and by an edge; one whose runs they have is not, nor is one of a run that was
 * cut.
 */
static const char text[] =
  "void __braid_input(void *, unsigned long, const char *, int);"
  "int main(void) { unsigned char x; __braid_input(&x, 1, \"x\", 0);"
  " if (x == 7) return 1 / (x - 7); return 0; }";

typedef struct told { drops *drops; uint32_t bugs, ends; bool hides_bugs, hides_ends; } told;

/* The run is the same program, with what the test hides. */
static void ended(void *context, const state *s, const ending *end) {
  told *to = context;
  (void) s;
  const bool is_bug = outcome_is_bug(end->kind);
  to->bugs += is_bug;
  to->ends += !is_bug;
  if (is_bug ? !to->hides_bugs : !to->hides_ends) drops_note_end(to->drops, end);
}

typedef VEC(state *) states;
static states waiting;

static void born(void *context, state *child, const state *parent) {
  (void) context;
  (void) parent;
  vec_push(&waiting, child);
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static uint64_t violations(bool hides_bugs, bool hides_ends, bool forgets_edges, bool is_cut) {
  ir_program *p = harness_load("", text);
  expr_table *t = expr_table_new();
  solver *chain = solver_new(t, &solver_defaults);
  told to = {.drops = drops_new(), .hides_bugs = hides_bugs, .hides_ends = hides_ends};
  const exec_hooks hooks = {&to, born, ended, say, NULL, NULL, NULL};
  exec_options o = exec_defaults;
  exec *x = exec_new(p, t, chain, &o, &hooks);
  char *message = NULL;
  state *first = exec_start(x, "main", 0, NULL, &message);
  CHECK(first && !message);
  drops_keep(to.drops, first, ROW_SEEN);
  for (state *s = first; s; s = waiting.count ? vec_pop(&waiting) : NULL)
    while (exec_run(x, s, 1000) == EXEC_RUNS) {}
  CHECK(to.bugs == 1 && to.ends == 1);
  if (forgets_edges)
    for (uint32_t k = 0; k < p->edge_count; k++) exec_covered_edges(x)[k] = 0;
  if (is_cut) drops_note_end(to.drops, &(ending) {.kind = OUTCOME_CUT_DEPTH});
  volatile int stop = 0;
  freopen("/dev/null", "w", stderr);
  const drops_result r = drops_run(to.drops, x, true, &stop);
  CHECK(r.dropped == 1 && r.ran == !is_cut);
  drops_free(to.drops);
  exec_free(x);
  solver_free(chain);
  expr_table_free(t);
  ir_program_free(p);
  return r.violations;
}

int main(void) {
  harness_begin();
  CHECK(violations(false, false, false, false) == 0);
  CHECK(violations(true, false, false, false) == 1);
  CHECK(violations(false, true, false, false) == 1);
  CHECK(violations(false, false, true, false) == 2);
  CHECK(violations(true, true, true, false) == 4);
  CHECK(violations(true, true, true, true) == 0);
  vec_release(&waiting);
  return 0;
}
