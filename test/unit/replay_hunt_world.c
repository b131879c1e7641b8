#include "base/random.h"
#include "hunt/parts.h"
#include "replay/hunt_world.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

/* The world of a program as parts of an input: both ways, and whatever the bytes are. */

static bool make(hunt_world *w, const char *words) {
  testcase t = {0};
  char text[256];
  strcpy(text, words);
  testcase_add_argument(&t, "program");
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    testcase_add_argument(&t, word);
  const bool is_good = hunt_world_init(w, &t);
  testcase_release(&t);
  return is_good;
}

static const char all_words[] =
    "-v --sym-args 0 2 8 --sym-stdin 16 --sym-file A:4 --sym-file d/b:=3 --sym-env HOME:5 "
    "--sym-arg =2 last --sym-open 16 --sym-getenv 8 --braid-env X=1 --sym-args 1 3 4";

static bool has(const testcase *t, const char *name, const void *bytes, uint32_t size) {
  const testcase_input *in = testcase_find(t, name);
  return in && in->size == size && !memcmp(in->bytes, bytes, size);
}

static void words_are_parts(void) {
  hunt_world w;
  CHECK(make(&w, all_words));
  static const struct { hunt_part_kind kind; uint32_t least, most; const char *name; } want[] = {
    {HUNT_TEXT, 0, 0, "-v"}, {HUNT_COUNT, 0, 2, ""}, {HUNT_ARGUMENT, 0, 8, ""},
    {HUNT_ARGUMENT, 0, 8, ""}, {HUNT_STDIN, 0, 16, ""}, {HUNT_FILE, 0, 4, "A"},
    {HUNT_FILE, 3, 3, "d/b"}, {HUNT_VARIABLE, 0, 5, "HOME"}, {HUNT_ARGUMENT, 2, 2, ""},
    {HUNT_TEXT, 0, 0, "last"}, {HUNT_COUNT, 1, 3, ""}, {HUNT_ARGUMENT, 0, 4, ""},
    {HUNT_ARGUMENT, 0, 4, ""}, {HUNT_ARGUMENT, 0, 4, ""}};
  CHECK(w.count == sizeof want / sizeof *want);
  for (uint32_t k = 0; k < w.count; k++) {
    CHECK(w.part[k].kind == want[k].kind && w.part[k].least == want[k].least);
    CHECK(w.part[k].most == want[k].most && !strcmp(w.part[k].name, want[k].name));
  }
  CHECK(w.longest == 12 * HUNT_HEADER + 2 + 16 + 16 + 4 + 3 + 5 + 2 + 12);
  CHECK(make(&w, "--sym-files 2 9") && w.count == 3 && w.part[2].kind == HUNT_STDIN);
  CHECK(make(&w, "-sym-stdin =7") && w.part[0].least == 7 && w.part[0].most == 7);
}

static void what_cannot_be_given_is_refused(void) {
  hunt_world w;
  CHECK(!make(&w, ""));
  CHECK(!make(&w, "a b"));
  CHECK(!make(&w, "--sym-open 16"));    /* natively no such file is there */
  CHECK(!make(&w, "--sym-stdin 0"));
  CHECK(!make(&w, "--sym-stdin 8 --sym-socket 8"));
  CHECK(!make(&w, "--sym-stdin 8 --max-fail 1"));
  CHECK(!make(&w, "--braid-root / --sym-stdin 8"));
  CHECK(!make(&w, "--sym-stdin =5000"));
  CHECK(!make(&w, "--sym-args 0 99 4"));
  CHECK(!make(&w, "--sym-stdin"));
  /* What may be shorter is. */
  CHECK(make(&w, "--sym-file A:4000 --sym-stdin 5000 --sym-arg 8"));
  CHECK(w.part[0].most == 4000 && w.longest == HUNT_LONGEST);
  CHECK(w.part[1].most == HUNT_LONGEST - 4000 - 8 - 3 * HUNT_HEADER);
}

