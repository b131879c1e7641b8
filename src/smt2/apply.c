#include "smt2/reader.h"

/* Of a sort of one's own: more values than a file has terms. */
enum { OWN_WIDTH = 32 };

bool sort_same(sort a, sort b) {
  return a.kind == b.kind && a.width == b.width &&
         a.id == b.id && a.exponent == b.exponent;
}

unsigned sort_term_width(sort s) {
  return s.kind == SORT_BOOL ? 1 : s.kind == SORT_ROUNDING ? 3
         : s.kind == SORT_OWN ? OWN_WIDTH : s.width;
}

sort reader_array_sort(reader *r, sort index, sort element) {
  if (index.kind == SORT_ARRAY || index.kind == SORT_REAL || element.kind == SORT_REAL)
    reader_fail(r, "arrays at such indices or of such elements are not known");
  const sort s = {.kind = SORT_ARRAY};
  unsigned depth = 1;
  for (sort e = element; e.kind == SORT_ARRAY;
       e = r->array_sorts.items[e.id - 1].element) depth++;
  if (depth >= ARRAY_MOST_INDICES) reader_fail(r, "arrays of too many arrays");
  for (uint32_t i = 0; i < r->array_sorts.count; i++)
    if (sort_same(r->array_sorts.items[i].index, index) &&
        sort_same(r->array_sorts.items[i].element, element))
      return (sort) {.kind = s.kind, .id = i + 1};
  vec_push(&r->array_sorts, ((struct array_sort) {index, element}));
  return (sort) {.kind = s.kind, .id = r->array_sorts.count};
}

array_domain sort_domain(sort s) {
  return (array_domain) {sort_term_width(s), s.kind == SORT_ROUNDING ? ARRAY_MODES
                                             : s.kind == SORT_FLOAT ? s.exponent : 0};
}

array_shape reader_shape(reader *r, sort s) {
  array_shape shape = {.count = 0};
  uint64_t width = 0;
  for (; s.kind == SORT_ARRAY; s = r->array_sorts.items[s.id - 1].element) {
    shape.index[shape.count++] = sort_domain(r->array_sorts.items[s.id - 1].index);
    width += shape.index[shape.count - 1].width;
  }
  if (width > EXPR_MAX_WIDTH) reader_fail(r, "an array of too much");
  shape.value = sort_domain(s);
  return shape;
}

expr sort_canonical(expr_table *t, const value *v) {
  return v->sort.kind == SORT_FLOAT ? float_canonical(t, v->sort, v->term) : v->term;
}

/* An array has a number instead of bits: equal arrays have the same one.  Others may have it,
 * too, which a model need not make use of. */
enum { IDENTITY_BITS = 32 };

unsigned reader_operand_width(sort s) {
  return s.kind == SORT_ARRAY ? IDENTITY_BITS : sort_term_width(s);
}

expr reader_operand(reader *r, const value *v) {
  expr_table *t = r->table;
  if (v->sort.kind != SORT_ARRAY) return sort_canonical(t, v);
  for (uint32_t i = 0; i < r->identities.count; i++)
    if (r->identities.items[i].array.id == v->array.id) return r->identities.items[i].term;
  r->array_uses++;
  const expr term = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, IDENTITY_BITS, "array"));
  const uint32_t count = r->identities.count;
  for (uint32_t i = 0; i < count; i++) {
    const struct identity other = r->identities.items[i];
    if (other.sort != v->sort.id) continue;
    const expr same = array_equal(&r->arrays, other.array, v->array);
    vec_push(&r->arrays.constraints,
             expr_or(t, expr_not(t, same), expr_eq(t, other.term, term)));
  }
  vec_push(&r->identities, ((struct identity) {v->array, v->sort.id, term}));
  return term;
}

value reader_element(reader *r, array a, expr index, sort element) {
  r->array_uses++;
  if (element.kind != SORT_ARRAY)
    return (value) {.sort = element, .term = array_read_at(&r->arrays, a, index)};
  if (array_depth(&r->arrays, a) >= ARRAY_MOST_DEPTH)
    reader_fail(r, "arrays of arrays nest too deeply");
  return (value) {.sort = element, .array = array_row(&r->arrays, a, index)};
}

static value of_bool(expr e) {
  return (value) {.sort = {.kind = SORT_BOOL}, .term = e};
}

static value of_bits(reader *r, expr e) {
  return (value) {.sort = {.kind = SORT_BITS,
                           .width = expr_width(r->table, e)}, .term = e};
}

