#include "smt2/reader.h"

#include <stdarg.h>
#include <string.h>

const struct smt2_op_info smt2_op_infos[] = {
#define SMT2(NAME, TEXT, FEWEST, MOST, INDICES) {TEXT, FEWEST, MOST, INDICES},
#include "smt2/ops.def"
};

void reader_fail(reader *r, const char *format, ...) {
  va_list ap;
  char text[256];
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  free(r->message);
  r->message = mem_format("%s:%u:%u: %s", r->file, r->token.line,
                          r->token.column, text);
  longjmp(r->out, 1);
}

static uint32_t intern(reader *r, const char *text, size_t length) {
  const uint64_t hash = hash_bytes(text, length);
  uint32_t step = 0, n;
  while ((n = index_next(&r->name_index, hash, &step))) {
    const char *other = r->names.items[n].text;
    if (strlen(other) == length && !memcmp(other, text, length)) return n;
  }
  char *copy = mem_zeroed(length + 1, 1);
  memcpy(copy, text, length);
  n = r->names.count;
  vec_push(&r->names, ((struct name) {copy, 0}));
  index_add(&r->name_index, hash, n);
  return n;
}

uint32_t reader_name(reader *r, const smt2_token *t) {
  return intern(r, t->text, t->length);
}

const char *reader_text(const reader *r, uint32_t name) {
  return r->names.items[name].text;
}

void reader_init(reader *r, const char *file, const char *text, size_t size,
                 expr_table *t) {
  *r = (reader) {.file = file, .lexer = {text, text + size, 1, 1}, .table = t};
  arrays_init(&r->arrays, t);
  vec_push(&r->names, ((struct name) {mem_string(""), 0}));
  for (smt2_op op = 0; op < SMT2_OPS; op++) {
    const char *name = smt2_op_infos[op].text;
    reader_bind(r, intern(r, name, strlen(name)), BINDING_OP, false)->op = op;
  }
  static const struct { const char *name; sort sort; } sorts[] = {
    {"Bool", {.kind = SORT_BOOL}}, {"RoundingMode", {.kind = SORT_ROUNDING}},
    {"Float16", {.kind = SORT_FLOAT, .width = 16, .exponent = 5}},
    {"Float32", {.kind = SORT_FLOAT, .width = 32, .exponent = 8}},
    {"Float64", {.kind = SORT_FLOAT, .width = 64, .exponent = 11}},
    {"Float128", {.kind = SORT_FLOAT, .width = 128, .exponent = 15}},
  };
  for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
    reader_bind(r, intern(r, sorts[i].name, strlen(sorts[i].name)), BINDING_SORT, false)
        ->value.sort = sorts[i].sort;
  static const char *const modes[][2] = {
    [ROUND_NEAREST_EVEN] = {"RNE", "roundNearestTiesToEven"},
    [ROUND_NEAREST_AWAY] = {"RNA", "roundNearestTiesToAway"},
    [ROUND_UP] = {"RTP", "roundTowardPositive"},
    [ROUND_DOWN] = {"RTN", "roundTowardNegative"},
    [ROUND_ZERO] = {"RTZ", "roundTowardZero"},
  };
  for (unsigned i = 0; i < 2 * (ROUND_ZERO + 1); i++) {
    const char *name = modes[i / 2][i % 2];
    reader_bind(r, intern(r, name, strlen(name)), BINDING_VALUE, false)->value =
        (value) {.sort = {.kind = SORT_ROUNDING}, .term = expr_const(t, 3, i / 2)};
  }
  r->predefined = r->bindings.count;
}

void reader_release(reader *r) {
  for (uint32_t i = 0; i < r->names.count; i++) free(r->names.items[i].text);
  for (uint32_t i = 0; i < r->macros.count; i++) {
    vec_release(&r->macros.items[i]->formal);
    free(r->macros.items[i]);
  }
  arrays_release(&r->arrays);
  idmap_release(&r->zeros);
  idmap_release(&r->open_integers);
  index_release(&r->name_index);
  free(r->message);
  vec_release(&r->names);
  vec_release(&r->bindings);
  vec_release(&r->macros);
  vec_release(&r->frames);
  vec_release(&r->operands);
  vec_release(&r->pending);
  vec_release(&r->scopes);
  vec_release(&r->assertions);
  vec_release(&r->array_sorts);
  vec_release(&r->identities);
}

binding *reader_bind(reader *r, uint32_t name, binding_kind kind,
                     bool is_local) {
  struct name *n = r->names.items + name;
  vec_push(&r->bindings, ((binding) {.kind = kind, .name = name,
                                     .shadowed = n->bound,
                                     .is_local = is_local}));
  n->bound = r->bindings.count;
  return &vec_last(&r->bindings);
}

void reader_unbind_to(reader *r, uint32_t count) {
  while (r->bindings.count > count) {
    const binding b = vec_pop(&r->bindings);
    r->names.items[b.name].bound = b.shadowed;
  }
}

/* The body of a macro sees the names of its definition, not the locals where
 * it is used. */
binding *reader_find(reader *r, uint32_t name) {
  uint32_t at = r->names.items[name].bound;
  while (at && r->bindings.items[at - 1].is_local && at <= r->floor)
    at = r->bindings.items[at - 1].shadowed;
  return at ? r->bindings.items + at - 1 : NULL;
}

smt2_token reader_next(reader *r) {
  r->token = smt2_next(&r->lexer);
  if (r->token.kind == SMT2_BAD) reader_fail(r, "%s", r->token.text);
  return r->token;
}

void reader_expect(reader *r, smt2_kind kind, const char *what) {
  if (reader_next(r).kind != kind)
    reader_fail(r, r->token.kind == SMT2_END ? "the file ends where %s belongs"
                                             : "%s expected", what);
}

void reader_skip(reader *r) {
  if (r->token.kind == SMT2_CLOSE) reader_fail(r, "an expression expected");
  for (uint64_t depth = 0;; reader_next(r)) {
    if (r->token.kind == SMT2_END) reader_fail(r, "the file ends too early");
    if (r->token.kind == SMT2_OPEN) depth++;
    if (r->token.kind == SMT2_CLOSE) depth--;
    if (!depth) return;
  }
}

uint32_t reader_number(reader *r, const char *what, uint32_t most) {
  const smt2_token t = reader_next(r);
  if (t.kind != SMT2_NUMERAL) reader_fail(r, "%s expected", what);
  uint64_t n = 0;
  for (size_t i = 0; i < t.length; i++) {
    n = 10 * n + (uint64_t) (t.text[i] - '0');
    if (n > most) reader_fail(r, "%s of more than %u", what, most);
  }
  return (uint32_t) n;
}
