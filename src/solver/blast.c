#include "solver/blast.h"

#include "base/fatal.h"
#include "solver/circuits.h"
#include "solver/float_blast.h"

#include <assert.h>
#include <string.h>

enum { POLL = 16 };              /* terms: a product may have 20,000 gates */

void blaster_init(blaster *b, expr_table *t, const sat_table *api,
                  const interrupt *end) {
  *b = (blaster) {.table = t, .end = end};
  gates_init(&b->gates, api, end);
}

void blaster_release(blaster *b) {
  gates_release(&b->gates);
  idmap_release(&b->nodes);
  orders_release(&b->orders);
  vec_release(&b->literals);
  vec_release(&b->stack);
  vec_release(&b->loose);
  idmap_release(&b->loose_of);
  idmap_release(&b->float_terms);
  quantifiers_release(&b->open);
}

const int *blaster_bits(const blaster *b, expr e) {
  const uint64_t *at = idmap_find(&b->nodes, e.id);
  return at ? b->literals.items + *at - 1 : NULL;
}

static void constant(const blaster *b, expr e, unsigned width, int *out) {
  uint64_t limbs[EXPR_MAX_LIMBS];
  expr_limbs(b->table, e, limbs);
  for (unsigned i = 0; i < width; i++)
    out[i] = limbs[i / 64] >> i % 64 & 1 ? GATE_TRUE : GATE_FALSE;
}

/* Whichever of quotient and remainder is asked for; the gates of the other
 * are shared with it anyway. */
static void divide(gates *g, expr_op op, const int *x, const int *y,
                   unsigned width, int *out) {
  int *other = mem_zeroed(width, sizeof *other);
  switch ((int) op) {
  case EXPR_UDIV: circuit_divide(g, x, y, width, out, other); break;
  case EXPR_UREM: circuit_divide(g, x, y, width, other, out); break;
  case EXPR_SDIV: circuit_divide_signed(g, x, y, width, out, other); break;
  case EXPR_SREM: circuit_divide_signed(g, x, y, width, other, out); break;
  }
  free(other);
}

static bool is_float(const expr_node *n) { return n->op >= EXPR_FADD && n->op <= EXPR_UTOF; }

/* Operands are in the map, but for a quantifier's and a float operator's; out has room for
 * the node's width. */
static void blast_node(blaster *b, expr e, const expr_node *n, int *out) {
  gates *g = &b->gates;
  const unsigned width = n->width;
  const unsigned arity = expr_arity((expr_op) n->op);
  const int *x = arity > 0 ? blaster_bits(b, n->arg[0]) : NULL;
  const int *y = arity > 1 ? blaster_bits(b, n->arg[1]) : NULL;
  const int *z = arity > 2 ? blaster_bits(b, n->arg[2]) : NULL;
  const unsigned from = arity > 0 ? expr_width(b->table, n->arg[0]) : 0;
  const unsigned low = arity > 1 ? expr_width(b->table, n->arg[1]) : 0;
  assert(n->op == EXPR_FORALL || is_float(n) ||
         (!arity == !x && (arity > 1) == !!y && (arity > 2) == !!z));
  switch ((expr_op) n->op) {
  case EXPR_CONST: constant(b, e, width, out); return;
  case EXPR_VAR:
    for (unsigned i = 0; i < width; i++) out[i] = gates_fresh(g);
    return;
  case EXPR_NOT:
    for (unsigned i = 0; i < width; i++) out[i] = -x[i];
    return;
  case EXPR_NEG: circuit_negate(g, x, width, out); return;
  case EXPR_ADD: circuit_add(g, x, y, GATE_FALSE, width, out); return;
  case EXPR_SUB: {
    int *minus = mem_zeroed(width, sizeof *minus);
    for (unsigned i = 0; i < width; i++) minus[i] = -y[i];
    circuit_add(g, x, minus, GATE_TRUE, width, out);
    free(minus);
    return;
  }
  case EXPR_MUL: circuit_multiply(g, x, y, width, out); return;
  case EXPR_UDIV: case EXPR_SDIV: case EXPR_UREM: case EXPR_SREM:
    divide(g, (expr_op) n->op, x, y, width, out);
    return;
  case EXPR_AND:
    for (unsigned i = 0; i < width; i++) out[i] = gates_and(g, x[i], y[i]);
    return;
  case EXPR_OR:
    for (unsigned i = 0; i < width; i++) out[i] = gates_or(g, x[i], y[i]);
    return;
  case EXPR_XOR:
    for (unsigned i = 0; i < width; i++) out[i] = gates_xor(g, x[i], y[i]);
    return;
  case EXPR_SHL:
    circuit_shift(g, x, y, width, true, GATE_FALSE, out);
    return;
  case EXPR_LSHR:
    circuit_shift(g, x, y, width, false, GATE_FALSE, out);
    return;
  case EXPR_ASHR:
    circuit_shift(g, x, y, width, false, x[width - 1], out);
    return;
  case EXPR_CONCAT:
    memcpy(out, y, low * sizeof *y);
    memcpy(out + low, x, from * sizeof *x);
    return;
  case EXPR_EXTRACT: memcpy(out, x + n->imm, width * sizeof *x); return;
  case EXPR_ZEXT:
    memcpy(out, x, from * sizeof *x);
    for (unsigned i = from; i < width; i++) out[i] = GATE_FALSE;
    return;
  case EXPR_SEXT:
    memcpy(out, x, from * sizeof *x);
    for (unsigned i = from; i < width; i++) out[i] = x[from - 1];
    return;
  case EXPR_EQ: out[0] = circuit_equal(g, x, y, from); return;
  case EXPR_ULT: out[0] = circuit_less(g, x, y, from, false, false); return;
  case EXPR_ULE: out[0] = circuit_less(g, x, y, from, false, true); return;
  case EXPR_SLT: out[0] = circuit_less(g, x, y, from, true, false); return;
  case EXPR_SLE: out[0] = circuit_less(g, x, y, from, true, true); return;
  case EXPR_ITE: case EXPR_CHOICE:
    for (unsigned i = 0; i < width; i++)
      out[i] = gates_mux(g, x[0], y[i], z[i]);
    return;
  case EXPR_FORALL: out[0] = gates_fresh(g); return;
  case EXPR_NONE: case EXPR_UNDEF: break;
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV:
  case EXPR_FREM: case EXPR_FFMA: case EXPR_FSQRT: case EXPR_FROUND:
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: case EXPR_FTOF:
  case EXPR_FTOS: case EXPR_FTOU: case EXPR_STOF: case EXPR_UTOF: {
    const uint32_t first = b->loose.count;
    float_blast(b, n, (expr) {(uint32_t) *idmap_find(&b->float_terms, e.id)}, out);
    const uint64_t count = b->loose.count - first;
    if (count) *idmap_at(&b->loose_of, e.id) = count << 32 | first;
    return;
  }
  }
  fatal("%s cannot be bit-blasted", expr_op_text((expr_op) n->op));
}

