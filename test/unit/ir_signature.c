/* The tables of C types agree with what the compiler says of the same types:
 * sizes and offsets are compared with sizeof and offsetof on this host. */
#include "test/unit/ir_harness.h"

#include <stddef.h>

#define TYPES \
  struct node { char tag; struct node *next; short pair[2]; \
                struct { int inner; } ; unsigned low : 3, high : 6; \
                union { double wide; char text[12]; } u; \
                int (*call)(const struct node *, long); }; \
  typedef struct { float x, y; } point; \
  enum colour { RED, GREEN };

TYPES

#define STRING(...) #__VA_ARGS__
#define TEXT(...) STRING(__VA_ARGS__)

static const char program[] = TEXT(TYPES)
    "extern int somewhere; extern struct node *mystery(point, ...);"
    "struct node table[3];"
    "int f(struct node *const list, const char *name, enum colour c, point p,"
    "      _Bool yes, unsigned char u, void *any) {"
    "  mystery(p); return somewhere + table[1].tag; }";

static ir_program *load(const char *flags, const char *text) {
  char *path = harness_compile("types", flags, text), *message = NULL;
  ir_linker *l = ir_linker_new();
  CHECK(ir_link_file(l, path, false, &message));
  ir_link_types(l);
  ir_program *p = ir_link_finish(l, &message);
  CHECK(p);
  ir_linker_free(l);
  free(path);
  return p;
}

static const ir_type *type(const ir_program *p, uint32_t number) {
  CHECK(number < p->types.count);
  return p->types.items + number;
}

static const ir_type *type_of(const ir_program *p, const char *symbol) {
  const uint32_t number = ir_find_symbol(p, symbol);
  CHECK(number && p->symbols.items[number].type);
  return type(p, p->symbols.items[number].type);
}

static void check_field(const ir_program *p, const ir_type *t, uint32_t k,
                        const char *name, size_t offset, size_t size) {
  const ir_field *f = t->fields.items + k;
  CHECK(k < t->fields.count && !strcmp(f->name, name));
  CHECK(f->bit == 8 * offset && type(p, f->type)->size == size);
}

static void parameters_have_their_names_and_types(void) {
  ir_program *p = load("", program);
  const ir_type *f = type_of(p, "f");
  static const struct { const char *name; ir_type_kind kind; size_t size; }
  expected[] = {
    {"list", IR_TYPE_POINTER, sizeof(void *)},
    {"name", IR_TYPE_POINTER, sizeof(void *)},
    {"c", IR_TYPE_INTEGER, sizeof(enum colour)},
    {"p", IR_TYPE_STRUCT, sizeof(point)}, {"yes", IR_TYPE_INTEGER, 1},
    {"u", IR_TYPE_INTEGER, 1}, {"any", IR_TYPE_POINTER, sizeof(void *)}};
  CHECK(f->kind == IR_TYPE_FUNCTION && f->fields.count == 7);
  for (uint32_t k = 0; k < f->fields.count; k++) {
    const ir_type *t = type(p, f->fields.items[k].type);
    CHECK(!strcmp(f->fields.items[k].name, expected[k].name));
    CHECK(t->kind == expected[k].kind && t->size == expected[k].size);
  }
  const ir_type *result = type(p, f->target);
  CHECK(result->kind == IR_TYPE_INTEGER && result->is_signed);
  CHECK(!type(p, f->fields.items[5].type)->is_signed);
  CHECK(!strcmp(type(p, f->fields.items[4].type)->name, "_Bool"));
  CHECK(!type(p, f->fields.items[6].type)->target);
  const ir_type *text = type(p, type(p, f->fields.items[1].type)->target);
  CHECK(text->kind == IR_TYPE_INTEGER && text->size == 1);
  const ir_type *pair = type(p, f->fields.items[3].type);
  CHECK(pair->is_typedef && !strcmp(pair->name, "point"));
  ir_program_free(p);
}

static void fields_lie_where_the_compiler_puts_them(void) {
  ir_program *p = load("", program);
  const ir_type *table = type_of(p, "table");
  CHECK(table->kind == IR_TYPE_ARRAY && table->count == 3);
  const ir_type *node = type(p, table->target);
  CHECK(node->kind == IR_TYPE_STRUCT && node->size == sizeof(struct node));
  CHECK(!strcmp(node->name, "node") && !node->is_typedef);
  check_field(p, node, 0, "tag", offsetof(struct node, tag), 1);
  check_field(p, node, 1, "next", offsetof(struct node, next), sizeof(void *));
  check_field(p, node, 2, "pair", offsetof(struct node, pair), 4);
  check_field(p, node, 3, "", offsetof(struct node, inner), 4);
  CHECK(node->fields.items[4].bits == 3 && node->fields.items[5].bits == 6);
  CHECK(node->fields.items[5].bit == node->fields.items[4].bit + 3);
  check_field(p, node, 6, "u", offsetof(struct node, u),
              sizeof ((struct node *) 0)->u);
  check_field(p, node, 7, "call", offsetof(struct node, call),
              sizeof(void *));
  const ir_type *pointer = type(p, node->fields.items[1].type);
  CHECK(type(p, pointer->target) == node);
  CHECK(type(p, node->fields.items[6].type)->kind == IR_TYPE_UNION);
  const ir_type *call = type(p, type(p, node->fields.items[7].type)->target);
  CHECK(call->kind == IR_TYPE_FUNCTION && call->fields.count == 2);
  ir_program_free(p);
}

static void declarations_have_types_too(void) {
  ir_program *p = load("", program);
  const ir_type *mystery = type_of(p, "mystery");
  CHECK(mystery->kind == IR_TYPE_FUNCTION && mystery->fields.count == 1);
  const ir_type *result = type(p, mystery->target);
  CHECK(result->kind == IR_TYPE_POINTER);
  CHECK(!strcmp(type(p, result->target)->name, "node"));
  CHECK(type_of(p, "somewhere")->size == sizeof(int));
  ir_program_free(p);
}

static void without_debug_information_sizes_are_known(void) {
  ir_program *p = load("-g0", program);
  const ir_type *f = type_of(p, "f");
  CHECK(f->kind == IR_TYPE_FUNCTION && f->fields.count >= 7);
  CHECK(type(p, f->fields.items[0].type)->kind == IR_TYPE_POINTER);
  CHECK(!type(p, f->fields.items[0].type)->target);
  const ir_type *table = type_of(p, "table");
  CHECK(table->size == 3 * sizeof(struct node));
  ir_program_free(p);
}

static void types_are_there_only_if_asked_for(void) {
  char *path = harness_compile("types", "", program);
  const char *const paths[] = {path};
  ir_program *p = harness_link(paths, 1);
  CHECK(!p->types.count);
  ir_program_free(p);
  free(path);
}

int main(void) {
  harness_begin();
  parameters_have_their_names_and_types();
  fields_lie_where_the_compiler_puts_them();
  declarations_have_types_too();
  without_debug_information_sizes_are_known();
  types_are_there_only_if_asked_for();
  return 0;
}
