#include "base/random.h"
#include "base/sha.h"
#include "files/outdir.h"
#include "base/process.h"
#include "files/testcase.h"
#include "test/check.h"

#include <string.h>
#include <unistd.h>

static char *written(const testcase *t, size_t *size) {
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  ktest_write(t, out);
  fclose(out);
  return text;
}

static bool same(const testcase *a, const testcase *b) {
  if (a->arguments.count != b->arguments.count ||
      a->inputs.count != b->inputs.count)
    return false;
  for (uint32_t i = 0; i < a->arguments.count; i++)
    if (strcmp(a->arguments.items[i], b->arguments.items[i])) return false;
  for (uint32_t i = 0; i < a->inputs.count; i++) {
    const testcase_input *x = &a->inputs.items[i], *y = &b->inputs.items[i];
    if (strcmp(x->name, y->name) || x->kind != y->kind || x->size != y->size ||
        memcmp(x->bytes, y->bytes, x->size))
      return false;
  }
  return true;
}

static testcase random_test(random_source *r) {
  testcase t = {0};
  for (uint64_t n = random_below(r, 4); n; n--) {
    char text[8] = "";
    for (uint64_t k = random_below(r, 7); k; k--)
      text[k - 1] = (char) (1 + random_below(r, 255));
    testcase_add_argument(&t, text);
  }
  for (uint64_t n = random_below(r, 6); n; n--) {
    static const char *const names[] = {"x", "arg00", "stdin", "int",
                                        "unsigned long", "\xff", ""};
    uint8_t bytes[300];
    uint32_t size = (uint32_t) (1 + random_below(r, sizeof bytes));
    testcase_kind kind = random_below(r, 2) ? TESTCASE_VALUE : TESTCASE_OBJECT;
    uint64_t which = random_below(r, kind == TESTCASE_VALUE ? 6 : 7);
    for (uint32_t b = 0; b < size; b++) bytes[b] = (uint8_t) random_next(r);
    testcase_add_input(&t, kind, names[which], bytes, size);
  }
  return t;
}

static void what_is_written_is_read_back(void) {
  random_source r = {1};
  for (int i = 0; i < 500; i++) {
    testcase t = random_test(&r), back;
    size_t size;
    char *text = written(&t, &size);
    char *error = ktest_parse(&back, text, size);
    CHECK(!error);
    CHECK(same(&t, &back));
    testcase_release(&t);
    testcase_release(&back);
    free(text);
  }
}

/* Byte for byte what the format says. */
static void the_format_is_klees(void) {
  static const char expected[] =
      "KTEST\0\0\0\3"
      "\0\0\0\2\0\0\0\4prog\0\0\0\2-a"
      "\0\0\0\0\0\0\0\0"
      "\0\0\0\2\0\0\0\1x\0\0\0\2\1\2"
      "\0\0\0\25__VERIFIER_nondet_int\0\0\0\4\5\0\0";
  testcase t = {0};
  size_t size;
  testcase_add_argument(&t, "prog");
  testcase_add_argument(&t, "-a");
  testcase_add_input(&t, TESTCASE_OBJECT, "x", "\1\2", 2);
  testcase_add_input(&t, TESTCASE_OBJECT, "nothing", "", 0);
  testcase_add_input(&t, TESTCASE_VALUE, "int", "\5\0\0", 4);
  char *text = written(&t, &size);
  CHECK(size == sizeof expected);
  CHECK(!memcmp(text, expected, size));
  testcase_release(&t);
  free(text);
}

static void older_files_and_empty_objects_are_read(void) {
  static const char old[] = "BOUT\n\0\0\0\1\0\0\0\1\0\0\0\1p\0\0\0\1\0\0\0\1x"
                            "\0\0\0\0";
  testcase t;
  CHECK(!ktest_parse(&t, old, sizeof old - 1));
  CHECK(t.arguments.count == 1 && t.inputs.count == 1);
  CHECK(t.inputs.items[0].size == 0);
  testcase_release(&t);
}

static void no_truncation_is_taken_for_a_test(void) {
  random_source r = {2};
  for (int i = 0; i < 20; i++) {
    testcase t = random_test(&r), back;
    size_t size;
    char *text = written(&t, &size);
    for (size_t n = 0; n < size; n++) {
      char *part = mem_resize(NULL, n, 1);      /* ASan sees past its end */
      memcpy(part, text, n);
      char *error = ktest_parse(&back, part, n);
      CHECK(error && !back.arguments.count && !back.inputs.count);
      free(error);
      free(part);
    }
    testcase_release(&t);
    free(text);
  }
}

/* A message or a test, which then reads back as itself; never a crash. */
static void broken_files_do_no_harm(void) {
  random_source r = {3};
  for (int i = 0; i < 5000; i++) {
    testcase t = random_test(&r), back, again;
    size_t size;
    char *text = written(&t, &size);
    for (uint64_t k = 1 + random_below(&r, 3); k; k--)
      text[random_below(&r, size)] = (char) random_next(&r);
    char *error = ktest_parse(&back, text, size);
    if (!error) {
      size_t size_again;
      char *rewritten = written(&back, &size_again);
      CHECK(!ktest_parse(&again, rewritten, size_again));
      testcase_release(&again);
      free(rewritten);
    }
    free(error);
    testcase_release(&t);
    testcase_release(&back);
    free(text);
  }
}

static void a_missing_file_is_a_message(void) {
  testcase t;
  char *error = ktest_read(&t, "/nowhere/test.ktest");
  CHECK(error && strstr(error, "/nowhere/test.ktest"));
  free(error);
}

static void fuzz_data_is_cut_to_its_size(void) {
  testcase t = {0};
  size_t size;
  CHECK(!testcase_fuzz_data(&t, &size) && size == 0);
  testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_DATA, "abcdef", 6);
  CHECK(!memcmp(testcase_fuzz_data(&t, &size), "abcdef", 6) && size == 6);
  testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_SIZE, "\2\0\0", 4);
  testcase_fuzz_data(&t, &size);
  CHECK(size == 2);
  testcase_release(&t);
}

/* Against coreutils, at lengths round the block sizes. */
static void digests_agree_with_the_systems(void) {
  char *error = NULL, *directory = scratch_make(&error);
  char *path = mem_format("%s/data", directory);
  const char *const one[] = {"sha1sum", path, NULL};
  const char *const other[] = {"sha256sum", path, NULL};
  random_source r = {4};
  char data[200];
  CHECK(!strcmp(sha1("abc", 3).hex,
                "a9993e364706816aba3e25717850c26c9cd0d89d"));
  static const size_t sizes[] = {0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 200};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const size_t n = sizes[k];
    for (size_t i = 0; i < n; i++) data[i] = (char) random_next(&r);
    CHECK(!file_write_whole(path, data, n));
    process_result a = process_run(&(process_request) {.argv = one});
    process_result b = process_run(&(process_request) {.argv = other});
    CHECK(!a.start_error && !b.start_error);
    CHECK(!strncmp(a.output, sha1(data, n).hex, 40));
    CHECK(!strncmp(b.output, sha256(data, n).hex, 64));
    free(a.output);
    free(b.output);
  }
  scratch_remove(directory);
  free(directory);
  free(path);
}

int main(void) {
  what_is_written_is_read_back();
  the_format_is_klees();
  older_files_and_empty_objects_are_read();
  no_truncation_is_taken_for_a_test();
  broken_files_do_no_harm();
  a_missing_file_is_a_message();
  fuzz_data_is_cut_to_its_size();
  digests_agree_with_the_systems();
}
