#include "test/unit/ir_harness.h"

#include "base/mem.h"
#include "exec/model.h"
#include "expr/eval.h"

/*
 * Small programs with one byte of input.  The oracle is each of the 256 inputs
 * run by itself: it must satisfy the condition of just one explored path, and
 * end as that path does.  The path's own model must satisfy it, too.
 */

#define PROLOGUE \
  "void __braid_input(void *, unsigned long, const char *, int);" \
  "void *__braid_alloc(unsigned long, unsigned long, int);" \
  "void __braid_free(void *);" \
  "void __braid_assume(int);" \
  "static unsigned char input(void) {" \
  "  unsigned char x; __braid_input(&x, 1, \"x\", 0); return x; }\n"

typedef struct path_end {
  ending end;
  expr *conjuncts;
  uint32_t count;
  uint8_t model;                /* the input that its model gives */
  bool has_input;
} path_end;

typedef struct explored {
  exec *exec;
  expr_table *table;
  solver *chain;
  exec_options o;
  VEC(path_end) ends;
  VEC(state *) waiting;
  bool is_single;               /* inputs are fixed: one path */
} explored;

static void born(void *context, state *child, const state *parent) {
  explored *e = context;
  (void) parent;
  CHECK(!e->is_single);
  vec_push(&e->waiting, child);
}

static void ended(void *context, const state *s, const ending *end) {
  explored *e = context;
  path_end p = {.end = *end, .count = path_count(&s->path)};
  p.conjuncts = mem_resize(NULL, p.count + 1, sizeof *p.conjuncts);
  path_conjuncts(&s->path, p.conjuncts);
  fixed_inputs inputs;
  exec_model(e->exec, s, &inputs);
  if (inputs.count && !e->is_single) {
    CHECK(inputs.count == 1 && inputs.items[0].size == 1);
    p.model = inputs.items[0].bytes[0];
    p.has_input = true;
  }
  fixed_inputs_release(&inputs);
  vec_push(&e->ends, p);
}

static void say(void *context, const char *text) {
  (void) context;
  fatal("the program says: %s", text);
}

static void clear(explored *e) {
  for (uint32_t k = 0; k < e->ends.count; k++) free(e->ends.items[k].conjuncts);
  vec_release(&e->ends);
}

static void run(explored *e, uint64_t fuel) {
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  state *s = exec_start(e->exec, "main", 1, argv, &message);
  if (!s) fatal("%s", message);
  vec_push(&e->waiting, s);
  while (e->waiting.count) {
    s = vec_pop(&e->waiting);
    while (exec_run(e->exec, s, fuel) == EXEC_RUNS) state_check(e->exec, s);
  }
  vec_release(&e->waiting);
}

static bool satisfies(explored *e, evaluator *v, const path_end *p,
                      uint8_t byte) {
  evaluator_clear(v);
  for (uint32_t k = 0; k < expr_symbol_count(e->table); k++)
    if (expr_symbol_class(e->table, k) == SYMBOL_INPUT)
      evaluator_assign(v, k, byte);
  for (uint32_t k = 0; k < p->count; k++)
    if (!expr_has(e->table, p->conjuncts[k], EXPR_HAS_UNINIT) &&
        !evaluator_value(v, p->conjuncts[k]))
      return false;
  return true;
}

/* How the program ends for this input alone. */
static ending alone(explored *e, uint8_t byte) {
  explored one = {.table = e->table, .chain = e->chain, .o = e->o,
                  .is_single = true};
  const exec_hooks hooks = {&one, born, ended, say, NULL, NULL, NULL};
  one.exec = exec_twin(e->exec, &e->o, &hooks);
  const fixed_input fixed = {.kind = INPUT_OBJECT, .name = "x", .size = 1,
                             .bytes = &byte};
  fixed_inputs list = {.items = (fixed_input *) (uintptr_t) &fixed,
                       .count = 1, .capacity = 1};
  exec_fix_inputs(one.exec, &list);
  run(&one, 1 << 20);
  CHECK(one.ends.count == 1 && !exec_inputs_diverged(one.exec));
  const ending end = one.ends.items[0].end;
  clear(&one);
  exec_free(one.exec);
  return end;
}

static bool same(const ending *a, const ending *b) {
  return a->kind == b->kind && a->site == b->site;
}

static void begin(explored *e, const ir_program *p) {
  *e = (explored) {.table = expr_table_new(), .o = exec_defaults};
  e->chain = solver_new(e->table, &solver_defaults);
  for (int k = 0; k < OUTCOME_COUNT; k++)
    e->o.checks[k] = outcome_is_bug((outcome) k);
  const exec_hooks hooks = {e, born, ended, say, NULL, NULL, NULL};
  e->exec = exec_new(p, e->table, e->chain, &e->o, &hooks);
}

static void end(explored *e) {
  clear(e);
  exec_free(e->exec);
  solver_free(e->chain);
  expr_table_free(e->table);
}

