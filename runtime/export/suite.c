/* Runs one test of a suite that `braid export` wrote. */
#define _GNU_SOURCE
#include "suite.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 10, SANITIZER = 86, ASSUMPTION_FAILED = 77, BAD_TEST = 79,
       NOT_STARTED = 126 };

static void must(int is_good, const char *what) {
  if (is_good) return;
  perror(what);
  exit(2);
}

/* With the directories on its way. */
static void write_file(const char *directory, const char *name,
                       const struct suite_bytes *b) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  for (char *slash = path + strlen(directory) + 1; (slash = strchr(slash, '/'));
       *slash++ = '/') {
    *slash = 0;
    mkdir(path, 0777);
  }
  FILE *f = fopen(path, "wb");
  must(f != NULL, path);
  must(fwrite(b->bytes, 1, b->size, f) == b->size, path);
  must(!fclose(f), path);
}

static int remove_one(const char *path, const struct stat *s, int kind,
                      struct FTW *where) {
  (void) s; (void) kind; (void) where;
  return remove(path);
}

static void become(const struct suite_test *t, const char *program,
                   const char *directory) {
  char ktest[PATH_MAX], input[PATH_MAX], work[PATH_MAX], sanitizer[256];
  const char *arguments[256] = {program};
  snprintf(ktest, sizeof ktest, "%s/inputs.ktest", directory);
  snprintf(input, sizeof input, "%s/stdin", directory);
  snprintf(work, sizeof work, "%s/work", directory);
  snprintf(sanitizer, sizeof sanitizer,
           "exitcode=%d:detect_leaks=%d:allocator_may_return_null=1:"
           "detect_stack_use_after_return=1:strict_string_checks=1",
           SANITIZER, t->leaks);
  setenv("LC_ALL", "C", 1);
  for (const char *const *e = t->environment; *e; e++) putenv((char *) *e);
  setenv("KTEST_FILE", ktest, 1);
  setenv("ASAN_OPTIONS", sanitizer, 1);
  snprintf(sanitizer, sizeof sanitizer, "exitcode=%d:halt_on_error=1",
           SANITIZER);
  setenv("UBSAN_OPTIONS", sanitizer, 1);
  setenv("MSAN_OPTIONS", sanitizer, 1);
  for (size_t k = 0; t->arguments[k] && k < 254; k++)
    arguments[k + 1] = t->arguments[k];
  const int in = open(t->input ? input : "/dev/null", O_RDONLY);
  if (in < 0 || dup2(in, 0) < 0 || chdir(work)) _exit(NOT_STARTED);
  close(in);
  alarm(SECONDS);
  execv(program, (char *const *) arguments);
  _exit(NOT_STARTED);
}

enum suite_result suite_run(const struct suite_test *t, char *what,
                            size_t size) {
  char directory[] = "/tmp/suite-XXXXXX", path[PATH_MAX], program[PATH_MAX];
  /* $PROGRAM is a build of your own. */
  const char *own = getenv("PROGRAM");
  must(realpath(own ? own : t->program, program) != NULL,
       own ? own : t->program);
  must(mkdtemp(directory) != NULL, directory);
  snprintf(path, sizeof path, "%s/work", directory);
  must(!mkdir(path, 0777), path);
  write_file(directory, "inputs.ktest", t->inputs);
  if (t->input) write_file(directory, "stdin", t->input);
  for (const struct suite_bytes *f = t->files; f->name; f++)
    write_file(path, f->name, f);
  fflush(NULL);
  const pid_t child = fork();
  must(child >= 0, "fork");
  if (!child) become(t, program, directory);
  int status;
  while (waitpid(child, &status, 0) < 0) must(errno == EINTR, "waitpid");
  nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    snprintf(what, size, "%s", number == SIGALRM ? "took too long"
                                                 : strsignal(number));
    return SUITE_FAILED;
  }
  const int ended = WEXITSTATUS(status);
  if (ended == ASSUMPTION_FAILED) {
    snprintf(what, size, "an assumption of the program excludes its input");
    return SUITE_SKIPPED;
  }
  if (ended == NOT_STARTED || ended == BAD_TEST) {
    snprintf(what, size, "it could not be run");
    return SUITE_FAILED;
  }
  snprintf(what, size, ended == SANITIZER ? "a sanitizer ended it"
                                          : "it ended with status %d", ended);
  return ended == SANITIZER ? SUITE_FAILED : SUITE_PASSED;
}
