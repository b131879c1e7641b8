#include "expr/eval.h"
#include "expr/varset.h"
#include "solver/solver.h"
#include "test/check.h"
#include "test/unit/solver_random.h"

/*
 * Quantifiers against the same formulas spelled out: a count has four bits, so
 * sixteen instances say it all.  They occur in both polarities, below
 * connectives and in each other.
 */
#ifdef HOSTILE
enum { ROUNDS = 25 };
#else
enum { ROUNDS = 250 };
#endif
enum { COUNT_BITS = 4, SYMBOLS = 4 };

typedef struct formula {
  expr quantified;
  expr spelled;                 /* without any quantifier */
} formula;

typedef struct source {
  term_source terms;
  uint32_t symbols[SYMBOLS + 1];        /* the last one: what is bound */
  expr counts[2];
} source;

/* The condition itself may have a quantifier, over the bound symbol, too. */
static formula random_forall(source *s, unsigned nesting) {
  expr_table *t = s->terms.table;
  const uint32_t bound = expr_new_symbol(t, SYMBOL_FRESH, 64, "bound");
  const expr count = s->counts[pick(&s->terms, 2)];
  s->symbols[SYMBOLS] = bound;
  s->terms.symbol_count = SYMBOLS + 1;
  const expr condition = random_term(&s->terms, 1, 3);
  s->terms.symbol_count = SYMBOLS;
  formula f = {condition, condition};
  if (nesting && !pick(&s->terms, 3)) {
    const formula inner = random_forall(s, nesting - 1);
    const bool both = pick(&s->terms, 2);
    f.quantified = both ? expr_and(t, condition, inner.quantified)
                        : expr_or(t, condition, inner.quantified);
    f.spelled = both ? expr_and(t, condition, inner.spelled)
                     : expr_or(t, condition, inner.spelled);
  }
  expr all = expr_true(t);
  for (unsigned k = 0; k < 1u << COUNT_BITS; k++) {
    const expr value = expr_const(t, 64, k);
    all = expr_and(t, all,
                   expr_or(t, expr_binary(t, EXPR_ULE, count, value),
                           expr_substitute(t, f.spelled, &bound, &value, 1)));
  }
  return (formula) {expr_forall(t, bound, count, f.quantified), all};
}

static formula random_formula(source *s, unsigned depth) {
  expr_table *t = s->terms.table;
  if (!depth) {
    if (pick(&s->terms, 4)) return random_forall(s, 1);
    const expr e = random_term(&s->terms, 1, 2);
    return (formula) {e, e};
  }
  const formula a = random_formula(s, depth - 1);
  if (!pick(&s->terms, 3))
    return (formula) {expr_not(t, a.quantified), expr_not(t, a.spelled)};
  const formula b = random_formula(s, depth - 1);
  switch (pick(&s->terms, 4)) {
  case 0: return (formula) {expr_and(t, a.quantified, b.quantified),
                            expr_and(t, a.spelled, b.spelled)};
  case 1: return (formula) {expr_or(t, a.quantified, b.quantified),
                            expr_or(t, a.spelled, b.spelled)};
  case 2: return (formula) {expr_eq(t, a.quantified, b.quantified),
                            expr_eq(t, a.spelled, b.spelled)};
  }
  const expr c = random_term(&s->terms, 1, 1);
  return (formula) {expr_ite(t, c, a.quantified, b.quantified),
                    expr_ite(t, c, a.spelled, b.spelled)};
}

static void start(source *s, expr_table *t, uint64_t seed) {
  *s = (source) {.terms = {.table = t, .random = {seed},
                           .symbol_count = SYMBOLS}};
  for (unsigned k = 0; k < SYMBOLS; k++)
    s->symbols[k] = expr_new_symbol(t, SYMBOL_INPUT, 3 + k, "x");
  s->terms.symbols = s->symbols;
  for (unsigned k = 0; k < 2; k++)
    s->counts[k] = expr_zext(
        t, expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, COUNT_BITS, "n")),
        64);
}

/* Conjunct after conjunct on one path, which forks now and then, so that answers,
 * cores and SAT solvers are used again. */
static uint32_t paths_say_the_same(uint64_t seed, const solver_options *o) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, o), *reference = solver_new(t, &solver_defaults);
  source random;
  start(&random, t, seed);
  path one = {0}, other = {0};
  uint32_t refuted = 0;
  for (unsigned k = 0; k < 6; k++) {
    const formula f = random_formula(&random, 1 + pick(&random.terms, 2));
    answer holds, fails;
    path_branch(s, &one, f.quantified, &holds, &fails);
    const answer wanted = path_may(reference, &other, f.spelled);
    const answer contrary = path_may(reference, &other,
                                     expr_not(t, f.spelled));
    CHECK(wanted != ANSWER_UNKNOWN && contrary != ANSWER_UNKNOWN);
    CHECK(holds == wanted && fails == contrary);
    refuted += wanted == ANSWER_UNSAT || contrary == ANSWER_UNSAT;
    const bool positive = contrary == ANSWER_UNSAT ||
                          (wanted == ANSWER_SAT && pick(&random.terms, 2));
    const expr taken = positive ? f.quantified : expr_not(t, f.quantified);
    const expr same = positive ? f.spelled : expr_not(t, f.spelled);
    CHECK(path_assume(s, &one, taken) == ANSWER_SAT);
    CHECK(path_assume(reference, &other, same) == ANSWER_SAT);
    /* Its model is one of what is spelled out. */
    CHECK(path_value(s, &one, same) == 1);
  }
  path_release(&one);
  path_release(&other);
  solver_free(s);
  solver_free(reference);
  expr_table_check(t);
  expr_table_free(t);
  return refuted;
}

