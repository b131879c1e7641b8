#include "files/outdir.h"
#include "base/process.h"
#include "files/suite.h"
#include "test/check.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned entries(const char *path) {
  unsigned n = 0;
  DIR *d = opendir(path);
  CHECK(d);
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}

static bool holds(const char *path, const char *text) {
  size_t size;
  char *error = NULL, *found = file_read_whole(path, &size, &error);
  bool same = found && size == strlen(text) && !memcmp(found, text, size);
  free(found);
  free(error);
  return same;
}

static void runs_are_numbered_and_the_last_is_linked(void) {
  char target[64] = "", *error = NULL;
  CHECK(!mkdir("braid-out-1", 0777));
  outdir *a = outdir_open(NULL, &error), *b = outdir_open(NULL, &error);
  CHECK(a && b);
  CHECK(!strcmp(outdir_path(a), "braid-out-0"));
  CHECK(!strcmp(outdir_path(b), "braid-out-2"));
  CHECK(readlink("braid-last", target, sizeof target - 1) == 11);
  CHECK(!strcmp(target, "braid-out-2"));
  outdir_close(a);
  outdir_close(b);
}

static void files_are_there_whole(void) {
  char *error = NULL;
  outdir *d = outdir_open("here", &error);
  CHECK(d);
  CHECK(outdir_write(d, "a.txt", "one", 3));
  CHECK(outdir_write(d, "a.txt", "two", 3));
  CHECK(outdir_write(d, "sub/b.txt", "", 0));
  fprintf(outdir_begin(d, "c.txt"), "%d\n", 7);
  CHECK(outdir_end(d));
  CHECK(!outdir_failed(d));
  CHECK(holds("here/a.txt", "two") && holds("here/sub/b.txt", "") &&
        holds("here/c.txt", "7\n"));
  CHECK(entries("here") == 3 && entries("here/sub") == 1);
  outdir_close(d);
}

static void a_used_directory_is_refused(void) {
  char *error = NULL;
  CHECK(!mkdir("empty", 0777));
  outdir *d = outdir_open("empty", &error);
  CHECK(d);
  outdir_close(d);
  CHECK(!outdir_open("here", &error));
  CHECK(strstr(error, "here") && strstr(error, "not an empty directory"));
  free(error);
  CHECK(!outdir_open("here/a.txt/x", &error));
  CHECK(strstr(error, "Not a directory"));
  free(error);
  CHECK(!outdir_open("no/such/parent", &error));
  CHECK(strstr(error, "No such file"));
  free(error);
}

static void a_suite_has_the_names_that_tools_expect(void) {
  char *error = NULL;
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_DATA, "abc", 3);
  testcomp_metadata m = {.producer = "braid", .specification = "",
                         .program_file = "p.c", .program_sha256 = "",
                         .entry_function = "main", .pointer_bits = 64};
  outdir *d = outdir_open("suite", &error);
  CHECK(suite_write_ktest(d, &t, 1) && suite_write_xml(d, &t, 1, false) &&
        suite_write_metadata(d, &m) && suite_write_raw(d, &t, false) &&
        suite_write_raw(d, &t, true));
  CHECK(!access("suite/test000001.ktest", R_OK));
  CHECK(!access("suite/test-suite/test000001.xml", R_OK));
  CHECK(!access("suite/test-suite/metadata.xml", R_OK));
  CHECK(holds("suite/corpus/a9993e364706816aba3e25717850c26c9cd0d89d", "abc"));
  CHECK(holds("suite/crash-a9993e364706816aba3e25717850c26c9cd0d89d", "abc"));
  outdir_close(d);
  testcase_release(&t);
}

static void what_cannot_be_written_is_remembered(void) {
  char *error = NULL;
  outdir *d = outdir_open("gone", &error);
  CHECK(d && !rmdir("gone"));
  CHECK(!outdir_write(d, "a.txt", "one", 3));
  CHECK(outdir_failed(d));
  outdir_close(d);
  error = file_write_whole("/dev/full", "x", 1);
  CHECK(error && strstr(error, "No space left"));
  free(error);
}

/* A directory stands where the file is to go.  The temporary file is removed, also if its
 * descriptor is 0, as in processes without a standard input. */
static void no_temporary_file_is_left(void) {
  const int input = dup(STDIN_FILENO);
  CHECK(!mkdir("taken", 0777) && !mkdir("taken/here", 0777));
  for (unsigned turn = 0; turn < 2; turn++) {
    char *error = file_write_whole("taken/here", "x", 1);
    CHECK(error && entries("taken") == 1);
    free(error);
    close(STDIN_FILENO);
  }
  if (input >= 0) CHECK(dup2(input, STDIN_FILENO) == STDIN_FILENO && !close(input));
}

/* A file system of a few pages, if we may mount one. */
static void a_full_disk_leaves_nothing_half_written(void) {
  char *error = NULL;
  CHECK(!mkdir("small", 0777));
  if (mount("tmpfs", "small", "tmpfs", 0, "size=64k")) {
    printf("skipped: a full disk needs a mount (%s)\n", strerror(errno));
    return;
  }
  static char much[1 << 20];
  outdir *d = outdir_open("small/out", &error);
  CHECK(d);
  CHECK(outdir_write(d, "fits", much, 100));
  CHECK(!outdir_write(d, "toobig", much, sizeof much));
  CHECK(outdir_failed(d));
  CHECK(entries("small/out") == 1);
  CHECK(outdir_write(d, "fits.too", much, 100));
  outdir_close(d);
  umount("small");
}

int main(void) {
  char *error = NULL, *directory = scratch_make(&error);
  CHECK(directory && !chdir(directory));
  runs_are_numbered_and_the_last_is_linked();
  files_are_there_whole();
  a_used_directory_is_refused();
  a_suite_has_the_names_that_tools_expect();
  what_cannot_be_written_is_remembered();
  no_temporary_file_is_left();
  a_full_disk_leaves_nothing_half_written();
  CHECK(!chdir("/"));
  scratch_remove(directory);
  free(directory);
}
