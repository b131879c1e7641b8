#include "replay/harness.h"

#include "base/mem.h"
#include "files/outdir.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void harness_release(harness *h) {
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    harness_block *b = h->blocks.items + k;
    for (uint32_t n = 0; n < b->leaves.count; n++) {
      free(b->leaves.items[n].text);
      free(b->leaves.items[n].target);
      free(b->leaves.items[n].points_to);
    }
    vec_release(&b->leaves);
    free(b->text);
    free(b->bytes);
  }
  for (uint32_t k = 0; k < h->stubs.count; k++)
    vec_release(&h->stubs.items[k].parameters);
  vec_release(&h->absent);
  vec_release(&h->blocks);
  vec_release(&h->stubs);
}

static uint64_t word(const uint8_t *bytes, uint32_t size) {
  uint64_t w = 0;
  for (uint32_t k = 0; k < size && k < 8; k++) w |= (uint64_t) bytes[k] << 8 * k;
  return w;
}

static int64_t signed_word(const uint8_t *bytes, uint32_t size) {
  const uint64_t w = word(bytes, size);
  const unsigned bits = 8 * size;
  return bits >= 64 ? (int64_t) w
                    : (int64_t) (w << (64 - bits)) >> (64 - bits);
}

/* In words --------------------------------------------------------------- */

static void put_integer(FILE *out, harness_kind kind, const uint8_t *bytes,
                        uint32_t size) {
  if (kind == HARNESS_INTEGER)
    fprintf(out, "%" PRId64, signed_word(bytes, size));
  else
    fprintf(out, "%" PRIu64, word(bytes, size));
}

static void put_float(FILE *out, const uint8_t *bytes, uint32_t size) {
  float f;
  double d;
  if (size == sizeof f) {
    memcpy(&f, bytes, sizeof f);
    fprintf(out, "%.9g", (double) f);
  } else if (size == sizeof d) {
    memcpy(&d, bytes, sizeof d);
    fprintf(out, "%.17g", d);
  } else {
    for (uint32_t k = size; k-- > 0;) fprintf(out, "%02x", bytes[k]);
  }
}

/* As C writes a string; zeros at its end are given by their number. */
static void put_bytes(FILE *out, const uint8_t *bytes, uint32_t size) {
  uint32_t end = size;
  while (end && !bytes[end - 1]) end--;
  fputc('"', out);
  for (uint32_t k = 0; k < end; k++)
    if (bytes[k] == '"' || bytes[k] == '\\') fprintf(out, "\\%c", bytes[k]);
    else if (isprint(bytes[k])) fputc(bytes[k], out);
    else fprintf(out, "\\%03o", bytes[k]);
  fputc('"', out);
  if (end < size)
    fprintf(out, " and %u zero byte%s", size - end, size - end == 1 ? "" : "s");
}

static void put_condition(FILE *out, const harness_block *b,
                          const harness_leaf *l) {
  const uint8_t *bytes = b->bytes + l->offset;
  const char *is = b->role == HARNESS_RESULT ? " returns " : " == ";
  switch (l->kind) {
  case HARNESS_INTEGER: case HARNESS_UNSIGNED: case HARNESS_BOOL:
    fprintf(out, "%s%s", l->text, is);
    put_integer(out, l->kind, bytes, l->size);
    if (l->size == 1 && isprint(*bytes)) fprintf(out, " ('%c')", *bytes);
    break;
  case HARNESS_FLOAT:
    fprintf(out, "%s%s", l->text, is);
    put_float(out, bytes, l->size);
    break;
  case HARNESS_POINTER:
    if (l->points_to) fprintf(out, "%s %s", l->text, l->points_to);
    else if (!word(bytes, l->size)) fprintf(out, "%s%sNULL", l->text, is);
    else fprintf(out, "%s is not NULL", l->text);
    break;
  case HARNESS_BYTES:
    fprintf(out, "%s%s", l->text, is);
    put_bytes(out, bytes, l->size);
    break;
  case HARNESS_RECORD: case HARNESS_VOID: break;
  }
}

