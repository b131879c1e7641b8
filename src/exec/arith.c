#include "exec/internal.h"

#include "expr/varset.h"

/*
 * Integer instructions on any operands: what the interpreter's concrete cases
 * do not cover.  Results are terms; errors are conditions of the path.
 */

static expr operand(exec *x, state *s, uint32_t reg, unsigned width) {
  return exec_restrict(x, s, exec_term(x, exec_get(x, s, reg, width), width));
}

static bool next(exec *x, state *s, uint32_t reg, expr result) {
  exec_set(x, s, reg, value_from(x->t, result));
  s->pc++;
  return true;
}

/* An operation on an unwritten value is no error yet, unless the operation fails for every
 * value. */
bool exec_require_defined(exec *x, state *s, expr ok, outcome kind) {
  if (!x->o.checks[kind]) return true;
  if (expr_has(x->t, ok, EXPR_HAS_UNINIT) && !x->o.uninit_is_nondet)
    ok = exec_may_hold(x, ok);
  return exec_require(x, s, ok, kind, NULL);
}

static expr sign_bit(exec *x, expr e) {
  return expr_extract(x->t, e, expr_width(x->t, e) - 1, 1);
}

/* Bounds of a term of at most 64 bits, read as signed, from its shape. */
typedef struct bounds { __int128 low, high; } bounds;

static bounds signed_bounds(exec *x, expr e) {
  const expr_node n = expr_get(x->t, e);
  const unsigned width = n.op == EXPR_SEXT ? expr_width(x->t, n.arg[0])
                                           : n.width;
  const uint64_t sign = bits_sign(width);
  const range known = range_of(x->t, n.op == EXPR_SEXT ? n.arg[0] : e);
  if (known.high < sign) return (bounds) {known.low, known.high};
  if (known.low >= sign)
    return (bounds) {bits_signed(known.low, width),
                     bits_signed(known.high, width)};
  return (bounds) {-(__int128) sign, (__int128) sign - 1};
}

/* Of two 64-bit numbers: always fits.  clang's overflow check of wide signed
 * products is a function that gcc's library lacks. */
static __int128 product(__int128 a, __int128 b) {
  return (__int128) ((unsigned __int128) a * (unsigned __int128) b);
}

/* No values within the operands' bounds overflow.  A correct answer is
 * obtained without it: the solver's, which finds products hard. */
static bool cannot_overflow(exec *x, expr_op op, expr a, expr b,
                            unsigned width) {
  if (width > 64) return false;
  const bounds p = signed_bounds(x, a), q = signed_bounds(x, b);
  __int128 low, high;
  if (op == EXPR_MUL) {
    const __int128 corners[4] = {product(p.low, q.low), product(p.low, q.high),
                                 product(p.high, q.low),
                                 product(p.high, q.high)};
    low = high = corners[0];
    for (unsigned k = 1; k < 4; k++) {
      if (corners[k] < low) low = corners[k];
      if (corners[k] > high) high = corners[k];
    }
  } else if (op == EXPR_ADD) {
    low = p.low + q.low;
    high = p.high + q.high;
  } else {
    low = p.low - q.high;
    high = p.high - q.low;
  }
  const __int128 limit = (__int128) bits_sign(width);
  return low >= -limit && high < limit;
}

/* The sum or difference with a number fits if the other operand is at most, or
 * at least, another number. */
static expr fits_with_number(exec *x, expr_op op, expr a, uint64_t bits,
                             unsigned width) {
  expr_table *t = x->t;
  const int64_t number = bits_signed(bits, width);
  const bool is_upward = op == EXPR_ADD ? number >= 0 : number < 0;
  const uint64_t end = bits_sign(width) - (is_upward ? 1 : 0);
  const expr limit = expr_const(t, width, (op == EXPR_ADD ? end - bits
                                                          : end + bits) &
                                              bits_mask(width));
  return is_upward ? expr_binary(t, EXPR_SLE, a, limit)
                   : expr_binary(t, EXPR_SLE, limit, a);
}

