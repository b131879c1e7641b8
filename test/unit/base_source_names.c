#include "base/mem.h"
#include "base/process.h"
#include "base/source_names.h"
#include "test/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A tree root/src/a.c, root/link -> src, beside/b.c. */
static char *tree(void) {
  char *error = NULL, *scratch = scratch_make(&error), *real = realpath(scratch, NULL);
  CHECK(real && !chdir(real));
  free(scratch);
  CHECK(!mkdir("root", 0777) && !mkdir("root/src", 0777) && !mkdir("beside", 0777));
  CHECK(!symlink("src", "root/link"));
  fclose(fopen("root/src/a.c", "w"));
  fclose(fopen("beside/b.c", "w"));
  CHECK(!chdir("root"));
  return real;
}

static char *base;

static bool names(const char *directory, const char *file, const char *want) {
  char *in = mem_format(*directory == '/' ? "%s%s" : "%.0s%s", base, directory);
  char *name = source_names_of(in, file);
  const bool is_same = !strcmp(name, want);
  if (!is_same) fprintf(stderr, "%s in %s is %s\n", file, in, name);
  free(name);
  free(in);
  return is_same;
}

static void names_are_relative_to_the_working_directory(void) {
  CHECK(!strcmp(source_names_root() + strlen(base), "/root"));
  CHECK(names("/root", "src/a.c", "src/a.c"));
  CHECK(names("/root/src", "a.c", "src/a.c"));
  CHECK(names("/root/src", "../src/./a.c", "src/a.c"));
  CHECK(names("/root", "./src//a.c", "src/a.c"));
}

static void names_are_absolute_outside_the_root(void) {
  char *b = mem_format("%s/beside/b.c", base);
  CHECK(names("/beside", "b.c", b));
  CHECK(names("/root/src", "../../beside/b.c", b));
  CHECK(names("/root", b, b));
  free(b);
  b = mem_format("%s/rootless/c.c", base);
  CHECK(names("/rootless", "c.c", b));
  free(b);
}

static void links_into_the_root_are_followed(void) {
  char *from = mem_format("%s/elsewhere", base), *to = mem_format("%s/root", base);
  CHECK(!symlink(to, from));
  CHECK(names("/elsewhere", "src/a.c", "src/a.c"));
  CHECK(names("/root/link", "a.c", "link/a.c"));
  free(from);
  free(to);
}

static void a_tree_that_was_moved_is_found(void) {
  CHECK(names("/gone", "src/a.c", "src/a.c"));
  char *gone = mem_format("%s/gone/src/c.c", base);
  CHECK(names("/gone", "src/c.c", gone));
  CHECK(names("/root/src", "gone.c", "src/gone.c"));
  free(gone);
}

static void without_a_directory_the_name_stays(void) {
  CHECK(names("", "a.c", "a.c"));
  CHECK(names("/root", "", ""));
}

static void a_name_leads_to_its_file(void) {
  char *path = source_names_path("src/a.c"), *want = mem_format("%s/root/src/a.c", base);
  CHECK(!strcmp(path, want));
  free(path);
  path = source_names_path(want);
  CHECK(!strcmp(path, want));
  free(path);
  free(want);
}

static void another_root_may_be_named(void) {
  CHECK(!source_names_set_root("no such directory") && errno == ENOENT);
  CHECK(!source_names_set_root("src/a.c") && errno == ENOTDIR);
  CHECK(source_names_set_root("src"));
  CHECK(names("/root", "src/a.c", "a.c"));
  CHECK(source_names_set_root(".."));
  CHECK(names("/beside", "b.c", "beside/b.c"));
  CHECK(source_names_set_root("/"));
  char *rest = mem_format("%s/beside/b.c", base + 1);
  CHECK(names("/beside", "b.c", rest));
  free(rest);
}

int main(void) {
  base = tree();
  names_are_relative_to_the_working_directory();
  names_are_absolute_outside_the_root();
  links_into_the_root_are_followed();
  a_tree_that_was_moved_is_found();
  without_a_directory_the_name_stays();
  a_name_leads_to_its_file();
  another_root_may_be_named();
  CHECK(!chdir("/"));
  scratch_remove(base);
  free(base);
}
