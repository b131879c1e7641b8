#include "files/typed_text.h"

#include "base/bits.h"
#include "files/value_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_ELEMENTS = 32, DEEPEST = 8 };

typedef struct writer {
  const ir_program *program;
  const uint8_t *bytes;
  FILE *out;
  typed_text_pointer *put_pointer;      /* NULL: pointers are numbers */
  void *context;
} writer;

static const ir_type *type_at(const ir_program *p, uint32_t type) {
  return p->types.items + type;
}

uint32_t typed_text_find(const ir_program *p, const char *name, uint32_t size) {
  for (uint32_t k = 0; p && k < p->inputs.count; k++)
    if (!strcmp(p->inputs.items[k].name, name)) {
      const uint32_t type = p->inputs.items[k].type;
      return type && type_at(p, type)->size == size ? type : 0;
    }
  return 0;
}

/* Scalars ----------------------------------------------------------------- */

/* So many bits from a bit on, at most 64. */
static uint64_t bits_at(const writer *w, uint64_t bit, uint32_t count) {
  uint64_t value = 0;
  for (uint32_t k = 0; k < count; k++)
    value |= (uint64_t) (w->bytes[(bit + k) / 8] >> (bit + k) % 8 & 1) << k;
  return value;
}

/* The fewest digits that are read back as the same number. */
static void put_float(const writer *w, double value, bool is_single) {
  char text[40];
  if (isnan(value)) {
    fputs("NAN", w->out);
    return;
  }
  if (isinf(value)) {
    fputs(value < 0 ? "-INFINITY" : "INFINITY", w->out);
    return;
  }
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (is_single ? strtof(text, NULL) == (float) value : strtod(text, NULL) == value) break;
  }
  fprintf(w->out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void put_character(const writer *w, uint8_t c) {
  const char *names = "\a\b\t\n\v\f\r", *letters = "abtnvfr", *known = c ? strchr(names, c) : NULL;
  if (known) fprintf(w->out, "'\\%c'", letters[known - names]);
  else if (c == '\'' || c == '\\') fprintf(w->out, "'\\%c'", c);
  else if (isprint(c)) fprintf(w->out, "'%c'", c);
  else fprintf(w->out, "'\\%o'", c);
}

static bool is_character(const ir_type *t) {
  return t->kind == IR_TYPE_INTEGER && t->size == 1 && !strcmp(t->name, "char");
}

static void put_integer(const writer *w, const ir_type *t, uint64_t bits, uint32_t width) {
  const int64_t number = bits_signed(bits, width);
  for (uint32_t k = 0; k < t->fields.count; k++)
    if (!((t->fields.items[k].bit ^ bits) << (64 - width))) {
      fputs(t->fields.items[k].name, w->out);
      return;
    }
  if (strstr(t->name, "Bool") && bits < 2) fputs(bits ? "true" : "false", w->out);
  else if (is_character(t)) put_character(w, (uint8_t) bits);
  else if (t->is_signed || t->fields.count) fprintf(w->out, "%" PRId64, number);
  else fprintf(w->out, "%" PRIu64, bits);
}

static bool put_scalar(const writer *w, uint32_t type, uint64_t bit, uint32_t width) {
  if (!width || width > 64) return false;
  const ir_type *t = type_at(w->program, type);
  const uint64_t bits = bits_at(w, bit, width);
  if (t->kind == IR_TYPE_INTEGER) {
    put_integer(w, t, bits, width);
  } else if (t->kind == IR_TYPE_POINTER) {
    if (bits && w->put_pointer && w->put_pointer(w->context, type, bits, w->out)) return true;
    if (bits) fprintf(w->out, "(void *) 0x%" PRIx64, bits);
    else fputs("NULL", w->out);
  } else if (t->kind == IR_TYPE_FLOAT && width == 32) {
    float f;
    memcpy(&f, &(uint32_t) {(uint32_t) bits}, sizeof f);
    put_float(w, (double) f, true);
  } else if (t->kind == IR_TYPE_FLOAT && width == 64) {
    double d;
    memcpy(&d, &bits, sizeof d);
    put_float(w, d, false);
  } else {
    return false;
  }
  return true;
}

/* Aggregates -------------------------------------------------------------- */

static void put(const writer *, uint32_t type, uint64_t bit, uint32_t bits, unsigned depth);

/* Text with zeros to its end, as a string that initialises the array. */
static bool put_string(const writer *w, const uint8_t *bytes, uint32_t count) {
  uint32_t length = 0;
  while (length < count && bytes[length] && (isprint(bytes[length]) || isspace(bytes[length])))
    length++;
  for (uint32_t k = length; k < count; k++)
    if (bytes[k]) return false;
  if (length) value_text_put_bytes(w->out, bytes, length);
  else fputs("\"\"", w->out);
  return true;
}

static void put_array(const writer *w, const ir_type *t, uint64_t bit, unsigned depth) {
  const ir_type *each = type_at(w->program, t->target);
  if (is_character(each) && put_string(w, w->bytes + bit / 8, (uint32_t) t->count)) return;
  uint64_t count = t->count;    /* without zeros at the end */
  while (count > 1 && !memcmp(w->bytes + bit / 8 + (count - 1) * each->size,
                              (const uint8_t[64]) {0}, each->size < 64 ? each->size : 64) &&
         each->size <= 64)
    count--;
  fputc('{', w->out);
  for (uint64_t k = 0; k < count && k < SHOWN_ELEMENTS; k++) {
    if (k) fputs(", ", w->out);
    put(w, t->target, bit + 8 * k * each->size, 0, depth + 1);
  }
  fputs(count > SHOWN_ELEMENTS ? ", ...}" : "}", w->out);
}

static void put_record(const writer *w, const ir_type *t, uint64_t bit, unsigned depth) {
  const uint32_t count = t->kind == IR_TYPE_UNION && t->fields.count ? 1 : t->fields.count;
  fputc('{', w->out);
  for (uint32_t k = 0; k < count; k++) {
    const ir_field *f = t->fields.items + k;
    fprintf(w->out, "%s", k ? ", " : "");
    if (*f->name) fprintf(w->out, ".%s = ", f->name);
    put(w, f->type, bit + f->bit, f->bits, depth + 1);
  }
  fputc('}', w->out);
}

/* What has no form of its own is shown by its bytes. */
static void put(const writer *w, uint32_t type, uint64_t bit, uint32_t bits, unsigned depth) {
  const ir_type *t = type_at(w->program, type);
  const bool is_record = t->kind == IR_TYPE_STRUCT || t->kind == IR_TYPE_UNION;
  if (depth < DEEPEST && is_record && t->fields.count) put_record(w, t, bit, depth);
  else if (depth < DEEPEST && t->kind == IR_TYPE_ARRAY && t->count) put_array(w, t, bit, depth);
  else if (!put_scalar(w, type, bit, bits ? bits : t->size > 8 ? 0 : (uint32_t) (8 * t->size)))
    value_text_put_bytes(w->out, w->bytes + bit / 8, (uint32_t) t->size);
}

bool typed_text_put(const ir_program *p, uint32_t type, const uint8_t *bytes, uint32_t size,
                    FILE *out) {
  return typed_text_put_with(p, type, bytes, size, NULL, NULL, out);
}

bool typed_text_put_with(const ir_program *p, uint32_t type, const uint8_t *bytes, uint32_t size,
                         typed_text_pointer *put_pointer, void *context, FILE *out) {
  const writer w = {p, bytes, out, put_pointer, context};
  if (!type || type_at(p, type)->size != size || !size) return false;
  put(&w, type, 0, 0, 0);
  return true;
}
