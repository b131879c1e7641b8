#include "smt2/smt2.h"

#include "smt2/reader.h"

#include <inttypes.h>
#include <string.h>

typedef struct script {
  reader reader;
  solver *solver;
  FILE *out, *err;              /* out: kept back until the end */
  smt2_outcome outcome;
  bool has_model, has_ended;
  uint32_t symbols;             /* that the model is of */
} script;

static void close(reader *r) { reader_expect(r, SMT2_CLOSE, "\")\""); }

static uint32_t new_name(reader *r) {
  reader_expect(r, SMT2_SYMBOL, "a name");
  const uint32_t name = reader_name(r, &r->token);
  if (reader_find(r, name)) reader_fail(r, "declared twice");
  return name;
}

/* An array at all its operands, one after the other. */
static void declare_function(reader *r, uint32_t name) {
  macro *m = mem_zeroed(1, sizeof *m);
  vec_push(&r->macros, m);
  uint64_t width = 0;
  for (;;) {
    const smt2_lexer at = r->lexer;
    if (reader_next(r).kind == SMT2_CLOSE) break;
    r->lexer = at;
    const struct parameter p = {.sort = reader_sort(r)};
    if (p.sort.kind == SORT_REAL) reader_fail(r, "functions of numbers are not known");
    width += reader_operand_width(p.sort);
    vec_push(&m->formal, p);
  }
  m->result = reader_sort(r);
  if (m->result.kind == SORT_REAL || width > EXPR_MAX_WIDTH)
    reader_fail(r, "a function of too much");
  /* At its operands, one index, and then at those of an array that it gives. */
  const array_shape rest = reader_shape(r, m->result);
  array_shape shape = {.count = 1 + rest.count, .index = {{(unsigned) width, 0}},
                       .value = rest.value};
  for (unsigned i = 0; i < rest.count; i++) {
    shape.index[i + 1] = rest.index[i];
    width += rest.index[i].width;
  }
  if (width > EXPR_MAX_WIDTH) reader_fail(r, "a function of too much");
  m->function = array_variable(&r->arrays, &shape);
  reader_bind(r, name, BINDING_MACRO, false)->macro = m;
  close(r);
}

static void declare(reader *r, bool is_function) {
  const uint32_t name = new_name(r);
  if (is_function) {
    reader_expect(r, SMT2_OPEN, "\"(\"");
    const smt2_lexer at = r->lexer;
    if (reader_next(r).kind != SMT2_CLOSE) {
      r->lexer = at;
      declare_function(r, name);
      return;
    }
  }
  const sort s = reader_sort(r);
  value v = {.sort = s};
  uint32_t symbol = 0;
  if (s.kind == SORT_ARRAY) {
    const array_shape shape = reader_shape(r, s);
    v.array = array_variable(&r->arrays, &shape);
  } else {
    symbol = expr_new_symbol(r->table, SYMBOL_INPUT, sort_term_width(s),
                             reader_text(r, name));
    v.term = expr_symbol(r->table, symbol);
    if (s.kind == SORT_ROUNDING)
      vec_push(&r->arrays.constraints,
               array_is_valid(r->table, sort_domain(s), v.term));
  }
  binding *b = reader_bind(r, name, BINDING_VALUE, false);
  b->value = v;
  b->symbol = symbol;
  b->is_declared = true;
  close(r);
}

/* Parameters stand as symbols, and the body as a term over them, unless arrays
 * are involved: reads would be of the parameter, not of what it stands for. */
static void read_body(reader *r, macro *m) {
  const uint32_t before = r->bindings.count;
  const uint64_t uses = r->array_uses + r->quantifiers;
  for (uint32_t i = 0; i < m->formal.count; i++) {
    struct parameter *p = m->formal.items + i;
    value v = {.sort = p->sort};
    if (p->sort.kind == SORT_ARRAY) {
      m->is_text = true;
      const array_shape shape = reader_shape(r, p->sort);
      v.array = array_variable(&r->arrays, &shape);
    } else {
      p->symbol = expr_new_symbol(r->table, SYMBOL_FRESH,
                                  sort_term_width(p->sort), "parameter");
      v.term = expr_symbol(r->table, p->symbol);
    }
    reader_bind(r, p->name, BINDING_VALUE, true)->value = v;
  }
  m->text = r->lexer;
  m->body = reader_term(r);
  if (!sort_same(m->body.sort, m->result))
    reader_fail(r, "the body has another sort than the function");
  if (r->array_uses + r->quantifiers != uses) m->is_text = true;
  reader_unbind_to(r, before);
}

