#include "smt2/reader.h"

#include "base/bits.h"

/*
 * Terms nest deeper than a C stack: what is being read is a stack of frames,
 * and a finished value is delivered to the frame on top.
 */

static unsigned width_number(reader *r) {
  const uint32_t width = reader_number(r, "a width", EXPR_MAX_WIDTH);
  if (!width) reader_fail(r, "a width of 0");
  return width;
}

sort reader_sort(reader *r) {
  reader_next(r);
  if (r->token.kind == SMT2_SYMBOL) {
    const binding *b = reader_find(r, reader_name(r, &r->token));
    if (!b || b->kind != BINDING_SORT) reader_fail(r, "an unknown sort");
    return b->value.sort;
  }
  if (r->token.kind != SMT2_OPEN) reader_fail(r, "a sort expected");
  reader_next(r);
  sort s = {.kind = SORT_BITS};
  if (smt2_is(&r->token, "_")) {
    reader_next(r);
    if (smt2_is(&r->token, "FloatingPoint")) {
      const uint32_t exponent = reader_number(r, "a width", EXPR_MAX_WIDTH);
      s = float_sort(r, exponent, reader_number(r, "a width", EXPR_MAX_WIDTH));
    } else if (smt2_is(&r->token, "BitVec")) s.width = width_number(r);
    else reader_fail(r, "only bit-vectors, arrays of them, floats and Bool are known");
  } else if (smt2_is(&r->token, "Array")) {
    const sort index = reader_sort(r);
    s = reader_array_sort(r, index, reader_sort(r));
  } else {
    reader_fail(r, "an unknown sort");
  }
  reader_expect(r, SMT2_CLOSE, "\")\" of a sort");
  return s;
}

static value bits(reader *r, unsigned width, const uint64_t *limbs) {
  return (value) {.sort = {.kind = SORT_BITS, .width = width},
                  .term = expr_wide(r->table, width, limbs)};
}

/* #x and #b */
static value digits(reader *r, const smt2_token *t) {
  const unsigned each = t->kind == SMT2_HEX ? 4 : 1;
  if (t->length > EXPR_MAX_WIDTH / each)
    reader_fail(r, "a constant of more than %d bits", EXPR_MAX_WIDTH);
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  for (size_t i = 0; i < t->length; i++) {
    const char c = t->text[t->length - 1 - i];
    const uint64_t digit = c <= '9' ? (uint64_t) (c - '0')
                                    : (uint64_t) ((c | 32) - 'a' + 10);
    limbs[i * each / 64] |= digit << i * each % 64;
  }
  return bits(r, (unsigned) t->length * each, limbs);
}

/* (_ bvN w) from its second token on; N may have any number of digits. */
static value decimal(reader *r) {
  const smt2_token t = r->token;
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  for (size_t i = 2; i < t.length; i++) {
    if (t.text[i] < '0' || t.text[i] > '9')
      reader_fail(r, "an unknown constant");
    uint64_t carry = (uint64_t) (t.text[i] - '0');
    for (unsigned j = 0; j < EXPR_MAX_LIMBS; j++) {
      const uint64_t low = (limbs[j] & UINT32_MAX) * 10 + carry;
      const uint64_t high = (limbs[j] >> 32) * 10 + (low >> 32);
      limbs[j] = high << 32 | (low & UINT32_MAX);
      carry = high >> 32;
    }
  }
  const unsigned width = width_number(r);
  if (width % 64) limbs[width / 64] &= bits_mask(width % 64);
  reader_expect(r, SMT2_CLOSE, "\")\" of a constant");
  return bits(r, width, limbs);
}

static frame *push(reader *r, frame_kind kind) {
  vec_push(&r->frames, ((frame) {.kind = kind,
                                 .operands = r->operands.count,
                                 .pending = r->pending.count,
                                 .bindings = r->bindings.count,
                                 .floor = r->floor}));
  return &vec_last(&r->frames);
}

