#include "base/random.h"
#include "files/testcomp.h"
#include "test/check.h"

#include <errno.h>
#include <string.h>

/* printf is the oracle. */
static void integers_are_decimal(void) {
  random_source r = {1};
  for (int i = 0; i < 3000; i++) {
    uint64_t bits = random_next(&r) >> random_below(&r, 64);
    if (random_below(&r, 2)) bits = ~bits;
    char want[32];
    struct { const char *type; uint32_t size; } as[] = {
      {"char", 1}, {"unsigned char", 1}, {"short", 2}, {"int", 4},
      {"unsigned int", 4}, {"long", 8}, {"unsigned long", 8}, {"size_t", 8}};
    for (size_t k = 0; k < sizeof as / sizeof *as; k++) {
      unsigned unused = 64 - 8 * as[k].size;
      int64_t number = (int64_t) (bits << unused) >> unused;
      if (testcomp_is_signed(as[k].type))
        snprintf(want, sizeof want, "%lld", (long long) number);
      else
        snprintf(want, sizeof want, "%llu",
                 (unsigned long long) (bits << unused >> unused));
      char *got = testcomp_value(as[k].type, (const uint8_t *) &bits,
                                 as[k].size);
      CHECK(!strcmp(got, want));
      free(got);
    }
  }
}

static void wide_integers_are_decimal_too(void) {
  uint8_t ones[16], least[16] = {0};
  memset(ones, 0xff, sizeof ones);
  least[15] = 0x80;
  char *a = testcomp_value("unsigned __int128", ones, 16);
  char *b = testcomp_value("__int128", ones, 16);
  char *c = testcomp_value("__int128", least, 16);
  CHECK(!strcmp(a, "340282366920938463463374607431768211455"));
  CHECK(!strcmp(b, "-1"));
  CHECK(!strcmp(c, "-170141183460469231731687303715884105728"));
  free(a);
  free(b);
  free(c);
}

static void floats_come_back_exactly(void) {
  random_source r = {2};
  for (int i = 0; i < 3000; i++) {
    uint64_t bits = random_next(&r);
    double d, d_back;
    float f, f_back;
    memcpy(&d, &bits, 8);
    memcpy(&f, &bits, 4);
    char *text = testcomp_value("double", (uint8_t *) &d, 8);
    d_back = strtod(text, NULL);
    CHECK(d != d ? d_back != d_back : !memcmp(&d, &d_back, 8));
    free(text);
    text = testcomp_value("float", (uint8_t *) &f, 4);
    f_back = strtof(text, NULL);
    CHECK(f != f ? f_back != f_back : !memcmp(&f, &f_back, 4));
    free(text);
  }
}

static void a_test_is_an_xml_file(void) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_VALUE, "int", "\376\377\377\377", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "a<\"b", "\1\377", 2);
  testcomp_write_test(&t, true, out);
  fclose(out);
  CHECK(!strcmp(text,
                "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD "
                "test-format testcase 1.1//EN\" "
                "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"
                "<testcase coversError=\"true\">\n"
                "  <input type=\"int\">-2</input>\n"
                "  <input variable=\"a&lt;&quot;b\">1</input>\n"
                "  <input variable=\"a&lt;&quot;b\">255</input>\n"
                "</testcase>\n"));
  free(text);
  testcase_release(&t);
}

static void metadata_is_escaped(void) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  testcomp_metadata m = {.producer = "braid", .specification = "a & b < c",
                         .program_file = "p.c", .program_sha256 = "00",
                         .entry_function = "main", .pointer_bits = 32,
                         .creation_time = "2026-01-01T00:00:00Z"};
  testcomp_write_metadata(&m, out);
  fclose(out);
  CHECK(strstr(text, "<specification>a &amp; b &lt; c</specification>"));
  CHECK(strstr(text, "<architecture>32bit</architecture>"));
  CHECK(strstr(text, "<creationtime>2026-01-01T00:00:00Z</creationtime>"));
  free(text);
}

int main(void) {
  integers_are_decimal();
  wide_integers_are_decimal_too();
  floats_come_back_exactly();
  a_test_is_an_xml_file();
  metadata_is_escaped();
}