static void define(reader *r, bool is_function) {
  const uint32_t name = new_name(r);
  macro *m = mem_zeroed(1, sizeof *m);
  vec_push(&r->macros, m);
  if (is_function) reader_expect(r, SMT2_OPEN, "\"(\"");
  while (is_function && reader_next(r).kind == SMT2_OPEN) {
    reader_expect(r, SMT2_SYMBOL, "a name");
    struct parameter p = {.name = reader_name(r, &r->token)};
    p.sort = reader_sort(r);
    vec_push(&m->formal, p);
    close(r);
  }
  if (is_function && r->token.kind != SMT2_CLOSE)
    reader_fail(r, "a parameter expected");
  m->result = reader_sort(r);
  read_body(r, m);
  binding *b = reader_bind(r, name, m->formal.count ? BINDING_MACRO
                                                    : BINDING_VALUE, false);
  b->macro = m;
  b->value = m->body;
  close(r);
}

static void define_sort(reader *r) {
  const uint32_t name = new_name(r);
  reader_expect(r, SMT2_OPEN, "\"(\"");
  if (reader_next(r).kind != SMT2_CLOSE)
    reader_fail(r, "sorts with parameters are not known");
  const sort s = reader_sort(r);
  reader_bind(r, name, BINDING_SORT, false)->value.sort = s;
  close(r);
}

static void declare_sort(reader *r) {
  const uint32_t name = new_name(r);
  if (reader_number(r, "a number of parameters", 100))
    reader_fail(r, "sorts with parameters are not known");
  reader_bind(r, name, BINDING_SORT, false)->value.sort =
      (sort) {.kind = SORT_OWN, .id = ++r->own_sorts};
  close(r);
}

static expr condition(reader *r) {
  const value v = reader_term(r);
  if (v.sort.kind != SORT_BOOL) reader_fail(r, "a Bool expected");
  return v.term;
}

static void check(script *s, bool assuming) {
  reader *r = &s->reader;
  VEC(expr) all = {0};
  const uint32_t before = r->assertions.count;
  if (assuming) {
    reader_expect(r, SMT2_OPEN, "\"(\"");
    for (;;) {
      const smt2_lexer at = r->lexer;
      if (reader_next(r).kind == SMT2_CLOSE) break;
      r->lexer = at;
      const expr e = condition(r);
      vec_push(&r->assertions, e);
    }
  }
  close(r);
  arrays_constrain(&r->arrays);
  for (uint32_t i = 0; i < r->arrays.constraints.count; i++)
    vec_push(&all, r->arrays.constraints.items[i]);
  for (uint32_t i = 0; i < r->assertions.count; i++)
    vec_push(&all, r->assertions.items[i]);
  r->assertions.count = before;
  const answer a = solver_check(s->solver, all.items, all.count);
  vec_release(&all);
  s->has_model = a == ANSWER_SAT;
  s->symbols = expr_symbol_count(r->table);
  switch (a) {
  case ANSWER_SAT: s->outcome.sat++, fputs("sat\n", s->out); break;
  case ANSWER_UNSAT: s->outcome.unsat++, fputs("unsat\n", s->out); break;
  case ANSWER_UNKNOWN:
    s->outcome.unknown++;
    fputs("unknown\n", s->out);
    fprintf(s->err, "unknown: %s\n", solver_unknown_reason(s->solver));
    break;
  }
}

/* Values -------------------------------------------------------------------*/

static void print_bits(script *s, expr e) {
  uint64_t limbs[EXPR_MAX_LIMBS];
  solver_model_limbs(s->solver, e, limbs);
  fputs("#b", s->out);
  for (unsigned i = expr_width(s->reader.table, e); i-- > 0;)
    fputc('0' + (int) (limbs[i / 64] >> i % 64 & 1), s->out);
}

static void print_float(script *s, const value *v) {
  expr_table *t = s->reader.table;
  const unsigned width = v->sort.width, high = v->sort.exponent;
  fputs("(fp ", s->out);
  print_bits(s, expr_extract(t, v->term, width - 1, 1));
  fputc(' ', s->out);
  print_bits(s, expr_extract(t, v->term, width - 1 - high, high));
  fputc(' ', s->out);
  print_bits(s, expr_extract(t, v->term, 0, width - 1 - high));
  fputc(')', s->out);
}

