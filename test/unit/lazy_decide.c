#include "test/unit/ir_harness.h"

#include "base/mem.h"
#include "exec/model.h"
#include "lazy/internal.h"

/*
 * What unknown pointers are decided to be.  Each function calls verdict(n) with a
 * number for what it found its arguments to be; the numbers that are reached must be
 * just those that the options allow.  Each path's inputs are then run by themselves,
 * and must come to the same number.
 */

static const char text[] =
    "void __VERIFIER_assume(int);\n"
    "void reach_error(void);\n"
    "int found; static void verdict(int n) { found = n; reach_error(); }\n"
    /* 1, 2: null; 3: both the same object; 4: two objects */
    "void two(int *p, int *q) {"
    "  if (!p) verdict(1); if (!q) verdict(2);"
    "  *p = 1; *q = 2; verdict(*p == 2 ? 3 : 4); }\n"
    /* following decides, comparing does not have to come first */
    "void order(int *p, int *q) {"
    "  *p = 1; *q = 2; if (p == q) verdict(3);"
    "  verdict(*p == 1 ? 4 : 5); }\n"
    /* pointers of different types never share an object */
    "struct s { int v; }; void types(int *p, long *q) {"
    "  *p = 1; *q = 2; verdict(*p == 1 ? 4 : 5); }\n"
    /* a list: its end, a second node, a cycle */
    "struct node { struct node *next; int v; };\n"
    "void list(struct node *n) {"
    "  n->v = 7; if (!n->next) verdict(1);"
    "  n->next->v = 8; if (n->next == n) verdict(3);"
    "  verdict(n->v == 7 ? 4 : 5); }\n"
    /* a condition made them equal before either was followed */
    "void equal(int *p, int *q) {"
    "  if (p != q) return; *p = 5; verdict(*q == 5 ? 3 : 5); }\n"
    /* as many nodes as may be followed */
    "void deep(struct node *n) { for (;; n = n->next) { n->v = 1; found++; } }\n";

typedef struct run {
  exec *exec;
  const ir_program *program;
  const char *function;
  bool is_single;
  VEC(state *) waiting;
  uint32_t found;               /* a bit a number */
  uint32_t nulls;               /* paths that followed a null pointer */
  const struct run *of;         /* whose model this is, and ... */
  uint32_t expected;            /* ... what it came to */
} run;

static void born(void *context, state *child, const state *parent) {
  run *r = context;
  (void) parent;
  CHECK(!r->is_single);
  vec_push(&r->waiting, child);
}