static void want(reader *r, smt2_op op, const value *v, sort_kind kind) {
  static const char *const names[] = {
    "a Bool", "a bit-vector", "an array", "a float", "a rounding mode", "a number",
    "a value",
  };
  if (v->sort.kind != kind)
    reader_fail(r, "%s wants %s", smt2_op_infos[op].text, names[kind]);
}

static void want_same(reader *r, smt2_op op, const value *v, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    if (!sort_same(v[0].sort, v[i].sort))
      reader_fail(r, "operands of %s have different sorts",
                  smt2_op_infos[op].text);
}

static expr equal(reader *r, const value *a, const value *b) {
  if (a->sort.kind == SORT_FLOAT) return float_same(r->table, a->sort, a->term, b->term);
  if (a->sort.kind == SORT_REAL) reader_fail(r, "numbers are no terms of QF_FP");
  if (a->sort.kind != SORT_ARRAY) return expr_eq(r->table, a->term, b->term);
  r->array_uses++;
  return array_equal(&r->arrays, a->array, b->array);
}

static value distinct(reader *r, const value *v, uint32_t count) {
  expr all = expr_true(r->table);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count; j++)
      all = expr_and(r->table, all,
                     expr_not(r->table, equal(r, v + i, v + j)));
  return of_bool(all);
}

static value equal_all(reader *r, const value *v, uint32_t count) {
  expr all = expr_true(r->table);
  for (uint32_t i = 1; i < count; i++)
    all = expr_and(r->table, all, equal(r, v + i - 1, v + i));
  return of_bool(all);
}

static expr fold_left(reader *r, expr_op op, const value *v, uint32_t count) {
  expr all = v[0].term;
  for (uint32_t i = 1; i < count; i++)
    all = expr_binary(r->table, op, all, v[i].term);
  return all;
}

static value implies(reader *r, const value *v, uint32_t count) {
  expr all = v[count - 1].term;
  for (uint32_t i = count - 1; i-- > 0;)
    all = expr_or(r->table, expr_not(r->table, v[i].term), all);
  return of_bool(all);
}

static void want_width(reader *r, uint64_t width) {
  if (width < 1 || width > EXPR_MAX_WIDTH)
    reader_fail(r, "a width outside of 1 to %d", EXPR_MAX_WIDTH);
}

static value concat(reader *r, const value *v, uint32_t count) {
  expr all = v[0].term;
  for (uint32_t i = 1; i < count; i++) {
    want_width(r, (uint64_t) expr_width(r->table, all) + v[i].sort.width);
    all = expr_concat(r->table, all, v[i].term);
  }
  return of_bits(r, all);
}

static value rotate_left(reader *r, expr e, uint32_t by) {
  const unsigned width = expr_width(r->table, e);
  by %= width;
  if (!by) return of_bits(r, e);
  return of_bits(r, expr_concat(r->table,
                                expr_extract(r->table, e, 0, width - by),
                                expr_extract(r->table, e, width - by, by)));
}

static value indexed(reader *r, smt2_op op, const uint32_t index[2], expr e) {
  expr_table *t = r->table;
  const unsigned width = expr_width(t, e);
  expr all = e;
  switch ((int) op) {
  case SMT2_EXTRACT:
    if (index[0] >= width || index[1] > index[0])
      reader_fail(r, "extract %u %u of a vector of %u bits", index[0],
                  index[1], width);
    return of_bits(r, expr_extract(t, e, index[1], index[0] - index[1] + 1));
  case SMT2_REPEAT:
    want_width(r, (uint64_t) width * index[0]);
    for (uint32_t i = 1; i < index[0]; i++) all = expr_concat(t, all, e);
    return of_bits(r, all);
  case SMT2_ZEXT: case SMT2_SEXT:
    want_width(r, (uint64_t) width + index[0]);
    return of_bits(r, op == SMT2_ZEXT ? expr_zext(t, e, width + index[0])
                                      : expr_sext(t, e, width + index[0]));
  case SMT2_ROL: return rotate_left(r, e, index[0]);
  }
  return rotate_left(r, e, width - index[0] % width);   /* SMT2_ROR */
}

/* The sign follows the divisor; by zero it is the dividend. */
static expr smod(expr_table *t, expr a, expr b) {
  const unsigned width = expr_width(t, a);
  const expr zero = expr_const(t, width, 0);
  const expr rem = expr_binary(t, EXPR_SREM, a, b);
  const expr differ = expr_ne(t, expr_binary(t, EXPR_SLT, rem, zero),
                              expr_binary(t, EXPR_SLT, b, zero));
  const expr adjust = expr_and(t, expr_ne(t, rem, zero), differ);
  return expr_ite(t, adjust, expr_binary(t, EXPR_ADD, rem, b), rem);
}

