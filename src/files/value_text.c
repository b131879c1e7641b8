#include "files/value_text.h"

#include "base/bits.h"
#include "files/testcomp.h"
#include "files/typed_text.h"

#include <ctype.h>
#include <string.h>

enum { SHOWN_BYTES = 64, ZEROS_SHOWN = 4 };

static uint64_t word(const testcase_input *in) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < in->size && i < 8; i++)
    bits |= (uint64_t) in->bytes[i] << 8 * i;
  return bits;
}

static bool is_word(uint32_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

static bool is_text(uint8_t byte) {
  return isprint(byte) || byte == '\n' || byte == '\t' || byte == '\r';
}

static void put_character(FILE *out, uint8_t c, uint8_t next) {
  const char *escaped = c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\r' ? "\\r"
                        : c == '"' ? "\\\"" : c == '\\' ? "\\\\" : NULL;
  if (escaped) fputs(escaped, out);
  else if (isprint(c)) fputc(c, out);
  /* Octal, which ends by itself; all three digits where one more could be
   * taken for a part of it. */
  else if (isdigit(next)) fprintf(out, "\\%03o", c);
  else fprintf(out, "\\%o", c);
}

/* What matters of the object: its bytes without a long tail of zeros. */
static uint32_t significant(const uint8_t *bytes, uint32_t size) {
  uint32_t n = size;
  while (n && !bytes[n - 1]) n--;
  return size - n > ZEROS_SHOWN ? n : size;
}

/* At least as many characters as other bytes, zeros aside. */
static bool looks_like_text(const uint8_t *bytes, uint32_t size) {
  uint32_t text = 0, other = 0;
  for (uint32_t i = 0; i < size; i++) {
    text += is_text(bytes[i]);
    other += bytes[i] && !is_text(bytes[i]);
  }
  return text && text >= 3 * other;
}

void value_text_put_bytes(FILE *out, const uint8_t *bytes, uint32_t all) {
  const uint32_t size = significant(bytes, all);
  const uint32_t shown = size > SHOWN_BYTES ? SHOWN_BYTES : size;
  if (!size && all) {
    fprintf(out, "%u zero bytes", all);
    return;
  }
  if (looks_like_text(bytes, size)) {
    fputc('"', out);
    for (uint32_t i = 0; i < shown; i++)
      put_character(out, bytes[i], i + 1 < shown ? bytes[i + 1] : 0);
    fputc('"', out);
  } else {
    fputc('{', out);
    for (uint32_t i = 0; i < shown; i++)
      fprintf(out, "%s0x%02x", i ? ", " : "", bytes[i]);
    fputc('}', out);
  }
  if (shown < size) fprintf(out, " and %u bytes more", size - shown);
  if (size < all) fprintf(out, ", then %u zero bytes", all - size);
}

static void put_bytes(FILE *out, const testcase_input *in) {
  value_text_put_bytes(out, in->bytes, in->size);
}

/* Whether the number is better read as characters: all are, NULs at the end. */
static bool is_short_text(const testcase_input *in) {
  uint32_t n = 0;
  while (n < in->size && is_text(in->bytes[n])) n++;
  if (n < (in->size == 1 ? 1u : 2u)) return false;
  for (; n < in->size; n++)
    if (in->bytes[n]) return false;
  return true;
}

static void put_value(FILE *out, const testcase_input *in) {
  char *text = testcomp_value(in->name, in->bytes, in->size);
  fputs(text, out);
  free(text);
  if (in->size && in->size <= 8)
    fprintf(out, " (0x%0*llx)", (int) (2 * in->size),
            (unsigned long long) word(in));
}

/* An object of a word's size is most often an integer; nobody says whether it
 * is signed, so small negative numbers are shown as such. */
static void put_word(FILE *out, const testcase_input *in) {
  uint64_t bits = word(in);
  int64_t number = bits_signed(bits, 8 * in->size);
  if (is_short_text(in) && in->size > 1) {
    put_bytes(out, in);
    fputs(" or ", out);
  }
  if (in->size == 1) fprintf(out, "%llu", (unsigned long long) bits);
  else fprintf(out, "%lld", (long long) number);
  fprintf(out, " (0x%0*llx)", (int) (2 * in->size), (unsigned long long) bits);
  if (!is_short_text(in) || in->size > 1) return;
  fputs(" or ", out);
  put_bytes(out, in);
}

/* Bytes by what made them: an argument, standard input, a file. */
static bool is_bytes(const char *name) {
  const size_t n = strlen(name);
  return (!strncmp(name, "arg", 3) && n == 5 && isdigit((uint8_t) name[3]) &&
          isdigit((uint8_t) name[4])) ||
         !strcmp(name, "stdin") || (n > 5 && !strcmp(name + n - 5, "_data"));
}

/* Of a word beside what its type makes of it; not where both are the same digits. */
static void put_hexadecimal(FILE *out, const testcase_input *in) {
  if (is_word(in->size) && in->size > 1)
    fprintf(out, " (0x%0*llx)", (int) (2 * in->size), (unsigned long long) word(in));
}

static bool put_typed(FILE *out, const ir_program *p, const testcase_input *in) {
  const uint32_t type = in->kind == TESTCASE_OBJECT && !is_bytes(in->name)
                            ? typed_text_find(p, in->name, in->size) : 0;
  if (!type) return false;
  const ir_type *t = p->types.items + type;
  if (!typed_text_put(p, type, in->bytes, in->size, out)) return false;
  if (t->kind == IR_TYPE_INTEGER || t->kind == IR_TYPE_FLOAT) put_hexadecimal(out, in);
  return true;
}

static void put_untyped(FILE *out, const testcase_input *in) {
  if (in->kind == TESTCASE_VALUE) put_value(out, in);
  else if (is_word(in->size) && !is_bytes(in->name)) put_word(out, in);
  else put_bytes(out, in);
}

char *value_text(const ir_program *p, const testcase_input *in) {
  char *text = NULL;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  fprintf(out, "%s = ", in->name);
  if (!in->size) fputs("nothing", out);
  else if (!put_typed(out, p, in)) put_untyped(out, in);
  mem_stream_end(out);
  return text;
}
