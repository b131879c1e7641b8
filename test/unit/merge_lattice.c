#include "base/random.h"
#include "merge/lattice.h"
#include "test/check.h"
#include "test/unit/solver_random.h"

#include <string.h>

/*
 * The laws of Definition 8 (SEL1 to SEL5) for every lattice, on random states of
 * one variable: a path over two symbols and a term.  What a state stands for is
 * the set of the variable's values, one query for each value of the width.
 */
#ifdef HOSTILE
enum { ROUNDS = 3 };
#else
enum { ROUNDS = 40 };
#endif

enum { WIDTH = 5, VALUES = 1 << WIDTH, SYMBOLS = 2, MAX_CONSTANTS = 4 };

typedef struct setting {
  expr_table *t;
  solver *s;
  uint32_t symbols[SYMBOLS];
  term_source source;
} setting;

/* A state: the path, the variable, and the constants that joins added. */
typedef struct example {
  path path;
  expr value;
  bool is_abstract;
} example;

static void set_up(setting *u, uint64_t seed) {
  u->t = expr_table_new();
  u->s = solver_new(u->t, NULL);
  for (unsigned k = 0; k < SYMBOLS; k++)
    u->symbols[k] = expr_new_symbol(u->t, SYMBOL_INPUT, WIDTH, "x");
  u->source = (term_source) {u->t, {seed}, u->symbols, SYMBOLS};
}

static void tear_down(setting *u) {
  solver_free(u->s);
  expr_table_free(u->t);
}

static example random_state(setting *u) {
  example e = {.value = random_term(&u->source, WIDTH, 2)};
  for (unsigned k = 0; k < 2; k++)
    path_assume(u->s, &e.path, random_term(&u->source, 1, 2));
  return e;
}

static uint32_t values_of(setting *u, const example *e) {
  uint32_t set = 0;
  for (uint32_t v = 0; v < VALUES; v++)
    if (path_may(u->s, &e->path, expr_eq(u->t, e->value,
                                         expr_const(u->t, WIDTH, v))) !=
        ANSWER_UNSAT)
      set |= UINT32_C(1) << v;
  return set;
}

/* The predicates of the lattices that take some. */
enum { PREDICATES = 3 };

static uint32_t expressions(setting *u, lattice l, expr value, expr *out) {
  const expr zero = expr_const(u->t, WIDTH, 0);
  out[0] = value;
  if (!lattice_needs_expressions(l)) return 1;
  out[0] = expr_binary(u->t, EXPR_SLT, value, zero);
  out[1] = expr_eq(u->t, value, zero);
  out[2] = expr_binary(u->t, EXPR_SLT, zero, value);
  return PREDICATES;
}

static expr conjunction(setting *u, const path *p) {
  const uint32_t count = path_count(p);
  expr all[64], c = expr_true(u->t);
  CHECK(count <= 64);
  path_conjuncts(p, all);
  for (uint32_t k = 0; k < count; k++) c = expr_and(u->t, c, all[k]);
  return c;
}

/* Definition 9, with the exact join beside it: the two paths by a choice, since
 * random ones overlap. */
static example join(setting *u, lattice l, const example *a,
                    const example *b) {
  const expr g = conjunction(u, &a->path), h = conjunction(u, &b->path);
  example j = {0};
  if (expr_same(a->value, b->value)) {  /* the paper's condition (*) */
    j.value = a->value;
    path_assume(u->s, &j.path, expr_or(u->t, g, h));
    return j;
  }
  if (lattice_kind_of(l) == LATTICE_EXACT) {
    const expr choice = expr_symbol(
        u->t, expr_new_symbol(u->t, SYMBOL_ABSTRACT, 1, "choice"));
    j.value = expr_ite(u->t, choice, a->value, b->value);
    path_assume(u->s, &j.path, expr_ite(u->t, choice, g, h));
    return j;
  }
  j.value = expr_symbol(u->t, expr_new_symbol(u->t, SYMBOL_ABSTRACT, WIDTH,
                                              "c"));
  j.is_abstract = true;
  path_assume(u->s, &j.path, expr_or(u->t, g, h));
  expr of_a[PREDICATES], of_b[PREDICATES], of_j[PREDICATES];
  const uint32_t count = expressions(u, l, a->value, of_a);
  expressions(u, l, b->value, of_b);
  expressions(u, l, j.value, of_j);
  const uint32_t step = lattice_kind_of(l) == LATTICE_ALL ? count : 1;
  for (uint32_t k = 0; k < count; k += step) {
    const unsigned width = expr_width(u->t, of_j[k]);
    const lattice_element x = lattice_abstract(l, u->s, u->t, &a->path,
                                               of_a + k, step);
    const lattice_element y = lattice_abstract(l, u->s, u->t, &b->path,
                                               of_b + k, step);
    const lattice_element both = lattice_join(l, width, x, y);
    CHECK(lattice_leq(l, width, x, both) && lattice_leq(l, width, y, both));
    CHECK(lattice_leq(l, width, both, lattice_top(l, width)));
    const lattice_element wide = lattice_widen(l, width, x, y);
    CHECK(lattice_leq(l, width, both, wide));
    path_assume(u->s, &j.path, lattice_constraint(l, u->t, both, of_j + k,
                                                  step));
  }
  return j;
}

