#include "base/random.h"
#include "expr/eval.h"
#include "expr/wide.h"
#include "test/check.h"
#include "test/unit/expr_reference.h"

#include <stdio.h>
#include <string.h>

/*
 * Terms of 8 to 64 bits against plain C arithmetic; terms of up to 300 bits
 * against school arithmetic on arrays of single bits.
 */
#ifdef HOSTILE
enum { ROUNDS = 200, TERMS = 60 };
#else
enum { ROUNDS = 1500, TERMS = 120 };
#endif
enum { MAX = 300 };

typedef struct number { uint8_t bit[MAX]; } number;     /* least first */

static number add_carry(const number *a, const number *b, bool flip,
                        unsigned carry, unsigned width) {
  number r = {{0}};
  for (unsigned i = 0; i < width; i++) {
    const unsigned sum = a->bit[i] + (unsigned) (b->bit[i] ^ flip) + carry;
    r.bit[i] = sum & 1;
    carry = sum >> 1;
  }
  return r;
}

static const number nought;

static number negate(const number *a, unsigned width) {
  return add_carry(&nought, a, true, 1, width);
}

static bool less(const number *a, const number *b, unsigned width) {
  for (unsigned i = width; i--;)
    if (a->bit[i] != b->bit[i]) return a->bit[i] < b->bit[i];
  return false;
}

static bool is_nought(const number *a, unsigned width) {
  for (unsigned i = 0; i < width; i++)
    if (a->bit[i]) return false;
  return true;
}

static number shift_left(const number *a, unsigned by, unsigned width) {
  number r = {{0}};
  for (unsigned i = by; i < width; i++) r.bit[i] = a->bit[i - by];
  return r;
}

/* With copies of `sign` coming in from above. */
static number shift_right(const number *a, unsigned by, unsigned sign,
                          unsigned width) {
  number r = {{0}};
  for (unsigned i = 0; i < width; i++)
    r.bit[i] = i + by < width ? a->bit[i + by] : (uint8_t) sign;
  return r;
}

static unsigned shift_amount(const number *b, unsigned width) {
  unsigned amount = 0;
  for (unsigned i = width; i--;) {
    amount = 2 * amount + b->bit[i];
    if (amount >= width) amount = width;
  }
  return amount;
}

static void divide(const number *a, const number *b, unsigned width,
                   number *quotient, number *rest) {
  *quotient = *rest = nought;
  for (unsigned i = width; i--;) {
    const unsigned out = rest->bit[width - 1];
    *rest = shift_left(rest, 1, width);
    rest->bit[0] = a->bit[i];
    if (out || !less(rest, b, width)) {
      *rest = add_carry(rest, b, true, 1, width);
      quotient->bit[i] = 1;
    }
  }
}

static number divided(expr_op op, const number *a, const number *b,
                      unsigned width) {
  const bool is_signed = op == EXPR_SDIV || op == EXPR_SREM;
  const unsigned sa = is_signed ? a->bit[width - 1] : 0;
  const unsigned sb = is_signed ? b->bit[width - 1] : 0;
  const bool rest_wanted = op == EXPR_UREM || op == EXPR_SREM;
  if (is_nought(b, width)) {
    if (rest_wanted) return *a;
    number r = nought;
    if (sa) r.bit[0] = 1;
    else memset(r.bit, 1, width);
    return r;
  }
  const number x = sa ? negate(a, width) : *a;
  const number y = sb ? negate(b, width) : *b;
  number quotient, rest;
  divide(&x, &y, width, &quotient, &rest);
  if (rest_wanted) return sa ? negate(&rest, width) : rest;
  return sa != sb ? negate(&quotient, width) : quotient;
}

static number truth(bool b) {
  number r = nought;
  r.bit[0] = b;
  return r;
}

static bool less_signed(const number *a, const number *b, unsigned width) {
  const unsigned sa = a->bit[width - 1], sb = b->bit[width - 1];
  return sa != sb ? sa : less(a, b, width);
}

