#include "files/testcomp.h"

#include "files/xml.h"

#include <string.h>
#include <time.h>

static const char *const signed_types[] = {
  "char", "signed char", "short", "int", "long", "long long", "longlong",
  "loff_t", "ptrdiff_t", "__int128", "int128"};

bool testcomp_is_signed(const char *type) {
  for (size_t i = 0; i < sizeof signed_types / sizeof *signed_types; i++)
    if (!strcmp(type, signed_types[i])) return true;
  return false;
}

/* Decimal by long division over the bytes: any width, no 128-bit type. */
static char *decimal(const uint8_t *bytes, uint32_t size, bool negative) {
  uint8_t *rest = mem_resize(NULL, size, 1);
  size_t length = 3 * (size_t) size + 3, at = length;
  char *digits = mem_zeroed(length + 1, 1);
  unsigned carry = 1;
  bool more;
  for (uint32_t i = 0; i < size; i++) {
    carry += (uint8_t) ~bytes[i];
    rest[i] = negative ? (uint8_t) carry : bytes[i];
    carry >>= 8;
  }
  do {
    unsigned remainder = 0;
    more = false;
    for (uint32_t i = size; i--;) {
      unsigned part = remainder << 8 | rest[i];
      rest[i] = (uint8_t) (part / 10);
      remainder = part % 10;
      more |= rest[i] != 0;
    }
    digits[--at] = (char) ('0' + remainder);
  } while (more);
  if (negative) digits[--at] = '-';
  memmove(digits, digits + at, length - at + 1);
  free(rest);
  return digits;
}

char *testcomp_value(const char *type, const uint8_t *bytes, uint32_t size) {
  if (!strcmp(type, "float") && size == 4) {
    float f;
    memcpy(&f, bytes, 4);
    return mem_format("%a", (double) f);
  }
  if (!strcmp(type, "double") && size == 8) {
    double d;
    memcpy(&d, bytes, 8);
    return mem_format("%a", d);
  }
  bool negative = size && testcomp_is_signed(type) && bytes[size - 1] >= 0x80;
  return decimal(bytes, size, negative);
}

static void put_element(FILE *out, const char *name, const char *text) {
  fprintf(out, "  <%s>", name);
  xml_text(out, text);
  fprintf(out, "</%s>\n", name);
}

static void put_head(FILE *out, const char *root) {
  fprintf(out,
          "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
          "<!DOCTYPE %s PUBLIC \"+//IDN sosy-lab.org//DTD test-format %s "
          "1.1//EN\" \"https://sosy-lab.org/test-format/%s-1.1.dtd\">\n",
          root, root, root);
}

void testcomp_write_metadata(const testcomp_metadata *m, FILE *out) {
  char now[32] = "";
  if (!m->creation_time) {
    time_t clock = time(NULL);
    struct tm utc;
    gmtime_r(&clock, &utc);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &utc);
  }
  put_head(out, "test-metadata");
  fputs("<test-metadata>\n", out);
  put_element(out, "sourcecodelang", "C");
  put_element(out, "producer", m->producer);
  put_element(out, "specification", m->specification);
  put_element(out, "programfile", m->program_file);
  put_element(out, "programhash", m->program_sha256);
  put_element(out, "entryfunction", m->entry_function);
  put_element(out, "architecture", m->pointer_bits == 32 ? "32bit" : "64bit");
  put_element(out, "creationtime", m->creation_time ? m->creation_time : now);
  fputs("</test-metadata>\n", out);
}

static void put_input(FILE *out, const char *attribute, const char *name,
                      const char *value) {
  fprintf(out, "  <input %s=\"", attribute);
  xml_text(out, name);
  fprintf(out, "\">%s</input>\n", value);
}

void testcomp_write_test(const testcase *t, bool covers_error, FILE *out) {
  put_head(out, "testcase");
  fprintf(out, "<testcase%s>\n", covers_error ? " coversError=\"true\"" : "");
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = &t->inputs.items[i];
    if (in->kind == TESTCASE_VALUE) {
      char *value = testcomp_value(in->name, in->bytes, in->size);
      put_input(out, "type", in->name, value);
      free(value);
    } else {
      for (uint32_t b = 0; b < in->size; b++) {
        char value[4];
        snprintf(value, sizeof value, "%u", in->bytes[b]);
        put_input(out, "variable", in->name, value);
      }
    }
  }
  fputs("</testcase>\n", out);
}
