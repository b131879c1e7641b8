#include "base/random.h"
#include "test/unit/ir_harness.h"

#include <sys/wait.h>

/* Files that are not what they should be: a message that names the file, and
 * never a crash. */

static void expect_message(const char *path, const char *part) {
  char *message = NULL;
  ir_linker *l = ir_linker_new();
  CHECK(!ir_link_file(l, path, false, &message));
  CHECK(message && strstr(message, path) && strstr(message, part));
  ir_linker_free(l);
  free(message);
  message = NULL;
  CHECK(!ir_probe_file(path, &message));
  CHECK(message && strstr(message, path) && strstr(message, part));
  free(message);
}

static void what_is_no_bitcode_is_said_to_be_none(void) {
  char *text = harness_path("text.bc"), *empty = harness_path("empty.bc");
  char *object = harness_path("object.o"), *none = harness_path("none.bc");
  harness_write("text.bc", "int main(void) { return 0; }\n");
  harness_write("empty.bc", "");
  harness_write("object.c", "int x;");
  CHECK(!harness_run("clang-19 -c object.c -o object.o"));
  expect_message(text, "not LLVM bitcode");
  expect_message(empty, "empty");
  expect_message(object, "object file");
  expect_message(none, "No such file");
  expect_message(harness_dir, "not a regular file");
  free(text);
  free(empty);
  free(object);
  free(none);
}

static void an_archive_must_be_one(void) {
  char *message = NULL;
  char *path = harness_path("text.a");
  harness_write("text.a", "no archive");
  ir_linker *l = ir_linker_new();
  CHECK(!ir_link_archive(l, path, &message));
  CHECK(strstr(message, "text.a: not an archive"));
  free(message);
  harness_write("text.a", "!<arch>\n");
  CHECK(!ir_link_archive(l, path, &message));
  CHECK(strstr(message, "empty or damaged"));
  free(message);
  ir_linker_free(l);
  free(path);
}

static void foreign_targets_are_refused(void) {
  char *message = NULL;
  char *path = harness_compile("foreign", "--target=powerpc64-linux-gnu",
                               "int f(void) { return 1; }");
  ir_linker *l = ir_linker_new();
  CHECK(!ir_link_file(l, path, false, &message));
  CHECK(strstr(message, "foreign.bc: the target 'powerpc64"));
  ir_linker_free(l);
  free(message);
  free(path);
}

static const char *const rich =
    "struct S { int a, b; char c[3]; }; extern int g(const char *, ...);"
    "static struct S t[] = {{1, 2, \"x\"}, {3, 4, \"y\"}}; int *p = &t[1].b;"
    "typedef int v4 __attribute__((vector_size(16)));"
    "static void *lab(int k) { static void *q[] = {&&a, &&b}; goto *q[k];"
    " a: return q; b: return p; }"
    "struct S mk(int k) { struct S s = t[k & 1]; s.a += k; return s; }"
    "v4 vec(v4 x, int k) { x[k] = 3; return x * x; }"
    "int main(int argc, char **argv) { int s = 0; _Bool b = 0;"
    " for (int i = 0; i < argc; i++) { switch (argv[i][0]) { case 'a': s +="
    " mk(i).b; break; case 'b' ... 'd': s ^= g(\"%d\", i, 2.5); default: b ="
    " !b; } s += b && lab(i & 1) ? 7 : __builtin_popcount(s); }"
    " __asm__ volatile(\"nop\" : \"+r\"(s)); double d = s; __int128 w = s;"
    " return (int) (d * 1.5) + (int) (w >> 70) + vec((v4) {s}, s & 3)[1]; }";

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *in = fopen(path, "rb");
  CHECK(in);
  fseek(in, 0, SEEK_END);
  *size = (size_t) ftell(in);
  rewind(in);
  unsigned char *data = mem_zeroed(*size, 1);
  CHECK(fread(data, 1, *size, in) == *size);
  fclose(in);
  return data;
}

static void write_file(const char *path, const unsigned char *data,
                       size_t size) {
  FILE *out = fopen(path, "wb");
  CHECK(out && fwrite(data, 1, size, out) == size);
  fclose(out);
}

