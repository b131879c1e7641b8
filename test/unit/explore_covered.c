#include "test/unit/ir_harness.h"

#include "explore/covered.h"
#include "explore/explore.h"

/* What a program of known lines and branches covers, edge by edge. */

static void ended(void *context, const state *s, const ending *end) {
  (void) s;
  (void) end;
  ++*(unsigned *) context;
}

static void covered_new(void *context, const state *s) {
  (void) context;
  (void) s;
}

static void tick(void *context) { (void) context; }

static void message(void *context, const char *text) {
  (void) context;
  (void) text;
}

static covered explore_all(const char *text, unsigned *paths) {
  ir_program *p = harness_load("", text);
  expr_table *t = expr_table_new();
  solver *chain = solver_new(t, &solver_defaults);
  volatile int stop = 0;
  const explore_options limits = {.search = "dfs", .stop = &stop};
  *paths = 0;
  explore *e = explore_new(&limits, ended, covered_new, tick, paths);
  const exec_hooks hooks = explore_hooks(e, message);
  exec *x = exec_new(p, t, chain, &exec_defaults, &hooks);
  char *argv[] = {(char[]) {"prog"}}, *error = NULL;
  state *s = exec_start(x, "main", 1, argv, &error);
  if (!s) fatal("%s", error);
  explore_run(e, x, s);
  const covered c = covered_by(x);
  explore_free(e);
  exec_free(x);
  solver_free(chain);
  expr_table_free(t);
  ir_program_free(p);
  return c;
}

#define INPUT "void __braid_input(void *, unsigned long, const char *, int);\n"

static void what_no_path_reaches_is_not_covered(void) {
  unsigned paths;
  const covered c = explore_all(INPUT
      "int main(void) {\n"
      "  unsigned char x;\n"
      "  __braid_input(&x, 1, \"x\", 0);\n"      /* 1 */
      "  if (x > 10)\n"                          /* 2: both ways */
      "    return 1;\n"                          /* 3 */
      "  if (x > 20)\n"                          /* 4: one way */
      "    return 2;\n"                          /* never */
      "  return 0;\n"                            /* 5 */
      "}\n"
      "volatile int v;\n"
      "int unused(int n) {\n"
      "  if (n)\n"                               /* never, as all below */
      "    v = 1;\n"
      "  return v;\n"
      "}\n", &paths);
  CHECK(paths == 2);
  CHECK(c.branches_total == 6 && c.branches_hit == 3);
  CHECK(c.lines_hit < c.lines_total);
  CHECK(c.lines_total - c.lines_hit >= 4 && c.lines_hit >= 5);
}

static void all_covered_is_all(void) {
  unsigned paths;
  const covered c = explore_all(INPUT
      "static int f(int x) {\n"
      "  return x > 3;\n"
      "}\n"
      "int main(void) {\n"
      "  unsigned char x;\n"
      "  __braid_input(&x, 1, \"x\", 0);\n"
      "  switch (x) {\n"
      "  case 1: return 7;\n"
      "  case 9: return f(x);\n"
      "  }\n"
      "  return f(2);\n"
      "}\n", &paths);
  CHECK(paths == 3);
  CHECK(c.branches_total == 3 && c.branches_hit == 3);
  CHECK(c.lines_hit == c.lines_total && c.lines_total >= 6);
}

int main(void) {
  harness_begin();
  what_no_path_reaches_is_not_covered();
  all_covered_is_all();
  return 0;
}