/* Paths 0: not known beforehand. */
static void compare(const char *text, unsigned paths, const outcome *kinds) {
  ir_program *p = harness_load("", text);
  explored e;
  begin(&e, p);
  run(&e, 1 << 20);
  if (paths && e.ends.count != paths)
    fatal("%u paths, not %u of %s", e.ends.count, paths, text);
  evaluator *v = evaluator_new(e.table);
  bool seen[OUTCOME_COUNT] = {false}, is_uninit = false;
  for (uint32_t k = 0; k < e.ends.count; k++) {
    const path_end *q = e.ends.items + k;
    seen[q->end.kind] = true;
    is_uninit |= q->end.kind == OUTCOME_UNINIT;
    if (q->has_input) CHECK(satisfies(&e, v, q, q->model));
  }
  for (unsigned byte = 0; byte < 256; byte++) {
    const ending truth = alone(&e, (uint8_t) byte);
    unsigned taken = 0, agree = 0;
    for (uint32_t k = 0; k < e.ends.count; k++) {
      const path_end *q = e.ends.items + k;
      if (!satisfies(&e, v, q, (uint8_t) byte)) continue;
      taken++;
      agree += same(&q->end, &truth);
    }
    /* Past an uninitialised read a path may go on with too many inputs; what
     * is assumed away belongs to no path. */
    if (truth.kind == OUTCOME_ASSUMED_AWAY && !taken) continue;
    if (is_uninit ? !agree : taken != 1 || agree != 1)
      fatal("input %u: %u paths, %u agree with %s of %s", byte, taken, agree,
            outcome_text(truth.kind), text);
  }
  for (; *kinds; kinds++) CHECK(seen[*kinds]);
  evaluator_free(v);
  end(&e);
  ir_program_free(p);
}

#define COMPARE(PATHS, TEXT, ...) \
  compare(PROLOGUE TEXT, PATHS, \
          (const outcome[]) {__VA_ARGS__, OUTCOME_NONE})

static void branches_split_inputs(void) {
  COMPARE(4, "int main(void) { unsigned char x = input(); int r = 0;"
          " if (x > 100) r++; if (x & 1) r++; return r; }", OUTCOME_EXIT);
  COMPARE(1, "int main(void) { unsigned char x = input(); return x; }",
          OUTCOME_EXIT);
  COMPARE(3, "int main(void) { unsigned char x = input();"
          " if (x * x == 144) return 1; if (x > 12 && x < 12) return 2;"
          " return 0; }", OUTCOME_EXIT);
}

static void switches_take_every_case(void) {
  COMPARE(14, "int main(void) { switch (input()) { case 0: return 1;"
          " case 1 ... 9: return 2; case 200: case 255: return 3; case 77: "
          "return 4; default: return 5; } }", OUTCOME_EXIT);
  COMPARE(0, "int main(void) { signed char c = (signed char) input();"
          " switch (c) { case -1: return 1; case -128: return 2; case 127: "
          "return 3; } return 0; }", OUTCOME_EXIT);
}

static void errors_end_only_their_inputs(void) {
  COMPARE(2, "int main(void) { return 100 / (input() - 7); }",
          OUTCOME_EXIT, OUTCOME_DIV_BY_ZERO);
  COMPARE(2, "int main(void) { return (input() - 100) * 20000000 == 3; }",
          OUTCOME_EXIT, OUTCOME_OVERFLOW);
  COMPARE(2, "int main(void) { return 1u << input() == 4; }",
          OUTCOME_EXIT, OUTCOME_SHIFT);
  COMPARE(2, "int main(void) { int a[10] = {0}; return a[input()]; }",
          OUTCOME_EXIT, OUTCOME_OUT_OF_BOUNDS);
  COMPARE(2, "int main(void) { int *p = 0, v = 1; if (input() < 9) p = &v;"
          " if (*p) return 1; return 2; } ", OUTCOME_EXIT,
          OUTCOME_NULL_POINTER);
}

static void loops_are_unrolled(void) {
  COMPARE(256, "int main(void) { unsigned char x = input(), n = 0;"
          " while (n < x) n++; return n; }", OUTCOME_EXIT);
  COMPARE(0, "int main(void) { unsigned x = input(), n = 0;"
          " while (x) { if (x & 1) n++; x >>= 1; } return (int) n; }",
          OUTCOME_EXIT);
}

static void symbolic_places_are_read_and_written(void) {
  COMPARE(0, "static int t[256]; int main(void) { unsigned char x = input();"
          " t[x] = 5; t[(x * 3) & 255] += 2; if (t[10] == 7) return 1;"
          " if (t[10]) return 2; return 0; }", OUTCOME_EXIT);
  COMPARE(0, "struct s { char c; int v; } t[5] = {{1, 9}, {2, 8}, {3, 7}};"
          " int main(void) { struct s *p = t + input(); p->v = 1;"
          " if (t[2].v == 1) return t[2].c; return 0; }",
          OUTCOME_EXIT, OUTCOME_OUT_OF_BOUNDS);
  COMPARE(0, "int a = 1, b = 2, c = 3; int *t[3] = {&a, &b, &c};"
          " int main(void) { unsigned char x = input(); *t[x % 3] = 9;"
          " if (b == 9) return 1; return a == 9 ? 2 : 3; }", OUTCOME_EXIT);
  COMPARE(0, "char from[6] = \"abcde\", to[6]; int main(void) {"
          " __builtin_memcpy(to, from, input()); if (to[3]) return 1;"
          " return 0; }", OUTCOME_EXIT, OUTCOME_OUT_OF_BOUNDS);
}