static uint32_t number_in(const run *r, const state *s) {
  const ir_program *p = r->program;
  const uint64_t at = harness_symbol(p, "found")->address;
  const object *o = memory_find(&s->memory, (uint32_t) (at >> p->object_shift));
  const value v = object_load(o, exec_table(r->exec), 0, 4);
  CHECK(!v.sym.id);
  return (uint32_t) value_bits(v);
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static void check_alone(const run *of, const state *s, uint32_t number);

static void ended(void *context, const state *s, const ending *end) {
  run *r = context;
  if (end->kind == OUTCOME_CUT_LAZY) {
    r->found |= 1u << number_in(r, s);
    return;
  }
  const uint32_t number = end->kind == OUTCOME_REACH_ERROR ? number_in(r, s) : 0;
  if (end->kind == OUTCOME_REACH_ERROR) r->found |= 1u << number;
  else if (end->kind == OUTCOME_NULL_POINTER) r->nulls++;
  else CHECK(end->kind == OUTCOME_EXIT);
  if (r->is_single) CHECK(number == r->expected);
  else check_alone(r, s, number);
}

static void go(run *r) {
  char *message = NULL;
  state *s = lazy_enter(r->exec, r->function, &message);
  if (!s) fatal("%s", message);
  vec_push(&r->waiting, s);
  while (r->waiting.count) {
    s = vec_pop(&r->waiting);
    while (exec_run(r->exec, s, 1 << 20) == EXEC_RUNS) state_check(r->exec, s);
  }
  vec_release(&r->waiting);
}

static void check_alone(const run *of, const state *s, uint32_t number) {
  run one = *of;
  fixed_inputs inputs;
  one.waiting.items = NULL;
  one.waiting.count = one.waiting.capacity = 0;
  one.is_single = true;
  one.expected = number;
  one.found = 0;
  exec_model(of->exec, s, &inputs);
  const exec_hooks hooks = {&one, born, ended, say, NULL, NULL, NULL};
  one.exec = exec_twin(of->exec, exec_get_options(of->exec), &hooks);
  exec_fix_inputs(one.exec, &inputs);
  go(&one);
  CHECK(!exec_inputs_diverged(one.exec));
  exec_free(one.exec);
  fixed_inputs_release(&inputs);
}

typedef enum allowed { MAY_BE_NULL = 1, MAY_ALIAS = 2 } allowed;

/* The numbers as bits; whether some path follows a null pointer. */
static void expect_within(const ir_program *p, const char *function,
                          unsigned options, uint32_t depth, uint32_t numbers,
                          bool follows_null) {
  expr_table *t = expr_table_new();
  solver *chain = solver_new(t, &solver_defaults);
  exec_options o = exec_defaults;
  for (int k = 0; k < OUTCOME_COUNT; k++)
    o.checks[k] = outcome_is_bug((outcome) k);
  o.unknowns = &lazy_unknowns;
  o.lazy_null = options & MAY_BE_NULL;
  o.lazy_alias = options & MAY_ALIAS;
  o.lazy_depth = depth;
  o.lazy_array = 1;
  run r = {.program = p, .function = function};
  const exec_hooks hooks = {&r, born, ended, say, NULL, NULL, NULL};
  r.exec = exec_new(p, t, chain, &o, &hooks);
  go(&r);
  if (r.found != numbers || (r.nulls > 0) != follows_null)
    fatal("%s, options %u: %#x and %u nulls, not %#x", function, options,
          r.found, r.nulls, numbers);
  exec_free(r.exec);
  solver_free(chain);
  expr_table_free(t);
}

static void expect(const ir_program *p, const char *function, unsigned options,
                   uint32_t numbers, bool follows_null) {
  expect_within(p, function, options, 8, numbers, follows_null);
}

#define BIT(N) (1u << (N))

static ir_program *load(void) {
  char *file = harness_compile("snippet", "", text), *message = NULL;
  ir_linker *l = ir_linker_new();
  CHECK(ir_link_file(l, file, false, &message));
  ir_link_types(l);
  ir_program *p = ir_link_finish(l, &message);
  CHECK(p);
  ir_linker_free(l);
  free(file);
  return p;
}

/* A condition is plain only where deciding its pointers finds out what it says of them.  It says
 * something else of an open pointer, also of one that is settled to another open one, or to a
 * choice: then the state is tangled. */
static void only_decided_pointers_are_plain(const ir_program *p) {
  enum { OPEN, ADDRESS, OTHER, CHOICE, WAYS };
  expr_table *t = expr_table_new();
  solver *chain = solver_new(t, &solver_defaults);
  exec_options o = exec_defaults;
  o.unknowns = &lazy_unknowns;
  o.lazy_depth = 8;
  run r = {.program = p};
  const exec_hooks hooks = {&r, born, ended, say, NULL, NULL, NULL};
  exec *x = exec_new(p, t, chain, &o, &hooks);
  for (unsigned k = 0; k < WAYS; k++) {
    char *message = NULL;
    state *s = lazy_enter(x, "two", &message);
    CHECK(s && x->lazy->pointers.count >= 2);
    const lazy_pointer *both = &x->lazy->pointers.items[x->lazy->pointers.count - 2];
    const expr a = expr_symbol(t, both[0].symbol), b = expr_symbol(t, both[1].symbol);
    const unsigned width = expr_width(t, a);
    const expr far = expr_const(t, width, 0x1234567);
    const expr free = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 1, "free"));
    const expr to[WAYS] = {
        [ADDRESS] = far, [OTHER] = b, [CHOICE] = expr_ite(t, free, far, a)};
    if (to[k].id)
      pmap_set(&s->settled, &pmap_borrowed, both[0].symbol, (void *) (uintptr_t) to[k].id);
    CHECK(!s->is_tangled);
    lazy_note_condition(x, s, free);
    CHECK(!s->is_tangled);
    lazy_note_condition(x, s, expr_or(t, free, expr_eq(t, a, expr_const(t, width, 8))));
    CHECK(s->is_tangled == (k != ADDRESS));
    state_free(s);
  }
  exec_free(x);
  solver_free(chain);
  expr_table_free(t);
}

int main(void) {
  harness_begin();
  ir_program *p = load();
  only_decided_pointers_are_plain(p);
  for (unsigned options = 0; options < 4; options++) {
    const bool null = options & MAY_BE_NULL, alias = options & MAY_ALIAS;
    const uint32_t same = alias ? BIT(3) : 0;
    /* What is compared before it is followed may be null in any case. */
    expect(p, "two", options, BIT(1) | BIT(2) | BIT(4) | same, false);
    expect(p, "order", options, BIT(4) | same, null);
    expect(p, "types", options, BIT(4), null);
    expect(p, "list", options, BIT(1) | BIT(4) | same, null);
    /* The program says so itself: no choice is left. */
    expect(p, "equal", options, BIT(3), null);
  }
  for (uint32_t depth = 1; depth < 6; depth++)
    expect_within(p, "deep", 0, depth, BIT(depth), false);
  ir_program_free(p);
  return 0;
}