bool blaster_can(const expr_table *t, const expr *terms, uint32_t count) {
  bool can = true;
  VEC(expr) stack = {0};
  idmap seen = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&stack, terms[i]);
  while (can && stack.count) {
    const expr e = vec_pop(&stack);
    uint64_t *mark = idmap_at(&seen, e.id);
    if (*mark) continue;
    *mark = 1;
    const expr_node n = expr_get(t, e);
    if (!(n.flags & EXPR_HAS_FLOAT)) continue;
    if (is_float(&n)) can = float_has_circuit(t, &n);
    for (unsigned i = 0; i < expr_arity((expr_op) n.op); i++)
      vec_push(&stack, n.arg[i]);
  }
  vec_release(&stack);
  idmap_release(&seen);
  return can;
}

/* As a natural number a term is the same with zeros before it. */
static uint32_t natural(const blaster *b, expr e) {
  for (expr_node n = expr_get(b->table, e); n.op == EXPR_ZEXT; n = expr_get(b->table, e))
    e = n.arg[0];
  return e.id;
}

/* Finds the order of a comparison of two terms, neither of them a number. */
static void note_order(blaster *b, const expr_node *n, int literal) {
  const expr x = n->arg[0], y = n->arg[1];
  const bool is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
  switch ((int) n->op) {
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    break;
  default: return;
  }
  if (expr_is_const(b->table, x) || expr_is_const(b->table, y)) return;
  const uint32_t left = is_signed ? x.id : natural(b, x);
  const uint32_t right = is_signed ? y.id : natural(b, y);
  if (n->op == EXPR_EQ) {
    orders_equal(&b->orders, &b->gates, false, left, right, literal);
    orders_equal(&b->orders, &b->gates, true, x.id, y.id, literal);
  } else if (n->op == EXPR_ULE || n->op == EXPR_SLE)
    orders_less(&b->orders, &b->gates, is_signed, right, left, -literal);
  else
    orders_less(&b->orders, &b->gates, is_signed, left, right, literal);
}

/* Puts what is still missing on the stack: operands, or the term that a float operator is;
 * true if nothing is. */
static bool is_ready(blaster *b, expr e, const expr_node *n) {
  const uint32_t before = b->stack.count;
  if (n->op == EXPR_FORALL) return true;
  if (is_float(n)) {
    uint64_t *term = idmap_at(&b->float_terms, e.id);
    if (!*term) {
      const bool was_plain = expr_set_plain(b->table, true);
      *term = float_term(b->table, n).id;
      expr_set_plain(b->table, was_plain);
    }
    if (!idmap_find(&b->nodes, *term)) vec_push(&b->stack, (expr) {(uint32_t) *term});
    return b->stack.count == before;
  }
  for (unsigned i = 0; i < expr_arity((expr_op) n->op); i++)
    if (!idmap_find(&b->nodes, n->arg[i].id)) vec_push(&b->stack, n->arg[i]);
  return b->stack.count == before;
}

bool blaster_add(blaster *b, expr root, uint64_t limit) {
  assert(root.id > 1 && !b->gates.is_full);
  gates *g = &b->gates;
  g->limit = limit ? limit + (uint64_t) g->variables : 0;
  vec_clear(&b->stack);
  vec_push(&b->stack, root);
  for (uint32_t made = 0; b->stack.count && !g->is_full; made++) {
    if (made % POLL == 0 && interrupt_is_set(b->end)) break;
    const expr e = vec_last(&b->stack);
    const expr_node n = expr_get(b->table, e);
    if (idmap_find(&b->nodes, e.id)) {
      (void) vec_pop(&b->stack);
    } else if (is_ready(b, e, &n)) {
      int *out = mem_zeroed(n.width, sizeof *out);
      blast_node(b, e, &n, out);
      if (!g->is_full) {
        vec_reserve(&b->literals, b->literals.count + n.width);
        memcpy(b->literals.items + b->literals.count, out,
               n.width * sizeof *out);
        *idmap_at(&b->nodes, e.id) = b->literals.count + 1;
        b->literals.count += n.width;
        note_order(b, &n, out[0]);
        if (n.op == EXPR_FORALL) quantifiers_add(&b->open, e);
      }
      free(out);
    }
  }
  idmap_clear(&b->float_terms);
  const bool done = !g->is_full && !b->stack.count;
  g->is_full = false;
  assert(!done || blaster_bits(b, root));
  return done;
}