/* SEL5: C_b is C and Ax[c], C follows from C_a, and some value satisfies Ax:
 * so whoever satisfies C_a satisfies C_b for some c. */
static void is_conservative(setting *u, const example *a, const example *j) {
  const expr ca = conjunction(u, &a->path), cj = conjunction(u, &j->path);
  if (!j->is_abstract) return;
  const uint32_t c = (uint32_t) expr_get(u->t, j->value).imm;
  expr none = ca;
  for (uint32_t v = 0; v < VALUES; v++) {
    const expr to = expr_const(u->t, WIDTH, v);
    none = expr_and(u->t, none, expr_not(u->t, expr_substitute(
                                    u->t, cj, &c, &to, 1)));
  }
  CHECK(solver_check(u->s, &none, 1) == ANSWER_UNSAT);
}

static void release(example *e) { path_release(&e->path); }

static void joins_form_a_semilattice(lattice l) {
  for (uint64_t round = 0; round < ROUNDS; round++) {
    setting u;
    set_up(&u, 1000 * (uint64_t) l + round);
    example a = random_state(&u), b = random_state(&u), c = random_state(&u);
    const uint32_t of_a = values_of(&u, &a), of_b = values_of(&u, &b);
    example aa = join(&u, l, &a, &a), ab = join(&u, l, &a, &b),
            ba = join(&u, l, &b, &a), bc = join(&u, l, &b, &c),
            ab_c = join(&u, l, &ab, &c), a_bc = join(&u, l, &a, &bc),
            ab_b = join(&u, l, &ab, &b);
    CHECK(values_of(&u, &aa) == of_a);                              /* SEL1 */
    CHECK(values_of(&u, &ab) == values_of(&u, &ba));                /* SEL2 */
    CHECK(values_of(&u, &ab_c) == values_of(&u, &a_bc));            /* SEL3 */
    CHECK((values_of(&u, &ab) & (of_a | of_b)) == (of_a | of_b));   /* SEL4 */
    CHECK(values_of(&u, &ab_b) == values_of(&u, &ab));  /* b is below a and b */
    if (lattice_kind_of(l) == LATTICE_EXACT)
      CHECK(values_of(&u, &ab) == (of_a | of_b));
    is_conservative(&u, &a, &ab);                                   /* SEL5 */
    is_conservative(&u, &b, &ab);
    example *all[] = {&a, &b, &c, &aa, &ab, &ba, &bc, &ab_c, &a_bc, &ab_b};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) release(all[k]);
    tear_down(&u);
  }
}

/* Any two elements of a lattice, found as what describes random states. */
static void order_is_that_of_the_constraints(lattice l) {
  setting u;
  set_up(&u, 77 + (uint64_t) l);
  const uint32_t symbol = u.symbols[0];
  const expr v = expr_symbol(u.t, symbol);
  expr e[PREDICATES];
  const uint32_t count = expressions(&u, l, v, e);
  const uint32_t step = lattice_kind_of(l) == LATTICE_ALL ? count : 1;
  const unsigned width = expr_width(u.t, *e);
  for (unsigned round = 0; round < 4 * ROUNDS; round++) {
    path p = {0}, q = {0};
    path_assume(u.s, &p, random_term(&u.source, 1, 2));
    path_assume(u.s, &q, random_term(&u.source, 1, 2));
    const lattice_element a = lattice_abstract(l, u.s, u.t, &p, e, step);
    const lattice_element b = lattice_abstract(l, u.s, u.t, &q, e, step);
    const expr in_a = lattice_constraint(l, u.t, a, e, step);
    const expr in_b = lattice_constraint(l, u.t, b, e, step);
    const expr outside = expr_and(u.t, in_a, expr_not(u.t, in_b));
    if (lattice_leq(l, width, a, b))
      CHECK(solver_check(u.s, &outside, 1) == ANSWER_UNSAT);
    /* What was described is inside. */
    CHECK(path_may(u.s, &p, expr_not(u.t, in_a)) == ANSWER_UNSAT);
    path_release(&p);
    path_release(&q);
  }
  tear_down(&u);
}

