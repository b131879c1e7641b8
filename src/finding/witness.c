#include "finding/witness.h"

#include "base/bits.h"
#include "base/mem.h"
#include "base/source_names.h"
#include "files/source_text.h"
#include "finding/follow.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
  const session *session;
  witness *to;
  VEC(source_text) sources;
  VEC(char *) missing;          /* paths that cannot be read */
} writer;

static const source_text *source_of(writer *w, const char *file) {
  for (uint32_t k = 0; k < w->sources.count; k++)
    if (!strcmp(w->sources.items[k].path, file)) return w->sources.items + k;
  for (uint32_t k = 0; k < w->missing.count; k++)
    if (!strcmp(w->missing.items[k], file)) return NULL;
  source_text s;
  char *where = source_names_path(file), *message = source_read(&s, where);
  free(where);
  if (message) {
    free(message);
    vec_push(&w->missing, mem_string(file));
    return NULL;
  }
  free(s.path);
  s.path = mem_string(file);
  vec_push(&w->sources, s);
  return &vec_last(&w->sources);
}

/* Nobody who follows a witness looks into headers. */
static bool is_given(const options *o, const char *file) {
  for (uint32_t k = 0; k < o->files.count; k++)
    if (follow_same_file(o->files.items[k], file)) return true;
  return false;
}

static const source_text *source_at_place(writer *w, uint32_t place,
                                          size_t *at) {
  const ir_program *p = w->session->program;
  const ir_place *where = p->places.items + place;
  const source_text *s =
      place && is_given(w->session->o, p->files.items[where->file])
          ? source_of(w, p->files.items[where->file]) : NULL;
  *at = s ? source_at(s, where->line, where->column) : SOURCE_NOWHERE;
  return *at == SOURCE_NOWHERE ? NULL : s;
}

/* Values ------------------------------------------------------------------ */

typedef enum value_kind {
  VALUE_NONE, VALUE_SIGNED, VALUE_UNSIGNED, VALUE_CHAR, VALUE_FLOAT
} value_kind;

/* By the type's name, as tests have it. */
static value_kind kind_of_type(const char *type) {
  if (!strcmp(type, "char")) return VALUE_CHAR;
  if (!strcmp(type, "float") || !strcmp(type, "double")) return VALUE_FLOAT;
  if (!strcmp(type, "pointer")) return VALUE_NONE;
  if (!strncmp(type, "unsigned", 8) || !strcmp(type, "size_t") ||
      !strcmp(type, "sector_t"))
    return VALUE_UNSIGNED;
  return VALUE_SIGNED;
}

/* What the function of that name returns, if it returns an input. */
static value_kind kind_of_call(const source_text *s, size_t at) {
  static const struct { const char *name; value_kind kind; } own[] = {
#define NONDET_VALUE(NAME, KIND) {#NAME, VALUE_##KIND},
#include "finding/nondet.def"
  };
  static const struct { const char *name, *type; } tasks[] = {
#define NONDET(NAME, TYPE, TEXT) {"__VERIFIER_nondet_" #NAME, TEXT}, {"nondet_" #NAME, TEXT},
#include "runtime/verifier.def"
  };
  for (size_t k = 0; k < sizeof own / sizeof *own; k++)
    if (source_is_word(s, at, own[k].name)) return own[k].kind;
  for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
    if (source_is_word(s, at, tasks[k].name))
      return kind_of_type(tasks[k].type);
  return VALUE_NONE;
}

static char *float_constraint(uint64_t bits, uint32_t size) {
  double d;
  if (size == 4) {
    float f;
    const uint32_t word = (uint32_t) bits;
    memcpy(&f, &word, sizeof f);
    d = (double) f;
  } else {
    memcpy(&d, &bits, sizeof d);
  }
  if (isnan(d)) return mem_string("\\result != \\result");
  if (isinf(d))
    return mem_format("\\result %s0x1.fffffffffffffp+1023", d > 0 ? "> "
                                                                  : "< -");
  return mem_format("\\result == %a%s", d, size == 4 ? "f" : "");
}