static void answers_are_those_of_the_formula_spelled_out(void) {
  solver_options by_sat = solver_defaults, plain = solver_defaults;
  by_sat.z3 = false;
  plain.models = plain.cores = plain.domain = plain.slices = plain.z3 = false;
  uint32_t refuted = 0;
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    refuted += paths_say_the_same(seed, seed % 3 ? &by_sat : &plain);
  CHECK(refuted > ROUNDS);      /* both answers occur often */
}

/* No number of instances at numbers says that the 64-bit index j, below n, is
 * not a place where the condition fails: the one at j itself does. */
static void terms_are_instances(void) {
  expr_table *t = expr_table_new();
  solver_options options = solver_defaults;
  options.z3 = false;
  solver *s = solver_new(t, &options);
  const expr n = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 64, "n"));
  const expr j = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "j"));
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "x"));
  const uint32_t bound = expr_new_symbol(t, SYMBOL_FRESH, 64, "k");
  const expr k = expr_symbol(t, bound), seven = expr_const(t, 64, 7);
  const expr same = expr_eq(t, expr_binary(t, EXPR_XOR, k, seven), x);
  const expr never = expr_forall(t, bound, n, expr_not(t, same));
  const expr met = expr_eq(t, expr_binary(t, EXPR_XOR, j, seven), x);
  const expr inside = expr_binary(t, EXPR_ULT, j, n);
  const expr all[] = {never, inside, met};
  CHECK(solver_check(s, all, 3) == ANSWER_UNSAT);
  CHECK(solver_check(s, all, 2) == ANSWER_SAT);
  const expr negated[] = {expr_not(t, never), expr_not(t, inside), met};
  CHECK(solver_check(s, negated, 3) == ANSWER_UNSAT);
  solver_free(s);
  expr_table_free(t);
}

/* More values than anybody tries: unknown, or Z3's answer; never a guess. */
static void endless_counts_are_not_guessed(void) {
  expr_table *t = expr_table_new();
  solver_options options = solver_defaults;
  options.z3 = false;
  solver *s = solver_new(t, &options);
  const expr n = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 64, "n"));
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "x"));
  const uint32_t bound = expr_new_symbol(t, SYMBOL_FRESH, 64, "k");
  const expr k = expr_symbol(t, bound);
  const expr square = expr_binary(t, EXPR_MUL, k, k);
  const expr all[] = {
    expr_forall(t, bound, n, expr_ne(t, square, x)),
    expr_binary(t, EXPR_ULT, expr_const(t, 64, UINT64_C(1) << 40), n)};
  CHECK(solver_check(s, all, 1) == ANSWER_SAT);
  CHECK(solver_check(s, all, 2) == ANSWER_UNKNOWN);
  solver_free(s);
  expr_table_free(t);
}

static void a_bound_symbol_is_not_free(void) {
  expr_table *t = expr_table_new();
  const uint32_t n = expr_new_symbol(t, SYMBOL_FRESH, 64, "n");
  const uint32_t x = expr_new_symbol(t, SYMBOL_INPUT, 64, "x");
  const uint32_t bound = expr_new_symbol(t, SYMBOL_FRESH, 64, "k");
  const expr f = expr_forall(
      t, bound, expr_symbol(t, n),
      expr_ne(t, expr_symbol(t, bound), expr_symbol(t, x)));
  const varset set = varset_of(t, f);
  CHECK(varset_count(t, set) == 2 && varset_contains(t, set, n) &&
        varset_contains(t, set, x));
  evaluator *v = evaluator_new(t);
  evaluator_assign(v, n, 5);
  evaluator_assign(v, bound, 9);        /* of no consequence */
  for (uint64_t k = 0; k < 8; k++) {
    evaluator_assign(v, x, k);
    CHECK(evaluator_value(v, f) == (k >= 5));
  }
  const expr three = expr_const(t, 64, 3), four = expr_const(t, 64, 4);
  const expr fixed = expr_substitute(t, f, &x, &three, 1);
  CHECK(evaluator_value(v, expr_substitute(t, fixed, &n, &three, 1)));
  CHECK(!evaluator_value(v, expr_substitute(t, fixed, &n, &four, 1)));
  evaluator_free(v);
  expr_table_free(t);
}

int main(void) {
  a_bound_symbol_is_not_free();
  terms_are_instances();
  endless_counts_are_not_guessed();
  answers_are_those_of_the_formula_spelled_out();
  return 0;
}