static expr fits_signed(exec *x, expr_op op, expr a, expr b, expr result) {
  expr_table *t = x->t;
  const unsigned width = expr_width(t, a);
  uint64_t bits;
  if (cannot_overflow(x, op, a, b, width)) return expr_true(t);
  if (op != EXPR_MUL && expr_value(t, b, &bits))
    return fits_with_number(x, op, a, bits, width);
  if (op == EXPR_ADD && expr_value(t, a, &bits))
    return fits_with_number(x, op, b, bits, width);
  if (op == EXPR_MUL) {
    const expr wide = expr_binary(t, EXPR_MUL, expr_sext(t, a, 2 * width),
                                  expr_sext(t, b, 2 * width));
    return expr_eq(t, wide, expr_sext(t, result, 2 * width));
  }
  /* Overflow: a sum's sign differs from that of both operands; a difference's
   * from a's, where the operands' signs differ. */
  const expr first = op == EXPR_ADD ? expr_binary(t, EXPR_XOR, b, result)
                                    : expr_binary(t, EXPR_XOR, a, b);
  const expr bad = expr_binary(t, EXPR_AND, sign_bit(x, first),
                               sign_bit(x, expr_binary(t, EXPR_XOR, a,
                                                       result)));
  return expr_not(t, bad);
}

static expr_op operator_of(ir_opcode op) {
  switch ((int) op) {
  case IR_ADD: case IR_ADDI: return EXPR_ADD;
  case IR_SUB: case IR_SUBI: return EXPR_SUB;
  case IR_MUL: case IR_MULI: return EXPR_MUL;
  case IR_UDIV: case IR_UDIVI: return EXPR_UDIV;
  case IR_SDIV: case IR_SDIVI: return EXPR_SDIV;
  case IR_UREM: case IR_UREMI: return EXPR_UREM;
  case IR_SREM: case IR_SREMI: return EXPR_SREM;
  case IR_AND: case IR_ANDI: return EXPR_AND;
  case IR_OR: case IR_ORI: return EXPR_OR;
  case IR_XOR: case IR_XORI: return EXPR_XOR;
  case IR_SHL: case IR_SHLI: return EXPR_SHL;
  case IR_LSHR: case IR_LSHRI: return EXPR_LSHR;
  case IR_ASHR: case IR_ASHRI: return EXPR_ASHR;
  case IR_EQ: case IR_EQI: case IR_NE: case IR_NEI: return EXPR_EQ;
  case IR_ULT: case IR_ULTI: case IR_UGT: case IR_UGTI: return EXPR_ULT;
  case IR_ULE: case IR_ULEI: case IR_UGE: case IR_UGEI: return EXPR_ULE;
  case IR_SLT: case IR_SLTI: case IR_SGT: case IR_SGTI: return EXPR_SLT;
  case IR_SLE: case IR_SLEI: case IR_SGE: case IR_SGEI: return EXPR_SLE;
  }
  return EXPR_NONE;
}

/* In opcodes.def each I form follows its register form. */
static bool is_immediate(ir_opcode op) {
  return op >= IR_ADD && (op - IR_ADD) % 2 == 1;
}

/* A trap with a handler of the program does not end the path. */
static bool is_trap_handled(exec *x, state *s) {
  const uint32_t k = ir_find_symbol(x->p, "__posix_takes_traps");
  value v;
  return k && x->p->symbols.items[k].is_defined &&
         exec_read(x, s, value_of(x->p->symbols.items[k].address), 4, &v) &&
         (v.sym.id || value_bits(v));
}

static bool require_no_trap(exec *x, state *s, expr holds, outcome kind) {
  return !x->o.checks[kind] && is_trap_handled(x, s)
             ? exec_require(x, s, holds, OUTCOME_UNSUPPORTED,
                            "a division that traps, with a handler of SIGFPE")
             : exec_require(x, s, holds, kind, NULL);
}

/*
 * What is no error when it is not looked for goes on as the target has it.  x86
 * traps where a quotient does not exist or does not fit, which ends the path;
 * aarch64 has zero and, for the lowest number by -1, that number itself, as the
 * terms do.  Library calls divide numbers wider than registers, and trap.
 */
