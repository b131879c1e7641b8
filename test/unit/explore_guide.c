#include "test/unit/ir_harness.h"

#include "explore/guide.h"
#include "test/no_hooks.h"

#include <string.h>

/* A state at the start of main, and a guide that sees nothing else. */

typedef struct setting {
  ir_program *program;
  expr_table *table;
  solver *solver;
  exec *exec;
  state *state;
} setting;

static setting begin(const char *text) {
  setting g = {.program = harness_load("", text), .table = expr_table_new()};
  g.solver = solver_new(g.table, &solver_defaults);
  g.exec = exec_new(g.program, g.table, g.solver, &exec_defaults, &no_hooks);
  char *argv[] = {(char[]) {"prog"}}, *error = NULL;
  g.state = exec_start(g.exec, "main", 1, argv, &error);
  if (!g.state) fatal("%s", error);
  return g;
}

static void end(setting *g) {
  state_free(g->state);
  exec_free(g->exec);
  solver_free(g->solver);
  expr_table_free(g->table);
  ir_program_free(g->program);
}

static void cover_all(setting *g) {
  memset(exec_covered_edges(g->exec), 1, g->program->edge_count);
  memset(exec_covered_functions(g->exec), 1, g->program->functions.count);
}

static const ir_function *function(const setting *g, const char *name) {
  const ir_function *f = ir_function_of(g->program,
                                        ir_find_symbol(g->program, name));
  CHECK(f != NULL);
  return f;
}

static const char chain[] =
  "volatile int v;\n"
  "int last(int x) { if (x) v = 1; return v; }\n"
  "int middle(int x) { v = 2; return last(x); }\n"
  "int aside(int x) { if (x) v = 3; return v; }\n"
  "int main(void) { if (v) v = 4; return middle(v); }\n";

static void where_all_is_covered_nothing_is_near(void) {
  setting g = begin(chain);
  uint32_t target;
  cover_all(&g);
  guide *all = guide_new(g.exec);
  CHECK(guide_distance(all, g.state, &target) == GUIDE_FAR);
  guide_free(all);
  end(&g);
}

/* Through two calls; what nobody calls is not near, covered or not. */
static void distances_go_through_calls(void) {
  setting g = begin(chain);
  uint32_t target;
  cover_all(&g);
  exec_covered_edges(g.exec)[function(&g, "aside")->first_edge] = 0;
  guide *nobody = guide_new(g.exec);
  CHECK(guide_distance(nobody, g.state, &target) == GUIDE_FAR);
  guide_free(nobody);
  const uint32_t edge = function(&g, "last")->first_edge;
  exec_covered_edges(g.exec)[edge] = 0;
  guide *far = guide_new(g.exec);
  const uint32_t through = guide_distance(far, g.state, &target);
  CHECK(through < GUIDE_FAR && target == edge);
  exec_covered_edges(g.exec)[function(&g, "main")->first_edge] = 0;
  guide *near = guide_new(g.exec);
  CHECK(guide_distance(near, g.state, &target) < through);
  CHECK(target == function(&g, "main")->first_edge);
  guide_free(far);
  guide_free(near);
  end(&g);
}

/* The state stands in a function with nothing left: its caller has some. */
static void what_follows_a_call_counts(void) {
  setting g = begin("volatile int v;\n"
                    "void done(void) { v = 1; v = 2; v = 3; }\n"
                    "int main(void) { done(); if (v) v = 4; return v; }\n");
  uint32_t target;
  cover_all(&g);
  exec_covered_edges(g.exec)[function(&g, "main")->first_edge] = 0;
  guide *after = guide_new(g.exec);
  while (g.state->top->function != function(&g, "done"))
    CHECK(exec_run(g.exec, g.state, 1) == EXEC_RUNS);
  CHECK(guide_distance(after, g.state, &target) < GUIDE_FAR);
  guide_free(after);
  end(&g);
}

static void what_is_tried_in_vain_recedes(void) {
  setting g = begin(chain);
  uint32_t target;
  cover_all(&g);
  exec_covered_edges(g.exec)[function(&g, "last")->first_edge] = 0;
  guide *vain = guide_new(g.exec);
  const uint32_t first = guide_distance(vain, g.state, &target);
  uint32_t before = first;
  for (unsigned k = 0; k < 5000; k++) {
    const uint32_t now = guide_distance(vain, g.state, &target);
    CHECK(now >= before);
    before = now;
    guide_sent(vain, g.state, target);
  }
  CHECK(before > first && before < GUIDE_FAR);
  CHECK(guide_sent_from(vain, g.state) == 5000);
  guide_free(vain);
  end(&g);
}

int main(void) {
  harness_begin();
  where_all_is_covered_nothing_is_near();
  distances_go_through_calls();
  what_follows_a_call_counts();
  what_is_tried_in_vain_recedes();
  return 0;
}