/* After "(_" or "((_": an operator with indices. */
static void push_indexed(reader *r) {
  reader_next(r);
  const binding *b = r->token.kind == SMT2_SYMBOL
                         ? reader_find(r, reader_name(r, &r->token)) : NULL;
  if (!b || b->kind != BINDING_OP || !smt2_op_infos[b->op].indices)
    reader_fail(r, "an unknown indexed operator");
  const smt2_op op = b->op;
  uint32_t index[2] = {0, 0};
  for (unsigned i = 0; i < smt2_op_infos[op].indices; i++)
    index[i] = reader_number(r, "an index", INT32_MAX);
  reader_expect(r, SMT2_CLOSE, "\")\" of an operator");
  frame *f = push(r, FRAME_APPLY);
  f->op = op;
  f->index[0] = index[0];
  f->index[1] = index[1];
}

/* After "((". */
static void push_compound(reader *r) {
  reader_next(r);
  if (smt2_is(&r->token, "_")) {
    push_indexed(r);
  } else if (smt2_is(&r->token, "as")) {
    reader_next(r);
    if (!smt2_is(&r->token, "const")) reader_fail(r, "const expected");
    const sort as = reader_sort(r);
    reader_expect(r, SMT2_CLOSE, "\")\" of as");
    frame *f = push(r, FRAME_APPLY);
    f->op = SMT2_CONST;
    f->as = as;
  } else {
    reader_fail(r, "an operator expected");
  }
}

/* Quantifiers over so few values are read once for each, so that there may be arrays and
 * functions in them; not in each other without end. */
enum { MOST_VALUES = 16, MOST_SPELLED = 256 };

static uint64_t values_of(sort s) {
  const unsigned width = sort_term_width(s);
  return s.kind == SORT_ROUNDING ? 5 : width == 64 ? UINT64_MAX : UINT64_C(1) << width;
}

/* The variables get their values of this reading. */
static void spell(reader *r, frame *f) {
  uint64_t rest = f->each.at;
  for (uint32_t i = f->bindings; i < f->each.bindings; i++) {
    binding *b = r->bindings.items + i;
    const uint64_t count = values_of(b->value.sort);
    b->value.term = expr_const(r->table, sort_term_width(b->value.sort), rest % count);
    rest /= count;
  }
  r->lexer = f->each.body;
}

static void begin_spelling(reader *r, frame *f) {
  uint64_t values = 1;
  if (!r->spelled) r->spelled = 1;
  for (uint32_t i = f->bindings; i < r->bindings.count && values <= MOST_VALUES; i++) {
    const uint64_t count = values_of(r->bindings.items[i].value.sort);
    values = count > MOST_VALUES ? count : values * count;
  }
  if (r->arrays.nodes.count <= 1 || values > MOST_VALUES ||
      values * r->spelled > MOST_SPELLED) return;
  r->spelled *= values;
  f->each = (struct spelling) {.values = values, .bindings = r->bindings.count,
                               .body = r->lexer,
                               .all = f->kind == FRAME_FORALL ? expr_true(r->table)
                                                              : expr_false(r->table)};
  spell(r, f);
}

/* The body for one of the values; false: there are more. */
static bool end_spelling(reader *r, frame *f, value *v) {
  if (v->sort.kind != SORT_BOOL) reader_fail(r, "a quantifier over no Bool");
  f->each.all = f->kind == FRAME_FORALL ? expr_and(r->table, f->each.all, v->term)
                                        : expr_or(r->table, f->each.all, v->term);
  v->term = f->each.all;
  reader_unbind_to(r, f->each.bindings);
  if (++f->each.at == f->each.values) {
    r->spelled /= f->each.values;
    return true;
  }
  spell(r, f);
  return false;
}

