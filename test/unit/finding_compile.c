#include "base/mem.h"
#include "finding/compile.h"
#include "test/check.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/braid-test-XXXXXX";

static const char *file(const char *name, const char *text) {
  static char path[8][64];
  static unsigned next;
  char *p = path[next++ % 8];
  snprintf(p, sizeof path[0], "%s/%s", directory, name);
  FILE *out = fopen(p, "w");
  fputs(text, out);
  fclose(out);
  return p;
}

static bool compile(bitcode *b, const char *const *files, unsigned count,
                    uint64_t target, char **message) {
  options o;
  options_init(&o);
  o.quiet = true;
  o.target = target;
  for (unsigned i = 0; i < count; i++) vec_push(&o.files, files[i]);
  const bool good = compile_to_bitcode(&o, b, message);
  options_release(&o);
  return good;
}

static bool is_bitcode(const char *path) {
  unsigned char magic[4] = {0};
  FILE *in = fopen(path, "rb");
  const bool good = in && fread(magic, 1, 4, in) == 4 &&
                    !memcmp(magic, "BC\xC0\xDE", 4);
  if (in) fclose(in);
  return good;
}

static bool refuses(const char *path, const char *because) {
  bitcode b;
  char *message;
  if (compile(&b, &path, 1, TARGET_NATIVE, &message)) return false;
  const bool refused = strstr(message, because) != NULL;
  free(message);
  return refused && !b.files.count && !b.scratch;
}

static void several_files_compile_in_order(void) {
  const char *files[6];
  for (unsigned i = 0; i < 6; i++) {
    char name[16], text[64];
    snprintf(name, sizeof name, "f%u.c", i);
    snprintf(text, sizeof text, "int f%u(void) { return %u; }\n", i, i);
    files[i] = file(name, text);
  }
  bitcode b;
  char *message;
  CHECK(compile(&b, files, 6, TARGET_NATIVE, &message));
  CHECK(b.files.count == 6);
  for (unsigned i = 0; i < 6; i++) {
    char want[16];
    snprintf(want, sizeof want, "/%u.bc", i);
    CHECK(strstr(b.files.items[i], want) && is_bitcode(b.files.items[i]));
  }
  char *scratch = mem_string(b.scratch);
  compile_release(&b);
  CHECK(access(scratch, F_OK));
  free(scratch);
}

static void foreign_data_models_find_their_headers(void) {
  const char *source = file("sizes.c",
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n#include <assert.h>\n"
    "_Static_assert(sizeof(long) == sizeof(void *), \"\");\n"
    "_Static_assert((char) -1 < 0, \"plain char is signed\");\n"
    "long n = (long) sizeof(size_t);\n");
  for (uint64_t target = TARGET_X86_64; target <= TARGET_I386; target++) {
    bitcode b;
    char *message;
    CHECK(compile(&b, &source, 1, target, &message));
    CHECK(is_bitcode(b.files.items[0]));
    compile_release(&b);
  }
}

static void bitcode_is_taken_as_it_is(void) {
  const char *path = file("given.bc", "anything");
  bitcode b;
  char *message;
  CHECK(compile(&b, &path, 1, TARGET_NATIVE, &message));
  CHECK(!b.scratch && !strcmp(b.files.items[0], path));
  compile_release(&b);
}

static void bad_files_are_named(void) {
  CHECK(refuses("/nonexistent/x.c", "cannot read /nonexistent/x.c: No such"));
  CHECK(refuses(file("x.txt", "hello"), "neither C"));
  char *dir = mem_format("%s/d.c", directory);
  CHECK(!mkdir(dir, 0700));
  CHECK(refuses(dir, "is a directory"));
  rmdir(dir);
  free(dir);
}

static void what_clang_refuses_is_refused(void) {
  /* clang's own message would only disturb the test's output. */
  const int kept = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
  dup2(null, STDERR_FILENO);
  const bool refused = refuses(file("bad.c", "int main( {\n"),
                               "does not compile");
  dup2(kept, STDERR_FILENO);
  close(null);
  close(kept);
  CHECK(refused);
}

static void a_missing_compiler_is_named(void) {
  setenv("BRAID_CLANG", "/nonexistent/clang", 1);
  CHECK(refuses(file("ok.c", "int x;\n"), "/nonexistent/clang is not there"));
  unsetenv("BRAID_CLANG");
}

int main(void) {
  CHECK(mkdtemp(directory));
  several_files_compile_in_order();
  foreign_data_models_find_their_headers();
  bitcode_is_taken_as_it_is();
  bad_files_are_named();
  what_clang_refuses_is_refused();
  a_missing_compiler_is_named();
  char *command = mem_format("rm -r %s", directory);
  CHECK(!system(command));
  free(command);
}