/* Conditions of a precondition that are printed: about 20 characters each, so half a screen of 80
 * columns. */
enum { MOST_CONDITIONS = 40 };

char *harness_precondition(const harness *h) {
  char *text = NULL;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  uint32_t count = 0;
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    const harness_block *b = h->blocks.items + k;
    for (uint32_t n = 0; n < b->leaves.count; n++) {
      if (!b->leaves.items[n].matters) continue;
      if (++count > MOST_CONDITIONS) continue;
      if (count > 1) fputs("; ", out);
      put_condition(out, b, b->leaves.items + n);
    }
  }
  if (count > MOST_CONDITIONS)
    fprintf(out, "; and %u more", count - MOST_CONDITIONS);
  mem_stream_end(out);
  if (count) return text;
  free(text);
  return NULL;
}

/* In C ------------------------------------------------------------------- */

static const char *c_type(const harness_type *t) {
  switch (t->kind) {
  case HARNESS_INTEGER:
    return t->size == 1 ? "signed char" : t->size == 2 ? "short"
           : t->size == 4 ? "int" : t->size == 16 ? "__int128" : "long long";
  case HARNESS_UNSIGNED:
    return t->size == 1 ? "unsigned char" : t->size == 2 ? "unsigned short"
           : t->size == 4 ? "unsigned" : t->size == 16 ? "unsigned __int128"
                                                       : "unsigned long long";
  case HARNESS_BOOL: return "_Bool";
  case HARNESS_FLOAT:
    return t->size == 4 ? "float" : t->size == 8 ? "double" : "long double";
  case HARNESS_POINTER: return "void *";
  case HARNESS_RECORD: return t->name;
  case HARNESS_VOID: case HARNESS_BYTES: break;
  }
  return "void";
}

static void put_string(FILE *out, const harness_block *b) {
  fputc('"', out);
  for (uint32_t k = 0; k < b->size; k++) {
    if (k && k % 16 == 0) fputs("\"\n      \"", out);
    fprintf(out, "\\x%02x", b->bytes[k]);
  }
  fputc('"', out);
}

/* Statements that put the addresses into the bytes at the place. */
static void put_links(FILE *out, const harness_block *b, const char *place,
                      const char *indent) {
  for (uint32_t k = 0; k < b->leaves.count; k++) {
    const harness_leaf *l = b->leaves.items + k;
    if (!l->target) continue;
    if (!strcmp(l->target, "0")) continue;
    fprintf(out, "%sbraid_set((char *) %s + %" PRIu64 ", %s);  /* %s */\n",
            indent, place, l->offset, l->target, l->text);
  }
}

static void put_variable_name(FILE *out, const harness_block *b) {
  fprintf(out, "braid_variable%u", b->number);
}

/* One that C can write as a number. */
static bool is_small_integer(const harness_type *t, const uint8_t *bytes) {
  return (t->kind == HARNESS_INTEGER || t->kind == HARNESS_UNSIGNED ||
          t->kind == HARNESS_BOOL) && t->size <= 8 &&
         signed_word(bytes, t->size) > -(INT64_C(1) << 62) &&
         signed_word(bytes, t->size) < INT64_C(1) << 62;
}

/* A local variable of the block's type with its value. */
static void put_local(FILE *out, const harness_block *b, const char *name,
                      const char *indent) {
  const harness_type *t = &b->type;
  if (t->kind == HARNESS_VOID) return;
  const bool is_pointer = t->kind == HARNESS_POINTER && b->leaves.count;
  if (is_pointer || is_small_integer(t, b->bytes)) {
    fprintf(out, "%s%s %s = ", indent, c_type(t), name);
    if (is_pointer) fputs(b->leaves.items[0].target, out);
    else put_integer(out, t->kind, b->bytes, t->size);
    fprintf(out, ";  /* %s */\n", b->text);
    return;
  }
  fprintf(out, "%s%s %s;  /* %s */\n", indent, c_type(t), name, b->text);
  fprintf(out, "%s__builtin_memcpy(&%s, ", indent, name);
  put_string(out, b);
  fprintf(out, ", sizeof %s);\n", name);
  char *place = mem_format("&%s", name);
  put_links(out, b, place, indent);
  free(place);
}