/* Variables of quantifiers are the low bits of symbols of 64: see expr_forall. */
static void push_quantifier(reader *r, bool is_forall) {
  push(r, is_forall ? FRAME_FORALL : FRAME_EXISTS)->array_uses = r->array_uses;
  r->quantifiers++;
  r->quantified++;
  reader_expect(r, SMT2_OPEN, "\"(\" of a quantifier");
  while (reader_next(r).kind == SMT2_OPEN) {
    reader_expect(r, SMT2_SYMBOL, "a name");
    const uint32_t name = reader_name(r, &r->token);
    const sort s = reader_sort(r);
    if (s.kind == SORT_ARRAY || s.kind == SORT_REAL || s.kind == SORT_OWN ||
        sort_term_width(s) > 64)
      reader_fail(r, "a quantifier over more than 64 bits");
    const uint32_t symbol = expr_new_symbol(r->table, SYMBOL_FRESH, 64, "bound");
    binding *b = reader_bind(r, name, BINDING_VALUE, true);
    b->symbol = symbol;
    b->value = (value) {.sort = s, .term = expr_extract(
                            r->table, expr_symbol(r->table, symbol), 0,
                            sort_term_width(s))};
    reader_expect(r, SMT2_CLOSE, "\")\" of a variable");
  }
  if (r->token.kind != SMT2_CLOSE) reader_fail(r, "a variable expected");
  begin_spelling(r, &vec_last(&r->frames));
}

/* For all values of all variables that were bound since the frame began. */
static value quantify(reader *r, const frame *f, value v) {
  expr_table *t = r->table;
  if (v.sort.kind != SORT_BOOL) reader_fail(r, "a quantifier over no Bool");
  if (f->array_uses != r->array_uses)
    reader_fail(r, "arrays and functions under quantifiers are not known");
  const bool is_exists = f->kind == FRAME_EXISTS;
  expr all = is_exists ? expr_not(t, v.term) : v.term;
  for (uint32_t i = r->bindings.count; i-- > f->bindings;) {
    const binding b = r->bindings.items[i];
    const unsigned width = sort_term_width(b.value.sort);
    const uint64_t count = values_of(b.value.sort);
    const expr last = expr_const(t, 64, UINT64_MAX);
    const expr rest = width < 64 ? expr_true(t)
                                 : expr_substitute(t, all, &b.symbol, &last, 1);
    all = expr_and(t, rest, expr_forall(t, b.symbol, expr_const(t, 64, count), all));
  }
  return (value) {.sort = v.sort, .term = is_exists ? expr_not(t, all) : all};
}

/* After "(": true if that was a whole value already. */
static bool open_term(reader *r, value *v) {
  reader_next(r);
  if (r->token.kind == SMT2_OPEN) {
    push_compound(r);
    return false;
  }
  if (r->token.kind != SMT2_SYMBOL) reader_fail(r, "an operator expected");
  if (smt2_is(&r->token, "_")) {
    const smt2_token t = reader_next(r);
    if (t.kind != SMT2_SYMBOL) reader_fail(r, "an unknown constant");
    if (t.length >= 3 && t.text[0] == 'b' && t.text[1] == 'v') {
      *v = decimal(r);
      return true;
    }
    const uint32_t exponent = reader_number(r, "a width", EXPR_MAX_WIDTH);
    *v = float_special(r, &t, float_sort(r, exponent, reader_number(
                                                          r, "a width", EXPR_MAX_WIDTH)));
    reader_expect(r, SMT2_CLOSE, "\")\" of a constant");
    return true;
  }
  if (smt2_is(&r->token, "let")) {
    reader_expect(r, SMT2_OPEN, "\"(\" of let");
    push(r, FRAME_BINDINGS);
  } else if (smt2_is(&r->token, "!")) {
    push(r, FRAME_NOTE);
  } else if (smt2_is(&r->token, "forall") || smt2_is(&r->token, "exists")) {
    push_quantifier(r, smt2_is(&r->token, "forall"));
  } else {
    const binding *b = reader_find(r, reader_name(r, &r->token));
    if (!b) reader_fail(r, "unknown: %.*s", (int) (r->token.length & 255),
                        r->token.text);
    if (b->kind == BINDING_OP) {
      if (smt2_op_infos[b->op].indices || b->op == SMT2_CONST)
        reader_fail(r, "%s without indices", smt2_op_infos[b->op].text);
      const smt2_op op = b->op;
      push(r, FRAME_APPLY)->op = op;
    } else if (b->kind == BINDING_MACRO) {
      macro *m = b->macro;
      push(r, FRAME_CALL)->macro = m;
    } else {
      reader_fail(r, "not a function");
    }
  }
  return false;
}