/* "\result == 7"; NULL: C has no constant for it. */
static char *constraint_of(const writer *w, value_kind kind,
                           const exec_step *step) {
  const unsigned width = 8 * step->size;
  if (width > 64 || !width) return NULL;
  const int64_t number = bits_signed(step->bits, width);
  if (kind == VALUE_CHAR)       /* plain char is unsigned on ARM */
    kind = w->session->program->target == IR_AARCH64 ? VALUE_UNSIGNED
                                                     : VALUE_SIGNED;
  if (kind == VALUE_FLOAT) return float_constraint(step->bits, step->size);
  if (kind == VALUE_UNSIGNED)
    return mem_format("\\result == %" PRIu64 "%s", step->bits,
                      step->bits > UINT32_MAX ? "ULL"
                      : step->bits > INT32_MAX ? "U" : "");
  if (number == INT64_MIN)
    return mem_string("\\result == (-9223372036854775807LL - 1)");
  if (number == INT32_MIN) return mem_string("\\result == (-2147483647 - 1)");
  const bool is_long = number > INT32_MAX || number < INT32_MIN;
  return mem_format("\\result == %" PRId64 "%s", number, is_long ? "LL" : "");
}

/* Waypoints --------------------------------------------------------------- */

static void add(writer *w, witness_type type, const char *constraint,
                const source_text *s, size_t at, const char *function) {
  witness_place p = {.file = s->path, .function = (char *) (uintptr_t) function};
  source_place(s, at, &p.line, &p.column);
  witness_add_waypoint(w->to, type, constraint, &p);
}

/* The value that a call returned; false: it is no such call. */
static bool add_value(writer *w, const exec_step *step, bool writes) {
  size_t at;
  const source_text *s = step->function
                             ? source_at_place(w, step->place, &at) : NULL;
  const value_kind kind = s ? kind_of_call(s, at) : VALUE_NONE;
  if (!kind) return false;
  const size_t open = source_skip(s, source_word_end(s, at));
  const size_t close = open < s->size && s->code[open] == '('
                           ? source_close(s, open) : SOURCE_NOWHERE;
  char *constraint = close == SOURCE_NOWHERE ? NULL
                                             : constraint_of(w, kind, step);
  if (constraint && writes)
    add(w, WITNESS_FUNCTION_RETURN, constraint, s, close, step->function->name);
  free(constraint);
  return constraint != NULL;
}

/* The keyword of the `if`, `while` or `for` whose condition is branched on at the
 * place: the compiler notes the condition of an `if`, and a loop's keyword. */
static size_t keyword_at(const source_text *s, size_t at) {
  if (source_is_word(s, at, "while") || source_is_word(s, at, "for"))
    return at;
  while (at && strchr(" \t\n", s->code[at - 1])) at--;
  if (!at || s->code[at - 1] != '(') return SOURCE_NOWHERE;
  at--;
  while (at && strchr(" \t\n", s->code[at - 1])) at--;
  return at >= 2 && source_is_word(s, at - 2, "if") ? at - 2 : SOURCE_NOWHERE;
}

/* Of several branches for one condition, each is about a part of it; behind a
 * negation the compiler branches on what is negated. */
static bool is_one_branch(const source_text *s, size_t begin, size_t end) {
  for (size_t at = begin + 1; at < end; at++) {
    const char c = s->code[at], next = s->code[at + 1];
    if (c == '?' || (c == '&' && next == '&') || (c == '|' && next == '|') ||
        (c == '!' && next != '='))
      return false;
    if (source_is_word(s, at, "__builtin_expect")) return false;
  }
  return true;
}

static bool is_only_one_there(const ir_function *f, uint32_t place) {
  unsigned count = 0;
  for (uint32_t k = 0; k < f->insn_count; k++)
    count += f->insns[k].op == IR_BRANCH && f->insns[k].place == place;
  return count == 1;
}

