#include "solver/links.h"

#include "base/limits.h"
#include "expr/range.h"
#include "solver/intervals.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/*
 * Conditions on floats by intervals of their inputs.  A box gives each input an
 * interval; what the operators make of it either refutes the conditions, or makes
 * them true, or the box is cut in two.  A polynomial over a bounded input is so
 * decided in thousands of steps of some nanoseconds, where a SAT solver drowns in
 * multipliers.  No box left: unsatisfiable.  A point of a box that satisfies all,
 * evaluated exactly, is a model.  A correct answer is obtained if this is omitted.
 *
 * An input is a float term that is one symbol, or consists of whole symbols.
 * Whatever is not understood may have any value, which refutes nothing; inputs
 * that share symbols count as independent, which makes boxes larger, not smaller.
 */

/* Steps that take as long as a visit of a clause; an evaluation takes twice as many. */
enum { VISIT_STEPS = 4 };
/* Inputs of a question that is asked by intervals. */
enum { BOX_INPUTS = SIZED(32, 2) };
enum { POLL = 1 << 16, OFTEN = 64, SELDOM = 4 };

/* A step of the evaluation: operands are earlier steps. */
typedef struct step {
  expr term;
  expr_op op;
  uint32_t arg[3];
  uint64_t imm;
  unsigned width, from;         /* of the result, of the first operand */
  bool is_condition;
  interval value;               /* of a float */
  int truth;                    /* of a condition: 1, 0, -1 */
} step;

typedef struct boxes {
  solver *s;
  VEC(step) steps;
  idmap index;                  /* expr -> 1 + step */
  VEC(uint32_t) inputs;         /* steps that are inputs */
  VEC(uint32_t) wanted;         /* steps of the conjuncts */
  VEC(interval) stack;          /* one interval an input, box by box */
  uint64_t work;                /* steps */
} boxes;

static bool is_format(unsigned width) { return width == 32 || width == 64; }

/* One symbol, or several whole ones. */
static bool is_input(const expr_table *t, expr e) {
  const expr_node n = expr_get(t, e);
  if (n.op == EXPR_CONCAT) return is_input(t, n.arg[0]) && is_input(t, n.arg[1]);
  return n.op == EXPR_VAR;
}

static bool is_sign(const expr_table *t, expr e, bool inverted) {
  uint64_t limbs[EXPR_MAX_LIMBS];
  if (!expr_is_const(t, e)) return false;
  expr_limbs(t, e, limbs);
  const unsigned width = expr_width(t, e);
  const uint64_t sign = UINT64_C(1) << (width - 1);
  return is_format(width) &&
         limbs[0] == (inverted ? bits_mask(width) ^ sign : sign);
}

static double number_of(unsigned width, uint64_t bits) {
  assert(is_format(width));
  double d;
  if (width == 64) {
    memcpy(&d, &bits, sizeof d);
    return d;
  }
  const uint32_t word = (uint32_t) bits;
  float f;
  memcpy(&f, &word, sizeof f);
  return f;
}

static uint64_t bits_of(unsigned width, double d) {
  assert(is_format(width));
  uint64_t bits = 0;
  if (width == 64) {
    memcpy(&bits, &d, sizeof d);
    return bits;
  }
  const float f = (float) d;
  memcpy(&bits, &f, sizeof f);
  return bits;
}

/* From terms to steps ------------------------------------------------------- */