static struct array_sort want_array(reader *r, smt2_op op, const value *a,
                                    const value *index) {
  want(r, op, a, SORT_ARRAY);
  const struct array_sort of = r->array_sorts.items[a->sort.id - 1];
  if (!sort_same(of.index, index->sort))
    reader_fail(r, "the index of %s has the wrong sort", smt2_op_infos[op].text);
  return of;
}

static value select_at(reader *r, const value *a, const value *index) {
  const struct array_sort of = want_array(r, SMT2_SELECT, a, index);
  return reader_element(r, a->array, sort_canonical(r->table, index), of.element);
}

static value store_at(reader *r, const value *v) {
  const struct array_sort of = want_array(r, SMT2_STORE, v, v + 1);
  if (!sort_same(of.element, v[2].sort))
    reader_fail(r, "the value of store has the wrong sort");
  r->array_uses++;
  const expr index = sort_canonical(r->table, v + 1);
  value result = {.sort = v->sort};
  if (of.element.kind != SORT_ARRAY) {
    result.array = array_store(&r->arrays, v->array, index,
                               sort_canonical(r->table, v + 2));
    return result;
  }
  if (array_depth(&r->arrays, v->array) >= ARRAY_MOST_DEPTH ||
      array_depth(&r->arrays, v[2].array) >= ARRAY_MOST_DEPTH)
    reader_fail(r, "arrays of arrays nest too deeply");
  result.array = array_store_row(&r->arrays, v->array, index, v[2].array);
  return result;
}

static value choose(reader *r, const value *v) {
  want(r, SMT2_ITE, v, SORT_BOOL);
  want_same(r, SMT2_ITE, v + 1, 2);
  if (v[1].sort.kind == SORT_REAL) reader_fail(r, "numbers are no terms of QF_FP");
  if (v[1].sort.kind == SORT_ARRAY) {
    r->array_uses++;
    return (value) {.sort = v[1].sort,
                    .array = array_ite(&r->arrays, v->term, v[1].array,
                                       v[2].array)};
  }
  return (value) {.sort = v[1].sort,
                  .term = expr_ite(r->table, v->term, v[1].term, v[2].term)};
}

static value constant_array(reader *r, sort as, const value *v) {
  if (as.kind != SORT_ARRAY) reader_fail(r, "const wants an array sort");
  const struct array_sort of = r->array_sorts.items[as.id - 1];
  if (!sort_same(of.element, v->sort))
    reader_fail(r, "the value of a constant array has the wrong sort");
  const array_domain index = sort_domain(of.index);
  r->array_uses++;
  value result = {.sort = as};
  if (of.element.kind != SORT_ARRAY)
    result.array = array_constant(&r->arrays, index, sort_domain(of.element),
                                  sort_canonical(r->table, v));
  else if (array_depth(&r->arrays, v->array) >= ARRAY_MOST_DEPTH)
    reader_fail(r, "arrays of arrays nest too deeply");
  else result.array = array_rows(&r->arrays, index, v->array);
  return result;
}

static expr parity(expr_table *t, expr e) {
  expr all = expr_extract(t, e, 0, 1);
  for (unsigned i = 1; i < expr_width(t, e); i++)
    all = expr_binary(t, EXPR_XOR, all, expr_extract(t, e, i, 1));
  return all;
}

/* Whether the result is another one than in twice the width. */
static expr overflows(expr_table *t, expr_op op, bool is_signed, expr a, expr b) {
  const unsigned width = expr_width(t, a), wide = op == EXPR_MUL ? 2 * width : width + 1;
  const expr x = is_signed ? expr_sext(t, a, wide) : expr_zext(t, a, wide);
  const expr y = is_signed ? expr_sext(t, b, wide) : expr_zext(t, b, wide);
  const expr all = expr_binary(t, op, x, y), low = expr_extract(t, all, 0, width);
  return expr_ne(t, all, is_signed ? expr_sext(t, low, wide) : expr_zext(t, low, wide));
}