static void print_sort(const reader *r, FILE *out, sort s) {
  switch (s.kind) {
  case SORT_BOOL: fputs("Bool", out); break;
  case SORT_BITS: fprintf(out, "(_ BitVec %u)", s.width); break;
  case SORT_ARRAY:
    fputs("(Array ", out);
    print_sort(r, out, r->array_sorts.items[s.id - 1].index);
    fputc(' ', out);
    print_sort(r, out, r->array_sorts.items[s.id - 1].element);
    fputc(')', out);
    break;
  case SORT_FLOAT:
    fprintf(out, "(_ FloatingPoint %u %u)", s.exponent, s.width - s.exponent);
    break;
  case SORT_ROUNDING: fputs("RoundingMode", out); break;
  case SORT_REAL: fputs("Real", out); break;
  case SORT_OWN: fprintf(out, "|sort %u|", s.id); break;
  }
}

static void print_scalar(script *s, sort of, expr e) {
  static const char *const modes[8] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  const value v = {.sort = of, .term = e};
  switch (of.kind) {
  case SORT_BITS: print_bits(s, e); break;
  case SORT_FLOAT: print_float(s, &v); break;
  case SORT_ROUNDING: {
    const char *mode = modes[solver_model_value(s->solver, e) & 7];
    fputs(mode ? mode : "RTZ", s->out);
    break;
  }
  case SORT_BOOL: fputs(solver_model_value(s->solver, e) ? "true" : "false", s->out); break;
  case SORT_OWN:
    fprintf(s->out, "(as @%" PRIu64 " ", solver_model_value(s->solver, e));
    print_sort(&s->reader, s->out, of);
    fputc(')', s->out);
    break;
  case SORT_ARRAY: case SORT_REAL:
    reader_fail(&s->reader, "a number has no value to show");
  }
}

static expr zero_of(reader *r, sort s) { return expr_const(r->table, sort_term_width(s), 0); }

static bool same_value(script *s, expr a, expr b) {
  uint64_t x[EXPR_MAX_LIMBS] = {0}, y[EXPR_MAX_LIMBS] = {0};
  solver_model_limbs(s->solver, a, x);
  solver_model_limbs(s->solver, b, y);
  return !memcmp(x, y, (expr_width(s->reader.table, a) + 63) / 64 * sizeof *x);
}

/* What was read of a declared array, stored into a constant one.  `reads` are those at
 * the indices before, and only the bits from `high` down are left of theirs. */
static void print_array(script *s, sort of, const array_reads *reads, unsigned high) {
  reader *r = &s->reader;
  const struct array_sort sorts = r->array_sorts.items[of.id - 1];
  const unsigned width = sort_term_width(sorts.index);
  for (uint32_t i = 0; i < reads->count; i++) fputs("(store ", s->out);
  fputs("((as const ", s->out);
  print_sort(r, s->out, of);
  fputs(") ", s->out);
  const array_reads none = {0};
  if (sorts.element.kind == SORT_ARRAY) print_array(s, sorts.element, &none, 0);
  else print_scalar(s, sorts.element, zero_of(r, sorts.element));
  fputc(')', s->out);
  for (uint32_t i = 0; i < reads->count; i++) {
    const expr index = expr_extract(r->table, reads->items[i].index, high - width, width);
    fputc(' ', s->out);
    print_scalar(s, sorts.index, index);
    fputc(' ', s->out);
    if (sorts.element.kind != SORT_ARRAY) {
      print_scalar(s, sorts.element, reads->items[i].value);
    } else {
      array_reads there = {0};
      for (uint32_t k = 0; k < reads->count; k++)
        if (same_value(s, index, expr_extract(r->table, reads->items[k].index,
                                              high - width, width)))
          vec_push(&there, reads->items[k]);
      print_array(s, sorts.element, &there, high - width);
      vec_release(&there);
    }
    fputc(')', s->out);
  }
}

/* A declared array, or a constant one. */
static void print_stored(script *s, sort of, const array_node *n) {
  reader *r = &s->reader;
  if (n->kind == ARRAY_CONSTANT) {
    fputs("((as const ", s->out);
    print_sort(r, s->out, of);
    fputs(") ", s->out);
    print_scalar(s, r->array_sorts.items[of.id - 1].element, n->value);
    fputc(')', s->out);
    return;
  }
  if (n->kind != ARRAY_VARIABLE)
    reader_fail(r, "an array of arrays has no value to show");
  unsigned width = 0;
  for (unsigned i = 0; i < n->shape.count; i++) width += n->shape.index[i].width;
  const array_reads reads = r->arrays.lists.items[n->reads - 1];
  print_array(s, of, &reads, width);
}