static bool divide(exec *x, state *s, const ir_insn *i, expr_op op, expr a,
                   expr b) {
  value divisor = value_from(x->t, b);
  if (!exec_need_defined(x, s, &divisor, i->width)) return false;
  b = exec_term(x, divisor, i->width);
  const expr zero = expr_const(x->t, i->width, 0);
  const expr divides = expr_ne(x->t, b, zero);
  const bool is_quotient = op == EXPR_SDIV || op == EXPR_UDIV;
  const bool traps = x->p->target != IR_AARCH64 || i->width > 64;
  if ((traps || x->o.checks[OUTCOME_DIV_BY_ZERO]) &&
      !require_no_trap(x, s, divides, OUTCOME_DIV_BY_ZERO))
    return false;
  if (op == EXPR_SDIV || op == EXPR_SREM) {
    const expr ones = expr_unary(x->t, EXPR_NOT, zero);
    const expr lowest = expr_binary(
        x->t, EXPR_SHL, expr_const(x->t, i->width, 1),
        expr_const(x->t, i->width, i->width - 1u));
    const expr bad = expr_and(x->t, expr_eq(x->t, a, lowest),
                              expr_eq(x->t, b, ones));
    if (traps && !x->o.checks[OUTCOME_OVERFLOW]
            ? !require_no_trap(x, s, expr_not(x->t, bad), OUTCOME_OVERFLOW)
            : !exec_require_defined(x, s, expr_not(x->t, bad),
                                    OUTCOME_OVERFLOW))
      return false;
  }
  expr result = expr_binary(x->t, op, a, b);
  if (!traps && !x->o.checks[OUTCOME_DIV_BY_ZERO])
    result = expr_ite(x->t, divides, result, is_quotient ? zero : a);
  return next(x, s, i->d, result);
}

/* All targets take an amount modulo the register's width.  What code for wider
 * numbers does past theirs is undefined. */
static bool mask_amount(exec *x, state *s, unsigned width, expr *amount) {
  const unsigned bits = width <= 32 ? 32 : 64;
  if (width == 1) return true;
  if (width > 64) {
    const expr fits = expr_binary(x->t, EXPR_ULT, *amount,
                                  expr_const(x->t, width, width));
    return exec_require(x, s, fits, OUTCOME_UNSUPPORTED,
                        "a shift of a wide number by its width or more");
  }
  if (width >= 8)
    *amount = expr_binary(x->t, EXPR_AND, *amount,
                          expr_const(x->t, width, bits - 1));
  return true;
}

/* C's signed left shift: the sign and the bits moved to the sign or past it are 0. */
static bool keeps_sign(exec *x, state *s, const ir_insn *i, expr a, expr b) {
  expr_table *t = x->t;
  uint64_t by;
  if (!(i->flags & IR_BASE) || !x->o.checks[OUTCOME_SHIFT_BASE]) return true;
  expr moved;
  if (expr_value(t, b, &by) && by < i->width)
    moved = expr_extract(t, a, i->width - 1 - (unsigned) by,
                         (unsigned) by + 1);
  else
    moved = expr_binary(t, EXPR_LSHR, a,
                        expr_binary(t, EXPR_SUB,
                                    expr_const(t, i->width, i->width - 1u),
                                    b));
  const expr none = expr_const(t, expr_width(t, moved), 0);
  return exec_require_defined(x, s, expr_eq(t, moved, none),
                              OUTCOME_SHIFT_BASE);
}

/* Pointers of unknown origin are decided where they are followed, not here. */
static bool is_open(const exec *x, expr e) {
  const varset set = varset_of(x->t, e);
  for (uint32_t k = 0; k < varset_count(x->t, set); k++)
    if (exec_is_pointer(x, varset_symbols(x->t, set)[k])) return true;
  return false;
}

static bool is_from_object(exec *x, state *s, const ir_insn *i, expr a) {
  if (!(i->flags & IR_INBOUNDS) || !x->o.checks[OUTCOME_POINTER_OVERFLOW] ||
      is_open(x, a))
    return true;
  const expr null = expr_const(x->t, expr_width(x->t, a), 0);
  return exec_require_defined(x, s, expr_ne(x->t, a, null),
                              OUTCOME_POINTER_OVERFLOW);
}