static number apply(const reference_step *s, const number *a, const number *b,
                    const number *c) {
  const unsigned w = s->width, from = s->from;
  number r = nought;
  switch (s->op) {
  case EXPR_NOT:
    for (unsigned i = 0; i < w; i++) r.bit[i] = !a->bit[i];
    return r;
  case EXPR_NEG: return negate(a, w);
  case EXPR_ADD: return add_carry(a, b, false, 0, w);
  case EXPR_SUB: return add_carry(a, b, true, 1, w);
  case EXPR_MUL:
    for (unsigned i = 0; i < w; i++) {
      const number part = shift_left(b, i, w);
      if (a->bit[i]) r = add_carry(&r, &part, false, 0, w);
    }
    return r;
  case EXPR_UDIV: case EXPR_SDIV: case EXPR_UREM: case EXPR_SREM:
    return divided(s->op, a, b, w);
  case EXPR_AND: case EXPR_OR: case EXPR_XOR:
    for (unsigned i = 0; i < w; i++)
      r.bit[i] = s->op == EXPR_AND  ? a->bit[i] & b->bit[i]
                 : s->op == EXPR_OR ? a->bit[i] | b->bit[i]
                                    : a->bit[i] ^ b->bit[i];
    return r;
  case EXPR_SHL: return shift_left(a, shift_amount(b, w), w);
  case EXPR_LSHR: return shift_right(a, shift_amount(b, w), 0, w);
  case EXPR_ASHR:
    return shift_right(a, shift_amount(b, w), a->bit[w - 1], w);
  case EXPR_CONCAT:
    r = *b;
    for (unsigned i = 0; i < from; i++) r.bit[w - from + i] = a->bit[i];
    return r;
  case EXPR_EXTRACT:
    for (unsigned i = 0; i < w; i++) r.bit[i] = a->bit[s->imm + i];
    return r;
  case EXPR_ZEXT: return *a;
  case EXPR_SEXT:
    r = *a;
    for (unsigned i = from; i < w; i++) r.bit[i] = a->bit[from - 1];
    return r;
  case EXPR_EQ: return truth(!memcmp(a, b, sizeof *a));
  case EXPR_ULT: return truth(less(a, b, from));
  case EXPR_ULE: return truth(!less(b, a, from));
  case EXPR_SLT: return truth(less_signed(a, b, from));
  case EXPR_SLE: return truth(!less_signed(b, a, from));
  case EXPR_ITE: return a->bit[0] ? *b : *c;
  default: return r;
  }
}

static void to_limbs(const number *a, uint64_t *limbs) {
  memset(limbs, 0, EXPR_MAX_LIMBS * sizeof *limbs);
  for (unsigned i = 0; i < MAX; i++)
    limbs[i / 64] |= (uint64_t) a->bit[i] << i % 64;
}

/* Often small, large or a single bit, so that rules and carries have work. */
static number draw(random_source *r, unsigned width) {
  number n = nought;
  const uint64_t kind = random_below(r, 5);
  if (kind == 0) n.bit[random_below(r, width)] = 1;
  else if (kind == 1) memset(n.bit, 1, width);
  else if (kind == 2) memset(n.bit, 1, random_below(r, width));
  else
    for (unsigned i = 0; i < (kind == 3 ? width : (width + 3) / 4); i++)
      n.bit[i] = random_next(r) & 1;
  return n;
}

static void random_terms_keep_their_value(uint64_t seed, unsigned least,
                                          unsigned most) {
  static expr term[TERMS];
  static unsigned width[TERMS];
  static number want[TERMS];
  random_source r = {seed};
  expr_table *t = expr_table_new();
  evaluator *v = evaluator_new(t);
  expr_set_rewriting(t, seed % 5 != 0);
  const unsigned w = least + (unsigned) random_below(&r, most - least + 1);
  uint64_t limbs[EXPR_MAX_LIMBS], got[EXPR_MAX_LIMBS];
  for (unsigned n = 0; n < TERMS;) {
    const bool symbol = n < 4;
    if (symbol || random_below(&r, 5) == 0) {
      width[n] = n == 3 ? 1 : n == 2 ? 1 + w / 2 : w;
      want[n] = draw(&r, width[n]);
      to_limbs(want + n, limbs);
      if (symbol) {
        const uint32_t x = expr_new_symbol(t, SYMBOL_INPUT, width[n], "x");
        term[n] = expr_symbol(t, x);
        evaluator_assign_wide(v, x, limbs);
      } else {
        term[n] = expr_wide(t, width[n], limbs);
      }
      n++;
      continue;
    }
    reference_step s;
    if (!reference_draw(&r, width, n, most, &s)) continue;
    width[n] = s.width;
    want[n] = apply(&s, want + s.arg[0], want + s.arg[1], want + s.arg[2]);
    term[n] = reference_build(t, &s, term);
    to_limbs(want + n, limbs);
    evaluator_limbs(v, term[n], got);
    if (memcmp(got, limbs, wide_limbs(s.width) * sizeof *got)) {
      expr_print(t, term[n], stderr);
      fatal(": seed %lu, term %u, %s is wrong", seed, n, expr_op_text(s.op));
    }
    CHECK(evaluator_value(v, term[n]) == limbs[0]);
    if (s.width <= 64 && s.from <= 64 && expr_width(t, term[s.arg[1]]) <= 64) {
      uint64_t x[3][EXPR_MAX_LIMBS];
      for (unsigned i = 0; i < 3; i++) to_limbs(want + s.arg[i], x[i]);
      CHECK(limbs[0] == reference_apply(s.op, s.width, s.from, s.imm, x[0][0],
                                        x[1][0], x[2][0]));
    }
    n++;
  }
  expr_table_check(t);
  evaluator_free(v);
  expr_table_free(t);
}

int main(void) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    random_terms_keep_their_value(seed, 5, 64);
    random_terms_keep_their_value(seed, 33, 300);
  }
}
