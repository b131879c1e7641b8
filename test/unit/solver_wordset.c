#include "base/random.h"
#include "expr/eval.h"
#include "solver/wordset.h"
#include "test/check.h"

/*
 * Random chains of comparisons of one word of eight bits with numbers, beside all 256 values
 * that the word can have.  The word is one symbol, or two of four bits; it may be multiplied.
 */
enum { WIDTH = 8, VALUES = 1 << WIDTH, LENGTH = 300 };

typedef struct world {
  expr_table *t;
  evaluator *eval;
  uint32_t symbol[2];
  bool is_split;
  expr word;
} world;

static void begin(world *w, bool is_split) {
  *w = (world) {.t = expr_table_new(), .is_split = is_split};
  w->eval = evaluator_new(w->t);
  for (unsigned k = 0; k < 2; k++)
    w->symbol[k] = expr_new_symbol(w->t, SYMBOL_INPUT, is_split ? WIDTH / 2 : WIDTH, "x");
  w->word = expr_symbol(w->t, w->symbol[0]);
  if (is_split)
    w->word = expr_binary(w->t, EXPR_CONCAT, expr_symbol(w->t, w->symbol[1]), w->word);
}

static void end(world *w) {
  evaluator_free(w->eval);
  expr_table_free(w->t);
}

static bool holds(world *w, expr condition, unsigned value) {
  evaluator_clear(w->eval);
  evaluator_assign(w->eval, w->symbol[0], w->is_split ? value % 16 : value);
  if (w->is_split) evaluator_assign(w->eval, w->symbol[1], value / 16);
  return evaluator_value(w->eval, condition);
}

/* A comparison of a multiple of the word, longer than the word or not. */
static expr of_multiple(world *w, random_source *r) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT};
  const unsigned more = (unsigned) random_below(r, 3), zeros = (unsigned) random_below(r, 3);
  expr e = w->word;
  if (more) e = expr_zext(w->t, e, WIDTH + more);
  e = expr_binary(w->t, EXPR_MUL, e, expr_const(w->t, WIDTH + more, 1 + random_below(r, 9)));
  if (zeros) e = expr_binary(w->t, EXPR_CONCAT, e, expr_const(w->t, zeros, 0));
  const unsigned width = expr_width(w->t, e);
  const expr number = expr_const(w->t, width, random_below(r, UINT64_C(1) << width));
  const expr_op op = ops[random_below(r, 4)];
  e = random_below(r, 2) ? expr_binary(w->t, op, e, number) : expr_binary(w->t, op, number, e);
  return random_below(r, 2) ? expr_not(w->t, e) : e;
}

static expr comparison(world *w, random_source *r, bool mostly_unequal) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
  if (!random_below(r, 4)) return of_multiple(w, r);
  const expr number = expr_const(w->t, WIDTH, random_below(r, VALUES));
  if (mostly_unequal && random_below(r, 64))
    return expr_not(w->t, expr_binary(w->t, EXPR_EQ, w->word, number));
  const expr_op op = ops[random_below(r, 5)];
  const expr e = random_below(r, 2) ? expr_binary(w->t, op, w->word, number)
                                    : expr_binary(w->t, op, number, w->word);
  return random_below(r, 2) ? expr_not(w->t, e) : e;
}

/* Every prefix of a chain leaves just the values for which its conditions hold. */
static void chains_leave_what_their_conditions_allow(bool is_split) {
  unsigned multiples = 0;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    world w;
    random_source r = {seed};
    wordset *chain[LENGTH] = {NULL};
    bool allowed[VALUES];
    unsigned length = 0, left = VALUES;
    begin(&w, is_split);
    for (unsigned v = 0; v < VALUES; v++) allowed[v] = true;
    while (length < LENGTH) {
      const expr c = comparison(&w, &r, seed & 1);
      uint64_t bits;
      if (expr_value(w.t, c, &bits)) continue;  /* decided by rewriting */
      wordset *p = wordset_extend(w.t, length ? chain[length - 1] : NULL, c);
      if (p && p->word.id != varset_of(w.t, w.word).id) {       /* about a part of it */
        wordset_free(p);
        p = NULL;
      }
      if (!p) continue;         /* likewise */
      multiples += wordset_is_of_multiple(w.t, c);
      chain[length++] = p;
      left = 0;
      for (unsigned v = 0; v < VALUES; v++) {
        allowed[v] = allowed[v] && holds(&w, c, v);
        CHECK(wordset_has(w.t, p, v) == allowed[v]);
        left += allowed[v];
      }
      CHECK(wordset_find(w.t, p, &bits) == (left != 0));
      CHECK(!left || allowed[bits]);
    }
    for (unsigned k = 0; k < length; k++) wordset_free(chain[k]);
    end(&w);
  }
  CHECK(multiples > 1000);
}

static void what_is_no_chain_is_refused(void) {
  world w;
  begin(&w, true);
  const expr one = expr_const(w.t, WIDTH, 1);
  const expr twice = expr_binary(w.t, EXPR_CONCAT, expr_symbol(w.t, w.symbol[0]),
                                 expr_symbol(w.t, w.symbol[0]));
  CHECK(!wordset_extend(w.t, NULL, expr_binary(w.t, EXPR_EQ, twice, one)));
  CHECK(!wordset_extend(w.t, NULL, expr_binary(w.t, EXPR_ULT, twice, w.word)));
  wordset *p = wordset_extend(w.t, NULL, expr_binary(w.t, EXPR_ULT, w.word, one));
  const expr other = expr_symbol(w.t, expr_new_symbol(w.t, SYMBOL_INPUT, WIDTH, "y"));
  CHECK(!p || !wordset_extend(w.t, p, expr_binary(w.t, EXPR_ULT, other,
                                                 expr_const(w.t, WIDTH, 9))));
  wordset_free(p);
  end(&w);
}

static void words_of_64_bits_have_ends(void) {
  world w;
  begin(&w, false);
  const expr x = expr_symbol(w.t, expr_new_symbol(w.t, SYMBOL_INPUT, 64, "x"));
  uint64_t value;
  wordset *last = wordset_extend(w.t, NULL,
                               expr_binary(w.t, EXPR_ULT, expr_const(w.t, 64, UINT64_MAX - 2), x));
  CHECK(last && wordset_find(w.t, last, &value) && value == UINT64_MAX - 1);
  /* Too large a number to be noted. */
  CHECK(!wordset_extend(w.t, last, expr_not(w.t, expr_binary(w.t, EXPR_EQ, x,
                                           expr_const(w.t, 64, UINT64_MAX)))));
  wordset_free(last);
  end(&w);
}

int main(void) {
  chains_leave_what_their_conditions_allow(false);
  chains_leave_what_their_conditions_allow(true);
  what_is_no_chain_is_refused();
  words_of_64_bits_have_ends();
  return 0;
}