/* Ascending chains of joins can have a step for each value; of widenings, not. */
static void widening_ends(void) {
  for (unsigned width = 2; width <= 64; width++) {
    lattice_element a = {bits_sign(width), bits_sign(width)};   /* zero */
    unsigned steps = 0;
    for (uint64_t k = 1; k < 200; k++) {
      const uint64_t n = (bits_sign(width) + k) & bits_mask(width);
      const lattice_element b = {n, n};
      const lattice_element w = lattice_widen(LATTICE_INTERVAL, width, a, b);
      CHECK(lattice_leq(LATTICE_INTERVAL, width, b, w));
      steps += w.low != a.low || w.high != a.high;
      a = w;
    }
    CHECK(steps <= 6);
  }
}

/* Sides of the numbers at each width: -1, 0, 1 and the least and greatest. */
static void elements_are_signed_at_each_width(void) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  const path always = {0};
  for (unsigned width = 2; width <= 64; width++) {
    const expr minus = expr_const(t, width, bits_mask(width)),
               zero = expr_const(t, width, 0), one = expr_const(t, width, 1);
    const uint64_t middle = bits_sign(width);
    CHECK(lattice_abstract(LATTICE_SIGN, s, t, &always, &minus, 1).low == 1);
    CHECK(lattice_abstract(LATTICE_SIGN, s, t, &always, &zero, 1).low == 2);
    CHECK(lattice_abstract(LATTICE_SIGN, s, t, &always, &one, 1).low == 4);
    CHECK(lattice_abstract(LATTICE_INTERVAL, s, t, &always, &minus, 1).low ==
          middle - 1);
    CHECK(lattice_abstract(LATTICE_INTERVAL, s, t, &always, &one, 1).high ==
          middle + 1);
    CHECK(lattice_abstract(LATTICE_PARITY, s, t, &always, &minus, 1).high ==
          1);
  }
  solver_free(s);
  expr_table_free(t);
}

static void a_solver_that_gives_up_gives_top(void) {
  expr_table *t = expr_table_new();
  const solver_options nobody = {0};
  solver *s = solver_new(t, &nobody);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 16, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 16, "y"));
  const expr e = expr_binary(t, EXPR_MUL, x, y);
  path p = {0};
  for (unsigned l = LATTICE_SIGN; l <= LATTICE_CONGRUENCE; l++)
    CHECK(lattice_is_top((lattice) l, 16,
                         lattice_abstract((lattice) l, s, t, &p, &e, 1)));
  path_release(&p);
  solver_free(s);
  expr_table_free(t);
}

static void lattices_by_size_are_read_and_found(void) {
  lattice_sizes s;
  CHECK(!lattice_read_sizes("sign", &s));
  CHECK(lattice_of_all(&s) == LATTICE_SIGN && !lattice_sizes_are_exact(&s));
  CHECK(!lattice_read_sizes("int=interval,char=parity", &s));
  CHECK(lattice_of_all(&s) == LATTICES && !lattice_sizes_are_exact(&s));
  CHECK(lattice_of_width(&s, 2) == LATTICE_PARITY);
  CHECK(lattice_of_width(&s, 8) == LATTICE_PARITY);
  CHECK(lattice_of_width(&s, 9) == LATTICE_ITE);        /* a short */
  CHECK(lattice_of_width(&s, 16) == LATTICE_ITE);
  CHECK(lattice_of_width(&s, 17) == LATTICE_INTERVAL);
  CHECK(lattice_of_width(&s, 32) == LATTICE_INTERVAL);
  CHECK(lattice_of_width(&s, 64) == LATTICE_ITE);       /* a long */
  CHECK(!lattice_read_sizes("long=ite", &s) && lattice_sizes_are_exact(&s));
}

int main(void) {
  for (unsigned l = 0; l < LATTICES; l++) {
    CHECK(lattice_find(lattice_text((lattice) l)) == (lattice) l);
    joins_form_a_semilattice((lattice) l);
    order_is_that_of_the_constraints((lattice) l);
  }
  CHECK(lattice_find("none") == LATTICES);
  widening_ends();
  elements_are_signed_at_each_width();
  a_solver_that_gives_up_gives_top();
  lattices_by_size_are_read_and_found();
}
