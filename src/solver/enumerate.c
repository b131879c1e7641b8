#include "solver/links.h"


#include <assert.h>

/* A float over so few bytes is decided by trying all values. */
enum { FLOAT_BYTES = 8 };

/*
 * Floats over a few bytes, by trying all their values.  A number that is read
 * from text depends on some digits, and each has ten values: evaluating all
 * combinations takes milliseconds where a division of long doubles takes Z3
 * minutes.  It is exact as well where Z3 is not: fmod, conversions out of range.
 * A correct answer is obtained if this is omitted.
 */
enum { POLL = 1 << 10 };

typedef struct byte {
  uint32_t symbol;
  domain allowed;               /* by the conjuncts over this byte alone */
  unsigned value;
  conjuncts last;               /* with this byte, all their bytes are known */
} byte;

typedef struct enumeration {
  solver *s;
  byte bytes[FLOAT_BYTES];
  uint32_t count;
  uint32_t tried;
  bool is_open;                 /* something was not evaluated exactly */
} enumeration;

static unsigned size_of(const domain *d) {
  unsigned n = 0;
  for (unsigned i = 0; i < 4; i++)
    n += (unsigned) __builtin_popcountll(d->bits[i]);
  return n;
}

static domain all_values(unsigned width) {
  domain d = {{0}};
  for (unsigned v = 0; v < 1u << width; v++)
    d.bits[v / 64] |= UINT64_C(1) << v % 64;
  return d;
}

/* Values of a float over few bytes, which are all tried: two bytes have so many. */
enum { MOST_VALUES = 1 << 16 };

/* Puts each conjunct where it can be judged first.  False: not for this link,
 * or some byte has no value left, which makes the product zero. */
static bool distribute(enumeration *e, uint64_t *combinations) {
  solver *s = e->s;
  for (uint32_t i = 0; i < s->conjuncts.count; i++) {
    const expr c = s->conjuncts.items[i];
    const varset vars = varset_of(s->table, c);
    uint32_t last = 0;
    for (uint32_t k = 0; k < e->count; k++)
      if (varset_contains(s->table, vars, e->bytes[k].symbol)) last = k;
    byte *b = e->bytes + last;
    if (varset_count(s->table, vars) == 1 &&
        !expr_has(s->table, c, EXPR_IS_OPEN))
      domain_meet(&b->allowed, domain_of(&s->domains, s->table, s->eval, c,
                                         b->symbol), &b->allowed);
    else
      vec_push(&b->last, c);
  }
  *combinations = 1;
  for (uint32_t k = 0; k < e->count; k++) {
    *combinations *= size_of(&e->bytes[k].allowed);
    if (*combinations > MOST_VALUES) return false;
  }
  return true;
}

static bool hold(enumeration *e, const conjuncts *all) {
  assert(e->count && e->count <= FLOAT_BYTES);
  for (uint32_t i = 0; i < all->count; i++) {
    const bool holds = evaluator_value(e->s->eval, all->items[i]);
    if (!evaluator_is_exact(e->s->eval)) e->is_open = true;
    if (!holds || e->is_open) return false;
  }
  return true;
}

/* Is there a value for this byte and those after it? */
static bool try(enumeration *e, uint32_t at) {
  if (at == e->count) return true;
  byte *b = e->bytes + at;
  for (b->value = 0; b->value < 256; b->value++) {
    if (!domain_has(&b->allowed, b->value)) continue;
    if (++e->tried % POLL == 0 && chain_is_stopped(e->s)) e->is_open = true;
    if (e->is_open) return false;
    evaluator_assign(e->s->eval, b->symbol, b->value);
    if (hold(e, &b->last) && try(e, at + 1)) return true;
  }
  return false;
}

answer link_enumerate(solver *s, slice *q) {
  assert(s->conjuncts.count == q->count);
  enumeration e = {.s = s, .count = varset_count(s->table, q->vars)};
  if (!e.count || e.count > FLOAT_BYTES) return ANSWER_UNKNOWN;
  for (uint32_t k = 0; k < e.count; k++) {
    e.bytes[k].symbol = varset_symbols(s->table, q->vars)[k];
    const unsigned width = expr_symbol_width(s->table, e.bytes[k].symbol);
    if (width > 8) return ANSWER_UNKNOWN;
    e.bytes[k].allowed = all_values(width);
  }
  answer a = ANSWER_UNKNOWN;
  uint64_t combinations;
  if (distribute(&e, &combinations)) {
    evaluator_clear(s->eval);
    if (combinations && try(&e, 0)) {
      model *m = model_new(&s->slices, s->table, q->vars);
      for (uint32_t k = 0; k < e.count; k++) {
        const uint64_t limbs[EXPR_MAX_LIMBS] = {e.bytes[k].value};
        model_set(m, k, limbs);
      }
      q->model = m;
      a = ANSWER_SAT;
    } else if (!e.is_open) {
      a = ANSWER_UNSAT;
    }
  }
  for (uint32_t k = 0; k < e.count; k++) vec_release(&e.bytes[k].last);
  return a;
}