/* The array, or the one of two that the model chooses. */
static const array_node *chosen(script *s, array a) {
  const array_node *n = s->reader.arrays.nodes.items + a.id;
  while (n->kind == ARRAY_ITE)
    n = s->reader.arrays.nodes.items +
        (solver_model_value(s->solver, n->condition) ? n->a.id : n->b.id);
  return n;
}

static void print_value(script *s, const value *v) {
  reader *r = &s->reader;
  if (v->sort.kind != SORT_ARRAY) {
    print_scalar(s, v->sort, v->term);
    return;
  }
  const struct array_sort sorts = r->array_sorts.items[v->sort.id - 1];
  const array_node *const first = chosen(s, v->array), *n = first;
  uint32_t count = 0;
  for (; n->kind == ARRAY_STORE; n = chosen(s, n->a), count++) fputs("(store ", s->out);
  print_stored(s, v->sort, n);
  /* The last store is the outermost. */
  const array_node **stores = mem_zeroed(count, sizeof *stores);
  n = first;
  for (uint32_t i = 0; i < count; i++, n = chosen(s, n->a)) stores[count - 1 - i] = n;
  for (uint32_t i = 0; i < count; i++) {
    fputc(' ', s->out);
    print_scalar(s, sorts.index, stores[i]->index);
    fputc(' ', s->out);
    print_scalar(s, sorts.element, stores[i]->value);
    fputc(')', s->out);
  }
  free(stores);
}

static void skip_command(reader *r) {
  while (reader_next(r).kind != SMT2_CLOSE) reader_skip(r);
}

/* Without a model the command has an answer of its own, as in other solvers,
 * since scripts ask for one whatever the answer was. */
static bool has_model(script *s) {
  if (s->has_model) return true;
  skip_command(&s->reader);
  fputs("(error \"there is no model\")\n", s->out);
  return false;
}

/* A term that is asked for may read where nothing was read: what is there follows from
 * the model as it is, and from what holds of reads. */
static void extend_model(script *s) {
  reader *r = &s->reader;
  arrays_constrain(&r->arrays);
  if (expr_symbol_count(r->table) == s->symbols) return;
  VEC(expr) all = {0};
  for (uint32_t k = 0; k < s->symbols; k++) {
    const expr e = expr_symbol(r->table, k);
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    solver_model_limbs(s->solver, e, limbs);
    vec_push(&all, expr_eq(r->table, e, expr_wide(r->table, expr_width(r->table, e), limbs)));
  }
  for (uint32_t k = 0; k < r->arrays.constraints.count; k++)
    vec_push(&all, r->arrays.constraints.items[k]);
  const answer a = solver_check(s->solver, all.items, all.count);
  vec_release(&all);
  if (a != ANSWER_SAT) reader_fail(r, "this value is not known");
  s->symbols = expr_symbol_count(r->table);
}

static void get_model(script *s) {
  reader *r = &s->reader;
  if (!has_model(s)) return;
  close(r);
  fputs("(\n", s->out);
  for (uint32_t i = 0; i < r->bindings.count; i++) {
    const binding *b = r->bindings.items + i;
    if (!b->is_declared) continue;
    fprintf(s->out, "  (define-fun |%s| () ", reader_text(r, b->name));
    print_sort(r, s->out, b->value.sort);
    fputc(' ', s->out);
    print_value(s, &b->value);
    fputs(")\n", s->out);
  }
  fputs(")\n", s->out);
}

static void get_value(script *s) {
  reader *r = &s->reader;
  if (!has_model(s)) return;
  reader_expect(r, SMT2_OPEN, "\"(\"");
  fputc('(', s->out);
  bool is_first = true;
  for (;;) {
    const smt2_lexer before = r->lexer;
    if (reader_next(r).kind == SMT2_CLOSE) break;
    const char *text = r->token.kind == SMT2_SYMBOL &&
                               r->token.text > before.at &&
                               r->token.text[-1] == '|'
                           ? r->token.text - 1 : r->token.text;
    r->lexer = before;
    const value v = reader_term(r);
    extend_model(s);
    fprintf(s->out, "%s(%.*s ", is_first ? "" : "\n ",
            (int) (r->lexer.at - text), text);
    print_value(s, &v);
    fputc(')', s->out);
    is_first = false;
  }
  fputs(")\n", s->out);
  close(r);
}

/* Commands -----------------------------------------------------------------*/

