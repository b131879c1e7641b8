/* `braid replay` on a directory made by hand: the statuses a script relies on. */
#include "cli/replay.h"
#include "files/outdir.h"
#include "base/process.h"
#include "replay/run_info.h"
#include "test/check.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] =
    "int __VERIFIER_nondet_int(void);\n"
    "int main(void) {\n"
    "  int x = __VERIFIER_nondet_int();\n"
    "  if (x > 5) return 1;\n"
    "  return 10 / x == 3;\n"
    "}\n";

static void put_test(outdir *d, const char *name, int value) {
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_VALUE, "int", &value, sizeof value);
  ktest_write(&t, outdir_begin(d, name));
  CHECK(outdir_end(d));
  testcase_release(&t);
}

static void make_run(const char *path, const char *program, outcome kind) {
  char *error = NULL;
  replay_frame frame = {"main", "prog.c", 5, 13};
  run_info_bug bug = {1, kind, &frame, 1};
  run_info info = {.program = {.sources = &program, .sources_count = 1},
                   .tests = 2, .bugs = &bug, .bugs_count = 1};
  outdir *d = outdir_open(path, &error);
  CHECK(d && run_info_write(&info, d));
  put_test(d, "test000001.ktest", 0);
  put_test(d, "test000002.ktest", 6);
  outdir_close(d);
}

static int replay(const char *argument, const char *directory) {
  char *argv[] = {"replay", (char *) argument, (char *) directory, NULL};
  int status = cli_replay(directory ? 3 : argument ? 2 : 1, argv);
  fflush(stdout);
  return status;
}

static void statuses_say_what_happened(const char *program) {
  make_run("good", program, OUTCOME_DIV_BY_ZERO);
  CHECK(replay("good", NULL) == 0);
  size_t size;
  char *error = NULL, *lcov = file_read_whole("good/coverage.lcov", &size,
                                              &error);
  CHECK(lcov && strstr(lcov, "SF:") && strstr(lcov, "BRDA:"));
  free(lcov);
  make_run("bad", program, OUTCOME_ASSERT);
  CHECK(replay("--no-coverage", "bad") == 5);
  CHECK(replay("--test=1", "good") == 0);
  CHECK(replay("--test=3", "good") == 2);
}

static void what_is_not_there_is_status_2(const char *program) {
  CHECK(replay("nowhere", NULL) == 2);
  make_run("moved", "/nowhere/prog.c", OUTCOME_ASSERT);
  CHECK(replay("moved", NULL) == 2);
  make_run("damaged", program, OUTCOME_DIV_BY_ZERO);
  CHECK(!file_write_whole("damaged/test000001.ktest", "KTEST", 5));
  CHECK(replay("damaged", NULL) == 2);
  char *path = mem_string(getenv("PATH") ? getenv("PATH") : "");
  setenv("PATH", "/nowhere", 1);
  CHECK(replay("good", NULL) == 2);
  setenv("PATH", path, 1);
  free(path);
}

static void misuse_is_status_1(void) {
  CHECK(replay(NULL, NULL) == 1);
  CHECK(replay("--tset=1", "good") == 1);
  CHECK(replay("--test=x", "good") == 1);
  CHECK(replay("good", "bad") == 1);
  CHECK(replay("--help", NULL) == 0);
}

int main(void) {
  char *error = NULL, *directory = scratch_make(&error);
  CHECK(directory && !chdir(directory));
  if (access("/usr/bin/clang-19", X_OK)) {
    puts("skipped: clang-19 is not here");
    return 0;
  }
  char *program = mem_format("%s/prog.c", directory);
  CHECK(!file_write_whole(program, source, strlen(source)));
  statuses_say_what_happened(program);
  what_is_not_there_is_status_2(program);
  misuse_is_status_1();
  CHECK(!chdir("/"));
  scratch_remove(directory);
  free(directory);
  free(program);
}