static void put_stub(FILE *out, const harness *h, const harness_stub *s) {
  fprintf(out, "\nstatic unsigned braid_calls%u;\n", s->number);
  fprintf(out, "%s braid_stub%u(", c_type(&s->result), s->number);
  for (uint32_t k = 0; k < s->parameters.count; k++)
    fprintf(out, "%s%s a%u", k ? ", " : "",
            c_type(s->parameters.items + k), k);
  fputs(s->parameters.count ? ") {\n" : "void) {\n", out);
  fprintf(out, "  const unsigned n = braid_calls%u++;\n  (void) n;\n",
          s->number);
  uint32_t call = 0;
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    const harness_block *b = h->blocks.items + k;
    if (b->number != s->number) continue;
    if (b->role == HARNESS_EFFECT && b->argument < s->parameters.count) {
      fprintf(out, "  if (n == %u) {\n    __builtin_memcpy(a%u, ", call,
              b->argument);
      put_string(out, b);
      fprintf(out, ", %u);\n", b->size);
      char *place = mem_format("a%u", b->argument);
      put_links(out, b, place, "    ");
      fputs("  }\n", out);
      free(place);
    }
    if (b->role != HARNESS_RESULT) continue;
    if (s->result.kind != HARNESS_VOID) {
      fprintf(out, "  if (n == %u) {\n", call);
      put_local(out, b, "result", "    ");
      fputs("    return result;\n  }\n", out);
    }
    call++;
  }
  if (s->result.kind != HARNESS_VOID)
    fprintf(out, "  %s result;\n  __builtin_memset(&result, 0, sizeof "
                 "result);\n  return result;\n", c_type(&s->result));
  fputs("}\n", out);
}

static void declare(FILE *out, const harness *h) {
  fputs("\nstatic void braid_set(char *place, const volatile void *p) {\n"
        "  __builtin_memcpy(place, &p, sizeof p);\n}\n", out);
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    const harness_block *b = h->blocks.items + k;
    if (b->role == HARNESS_OBJECT)
      fprintf(out, "static char *braid_object%u;  /* *%s */\n", b->number,
              b->text);
    if (b->role != HARNESS_VARIABLE || !b->symbol) continue;
    if (b->is_defined) fputs("extern ", out);
    fprintf(out, "char braid_variable%u[%u] __asm__(\"%s\")%s;\n", b->number,
            b->size, b->symbol,
            b->is_defined ? "" : " __attribute__((aligned(16)))");
  }
  for (uint32_t k = 0; k < h->absent.count; k++) {
    const char *symbol = h->absent.items[k].symbol;
    const uint64_t size = h->absent.items[k].size;
    if (size)
      fprintf(out, "__attribute__((weak, aligned(16))) char braid_absent%u"
                   "[%" PRIu64 "] __asm__(\"%s\");\n", k, size, symbol);
    else
      fprintf(out, "__attribute__((weak)) void braid_absent%u(void) "
                   "__asm__(\"%s\");\nvoid braid_absent%u(void) {}\n", k,
              symbol, k);
  }
  for (uint32_t k = 0; k < h->stubs.count; k++) {
    const harness_stub *s = h->stubs.items + k;
    fprintf(out, "%s braid_stub%u(", c_type(&s->result), s->number);
    for (uint32_t n = 0; n < s->parameters.count; n++)
      fprintf(out, "%s%s", n ? ", " : "", c_type(s->parameters.items + n));
    fputs(s->parameters.count ? ")" : "void)", out);
    if (s->symbol) fprintf(out, " __asm__(\"%s\")", s->symbol);
    fputs(";\n", out);
  }
}