/* Which operands of the node count; 0 for what is not understood. */
static unsigned followed(const expr_table *t, const expr_node *n) {
  const unsigned from = n->arg[0].id ? expr_width(t, n->arg[0]) : 0;
  switch ((int) n->op) {
  case EXPR_FADD: case EXPR_FSUB: case EXPR_FMUL: case EXPR_FDIV: case EXPR_FFMA:
  case EXPR_FSQRT:
    return is_format(n->width) && n->imm == ROUND_NEAREST_EVEN
               ? expr_arity((expr_op) n->op) : 0;
  case EXPR_FTOF:
    return is_format(n->width) && is_format(from) && n->imm == ROUND_NEAREST_EVEN;
  case EXPR_FREM: return is_format(n->width) ? 2 : 0;
  case EXPR_FROUND: return is_format(n->width);
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: return is_format(from) ? 2 : 0;
  case EXPR_EQ: return is_format(from) || from == 1 ? 2 : 0;
  case EXPR_XOR:
    return n->width == 1 ? 2
           : is_format(n->width) && is_sign(t, n->arg[1], false) ? 1 : 0;
  case EXPR_AND:
    return n->width == 1 ? 2
           : is_format(n->width) && is_sign(t, n->arg[1], true) ? 1 : 0;
  case EXPR_OR: return n->width == 1 ? 2 : 0;
  case EXPR_NOT: return n->width == 1;
  case EXPR_ITE: case EXPR_CHOICE:
    return n->width == 1 || is_format(n->width) ? 3 : 0;
  }
  return 0;
}

static interval of_integer(const boxes *b, const expr_node *n) {
  expr_table *t = b->s->table;
  const unsigned from = expr_width(t, n->arg[0]);
  if (!is_format(n->width) || from > 64 || n->imm != ROUND_NEAREST_EVEN)
    return interval_any();
  const range r = range_of(t, n->arg[0]);
  if (n->op == EXPR_UTOF || r.high >> (from - 1) == 0)
    return interval_of_integers(n->width, (double) r.low, (double) r.high);
  if (r.low >> (from - 1))
    return interval_of_integers(n->width, (double) bits_signed(r.low, from),
                                (double) bits_signed(r.high, from));
  return interval_of_integers(n->width, -ldexp(1, (int) from - 1),
                              ldexp(1, (int) from - 1));
}

static void add_step(boxes *b, expr e, const expr_node *n, unsigned count) {
  expr_table *t = b->s->table;
  step s = {.term = e, .op = (expr_op) n->op, .imm = n->imm, .width = n->width,
            .from = n->arg[0].id ? expr_width(t, n->arg[0]) : 0,
            .is_condition = n->width == 1, .value = interval_any(), .truth = -1};
  for (unsigned i = 0; i < count; i++)
    s.arg[i] = (uint32_t) *idmap_find(&b->index, n->arg[i].id) - 1;
  if (n->op == EXPR_CONST && n->width <= 64) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    expr_limbs(t, e, limbs);
    if (s.is_condition) s.truth = (int) limbs[0];
    else if (is_format(n->width))
      s.value = interval_point(number_of(n->width, limbs[0]));
  } else if (n->op == EXPR_STOF || n->op == EXPR_UTOF) {
    s.value = of_integer(b, n);
  } else if (is_format(n->width) && is_input(t, e)) {
    vec_push(&b->inputs, b->steps.count);
  }
  if (!count) s.op = EXPR_NONE; /* keeps what it has */
  vec_push(&b->steps, s);
  *idmap_at(&b->index, e.id) = b->steps.count;
}

/* False: too many. */
static bool compile(boxes *b, expr root) {
  VEC(expr) stack = {0};
  vec_push(&stack, root);
  while (stack.count && b->steps.count < limits.solver_box_terms) {
    const expr e = vec_last(&stack);
    if (idmap_find(&b->index, e.id)) {
      (void) vec_pop(&stack);
      continue;
    }
    const expr_node n = expr_get(b->s->table, e);
    const unsigned count = followed(b->s->table, &n);
    const uint32_t before = stack.count;
    for (unsigned i = 0; i < count; i++)
      if (!idmap_find(&b->index, n.arg[i].id)) vec_push(&stack, n.arg[i]);
    if (stack.count == before) add_step(b, e, &n, count);
  }
  const bool done = !stack.count;
  vec_release(&stack);
  if (done)
    vec_push(&b->wanted, (uint32_t) *idmap_find(&b->index, root.id) - 1);
  return done;
}

/* Evaluation ---------------------------------------------------------------- */

static int both(int x, int y) {
  return x == 0 || y == 0 ? 0 : x == 1 && y == 1 ? 1 : -1;
}

static int inverse(int x) { return x < 0 ? x : !x; }

