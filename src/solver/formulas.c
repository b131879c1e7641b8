#include "solver/formulas.h"

#include <assert.h>

enum { NO_PART = UINT32_MAX };

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t find_first(const formulas *s, uint32_t number) {
  const key *k = s->nodes.items + number;
  if (k->word[0] == NO_PART) return UINT32_MAX;
  if (k->word[1] == NO_PART) return s->ranks[k->word[0]];
  uint32_t first = least(formula_first(s, k->word[0]),
                         formula_first(s, k->word[1]));
  return k->word[2] == NO_PART ? first
                               : least(first, formula_first(s, k->word[2]));
}

static formula intern(formulas *s, uint32_t a, uint32_t b, uint32_t c) {
  bool is_new;
  if (!s->nodes.count) {
    keys_add(&s->nodes, NO_PART, NO_PART, NO_PART, NULL);
    vec_push(&s->first, UINT32_MAX);
  }
  const uint32_t number = keys_add(&s->nodes, a, b, c, &is_new);
  if (is_new) vec_push(&s->first, s->ranks ? find_first(s, number) : 0);
  assert(s->first.count == s->nodes.count);
  return 2 * number;
}

void formulas_clear(formulas *s) {
  keys_clear(&s->nodes);
  vec_clear(&s->first);
  s->ranks = NULL;
}

void formulas_release(formulas *s) {
  keys_release(&s->nodes);
  vec_release(&s->first);
}

void formulas_rank(formulas *s, const uint32_t *ranks) {
  s->ranks = ranks;
  /* Parts come before what they are parts of. */
  for (uint32_t k = 0; k < s->nodes.count; k++)
    s->first.items[k] = find_first(s, k);
}

formula formula_atom(formulas *s, uint32_t number) {
  return intern(s, number, NO_PART, NO_PART);
}

formula formula_both(formulas *s, formula a, formula b) {
  assert(a <= FORMULA_FALSE || a >> 1 < s->nodes.count);
  assert(b <= FORMULA_FALSE || b >> 1 < s->nodes.count);
  if (a == FORMULA_TRUE || a == b) return b;
  if (b == FORMULA_TRUE) return a;
  if (a == FORMULA_FALSE || b == FORMULA_FALSE || a == (b ^ 1))
    return FORMULA_FALSE;
  return a < b ? intern(s, a, b, NO_PART) : intern(s, b, a, NO_PART);
}

formula formula_choice(formulas *s, formula c, formula then, formula other) {
  assert(c <= FORMULA_FALSE || c >> 1 < s->nodes.count);
  if (c & 1) {
    const formula swapped = then;
    c ^= 1;
    then = other;
    other = swapped;
  }
  if (c == FORMULA_TRUE || then == other) return then;
  if (then == FORMULA_TRUE || then == c) return formula_either(s, c, other);
  if (then == FORMULA_FALSE || then == (c ^ 1))
    return formula_both(s, c ^ 1, other);
  if (other == FORMULA_FALSE || other == c) return formula_both(s, c, then);
  if (other == FORMULA_TRUE || other == (c ^ 1))
    return formula_either(s, c ^ 1, then);
  assert(c > FORMULA_FALSE && !(c & 1) && then > FORMULA_FALSE && other > FORMULA_FALSE &&
         then != other);
  const formula is_negated = then & 1;
  return intern(s, c, then ^ is_negated, other ^ is_negated) | is_negated;
}

formula_kind formula_open(const formulas *s, formula f, uint32_t part[3]) {
  assert(f >> 1 < s->nodes.count);
  const key *k = s->nodes.items + (f >> 1);
  for (unsigned i = 0; i < 3; i++) part[i] = k->word[i];
  if (part[0] == NO_PART) return FORMULA_CONSTANT;
  if (part[1] == NO_PART) return FORMULA_ATOM;
  return part[2] == NO_PART ? FORMULA_BOTH : FORMULA_CHOICE;
}