bool exec_check(exec *x, state *s, const ir_insn *i) {
  const outcome kind = (outcome) i->imm;
  if (x->o.checks[kind] &&
      !exec_require_defined(x, s, operand(x, s, i->a, 1), kind))
    return false;
  s->pc++;
  return true;
}

/* The order and distance of unrelated objects are undefined: any answer would be
 * arbitrary.  NULL may be compared with everything. */
/* Where both point into the same object, or a pointer is NULL. */
static expr are_related(exec *x, state *s, expr a, expr b, unsigned width) {
  expr_table *t = x->t;
  const unsigned shift = x->p->object_shift;
  const expr zero = expr_const(t, width, 0);
  expr same;
  if (shift == 32) {
    same = expr_eq(t, expr_extract(t, a, shift, width - shift),
                   expr_extract(t, b, shift, width - shift));
  } else {
    /* An object has many names there: the name meant is one that a may point into. */
    const uint64_t at = exec_pick(x, s, a);
    const object *o = exec_find(x, s, (uint32_t) (at >> shift));
    const expr base = expr_const(t, width,
                                 o ? (uint64_t) o->name << shift : at);
    const expr size = expr_const(t, width, o ? o->size : 0);
    same = expr_and(
        t, expr_binary(t, EXPR_ULE, expr_binary(t, EXPR_SUB, a, base), size),
        expr_binary(t, EXPR_ULE, expr_binary(t, EXPR_SUB, b, base), size));
  }
  return expr_or(t, same, expr_or(t, expr_eq(t, a, zero),
                                  expr_eq(t, b, zero)));
}

static bool have_distance(exec *x, state *s, const ir_insn *i, expr a, expr b) {
  const expr related = are_related(x, s, a, b, i->width);
  if (x->o.checks[OUTCOME_POINTER_DIFFERENCE])
    return exec_require_defined(x, s, related, OUTCOME_POINTER_DIFFERENCE);
  if (path_may(x->solver, &s->path, expr_not(x->t, related)) != ANSWER_UNSAT)
    exec_note_distance(x, s);
  return true;
}

/* A machine's addresses are smaller numbers than braid's. */
static bool is_of_addresses(exec *x, state *s, const ir_insn *i, expr a, expr b) {
  return i->flags & IR_NUMBERS &&
         (exec_may_be_address(x, s, a) || exec_may_be_address(x, s, b));
}

bool exec_binary(exec *x, state *s, const ir_insn *i) {
  const ir_opcode code = (ir_opcode) i->op;
  const expr_op op = operator_of(code);
  const expr a = operand(x, s, i->a, i->width);
  expr b = is_immediate(code) ? expr_const(x->t, i->width, i->imm)
                              : operand(x, s, i->b, i->width);
  expr placed;
  switch ((int) op) {
  case EXPR_UDIV: case EXPR_SDIV: case EXPR_UREM: case EXPR_SREM:
    if (i->flags & IR_NUMBERS && exec_with_place(x, s, i, op, a, b, &placed))
      return next(x, s, i->d, placed);
    return divide(x, s, i, op, a, b);
  case EXPR_SHL: case EXPR_LSHR: case EXPR_ASHR: {
    const expr limit = expr_const(x->t, i->width, i->width);
    if (i->width > 1 &&
        !exec_require_defined(x, s, expr_binary(x->t, EXPR_ULT, b, limit),
                              OUTCOME_SHIFT))
      return false;
    if (!keeps_sign(x, s, i, a, b)) return false;
    if (!x->o.checks[OUTCOME_SHIFT] && !mask_amount(x, s, i->width, &b))
      return false;
    break;
  }
  }
  if (!is_from_object(x, s, i, a)) return false;
  if (i->flags & IR_NUMBERS && exec_with_place(x, s, i, op, a, b, &placed))
    return next(x, s, i->d, placed);
  if (i->flags & IR_POINTERS && !have_distance(x, s, i, a, b)) return false;
  const expr result = expr_binary(x->t, op, a, b);
  if (i->flags & IR_NSW &&
      (op == EXPR_ADD || op == EXPR_SUB || op == EXPR_MUL) &&
      x->o.checks[OUTCOME_OVERFLOW] && !is_of_addresses(x, s, i, a, b) &&
      !exec_require_defined(x, s, fits_signed(x, op, a, b, result), OUTCOME_OVERFLOW))
    return false;
  return next(x, s, i->d, result);
}