/* Loads in a child; whether it ended in an orderly way. */
static bool loads_or_refuses(const char *path) {
  fflush(stdout);
  const pid_t child = fork();
  if (!child) {
    char *message = NULL;
    ir_linker *l = ir_linker_new();
    alarm(20);
    CHECK(freopen("/dev/null", "w", stderr));
    if (!ir_link_file(l, path, false, &message)) _exit(message ? 0 : 3);
    ir_program *p = ir_link_finish(l, &message);
    if (!p) _exit(message ? 0 : 3);
    ir_linker_free(l);
    ir_check(p);
    FILE *out = fopen("/dev/null", "w");
    ir_print(p, out);
    fclose(out);
    for (uint32_t i = 0; i < p->functions.count; i++)
      ir_live_in(p->functions.items[i], 0);
    ir_program_free(p);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) &&
         (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2);
}

/* What LLVM accepts after the damage, the loader must survive. */
static void try_damaged(const char *path, const unsigned char *data,
                        size_t size, size_t at, unsigned bit) {
  char *message = NULL;
  write_file(path, data, size);
  if (!ir_probe_file(path, &message)) {
    CHECK(message && strstr(message, path));
    free(message);
  } else if (!loads_or_refuses(path)) {
    fatal("%s: damage at byte %zu, bit %u, crashes the loader", path, at, bit);
  }
}

static void damaged_bitcode_never_crashes(unsigned seed, unsigned flips,
                                          unsigned cuts) {
  char *path = harness_compile("rich", "", rich);
  char *damaged = harness_path("damaged.bc");
  size_t size;
  unsigned char *data = read_file(path, &size);
  random_source r = {seed};
  CHECK(ir_probe_file(path, &(char *) {NULL}));
  for (unsigned i = 0; i < cuts; i++)
    try_damaged(damaged, data, size * i / cuts, size * i / cuts, 8);
  for (unsigned i = 0; i < flips; i++) {
    const size_t at = random_below(&r, size);
    const unsigned bit = (unsigned) random_below(&r, 8);
    data[at] ^= (unsigned char) (1u << bit);
    try_damaged(damaged, data, size, at, bit);
    data[at] ^= (unsigned char) (1u << bit);
  }
  free(data);
  free(path);
  free(damaged);
}

static void damaged_archives_never_crash(unsigned seed, unsigned flips) {
  char *a = harness_compile("m1", "", "int f(void) { return 1; }");
  char *b = harness_compile("m2", "", "int f(void); int g(void) { return f();"
                                      " }");
  char *c = harness_compile("m3", "", "int g(void); int main(void) { return g("
                                      "); }");
  CHECK(!harness_run("rm -f lib.a && llvm-ar-19 rcs lib.a m1.bc m2.bc"));
  char *path = harness_path("lib.a"), *damaged = harness_path("damaged.a");
  size_t size;
  unsigned char *data = read_file(path, &size);
  random_source r = {seed};
  /* The headers and the index only: members are bitcode, tried above. */
  for (unsigned i = 0; i < flips; i++) {
    const size_t at = random_below(&r, 200);
    data[at] ^= (unsigned char) (1u << i % 8);
    write_file(damaged, data, size - random_below(&r, 2) * (size / 3));
    data[at] ^= (unsigned char) (1u << i % 8);
    char *message = NULL;
    ir_linker *l = ir_linker_new();
    CHECK(ir_link_file(l, c, false, &message));
    ir_program *p = ir_link_archive(l, damaged, &message)
                        ? ir_link_finish(l, &message) : NULL;
    CHECK(p || message);
    ir_program_free(p);
    ir_linker_free(l);
    free(message);
  }
  free(data);
  free(a);
  free(b);
  free(c);
  free(path);
  free(damaged);
}

int main(int argc, char **argv) {
  harness_begin();
  what_is_no_bitcode_is_said_to_be_none();
  an_archive_must_be_one();
  foreign_targets_are_refused();
  damaged_archives_never_crash(1, 60);
  damaged_bitcode_never_crashes(argc > 1 ? (unsigned) atoi(argv[1]) : 1,
                                argc > 2 ? (unsigned) atoi(argv[2]) : 150,
                                20);
}