static int differ(int x, int y) { return x < 0 || y < 0 ? -1 : x != y; }

/* Equality of bits: numbers that differ have other bits, equal ones the same but
 * for zeros. */
static int same_bits(interval x, interval y) {
  if (!x.nan && !y.nan && interval_equal(x, y) == 0) return 0;
  if (interval_is_point(x) && interval_is_point(y) && x.low == y.low && x.low != 0)
    return 1;
  return -1;
}

static void evaluate(step *s, const step *all) {
  const step *x = all + s->arg[0], *y = all + s->arg[1], *z = all + s->arg[2];
  const bool same = s->arg[0] == s->arg[1];
  switch ((int) s->op) {
  case EXPR_NONE: return;
  case EXPR_FADD: s->value = interval_add(s->width, x->value, y->value); return;
  case EXPR_FSUB:
    s->value = interval_subtract(s->width, x->value, y->value);
    return;
  case EXPR_FMUL:
    s->value = interval_multiply(s->width, x->value, y->value, same);
    return;
  case EXPR_FDIV:
    s->value = interval_divide(s->width, x->value, y->value, same);
    return;
  case EXPR_FFMA:
    s->value = interval_fma(s->width, x->value, y->value, z->value);
    return;
  case EXPR_FSQRT: s->value = interval_root(s->width, x->value); return;
  case EXPR_FREM: s->value = interval_remainder(x->value, y->value); return;
  case EXPR_FROUND:
    s->value = interval_integral((expr_rounding) s->imm, x->value);
    return;
  case EXPR_FTOF: s->value = interval_convert(s->width, x->value); return;
  case EXPR_FEQ: s->truth = interval_equal(x->value, y->value); return;
  case EXPR_FLT: s->truth = interval_less(x->value, y->value, false); return;
  case EXPR_FLE: s->truth = interval_less(x->value, y->value, true); return;
  case EXPR_EQ:
    s->truth = s->from == 1 ? inverse(differ(x->truth, y->truth))
                            : same_bits(x->value, y->value);
    return;
  case EXPR_NOT: s->truth = inverse(x->truth); return;
  case EXPR_AND:
    if (s->is_condition) s->truth = both(x->truth, y->truth);
    else s->value = interval_absolute(x->value);
    return;
  case EXPR_OR:
    s->truth = inverse(both(inverse(x->truth), inverse(y->truth)));
    return;
  case EXPR_XOR:
    if (s->is_condition) s->truth = differ(x->truth, y->truth);
    else s->value = interval_negated(x->value);
    return;
  case EXPR_ITE: case EXPR_CHOICE:
    if (s->is_condition)
      s->truth = x->truth == 1 ? y->truth : x->truth == 0 ? z->truth
                 : y->truth == z->truth ? y->truth : -1;
    else
      s->value = x->truth == 1 ? y->value : x->truth == 0 ? z->value
                 : interval_join(y->value, z->value);
    return;
  }
}

/* What the conditions are worth in this box: 1 all hold, 0 one fails, -1. */
static int judge(boxes *b, const interval *box) {
  for (uint32_t i = 0; i < b->inputs.count; i++)
    b->steps.items[b->inputs.items[i]].value = box[i];
  for (uint32_t i = 0; i < b->steps.count; i++)
    evaluate(b->steps.items + i, b->steps.items);
  b->work += b->steps.count;
  int all = 1;
  for (uint32_t i = 0; i < b->wanted.count; i++)
    all = both(all, b->steps.items[b->wanted.items[i]].truth);
  return all;
}

/* Points --------------------------------------------------------------------- */

static uint64_t value_at(const step *s, interval a, bool minus) {
  if (!interval_is_number(a))
    return s->width == 64 ? UINT64_C(0x7ff8) << 48 : 0x7fc00000;
  return bits_of(s->width, a.low != 0 ? a.low : minus ? -0.0 : 0.0);
}

