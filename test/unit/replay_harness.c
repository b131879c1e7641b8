/* What was made up, told in words and built in C. */
#include "replay/harness.h"

#include "files/outdir.h"
#include "base/process.h"
#include "test/check.h"

#include <string.h>

static harness_leaf leaf(harness_kind kind, const char *text, uint64_t offset,
                         uint32_t size, const char *target,
                         const char *points_to) {
  return (harness_leaf) {
    .kind = kind, .text = mem_string(text), .offset = offset, .size = size,
    .matters = true, .target = target ? mem_string(target) : NULL,
    .points_to = points_to ? mem_string(points_to) : NULL};
}

static harness_block block(harness_role role, uint32_t number,
                           const char *text, const void *bytes,
                           uint32_t size) {
  harness_block b = {.role = role, .number = number, .text = mem_string(text),
                     .bytes = mem_resize(NULL, size, 1), .size = size};
  memcpy(b.bytes, bytes, size);
  return b;
}

/* f(p, n) with p->next == NULL, p->value == -3 and n == 7; ask() gives 'x'. */
static harness example(const char *source) {
  harness h = {.function = "f", .source = source};
  const uint64_t none = 0;
  const int32_t seven = 7;
  const struct { void *next; int32_t value; char name[4]; } node =
      {NULL, -3, "a\"b"};
  harness_block p = block(HARNESS_PARAMETER, 0, "p", &none, 8);
  p.type = (harness_type) {HARNESS_POINTER, 8, NULL};
  vec_push(&p.leaves, leaf(HARNESS_POINTER, "p", 0, 8, "braid_object1",
                           "points to a struct node"));
  harness_block n = block(HARNESS_PARAMETER, 1, "n", &seven, 4);
  n.type = (harness_type) {HARNESS_INTEGER, 4, NULL};
  vec_push(&n.leaves, leaf(HARNESS_INTEGER, "n", 0, 4, NULL, NULL));
  harness_block o = block(HARNESS_OBJECT, 1, "p", &node, 16);
  vec_push(&o.leaves, leaf(HARNESS_POINTER, "p->next", 0, 8, "0", NULL));
  vec_push(&o.leaves, leaf(HARNESS_INTEGER, "p->value", 8, 4, NULL, NULL));
  vec_push(&o.leaves, leaf(HARNESS_BYTES, "p->name", 12, 4, NULL, NULL));
  harness_block r = block(HARNESS_RESULT, 5, "ask()", "x", 1);
  r.type = (harness_type) {HARNESS_UNSIGNED, 1, NULL};
  vec_push(&r.leaves, leaf(HARNESS_UNSIGNED, "ask()", 0, 1, NULL, NULL));
  vec_push(&h.blocks, p);
  vec_push(&h.blocks, n);
  vec_push(&h.blocks, o);
  vec_push(&h.blocks, r);
  vec_push(&h.stubs, ((harness_stub) {
      .number = 5, .symbol = "ask", .result = {HARNESS_UNSIGNED, 1, NULL}}));
  vec_push(&h.absent, ((struct harness_absent) {"elsewhere", 0}));
  vec_push(&h.absent, ((struct harness_absent) {"far", 4}));
  return h;
}

static void conditions_read_like_c(void) {
  harness h = example("f.c");
  char *text = harness_precondition(&h);
  CHECK(!strcmp(text, "p points to a struct node; n == 7; p->next == NULL; "
                      "p->value == -3; p->name == \"a\\\"b\" and 1 zero byte; "
                      "ask() returns 120 ('x')"));
  free(text);
  for (uint32_t k = 0; k < h.blocks.count; k++)
    for (uint32_t n = 0; n < h.blocks.items[k].leaves.count; n++)
      h.blocks.items[k].leaves.items[n].matters = false;
  CHECK(!harness_precondition(&h));
  harness_release(&h);
}

static void the_file_builds_the_objects_and_calls_the_function(void) {
  static const char source[] =
      "#include <stdlib.h>\n#include <string.h>\n"
      "struct node { struct node *next; int value; char name[4]; };\n"
      "char ask(void); void elsewhere(int); extern int far;\n"
      "static int f(struct node *p, int n) {\n"
      "  if (p->next || p->value != -3 || strcmp(p->name, \"a\\\"b\")) exit(1);\n"
      "  if (n != 7 || ask() != 'x' || far) exit(2);\n"
      "  if (n == 8) elsewhere(n);\n"
      "  free(p);\n  exit(42);\n}\n"
      "int main(void) { return 3; }\n";
  char *error = NULL, *scratch = scratch_make(&error);
  CHECK(scratch);
  char *path = mem_format("%s/f.c", scratch);
  char *file = mem_format("%s/test000001.c", scratch);
  char *binary = mem_format("%s/program", scratch);
  CHECK(!file_write_whole(path, source, strlen(source)));
  harness h = example(path);
  FILE *out = fopen(file, "w");
  CHECK(out);
  harness_write(&h, out);
  fclose(out);
  const char *const sources[] = {path};
  const replay_program p = {.sources = sources, .sources_count = 1,
                            .entry_kind = REPLAY_HARNESS, .entry = "f",
                            .target = "native"};
  harness_sources all;
  const replay_program with = harness_program(&p, file, &all);
  CHECK(with.sources_count == 1 && !strcmp(with.sources[0], file));
  error = replay_build(&with, REPLAY_WITH_ASAN, binary);
  if (error) fprintf(stderr, "%s\n", error);
  CHECK(!error);
  testcase none = {0};
  replay_run_result r = replay_run(binary, &none, &replay_default_limits,
                                   NULL);
  CHECK(r.started && r.exit_status == 42);
  replay_run_release(&r);
  harness_release(&h);
  vec_release(&all);
  scratch_remove(scratch);
  free(scratch);
  free(path);
  free(file);
  free(binary);
}

int main(void) {
  conditions_read_like_c();
  the_file_builds_the_objects_and_calls_the_function();
  return 0;
}
