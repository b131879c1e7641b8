#include "compact/forall.h"
#include "expr/eval.h"
#include "test/check.h"

/*
 * Comparisons of a progression of four bits with a bound, for every start, bound,
 * step and number of turns.  The oracle takes the turns one by one.
 */
enum { WIDTH = 4, VALUES = 1 << WIDTH, TURNS = 2 * VALUES + 3 };

typedef enum shape { PLAIN, SIGN_EXTENDED, ZERO_EXTENDED, SHIFTED, SHAPES } shape;

typedef struct bench {
  expr_table *table;
  solver *solver;
  evaluator *eval;
  uint32_t start, bound, n, symbol;
} bench;

static expr shaped(bench *b, expr e, shape s) {
  expr_table *t = b->table;
  switch (s) {
  case PLAIN: case SHAPES: break;
  case SIGN_EXTENDED: return expr_sext(t, e, 2 * WIDTH);
  case ZERO_EXTENDED: return expr_zext(t, e, 2 * WIDTH);
  case SHIFTED:
    return expr_binary(t, EXPR_SHL, expr_zext(t, e, 2 * WIDTH),
                       expr_const(t, 2 * WIDTH, 2));
  }
  return e;
}

static expr condition(bench *b, expr_op op, bool is_swapped, bool is_negated,
                      shape s) {
  const expr x = shaped(b, expr_symbol(b->table, b->symbol), s);
  const expr r = shaped(b, expr_symbol(b->table, b->bound), s);
  const expr e = is_swapped ? expr_binary(b->table, op, r, x)
                            : expr_binary(b->table, op, x, r);
  return is_negated ? expr_not(b->table, e) : e;
}

/* A bit of the progression by itself. */
static expr bit(bench *b, unsigned which, bool is_negated) {
  const expr e = expr_extract(b->table, expr_symbol(b->table, b->symbol),
                              which, 1);
  return is_negated ? expr_not(b->table, e) : e;
}

static bool holds(bench *b, expr e, uint64_t x) {
  evaluator_assign(b->eval, b->symbol, x);
  return evaluator_value(b->eval, e);
}

/* The first turn at which it fails; TURNS: none of these. */
static uint64_t first_failure(bench *b, expr e, uint64_t x, uint64_t step) {
  for (uint64_t k = 0; k < TURNS; k++, x = (x + step) % VALUES)
    if (!holds(b, e, x)) return k;
  return TURNS;
}

/* Whether it was eliminated. */
static bool compare(bench *b, expr e, uint64_t step) {
  expr_table *t = b->table;
  carried c = {.width = WIDTH, .symbol = b->symbol,
               .start = expr_symbol(t, b->start)};
  c.next = expr_binary(t, EXPR_ADD, expr_symbol(t, b->symbol),
                       expr_const(t, WIDTH, step));
  carried_list list = {0};
  vec_push(&list, c);
  CHECK(closed_solve(t, &list));
  const path none = {0};
  forall f;
  forall_init(&f, t, b->solver, &list, expr_symbol(t, b->n), &none);
  condition_list conditions = {0};
  vec_push(&conditions, e);
  CHECK(forall_eliminate(&f, &conditions));
  const bool is_eliminated = !conditions.count;
  const uint32_t count = path_count(&f.path);
  expr *known = mem_resize(NULL, count + 1, sizeof *known);
  path_conjuncts(&f.path, known);
  for (uint64_t start = 0; start < VALUES && is_eliminated; start++)
    for (uint64_t bound = 0; bound < VALUES; bound++) {
      evaluator_assign(b->eval, b->start, start);
      evaluator_assign(b->eval, b->bound, bound);
      const uint64_t truth = first_failure(b, e, start, step);
      for (uint64_t n = 0; n < TURNS; n++) {
        evaluator_assign(b->eval, b->n, n);
        bool says = true;
        for (uint32_t k = 0; k < count; k++)
          says &= evaluator_value(b->eval, known[k]) != 0;
        CHECK(says == (n <= truth));
      }
      if (!f.is_solved) continue;
      const uint64_t turns =
          f.iterations.id ? evaluator_value(b->eval, f.iterations)
                          : FORALL_NEVER;
      CHECK(truth == TURNS ? turns == FORALL_NEVER : turns == truth);
    }
  free(known);
  forall_release(&f);
  vec_release(&conditions);
  vec_release(&list);
  return is_eliminated;
}

static void each_elimination_is_an_equivalence(void) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT,
                                EXPR_SLE};
  bench b = {.table = expr_table_new()};
  b.solver = solver_new(b.table, &solver_defaults);
  b.eval = evaluator_new(b.table);
  b.start = expr_new_symbol(b.table, SYMBOL_INPUT, WIDTH, "start");
  b.bound = expr_new_symbol(b.table, SYMBOL_INPUT, WIDTH, "bound");
  b.n = expr_new_symbol(b.table, SYMBOL_FRESH, 64, "n");
  b.symbol = expr_new_symbol(b.table, SYMBOL_FRESH, WIDTH, "carried");
  unsigned eliminated = 0, plain = 0;
  for (unsigned k = 0; k < sizeof ops / sizeof *ops; k++)
    for (unsigned way = 0; way < 4; way++)
      for (shape s = PLAIN; s < SHAPES; s++)
        for (uint64_t step = 0; step < VALUES; step++) {
          const bool done = compare(
              &b, condition(&b, ops[k], way & 1, way & 2, s), step);
          eliminated += done;
          plain += done && s == PLAIN;
        }
  unsigned bits = 0;
  for (unsigned which = 0; which < WIDTH; which++)
    for (uint64_t step = 0; step < VALUES; step++)
      bits += compare(&b, bit(&b, which, false), step) +
              compare(&b, bit(&b, which, true), step);
  /* The lowest one, and others where no carry comes from below. */
  CHECK(bits >= 2 * (16 + 8 + 4 + 2));
  /* Equalities are all solved, and steps of one towards a bound. */
  CHECK(plain >= 4 * 15 + 8);
  CHECK(eliminated > plain);
  evaluator_free(b.eval);
  solver_free(b.solver);
  expr_table_free(b.table);
}

int main(void) {
  each_elimination_is_an_equivalence();
  return 0;
}