static value overflow_op(reader *r, smt2_op op, expr a, expr b) {
  expr_table *t = r->table;
  const unsigned width = expr_width(t, a);
  const expr least = expr_binary(t, EXPR_SHL, expr_const(t, width, 1),
                                 expr_const(t, width, width - 1));
  const expr is_least = expr_eq(t, a, width == 1 ? expr_const(t, 1, 1) : least);
  want_width(r, 2 * (uint64_t) width);
  switch ((int) op) {
  case SMT2_BVNEGO: return of_bool(is_least);
  case SMT2_BVSDIVO:
    return of_bool(expr_and(t, is_least, expr_eq(t, b, expr_unary(
                                t, EXPR_NOT, expr_const(t, width, 0)))));
  case SMT2_BVUADDO: return of_bool(overflows(t, EXPR_ADD, false, a, b));
  case SMT2_BVSADDO: return of_bool(overflows(t, EXPR_ADD, true, a, b));
  case SMT2_BVUSUBO: return of_bool(expr_binary(t, EXPR_ULT, a, b));
  case SMT2_BVSSUBO: return of_bool(overflows(t, EXPR_SUB, true, a, b));
  case SMT2_BVUMULO: return of_bool(overflows(t, EXPR_MUL, false, a, b));
  }
  return of_bool(overflows(t, EXPR_MUL, true, a, b));   /* SMT2_BVSMULO */
}

static value bits_op(reader *r, smt2_op op, const uint32_t index[2],
                     const value *v, uint32_t count) {
  expr_table *t = r->table;
  const expr a = v[0].term, b = count > 1 ? v[1].term : a;
  switch (op) {
  case SMT2_EXTRACT: case SMT2_REPEAT: case SMT2_ZEXT: case SMT2_SEXT:
  case SMT2_ROL: case SMT2_ROR: return indexed(r, op, index, a);
  case SMT2_BVNOT: return of_bits(r, expr_unary(t, EXPR_NOT, a));
  case SMT2_BVNEG: return of_bits(r, expr_unary(t, EXPR_NEG, a));
  case SMT2_BVAND: return of_bits(r, fold_left(r, EXPR_AND, v, count));
  case SMT2_BVOR: return of_bits(r, fold_left(r, EXPR_OR, v, count));
  case SMT2_BVXOR: return of_bits(r, fold_left(r, EXPR_XOR, v, count));
  case SMT2_BVADD: return of_bits(r, fold_left(r, EXPR_ADD, v, count));
  case SMT2_BVMUL: return of_bits(r, fold_left(r, EXPR_MUL, v, count));
  case SMT2_BVNAND:
    return of_bits(r, expr_unary(t, EXPR_NOT, expr_binary(t, EXPR_AND, a, b)));
  case SMT2_BVNOR:
    return of_bits(r, expr_unary(t, EXPR_NOT, expr_binary(t, EXPR_OR, a, b)));
  case SMT2_BVXNOR:
    return of_bits(r, expr_unary(t, EXPR_NOT, expr_binary(t, EXPR_XOR, a, b)));
  case SMT2_BVSUB: return of_bits(r, expr_binary(t, EXPR_SUB, a, b));
  case SMT2_BVUDIV: return of_bits(r, expr_binary(t, EXPR_UDIV, a, b));
  case SMT2_BVUREM: return of_bits(r, expr_binary(t, EXPR_UREM, a, b));
  case SMT2_BVSDIV: return of_bits(r, expr_binary(t, EXPR_SDIV, a, b));
  case SMT2_BVSREM: return of_bits(r, expr_binary(t, EXPR_SREM, a, b));
  case SMT2_BVSMOD: return of_bits(r, smod(t, a, b));
  case SMT2_BVSHL: return of_bits(r, expr_binary(t, EXPR_SHL, a, b));
  case SMT2_BVLSHR: return of_bits(r, expr_binary(t, EXPR_LSHR, a, b));
  case SMT2_BVASHR: return of_bits(r, expr_binary(t, EXPR_ASHR, a, b));
  case SMT2_BVCOMP: return of_bits(r, expr_eq(t, a, b));
  case SMT2_BVREDOR:
    return of_bits(r, expr_ne(t, a, expr_binary(t, EXPR_SUB, a, a)));
  case SMT2_BVREDAND:
    return of_bits(r, expr_eq(t, a, expr_unary(t, EXPR_NOT, expr_binary(
                                                                t, EXPR_SUB, a, a))));
  case SMT2_BVREDXOR: return of_bits(r, parity(t, a));
  case SMT2_BVNEGO: case SMT2_BVUADDO: case SMT2_BVSADDO: case SMT2_BVUSUBO:
  case SMT2_BVSSUBO: case SMT2_BVUMULO: case SMT2_BVSMULO: case SMT2_BVSDIVO:
    return overflow_op(r, op, a, b);
  case SMT2_BVULT: return of_bool(expr_binary(t, EXPR_ULT, a, b));
  case SMT2_BVULE: return of_bool(expr_binary(t, EXPR_ULE, a, b));
  case SMT2_BVUGT: return of_bool(expr_binary(t, EXPR_ULT, b, a));
  case SMT2_BVUGE: return of_bool(expr_binary(t, EXPR_ULE, b, a));
  case SMT2_BVSLT: return of_bool(expr_binary(t, EXPR_SLT, a, b));
  case SMT2_BVSLE: return of_bool(expr_binary(t, EXPR_SLE, a, b));
  case SMT2_BVSGT: return of_bool(expr_binary(t, EXPR_SLT, b, a));
  case SMT2_BVSGE: return of_bool(expr_binary(t, EXPR_SLE, b, a));
  case SMT2_TRUE: case SMT2_FALSE: case SMT2_NOT: case SMT2_AND: case SMT2_OR:
  case SMT2_XOR: case SMT2_IMPLIES: case SMT2_EQ: case SMT2_DISTINCT:
  case SMT2_ITE: case SMT2_CONCAT: case SMT2_SELECT: case SMT2_STORE:
  case SMT2_CONST: case SMT2_OPS: break;
  case SMT2_FP: case SMT2_FABS: case SMT2_FNEG: case SMT2_FADD: case SMT2_FSUB:
  case SMT2_FMUL: case SMT2_FDIV: case SMT2_FFMA: case SMT2_FSQRT: case SMT2_FRTI:
  case SMT2_FREM:
  case SMT2_FMIN: case SMT2_FMAX: case SMT2_FLEQ: case SMT2_FLT: case SMT2_FGEQ:
  case SMT2_FGT: case SMT2_FEQ: case SMT2_FNORMAL: case SMT2_FSUBNORMAL:
  case SMT2_FZERO: case SMT2_FINF: case SMT2_FNAN: case SMT2_FNEGATIVE:
  case SMT2_FPOSITIVE: case SMT2_TOFP: case SMT2_TOFPU: case SMT2_TOUBV:
  case SMT2_TOSBV: case SMT2_RNEG: case SMT2_RDIV: break;
  }
  reader_fail(r, "%s is no operator on bit-vectors", smt2_op_infos[op].text);
}