static const ir_insn *branch_at(const ir_program *p, uint32_t edge,
                                const ir_function **in) {
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = *in = p->functions.items[n];
    if (!f || edge - f->first_edge >= f->edge_count) continue;
    for (uint32_t k = 0; k < f->insn_count; k++)
      if (f->insns[k].op == IR_BRANCH && edge - f->insns[k].imm < 2)
        return f->insns + k;
  }
  return NULL;
}

/* Branches that have no keyword of their own are passed over: a validator of
 * the witness does not see them, either. */
static void add_branch(writer *w, const exec_step *step) {
  const ir_function *f;
  const uint32_t edge = step->edge - 1;
  const ir_insn *i = branch_at(w->session->program, edge, &f);
  size_t at, begin, end;
  const source_text *s = i && !f->is_library ? source_at_place(w, i->place, &at)
                                             : NULL;
  const size_t keyword = s ? keyword_at(s, at) : SOURCE_NOWHERE;
  if (keyword == SOURCE_NOWHERE || !source_condition(s, keyword, &begin, &end) ||
      !is_one_branch(s, begin, end) || !is_only_one_there(f, i->place))
    return;
  add(w, WITNESS_BRANCHING, edge == i->imm ? "true" : "false", s, keyword,
      f->name);
}

/* Whether the calls alone say what the inputs are. */
static bool are_all_values(writer *w, const exec_trace *t) {
  for (uint32_t k = 0; k < t->steps.count; k++)
    if (!t->steps.items[k].edge && !add_value(w, t->steps.items + k, false))
      return false;
  return true;
}

static void begin(const session *s, witness *to) {
  *to = (witness) {
    .data_model = mem_string(s->program->pointer_bits == 32 ? "ILP32" : "LP64")};
  for (uint32_t k = 0; k < s->o->files.count; k++)
    witness_add_file(to, s->o->files.items[k]);
}

static void release(writer *w) {
  for (uint32_t k = 0; k < w->sources.count; k++)
    source_release(w->sources.items + k);
  for (uint32_t k = 0; k < w->missing.count; k++) free(w->missing.items[k]);
  vec_release(&w->sources);
  vec_release(&w->missing);
}

void witness_of_bug(const session *s, const exec_trace *t,
                    const session_bug *b, witness *to) {
  writer w = {.session = s, .to = to};
  begin(s, to);
  to->specification = property_of_bug(s->property, b->kind);
  const bool is_plain = are_all_values(&w, t);
  for (uint32_t k = 0; k < t->steps.count; k++) {
    const exec_step *step = t->steps.items + k;
    if (!step->edge) add_value(&w, step, true);
    else if (!is_plain) add_branch(&w, step);
  }
  /* Without a column: the first statement of the line. */
  const replay_frame *at = b->stack.count ? b->stack.items : NULL;
  const witness_place place = {
    .file = (char *) (uintptr_t) (at && at->file ? at->file
                                                 : s->o->files.items[0]),
    .line = at && at->line ? at->line : 1,
    .function = (char *) (uintptr_t) (at ? at->function : NULL)};
  witness_add_waypoint(to, WITNESS_TARGET, NULL, &place);
  release(&w);
}

void witness_of_proof(const session *s, const invariant_list *all, witness *to) {
  writer w = {.session = s, .to = to};
  begin(s, to);
  to->is_correctness = true;
  to->specification = property_of_run(s->property, s->o);
  for (uint32_t k = 0; k < all->count; k++) {
    const invariant_text *i = all->items + k;
    size_t at;
    const source_text *from = i->is_c ? source_at_place(&w, i->keyword, &at) : NULL;
    if (!from || (!source_is_word(from, at, "while") && !source_is_word(from, at, "for")))
      continue;
    witness_place p = {.file = from->path,
                       .function = (char *) (uintptr_t) i->function->name};
    source_place(from, at, &p.line, &p.column);
    witness_add_invariant(to, true, i->text, &p);
  }
  release(&w);
}
