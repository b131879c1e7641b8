#include "base/mem.h"
#include "exec/host.h"
#include "test/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *root;

static void write_file(const char *name, const char *text) {
  char *path = mem_format("%s/%s", root, name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  fputs(text, f);
  fclose(f);
  free(path);
}

static void build(void) {
  root = mem_string("/tmp/braid-host-XXXXXX");
  CHECK(mkdtemp(root) != NULL);
  char *sub = mem_format("%s/sub", root), *in = mem_format("%s/in", root);
  char *out = mem_format("%s/out", root), *up = mem_format("%s/sub/up", root);
  char *pipe = mem_format("%s/pipe", root);
  mkdir(sub, 0777);
  write_file("a", "alpha");
  write_file("sub/b", "");
  CHECK(!symlink("sub/b", in) && !symlink("/etc/passwd", out));
  CHECK(!symlink("..", up) && !mkfifo(pipe, 0666));
  free(sub);
  free(in);
  free(out);
  free(up);
  free(pipe);
}

static bool gives(host_files *h, const char *path, const char *text) {
  bool is_new;
  const host_file *f = host_files_find(h, path, &is_new);
  return !f->error && f->size == strlen(text) &&
         !memcmp(f->bytes, text, f->size);
}

static bool refuses(host_files *h, const char *path, int error, bool outside) {
  bool is_new;
  const host_file *f = host_files_find(h, path, &is_new);
  return is_new && f->error == error && f->is_outside == outside;
}

static void paths_are_taken_by_their_words(host_files *h) {
  CHECK(gives(h, "a", "alpha"));
  CHECK(gives(h, "/a", "alpha"));
  CHECK(gives(h, "./sub//../a", "alpha"));
  CHECK(gives(h, "../a", "alpha"));
  CHECK(gives(h, "in", ""));
  CHECK(gives(h, "sub/up/a", "alpha"));
  char *whole = mem_format("%s/a", root);
  CHECK(gives(h, whole, "alpha"));
  free(whole);
}

static void what_lies_outside_is_refused(host_files *h) {
  CHECK(refuses(h, "out", EACCES, true));
  CHECK(refuses(h, "/etc/passwd", ENOENT, true));
  CHECK(refuses(h, "../../etc/passwd", ENOENT, true));
  CHECK(refuses(h, "none", ENOENT, false));
  CHECK(refuses(h, "pipe", EACCES, false));
}

static void a_directory_is_its_names_in_order(host_files *h) {
  bool is_new;
  const host_file *f = host_files_find(h, "/", &is_new);
  static const char names[] = "a\0in\0out\0pipe\0sub";
  CHECK(!f->error && S_ISDIR(f->mode) && f->size == sizeof names);
  CHECK(!memcmp(f->bytes, names, sizeof names));
}

static void a_file_stays_as_it_was_first_read(host_files *h) {
  write_file("a", "changed");
  CHECK(gives(h, "a", "alpha"));
}

static void a_root_must_be_a_directory(void) {
  char *message = NULL, *file = mem_format("%s/a", root);
  CHECK(!host_files_new("/no/such/place", &message) && message);
  free(message);
  message = NULL;
  CHECK(!host_files_new(file, &message) && strstr(message, "directory"));
  free(message);
  free(file);
}

/* What is not there, or too large, is no news to the user, who never named it. */
static void files_of_the_system_are_bounded(void) {
  bool is_new;
  host_files *h = host_files_of_system(1 << 20);
  const host_file *f = host_files_find(h, "/usr/bin/env", &is_new);
  CHECK(!f->error && S_ISREG(f->mode) && f->size > 100 && !is_new);
  CHECK(host_files_find(h, "/usr/none", &is_new)->error == ENOENT && !is_new);
  CHECK(host_files_find(h, "/etc/passwd", &is_new)->error == ENOENT);
  host_files_free(h);
  h = host_files_of_system(100);
  CHECK(host_files_find(h, "/usr/bin/env", &is_new)->error == EFBIG && !is_new);
  host_files_free(h);
}

static void remove_all(void) {
  static const char *const names[] = {"a", "in", "out", "pipe", "sub/b",
                                      "sub/up", "sub", "."};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *path = mem_format("%s/%s", root, names[i]);
    remove(path);
    free(path);
  }
  rmdir(root);
  free(root);
}

int main(void) {
  files_of_the_system_are_bounded();
  char *message = NULL;
  build();
  host_files *h = host_files_new(root, &message);
  CHECK(h && !message);
  paths_are_taken_by_their_words(h);
  what_lies_outside_is_refused(h);
  a_directory_is_its_names_in_order(h);
  a_file_stays_as_it_was_first_read(h);
  a_root_must_be_a_directory();
  host_files_free(h);
  remove_all();
}
