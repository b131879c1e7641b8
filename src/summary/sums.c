#include "summary/internal.h"

#include <assert.h>

/*
 * Diagrams of small numbers, up to what is added to all of their leaves.
 *
 * A counter that a program increments under conditions has a leaf for each count,
 * and each of its nodes would stand there once for each count that was reached
 * above it.  So the numbers are taken out: a diagram of small numbers is a node
 * whose least leaf is 0, or such a node plus a number, and so are its arms, one of them
 * without a number.  Diagrams that differ by a constant share all nodes, to add a
 * constant takes no step, and a counter's diagram is as large as that of the states
 * in which it counts.
 *
 * A number is small if it is no address: to those everybody looks for leaves.  A node
 * is one of small numbers if its numbers are close to each other, which adding does
 * not change; another has its leaves themselves.  Close are those of which the least and
 * the greatest are less than half of all numbers of the width apart: sums are taken
 * modulo 2^width, and so it is known which one is the least.
 */
enum { NO_ADDRESS = 1 << 20 };

bool summary_is_shifted(const summaries *s, const expr_node *n) {
  const expr_node *of = *s->nodes + n->arg[0].id;
  const expr_node *number = *s->nodes + n->arg[1].id;
  if (of->op != EXPR_CHOICE || !(of->imm & IS_NUMBER) || number->op != EXPR_CONST)
    return false;
  const int64_t value = bits_signed(number->imm, n->width);
  return -MOST_ADDED < value && value < MOST_ADDED;
}

ref summary_unshifted(const summaries *s, const expr_node *n, int32_t add) {
  const int64_t number = bits_signed((*s->nodes)[n->arg[1].id].imm, n->width);
  return (ref) {n->arg[0].id, wrapped(number + add, n->width)};
}

static bool is_small(uint64_t number, unsigned width) {
  if (width < 8 || width > 64 || !limits.summary_span) return false;
  const int64_t value = bits_signed(number, width);
  return -NO_ADDRESS < value && value < NO_ADDRESS;
}

static uint32_t zero_of(summaries *s, unsigned width) {
  assert(width && width <= 64);
  if (!s->zeros[width].id) s->zeros[width] = expr_const(s->t, width, 0);
  return s->zeros[width].id;
}

ref summary_normal_leaf(summaries *s, ref r) {
  const expr_node *n = *s->nodes + r.id;
  if (is_shifted(s, n)) return summary_unshifted(s, n, r.add);
  if (n->op == EXPR_CONST && n->width <= 64 && n->imm && is_small(n->imm, n->width)) {
    const unsigned width = n->width;
    r.add = wrapped(bits_signed(n->imm, width) + r.add, width);
    r.id = zero_of(s, width);
  }
  return r;
}

bool summary_is_number(const summaries *s, ref normal) {
  const expr_node *n = *s->nodes + normal.id;
  return n->op == EXPR_CHOICE ? n->imm & IS_NUMBER
                              : n->op == EXPR_CONST && n->width >= 8 &&
                                    n->width <= 64 && !n->imm;
}

uint32_t summary_span(summaries *s, ref r) {
  const expr_node n = (*s->nodes)[r.id];
  if (n.op != EXPR_CHOICE) return 0;
  if (r.id < s->spans.count && s->spans.items[r.id]) return s->spans.items[r.id];
  uint32_t most = 0;
  for (unsigned k = 1; k < 3; k++) {
    const ref arm = summary_normal(s, ref_of(n.arg[k]));
    const uint32_t end = (uint32_t) arm.add + summary_span(s, arm);
    if (end > most) most = end;
  }
  assert(most <= UINT16_MAX && n.imm & IS_NUMBER);
  while (s->spans.count <= r.id) vec_push(&s->spans, 0);
  s->spans.items[r.id] = (uint16_t) most;
  return most;
}

uint32_t summary_most_span(unsigned width) {
  const uint64_t half = bits_sign(width);
  return half < limits.summary_span ? (uint32_t) half : limits.summary_span;
}

bool summary_are_near(summaries *s, ref a, ref b, int64_t difference) {
  const int64_t most = summary_most_span((*s->nodes)[a.id].width);
  if (difference <= -most || difference >= most) return false;
  const int64_t x = summary_span(s, a), y = summary_span(s, b) + difference;
  return (x > y ? x : y) - (difference < 0 ? difference : 0) < most;
}

expr summary_term(summaries *s, ref r) {
  if (!r.id || !r.add) return (expr) {r.id};
  const expr_node *n = *s->nodes + r.id;
  const unsigned width = n->width;
  if (n->op == EXPR_CHOICE)
    return expr_shifted(s->t, (expr) {r.id}, expr_const(s->t, width, (uint64_t) r.add));
  const ref normal = summary_normal(s, r);
  if (normal.id != r.id) return summary_term(s, normal);
  return expr_const(s->t, width, (uint64_t) r.add);
}

ref summary_flat(summaries *s, ref r) {
  return r.add ? ref_of(summary_term(s, r)) : r;
}

ref summary_node(summaries *s, uint64_t level, ref then, ref other, bool *is_new) {
  *is_new = false;
  assert(level && level != LEAF && (uint32_t) level <= s->atoms);
  const expr atom = atom_of(s, level);
  then = summary_normal(s, then);
  other = summary_normal(s, other);
  if (then.id == other.id && then.add == other.add) return then;
  if (summary_is_number(s, then) && summary_is_number(s, other)) {
    const unsigned width = (*s->nodes)[then.id].width;
    assert(then.id && other.id && (*s->nodes)[other.id].width == width);
    const int32_t difference = wrapped((int64_t) other.add - then.add, width);
    if (summary_are_near(s, then, other, difference)) {
      const int32_t add = difference < 0 ? other.add : then.add;
      then.add = difference < 0 ? -difference : 0;
      other.add = difference < 0 ? 0 : difference;
      const expr yes = summary_term(s, then), no = summary_term(s, other);
      return (ref) {expr_choice_at(s->t, level << 1 | IS_NUMBER, atom, yes, no,
                                   is_new).id, add};
    }
  }
  const expr yes = summary_term(s, then), no = summary_term(s, other);
  return ref_of(expr_choice_at(s->t, level << 1, atom, yes, no, is_new));
}

ref summary_add(summaries *s, ref r, int32_t number) {
  if (!r.id || !number) return r;
  r = summary_normal(s, r);
  assert(summary_is_number(s, r));
  r.add = wrapped((int64_t) r.add + number, (*s->nodes)[r.id].width);
  return r;
}
