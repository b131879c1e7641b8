#include "program.h"

#include <stdlib.h>

static const struct {
  const char *text;
  int is_signed;
  unsigned bits;
} types[] = {
#define NO 0
#define YES 1
#define PLAIN 2
#define TYPE(NAME, TEXT, SIGNED, BITS, RANK, SUFFIX) {TEXT, SIGNED, BITS},
#include "types.def"
};

static const struct {
  node_sort sort;
  unsigned arity;
  const char *text;
} nodes[] = {
#define NODE(NAME, SORT, ARITY, TEXT) {SORT_##SORT, ARITY, TEXT},
#include "nodes.def"
};

const data_model data_models[MODEL_COUNT] = {
  {"native", sizeof(long) * 8, (char) -1 < 0, _Alignof(long long),
#ifdef __aarch64__
   false},
#else
   true},
#endif
  {"x86_64", 64, true, 8, true},
  {"i386", 32, true, 4, true},
};

const data_model *data_model_native(void) { return data_models; }

const char *type_text(int_type t) { return types[t].text; }

unsigned type_bits(int_type t, const data_model *m) {
  return types[t].bits ? types[t].bits : m->long_bits;
}

bool type_is_signed(int_type t, const data_model *m) {
  return types[t].is_signed == PLAIN ? m->char_is_signed
                                     : types[t].is_signed == YES;
}

unsigned record_offset(const record *r, unsigned number, const data_model *m) {
  unsigned end = 0, widest = 1, at = 0;
  if (r->fields[0].bits) return number == r->count ? 4 : 0;
  for (unsigned k = 0; k < r->count; k++) {
    const field *f = r->fields + k;
    const unsigned size = type_bits(f->type, m) / 8;
    const unsigned align = size == 8 ? m->wide_align : size;
    if (align > widest) widest = align;
    at = r->is_union ? 0 : (end + align - 1) / align * align;
    if (k == number) return at;
    const unsigned past = at + size * (f->count ? f->count : 1);
    if (past > end) end = past;
  }
  return (end + widest - 1) / widest * widest;
}

unsigned record_shift(const record *r, unsigned number) {
  unsigned shift = 0;
  for (unsigned k = 0; k < number; k++) shift += r->fields[k].bits;
  return shift;
}

node_sort node_sort_of(node_op op) { return nodes[op].sort; }
unsigned node_arity(node_op op) { return nodes[op].arity; }
const char *node_text(node_op op) { return nodes[op].text; }

int_type pointee_type(const node *n) {
  switch ((int) n->op) {
  case NODE_COPY: case NODE_CHOICE: return n->var->type;
  case NODE_ADDRESS: return place_type(n->arg[0]);
  case NODE_PLUS: return pointee_type(n->arg[0]);
  case NODE_EITHER: return pointee_type(n->arg[1]);
  }
  return n->type;
}

int_type place_type(const node *n) {
  switch ((int) n->op) {
  case NODE_FIELD: case NODE_FIELD_ELEMENT:
    return n->var->record->fields[n->field].type;
  case NODE_AT: return pointee_type(n->arg[0]);
  }
  return n->var->type;
}

static void *owned(program *p, size_t size) {
  void *new = mem_zeroed(1, size);
  vec_push(&p->owned, new);
  return new;
}

node *node_new(program *p, node_op op, node *a, node *b, node *c) {
  node *n = owned(p, sizeof *n);
  *n = (node) {.op = op, .type = TYPE_INT, .arg = {a, b, c}};
  return n;
}

statement *statement_new(program *p, statement_kind kind) {
  statement *s = owned(p, sizeof *s);
  s->kind = kind;
  return s;
}

block *block_new(program *p) { return owned(p, sizeof(block)); }

variable *variable_new(program *p, variable_kind kind, int_type type) {
  variable *v = owned(p, sizeof *v);
  *v = (variable) {.kind = kind, .type = type, .index = p->variables.count};
  vec_push(&p->variables, v);
  return v;
}

static void release_block(block *);

static void release_statement(statement *s) {
  if (s->body) release_block(s->body);
  if (s->other) release_block(s->other);
  for (uint32_t k = 0; k < s->arms.count; k++)
    release_block(s->arms.items[k].body);
  vec_release(&s->arms);
}

static void release_block(block *b) {
  for (uint32_t k = 0; k < b->statements.count; k++)
    release_statement(b->statements.items[k]);
  vec_release(&b->statements);
  vec_release(&b->variables);
}

void program_free(program *p) {
  for (uint32_t k = 0; k < p->functions.count; k++) {
    release_block(p->functions.items[k]->body);
    free(p->functions.items[k]);
  }
  for (uint32_t k = 0; k < p->records.count; k++) free(p->records.items[k]);
  for (uint32_t k = 0; k < p->owned.count; k++) free(p->owned.items[k]);
  vec_release(&p->variables);
  vec_release(&p->globals);
  vec_release(&p->records);
  vec_release(&p->functions);
  vec_release(&p->table);
  vec_release(&p->owned);
  free(p);
}

uint32_t program_inputs(const program *p) {
  unsigned bits = 0;
  for (unsigned k = 0; k < p->input_count; k++) bits += p->inputs[k].bits;
  for (unsigned k = 0; k < p->ask_count; k++) bits += p->ask_bits[k];
  return UINT32_C(1) << bits;
}

void program_input(const program *p, uint32_t n, uint8_t bytes[MAX_BYTES]) {
  for (unsigned k = 0; k < p->input_count; k++) {
    bytes[k] = (uint8_t) (n & ((1u << p->inputs[k].bits) - 1));
    n >>= p->inputs[k].bits;
  }
  for (unsigned k = 0; k < p->ask_count; k++) {
    bytes[MAX_INPUTS + k] = (uint8_t) (n & ((1u << p->ask_bits[k]) - 1));
    n >>= p->ask_bits[k];
  }
}