static bool have_order(exec *x, state *s, const ir_insn *i, expr a, expr b) {
  const ir_opcode code = (ir_opcode) i->op;
  const bool is_equality =
      code == IR_EQ || code == IR_NE || code == IR_EQI || code == IR_NEI;
  if (i->flags & IR_NUMBERS || (i->flags & IR_POINTERS && is_equality))
    exec_look_at_comparison(x, s, i, a, b);
  if (!(i->flags & IR_POINTERS) || is_equality) return true;
  const expr related = are_related(x, s, a, b, i->width);
  if (x->o.checks[OUTCOME_POINTER_ORDER])
    return exec_require_defined(x, s, related, OUTCOME_POINTER_ORDER);
  if (path_may(x->solver, &s->path, expr_not(x->t, related)) != ANSWER_UNSAT)
    exec_note_order(x, s);
  return true;
}

bool exec_compare(exec *x, state *s, const ir_insn *i) {
  const ir_opcode code = (ir_opcode) i->op;
  expr a = operand(x, s, i->a, i->width);
  expr b = is_immediate(code) ? expr_const(x->t, i->width, i->imm)
                              : operand(x, s, i->b, i->width);
  if (!have_order(x, s, i, a, b)) return false;
  switch ((int) code) {
  case IR_UGT: case IR_UGTI: case IR_UGE: case IR_UGEI:
  case IR_SGT: case IR_SGTI: case IR_SGE: case IR_SGEI: {
    const expr swap = a;
    a = b;
    b = swap;
    break;
  }
  }
  expr result = expr_binary(x->t, operator_of(code), a, b);
  if (code == IR_NE || code == IR_NEI) result = expr_not(x->t, result);
  return next(x, s, i->d, result);
}

bool exec_cast(exec *x, state *s, const ir_insn *i) {
  const expr a = operand(x, s, i->a, (unsigned) i->imm);
  expr placed;
  if (i->flags & IR_NUMBERS && exec_cut_address(x, s, a, i->width, &placed))
    return next(x, s, i->d, placed);
  return next(x, s, i->d, expr_resize(x->t, a, i->width, i->op == IR_SEXT));
}

bool exec_select(exec *x, state *s, const ir_insn *i) {
  const expr condition = operand(x, s, i->a, 1);
  if (expr_is_const(x->t, condition)) {
    const uint32_t taken = expr_is_true(x->t, condition) ? i->b : i->c;
    exec_set(x, s, i->d, exec_get(x, s, taken, i->width));
    s->pc++;
    return true;
  }
  return next(x, s, i->d, expr_ite(x->t, condition,
                                   operand(x, s, i->b, i->width),
                                   operand(x, s, i->c, i->width)));
}

/* NULL plus an index is no address, whatever lies there: a single bug, not one for each
 * object that the index may reach. */
static bool is_from_null(exec *x, const ir_insn *i, expr a, expr b) {
  uint64_t base, index;
  return i->flags & IR_ACCESSED && x->o.checks[OUTCOME_NULL_POINTER] &&
         expr_value(x->t, a, &base) && !base && !expr_value(x->t, b, &index);
}

bool exec_index(exec *x, state *s, const ir_insn *i) {
  const expr a = operand(x, s, i->a, i->width);
  const expr b = operand(x, s, i->b, i->width);
  if (!is_from_object(x, s, i, a)) return false;
  if (is_from_null(x, i, a, b)) {
    const expr none = expr_const(x->t, expr_width(x->t, b), 0);
    if (!exec_require_defined(x, s, expr_eq(x->t, b, none),
                              OUTCOME_NULL_POINTER))
      return false;
  }
  const expr scaled = expr_binary(x->t, EXPR_MUL, b,
                                  expr_const(x->t, i->width, i->imm));
  return next(x, s, i->d, expr_binary(x->t, EXPR_ADD, a, scaled));
}