static void assign(boxes *b, expr term, uint64_t bits) {
  expr_table *t = b->s->table;
  const expr_node n = expr_get(t, term);
  if (n.op == EXPR_CONCAT) {
    assign(b, n.arg[1], bits);
    assign(b, n.arg[0], bits >> expr_width(t, n.arg[1]));
  } else {
    evaluator_assign(b->s->eval, (uint32_t) n.imm, bits & bits_mask(n.width));
  }
}

/* Do these values satisfy the slice?  `minus`: zeros that are negative. */
static bool is_model(boxes *b, slice *q, const interval *box, uint64_t minus) {
  solver *s = b->s;
  model_assign(s, NULL, q->vars);
  for (uint32_t i = 0; i < b->inputs.count; i++) {
    const step *at = b->steps.items + b->inputs.items[i];
    assign(b, at->term, value_at(at, box[i], minus >> i & 1));
  }
  b->work += b->steps.count * VISIT_STEPS;
  if (!model_holds(s)) return false;
  model *m = model_new(&s->slices, s->table, q->vars);
  const uint32_t count = varset_count(s->table, q->vars);
  for (uint32_t i = 0; i < count; i++) {
    const expr symbol = expr_symbol(s->table, varset_symbols(s->table, q->vars)[i]);
    if (expr_width(s->table, symbol) > 64) continue;    /* zero, as assigned */
    const uint64_t limbs[EXPR_MAX_LIMBS] = {evaluator_value(s->eval, symbol)};
    model_set(m, i, limbs);
  }
  q->model = m;
  return true;
}

static unsigned symbols_in(const expr_table *t, expr e) {
  const expr_node n = expr_get(t, e);
  return n.op == EXPR_CONCAT ? symbols_in(t, n.arg[0]) + symbols_in(t, n.arg[1])
                             : 1;
}

/* The inputs are all that the slice depends on, and independent. */
static bool is_covered(const boxes *b, const slice *q) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->inputs.count; i++)
    count += symbols_in(b->s->table, b->steps.items[b->inputs.items[i]].term);
  return count == varset_count(b->s->table, q->vars);
}

static uint64_t zeros_of(const boxes *b, const interval *box) {
  uint64_t zeros = 0;
  for (uint32_t i = 0; i < b->inputs.count; i++)
    if (interval_is_number(box[i]) && box[i].low == 0) zeros |= UINT64_C(1) << i;
  return zeros;
}

/* A point with all signs of its zeros.  *is_open: it is not all that the inputs
 * can be there, or cannot be evaluated. */
static bool try_point(boxes *b, slice *q, const interval *box, bool *is_open) {
  const uint64_t zeros = zeros_of(b, box);
  *is_open = !is_covered(b, q);
  for (uint32_t i = 0; i < b->inputs.count; i++)
    if (!interval_is_number(box[i])) *is_open = true;   /* its other bits */
  uint64_t minus = zeros;
  for (unsigned k = 0; k < 16; k++) {
    if (is_model(b, q, box, minus)) return true;
    if (!evaluator_is_exact(b->s->eval)) *is_open = true;
    if (!minus) return false;
    minus = (minus - 1) & zeros;
  }
  *is_open = true;
  return false;
}

/* Boxes ---------------------------------------------------------------------- */

static bool try_middle(boxes *b, slice *q, const interval *box) {
  interval point[BOX_INPUTS];
  for (uint32_t i = 0; i < b->inputs.count; i++) {
    const unsigned width = b->steps.items[b->inputs.items[i]].width;
    point[i] = interval_is_number(box[i])
                   ? interval_point(interval_middle(width, box[i])) : box[i];
  }
  return judge(b, point) != 0 && is_model(b, q, point, 0);
}

/* How far apart the bounds are, for the choice of the next cut. */
static double extent(interval a) {
  if (!interval_is_number(a)) return 0;
  if (a.nan) return INFINITY;
  if (a.low == a.high) return 0;
  const double far = fabs(a.low) > fabs(a.high) ? fabs(a.low) : fabs(a.high);
  return isinf(a.high - a.low) ? 1e300 : (a.high - a.low) / (far > 1 ? far : 1) +
                                             0x1p-1000;
}