static value atom(reader *r) {
  const smt2_token t = r->token;
  if (t.kind == SMT2_HEX || t.kind == SMT2_BINARY) return digits(r, &t);
  if (t.kind == SMT2_NUMERAL || t.kind == SMT2_DECIMAL) return real_constant(r, &t);
  if (t.kind != SMT2_SYMBOL)
    reader_fail(r, t.kind == SMT2_END ? "the file ends inside a term"
                                      : "a term expected");
  const binding *b = reader_find(r, reader_name(r, &t));
  if (!b) reader_fail(r, "unknown: %.*s", (int) (t.length & 255), t.text);
  if (b->kind == BINDING_VALUE) return b->value;
  if (b->kind == BINDING_OP && (b->op == SMT2_TRUE || b->op == SMT2_FALSE))
    return reader_apply(r, b->op, NULL, (sort) {0}, NULL, 0);
  reader_fail(r, "a function without operands");
}

/* The frame is a let: the next binding, or its body. */
static void next_binding(reader *r) {
  reader_next(r);
  if (r->token.kind == SMT2_OPEN) {
    reader_expect(r, SMT2_SYMBOL, "a name");
    vec_push(&r->pending,
             ((struct pending) {.name = reader_name(r, &r->token)}));
    return;
  }
  if (r->token.kind != SMT2_CLOSE) reader_fail(r, "a binding expected");
  frame *f = &vec_last(&r->frames);
  for (uint32_t i = f->pending; i < r->pending.count; i++) {
    const struct pending *p = r->pending.items + i;
    reader_bind(r, p->name, BINDING_VALUE, true)->value = p->value;
  }
  r->pending.count = f->pending;
  f->kind = FRAME_LET;
}

static void check_operands(reader *r, const macro *m, const value *v,
                           uint32_t count) {
  if (count != m->formal.count)
    reader_fail(r, "a call with %u operands", count);
  for (uint32_t i = 0; i < count; i++)
    if (!sort_same(v[i].sort, m->formal.items[i].sort))
      reader_fail(r, "operand %u of a call has the wrong sort", i + 1);
}

/* The call's ")" was read: a value, or the frame becomes the body's text. */
static bool call(reader *r, frame *f, value *result) {
  const macro *m = f->macro;
  const value *v = r->operands.items + f->operands;
  const uint32_t count = r->operands.count - f->operands;
  check_operands(r, m, v, count);
  if (m->function.id) {
    expr at = reader_operand(r, v);
    for (uint32_t i = 1; i < count; i++)
      at = expr_concat(r->table, at, reader_operand(r, v + i));
    *result = reader_element(r, m->function, at, m->result);
    return true;
  }
  if (m->is_text) {
    r->floor = r->bindings.count;
    for (uint32_t i = 0; i < count; i++)
      reader_bind(r, m->formal.items[i].name, BINDING_VALUE, true)->value =
          v[i];
    r->operands.count = f->operands;
    f->kind = FRAME_TEXT;
    f->after = r->lexer;
    r->lexer = m->text;
    return false;
  }
  uint32_t *from = mem_zeroed(count, sizeof *from);
  expr *to = mem_zeroed(count, sizeof *to);
  for (uint32_t i = 0; i < count; i++) {
    from[i] = m->formal.items[i].symbol;
    to[i] = v[i].term;
  }
  *result = m->body;
  result->term = expr_substitute(r->table, m->body.term, from, to, count);
  free(from);
  free(to);
  return true;
}