/* Objects are on the heap: they may be freed, and their ends are watched. */
static void build(FILE *out, const harness *h) {
  fputs("\n__attribute__((constructor)) static void braid_build(void) {\n",
        out);
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    const harness_block *b = h->blocks.items + k;
    if (b->role == HARNESS_OBJECT) {
      fprintf(out, "  braid_object%u = __builtin_malloc(%u);\n"
                   "  __builtin_memcpy(braid_object%u, ", b->number, b->size,
              b->number);
    } else if (b->role == HARNESS_VARIABLE) {
      fputs("  __builtin_memcpy(", out);
      if (b->symbol) put_variable_name(out, b);
      else fprintf(out, "(char *) &%s", b->text);
      fputs(", ", out);
    } else {
      continue;
    }
    put_string(out, b);
    fprintf(out, ", %u);\n", b->size);
  }
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    const harness_block *b = h->blocks.items + k;
    char *place = b->role == HARNESS_OBJECT
                      ? mem_format("braid_object%u", b->number)
                  : b->role != HARNESS_VARIABLE ? NULL
                  : b->symbol ? mem_format("braid_variable%u", b->number)
                              : mem_format("&%s", b->text);
    if (place) put_links(out, b, place, "  ");
    free(place);
  }
  fputs("}\n", out);
}

static void call(FILE *out, const harness *h) {
  uint32_t count = 0;
  fputs("\nint braid_main(void) __asm__(\"main\");\n"
        "int braid_main(void) {\n", out);
  for (uint32_t k = 0; k < h->blocks.count; k++) {
    const harness_block *b = h->blocks.items + k;
    char name[32];
    if (b->role != HARNESS_PARAMETER) continue;
    snprintf(name, sizeof name, "a%u", count++);
    put_local(out, b, name, "  ");
  }
  fprintf(out, "  %s(", strcmp(h->function, "main") ? h->function
                                                    : "braid_unused_main");
  for (uint32_t k = 0; k < count; k++) fprintf(out, "%sa%u", k ? ", " : "", k);
  fputs(");\n  return 0;\n}\n", out);
}

void harness_write(const harness *h, FILE *out) {
  char *text = harness_precondition(h);
  fprintf(out, "/* Made by braid.  Reproduces a bug%s%s%s:\n *\n"
               " *   clang -g -fsanitize=address,undefined THIS.c%s\n",
          h->function ? " of " : "", h->function ? h->function : "",
          h->function ? "()" : "",
          h->function ? " and other sources, if any" : " and the sources");
  if (text) {
    fputs(" *\n * It happens if\n", out);
    for (char *at = text, *next; at; at = next) {
      next = strstr(at, "; ");
      if (next) *next = 0, next += 2;
      /* Text of the program's must not end the comment. */
      for (char *end = at; (end = strstr(end, "*/"));) *end = '+';
      fprintf(out, " *   %s\n", at);
    }
  }
  fputs(" */\n", out);
  free(text);
  if (h->function)
    fprintf(out, "#define main braid_unused_main\n#include \"%s\"\n"
                 "#undef main\n", h->source);
  declare(out, h);
  for (uint32_t k = 0; k < h->stubs.count; k++)
    put_stub(out, h, h->stubs.items + k);
  build(out, h);
  if (h->function) call(out, h);
}

/* Native runs ------------------------------------------------------------- */

static bool includes(const char *text, const char *source) {
  char *line = mem_format("#include \"%s\"\n", source);
  const bool found = strstr(text, line);
  free(line);
  return found;
}

replay_program harness_program(const replay_program *p, const char *file,
                               harness_sources *sources) {
  replay_program with = *p;
  size_t size;
  char *error = NULL, *text = file_read_whole(file, &size, &error);
  free(error);
  *sources = (harness_sources) {0};
  if (text) vec_push(sources, file);
  for (uint32_t k = 0; k < p->sources_count; k++)
    if (!text || !includes(text, p->sources[k]))
      vec_push(sources, p->sources[k]);
  free(text);
  with.sources = sources->items;
  with.sources_count = sources->count;
  return with;
}