static void calls_go_where_pointers_say(void) {
  COMPARE(0, "static int f(int x) { return x > 3; }"
          " static int g(int x) { return f(x + 1) + 1; }"
          " static int (*t[])(int) = {f, g, 0}; int main(void) {"
          " unsigned char x = input(); if (x > 7) return 0;"
          " return t[x % 4 % 3](x); }", OUTCOME_EXIT, OUTCOME_NULL_POINTER);
  COMPARE(0, "static int sum(int n) { return n ? n + sum(n - 1) : 0; }"
          " int main(void) { unsigned char x = input(); __braid_assume(x < 9);"
          " return sum(x) > 20; }", OUTCOME_EXIT);
}

static void the_heap_is_watched(void) {
  COMPARE(0, "char *kept; int main(void) { unsigned char x = input();"
          " char *p = __braid_alloc(4, 8, 0); p[0] = 1; if (x & 1) kept = p;"
          " if (x & 2) __braid_free(p); if (x == 2) __braid_free(p);"
          " if (x == 3) return *kept; return 0; }", OUTCOME_EXIT, OUTCOME_LEAK,
          OUTCOME_DOUBLE_FREE, OUTCOME_USE_AFTER_FREE);
  COMPARE(0, "int main(void) { unsigned char x = input();"
          " char *p = __braid_alloc(x, 8, 1); char c = p[9]; __braid_free(p);"
          " return c; }", OUTCOME_EXIT, OUTCOME_OUT_OF_BOUNDS);
}

static void uninitialised_values_matter_or_not(void) {
  COMPARE(0, "int main(void) { int a[4]; unsigned char x = input();"
          " a[1] = 1; a[2] = 5; if (x > 3) return 0; if (a[x] > 2) return 1;"
          " return 2; }", OUTCOME_EXIT, OUTCOME_UNINIT);
  COMPARE(0, "int main(void) { int u; unsigned char x = input();"
          " if ((u & 0) + x > 9) return 1; return 0; }", OUTCOME_EXIT);
}

/* Running in small pieces changes nothing. */
static void fuel_has_no_say_in_the_paths(void) {
  ir_program *p = harness_load("", PROLOGUE
      "int main(void) { unsigned char x = input(), n = 0;"
      " for (int i = 0; i < 8; i++) if (x >> i & 1) n += i; return n; }");
  uint32_t counts[3];
  uint64_t instructions[3];
  for (unsigned k = 0; k < 3; k++) {
    explored e;
    begin(&e, p);
    run(&e, k == 0 ? 1 << 20 : k == 1 ? 7 : 1);
    counts[k] = e.ends.count;
    instructions[k] = exec_get_stats(e.exec)->instructions;
    end(&e);
  }
  CHECK(counts[0] == 256 && counts[1] == 256 && counts[2] == 256);
  CHECK(instructions[0] == instructions[1]);
  CHECK(instructions[0] == instructions[2]);
  ir_program_free(p);
}

/* What a budget cuts ends as a cut, and the rest ends as before. */
static void budgets_cut_and_say_so(void) {
  ir_program *p = harness_load("", PROLOGUE
      "int main(void) { unsigned char x = input(), n = 0;"
      " while (n < x) n++; return n; }");
  static const outcome kinds[] = {OUTCOME_CUT_DEPTH, OUTCOME_CUT_FORKS,
                                  OUTCOME_CUT_LOOP};
  for (unsigned k = 0; k < 3; k++) {
    explored e;
    begin(&e, p);
    exec_free(e.exec);
    if (k == 0) e.o.max_depth = 5;
    if (k == 1) e.o.max_forks = 5;
    if (k == 2) e.o.max_loop = 5;
    const exec_hooks hooks = {&e, born, ended, say, NULL, NULL, NULL};
    e.exec = exec_new(p, e.table, e.chain, &e.o, &hooks);
    run(&e, 1 << 20);
    unsigned cut = 0, exits = 0;
    for (uint32_t i = 0; i < e.ends.count; i++) {
      cut += e.ends.items[i].end.kind == kinds[k];
      exits += e.ends.items[i].end.kind == OUTCOME_EXIT;
    }
    CHECK(cut && exits && cut + exits == e.ends.count);
    end(&e);
  }
  ir_program_free(p);
}

int main(void) {
  harness_begin();
  branches_split_inputs();
  switches_take_every_case();
  errors_end_only_their_inputs();
  loops_are_unrolled();
  symbolic_places_are_read_and_written();
  calls_go_where_pointers_say();
  the_heap_is_watched();
  uninitialised_values_matter_or_not();
  fuel_has_no_say_in_the_paths();
  budgets_cut_and_say_so();
  return 0;
}