/* Of a test that an exploration could have made; and back. */
static void a_test_survives(void) {
  hunt_world w;
  testcase t = {0}, back = {0};
  uint8_t input[HUNT_LONGEST];
  CHECK(make(&w, all_words));
  const uint32_t one = 1, two = 2, five = 5, none = 0;
  testcase_add_input(&t, TESTCASE_OBJECT, "n_args", &one, 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg00", "first\0\0\0", 9);
  testcase_add_input(&t, TESTCASE_OBJECT, "stdin_size", &five, 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "stdin", "12\0" "4\n\0\0\0\0\0\0\0\0\0\0", 16);
  testcase_add_input(&t, TESTCASE_OBJECT, "A_size", &none, 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "A_data", "\0\0\0", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "d/b_data", "xyz", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "env_HOME", "/\0\0\0\0", 6);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg01", "ab", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "n_args", &two, 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg02", "1\0\0\0", 5);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg03", "abcd", 5);
  const uint32_t size = hunt_world_input(&w, &t, input);
  CHECK(size <= w.longest);
  hunt_world_test(&w, input, size, &back);
  CHECK(back.inputs.count == t.inputs.count);
  for (uint32_t k = 0; k < t.inputs.count && k < back.inputs.count; k++) {
    const testcase_input *a = t.inputs.items + k, *b = back.inputs.items + k;
    CHECK(!strcmp(a->name, b->name) && a->size == b->size);
    CHECK(!memcmp(a->bytes, b->bytes, a->size));
  }
  testcase_release(&t);
  testcase_release(&back);
}

/* Too short, lengths beyond the maximum or beyond the end: what is there is cut. */
static void any_bytes_are_an_input(void) {
  hunt_world w;
  hunt_slice s[HUNT_PARTS];
  CHECK(make(&w, "--sym-stdin 4 --sym-file A:4"));
  static const uint8_t bytes[] = {0xff, 0xff, 1, 2, 3, 4, 9, 0, 5};
  hunt_split(w.part, w.count, bytes, sizeof bytes, s);
  CHECK(s[0].offset == 2 && s[0].size == 4 && s[1].offset == 8 && s[1].size == 1);
  for (uint32_t size = 0; size < sizeof bytes; size++) {
    hunt_split(w.part, w.count, bytes, size, s);
    for (uint32_t k = 0; k < 2; k++)
      CHECK(s[k].offset <= size && s[k].size <= size - s[k].offset && s[k].size <= 4);
  }
  testcase t = {0};
  hunt_world_test(&w, bytes, 3, &t);
  CHECK(has(&t, "stdin_size", &(uint32_t) {1}, 4) && has(&t, "stdin", "\1\0\0", 4));
  CHECK(has(&t, "A_size", &(uint32_t) {0}, 4));
  testcase_release(&t);
  /* Exact lengths. */
  CHECK(make(&w, "--sym-arg =3 --sym-stdin =2"));
  hunt_world_test(&w, (const uint8_t *) "\2\0x\0", 4, &t);
  CHECK(has(&t, "arg00", "xaa", 4) && has(&t, "stdin", "\0", 2));
  CHECK(!testcase_find(&t, "stdin_size"));
  testcase_release(&t);
}

static void random_bytes_are_inputs(void) {
  random_source r = {1};
  hunt_world w;
  CHECK(make(&w, all_words));
  for (uint32_t round = 0; round < 20000; round++) {
    uint8_t input[128], again[HUNT_LONGEST];
    testcase t = {0}, back = {0};
    const uint32_t size = (uint32_t) random_below(&r, sizeof input + 1);
    for (uint32_t k = 0; k < size; k++)
      input[k] = (uint8_t) (random_below(&r, 2) ? random_below(&r, 256) : random_below(&r, 4));
    hunt_world_test(&w, input, size, &t);
    const testcase_input *count = testcase_find(&t, "n_args");
    CHECK(count && count->bytes[0] <= 2 && testcase_find(&t, "env_HOME"));
    const uint32_t n = hunt_world_input(&w, &t, again);
    CHECK(n <= w.longest);
    hunt_world_test(&w, again, n, &back);
    CHECK(t.inputs.count == back.inputs.count);
    for (uint32_t k = 0; k < t.inputs.count && k < back.inputs.count; k++)
      CHECK(t.inputs.items[k].size == back.inputs.items[k].size &&
            !memcmp(t.inputs.items[k].bytes, back.inputs.items[k].bytes,
                    t.inputs.items[k].size));
    testcase_release(&t);
    testcase_release(&back);
  }
}

int main(void) {
  words_are_parts();
  what_cannot_be_given_is_refused();
  a_test_survives();
  any_bytes_are_an_input();
  random_bytes_are_inputs();
  return 0;
}