value reader_apply(reader *r, smt2_op op, const uint32_t index[2], sort as,
                   const value *v, uint32_t count) {
  const struct smt2_op_info *info = smt2_op_infos + op;
  if (count < info->fewest || (info->most && count > info->most) ||
      (!info->fewest && count))
    reader_fail(r, "%s with %u operands", info->text, count);
  switch ((int) op) {
  case SMT2_TRUE: return of_bool(expr_true(r->table));
  case SMT2_FALSE: return of_bool(expr_false(r->table));
  case SMT2_EQ: case SMT2_DISTINCT:
    want_same(r, op, v, count);
    return op == SMT2_EQ ? equal_all(r, v, count) : distinct(r, v, count);
  case SMT2_ITE: return choose(r, v);
  case SMT2_SELECT: return select_at(r, v, v + 1);
  case SMT2_STORE: return store_at(r, v);
  case SMT2_CONST: return constant_array(r, as, v);
  }
  if (op == SMT2_RNEG || op == SMT2_RDIV) return real_apply(r, op, v);
  if (op >= SMT2_FP && op <= SMT2_TOSBV) return float_apply(r, op, index, v, count);
  const bool is_bool = op >= SMT2_NOT && op <= SMT2_IMPLIES;
  for (uint32_t i = 0; i < count; i++)
    want(r, op, v + i, is_bool ? SORT_BOOL : SORT_BITS);
  switch ((int) op) {
  case SMT2_NOT: return of_bool(expr_not(r->table, v->term));
  case SMT2_AND: return of_bool(fold_left(r, EXPR_AND, v, count));
  case SMT2_OR: return of_bool(fold_left(r, EXPR_OR, v, count));
  case SMT2_XOR: return of_bool(fold_left(r, EXPR_XOR, v, count));
  case SMT2_IMPLIES: return implies(r, v, count);
  case SMT2_CONCAT: return concat(r, v, count);
  }
  want_same(r, op, v, count);
  return bits_op(r, op, index, v, count);
}