static void push_scopes(reader *r, bool is_push) {
  uint32_t n = 1;
  const smt2_lexer before = r->lexer;
  if (reader_next(r).kind == SMT2_NUMERAL) {
    r->lexer = before;
    n = reader_number(r, "a number of levels", 100000);
    close(r);
  } else if (r->token.kind != SMT2_CLOSE) {
    reader_fail(r, "a number of levels expected");
  }
  for (; n > 0; n--) {
    if (is_push) {
      vec_push(&r->scopes, ((struct scope) {r->assertions.count,
                                            r->bindings.count}));
    } else {
      if (!r->scopes.count) reader_fail(r, "pop without push");
      const struct scope scope = vec_pop(&r->scopes);
      r->assertions.count = scope.assertions;
      reader_unbind_to(r, scope.bindings);
    }
  }
}

/* What is read and has no effect here. */
static bool is_ignored(const smt2_token *t) {
  static const char *const names[] = {
    "set-logic", "set-info", "set-option", "get-info", "get-option",
    "get-assertions", "get-unsat-core", "get-unsat-assumptions", "get-proof",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (smt2_is(t, names[i])) return true;
  return false;
}

static bool is_unsupported(const smt2_token *t) {
  static const char *const names[] = {
    "get-interpolant", "get-interpolants", "get-abduct", "simplify",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (smt2_is(t, names[i])) return true;
  return false;
}

static void echo(script *s) {
  reader *r = &s->reader;
  reader_expect(r, SMT2_STRING, "a string");
  fprintf(s->out, "%.*s\n", (int) r->token.length, r->token.text);
  close(r);
}

static void reset(script *s, bool assertions_only) {
  reader *r = &s->reader;
  close(r);
  r->assertions.count = 0;
  r->scopes.count = 0;
  s->has_model = false;
  if (!assertions_only) reader_unbind_to(r, r->predefined);
}

static void command(script *s) {
  reader *r = &s->reader;
  const smt2_token t = reader_next(r);
  if (t.kind != SMT2_SYMBOL) reader_fail(r, "a command expected");
  if (smt2_is(&t, "assert")) {
    const expr e = condition(r);
    vec_push(&r->assertions, e);
    close(r);
  } else if (smt2_is(&t, "declare-fun")) declare(r, true);
  else if (smt2_is(&t, "declare-const")) declare(r, false);
  else if (smt2_is(&t, "define-fun")) define(r, true);
  else if (smt2_is(&t, "define-const")) define(r, false);
  else if (smt2_is(&t, "define-sort")) define_sort(r);
  else if (smt2_is(&t, "declare-sort")) declare_sort(r);
  else if (smt2_is(&t, "check-sat")) check(s, false);
  else if (smt2_is(&t, "check-sat-assuming")) check(s, true);
  else if (smt2_is(&t, "push")) push_scopes(r, true);
  else if (smt2_is(&t, "pop")) push_scopes(r, false);
  else if (smt2_is(&t, "get-model")) get_model(s);
  else if (smt2_is(&t, "get-value")) get_value(s);
  else if (smt2_is(&t, "echo")) echo(s);
  else if (smt2_is(&t, "reset")) reset(s, false);
  else if (smt2_is(&t, "reset-assertions")) reset(s, true);
  else if (smt2_is(&t, "exit")) close(r), s->has_ended = true;
  else if (is_ignored(&t)) skip_command(r);
  else if (is_unsupported(&t)) skip_command(r), fputs("unsupported\n", s->out);
  else reader_fail(r, "an unknown command");
}

static void run(script *s) {
  reader *r = &s->reader;
  while (!s->has_ended && reader_next(r).kind != SMT2_END) {
    if (r->token.kind != SMT2_OPEN) reader_fail(r, "\"(\" expected");
    command(s);
  }
}

smt2_outcome smt2_run(const char *name, const char *text, size_t size,
                      const solver_options *options, FILE *out, FILE *err) {
  expr_table *t = expr_table_new();
  script *s = mem_zeroed(1, sizeof *s);
  char *answers = NULL;
  size_t answers_size = 0;
  s->out = mem_stream(&answers, &answers_size);
  s->err = err;
  s->solver = solver_new(t, options);
  reader_init(&s->reader, name, text, size, t);
  s->reader.stop = options ? options->stop : NULL;
  if (!setjmp(s->reader.out)) run(s);
  mem_stream_end(s->out);
  if (s->reader.message) {
    fprintf(err, "%s\n", s->reader.message);
    s->outcome.status = 2;
  }
  if (!s->reader.message || s->reader.is_stopped) fwrite(answers, 1, answers_size, out);
  free(answers);
  s->outcome.stats = *solver_get_stats(s->solver);
  const smt2_outcome outcome = s->outcome;
  reader_release(&s->reader);
  solver_free(s->solver);
  expr_table_free(t);
  free(s);
  return outcome;
}