/* Attributes up to the ")" of "(! term ...)". */
static void notes(reader *r, value v) {
  for (;;) {
    reader_next(r);
    if (r->token.kind == SMT2_CLOSE) return;
    if (r->token.kind != SMT2_KEYWORD) reader_fail(r, "an attribute expected");
    const bool named = r->token.length == 6 && r->token.text[1] == 'n' &&
                       r->token.text[5] == 'd';
    const smt2_lexer before = r->lexer;
    const smt2_token t = reader_next(r);
    if (named) {
      if (t.kind != SMT2_SYMBOL) reader_fail(r, "a name expected");
      reader_bind(r, reader_name(r, &t), BINDING_VALUE, false)->value = v;
    } else if (t.kind == SMT2_KEYWORD || t.kind == SMT2_CLOSE) {
      r->lexer = before;        /* an attribute without a value */
    } else {
      reader_skip(r);
    }
  }
}

static void leave_scope(reader *r, const frame *f) {
  reader_unbind_to(r, f->bindings);
  r->floor = f->floor;
}

/* Delivers a value to the frames above `base`; true when it is the whole term.
 * What is named inside a let is unbound with it. */
static bool deliver(reader *r, uint32_t base, value v, value *whole) {
  while (r->frames.count > base) {
    frame *f = &vec_last(&r->frames);
    switch (f->kind) {
    case FRAME_APPLY: case FRAME_CALL:
      vec_push(&r->operands, v);
      return false;
    case FRAME_BINDINGS:
      vec_last(&r->pending).value = v;
      reader_expect(r, SMT2_CLOSE, "\")\" of a binding");
      next_binding(r);
      return false;
    case FRAME_LET:
      reader_expect(r, SMT2_CLOSE, "\")\" of let");
      leave_scope(r, f);
      break;
    case FRAME_FORALL: case FRAME_EXISTS:
      if (f->each.values && !end_spelling(r, f, &v)) return false;
      reader_expect(r, SMT2_CLOSE, "\")\" of a quantifier");
      if (!f->each.values) v = quantify(r, f, v);
      r->quantified--;
      leave_scope(r, f);
      break;
    case FRAME_NOTE: notes(r, v); break;
    case FRAME_TEXT:
      leave_scope(r, f);
      r->lexer = f->after;
      break;
    }
    (void) vec_pop(&r->frames);
  }
  *whole = v;
  return true;
}

value reader_term(reader *r) {
  const uint32_t base = r->frames.count;
  for (;;) {
    reader_next(r);
    if (r->stop && *r->stop) {
      r->is_stopped = true;
      reader_fail(r, "interrupted");
    }
    value v;
    if (r->token.kind == SMT2_OPEN) {
      if (!open_term(r, &v)) {
        if (vec_last(&r->frames).kind == FRAME_BINDINGS) next_binding(r);
        continue;
      }
    } else if (r->token.kind == SMT2_CLOSE) {
      if (r->frames.count == base) reader_fail(r, "a term expected");
      frame *f = &vec_last(&r->frames);
      if (f->kind == FRAME_APPLY) {
        vec_reserve(&r->operands, 1);
        v = reader_apply(r, f->op, f->index, f->as,
                         r->operands.items + f->operands,
                         r->operands.count - f->operands);
      } else if (f->kind == FRAME_CALL) {
        if (!call(r, f, &v)) continue;
      } else {
        reader_fail(r, "a term expected");
      }
      r->operands.count = f->operands;
      (void) vec_pop(&r->frames);
    } else {
      v = atom(r);
    }
    value whole;
    if (deliver(r, base, v, &whole)) return whole;
  }
}