/* Puts both halves on the stack; false: it is a point. */
static bool cut(boxes *b, const interval *box) {
  const uint32_t count = b->inputs.count;
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (extent(box[i]) > extent(box[best])) best = i;
  if (extent(box[best]) == 0) return false;
  interval left = box[best], right = box[best];
  if (left.nan) {
    left = (interval) {1, 0, true};
    right.nan = false;
  } else {
    const unsigned width = b->steps.items[b->inputs.items[best]].width;
    left.high = interval_middle(width, box[best]);
    right.low = interval_next(width, left.high, true);
  }
  for (unsigned side = 0; side < 2; side++)
    for (uint32_t i = 0; i < count; i++)
      vec_push(&b->stack, i == best ? (side ? right : left) : box[i]);
  return true;
}

/* Bounds of an input that a conjunct states. */
static void bound(const boxes *b, interval *box, uint32_t at, bool holds) {
  const step *s = b->steps.items + at;
  if (s->op == EXPR_NOT) {
    bound(b, box, s->arg[0], !holds);
    return;
  }
  if (s->op == EXPR_AND && s->is_condition && holds) {
    bound(b, box, s->arg[0], true);
    bound(b, box, s->arg[1], true);
    return;
  }
  if (s->op == EXPR_OR && !holds) {
    bound(b, box, s->arg[0], false);
    bound(b, box, s->arg[1], false);
    return;
  }
  if ((s->op != EXPR_FLT && s->op != EXPR_FLE) || !holds) return;
  for (unsigned side = 0; side < 2; side++)
    for (uint32_t i = 0; i < b->inputs.count; i++) {
      const step *other = b->steps.items + s->arg[!side];
      if (b->inputs.items[i] != s->arg[side] || other->op != EXPR_NONE ||
          !interval_is_point(other->value)) continue;
      double limit = other->value.low;
      if (s->op == EXPR_FLT) limit = interval_next(s->from, limit, side);
      const interval allowed = side ? (interval) {limit, INFINITY, false}
                                    : (interval) {-INFINITY, limit, false};
      box[i] = interval_meet(box[i], allowed);
    }
}

static answer search(boxes *b, slice *q, uint64_t most) {
  interval box[BOX_INPUTS];
  const uint32_t count = b->inputs.count;
  for (uint32_t i = 0; i < count; i++) box[i] = interval_any();
  for (uint32_t i = 0; i < b->wanted.count; i++)
    bound(b, box, b->wanted.items[i], true);
  for (uint32_t i = 0; i < count; i++) vec_push(&b->stack, box[i]);
  uint64_t poll = 0;            /* when the work is this much */
  for (uint64_t tried = 0; b->stack.count; tried++) {
    if (b->work > most || (b->work >= poll && chain_is_stopped(b->s)))
      return ANSWER_UNKNOWN;
    if (b->work >= poll) poll = b->work + POLL;
    b->stack.count -= count;
    memcpy(box, b->stack.items + b->stack.count, count * sizeof *box);
    const int found = judge(b, box);
    if (found == 0) continue;
    if ((found == 1 || tried < OFTEN || tried % SELDOM == 0) &&
        try_middle(b, q, box)) return ANSWER_SAT;
    bool is_open = false;
    if (cut(b, box)) continue;
    if (try_point(b, q, box, &is_open)) return ANSWER_SAT;
    if (is_open) return ANSWER_UNKNOWN;
  }
  return ANSWER_UNSAT;
}

answer link_boxes(solver *s, slice *q, uint64_t most) {
  boxes b = {.s = s};
  bool fits = true;
  for (uint32_t i = 0; i < s->conjuncts.count && fits; i++)
    fits = compile(&b, s->conjuncts.items[i]);
  answer a = ANSWER_UNKNOWN;
  if (fits && b.inputs.count && b.inputs.count <= BOX_INPUTS)
    a = search(&b, q, most);
  chain_count(s, b.work / VISIT_STEPS);
  vec_release(&b.steps);
  idmap_release(&b.index);
  vec_release(&b.inputs);
  vec_release(&b.wanted);
  vec_release(&b.stack);
  return a;
}
