#include "ir/ir.h"

#include "base/full_io.h"

#include <errno.h>
#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the child says what is wrong; nothing said and status 0: all well. */
static int report_to;

static void give_up(const char *reason) {
  (void) full_write(report_to, reason, strlen(reason));
  _exit(1);
}

static _Noreturn void try(const char *path) {
  /* The whole load is tried.  A crash is expected: it leaves no core and
   * reports to nobody. */
  const struct rlimit none = {0, 0}, seconds = {60, 60};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &seconds);
  signal(SIGSEGV, SIG_DFL);
  signal(SIGABRT, SIG_DFL);
  signal(SIGBUS, SIG_DFL);
  char *message = NULL;
  ir_linker *l = ir_linker_new();
  LLVMResetFatalErrorHandler();
  LLVMInstallFatalErrorHandler(give_up);
  if (!ir_link_file(l, path, false, &message)) give_up(message);
  ir_program *p = ir_link_finish(l, &message);
  if (!p) give_up(message);
  ir_linker_free(l);
  ir_program_free(p);
  _exit(0);
}

bool ir_probe_file(const char *path, char **message) {
  int ends[2];
  if (pipe(ends)) {
    *message = mem_format("%s: %s", path, strerror(errno));
    return false;
  }
  const pid_t child = fork();
  if (child < 0) {
    *message = mem_format("%s: %s", path, strerror(errno));
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  if (!child) {
    close(ends[0]);
    report_to = ends[1];
    /* What LLVM prints before it crashes is of no use. */
    if (!freopen("/dev/null", "w", stderr)) close(STDERR_FILENO);
    try(path);
  }
  close(ends[1]);
  char text[4096];
  size_t length = 0;
  ssize_t n;
  while (length < sizeof text - 1 &&
         ((n = read(ends[0], text + length, sizeof text - 1 - length)) > 0 ||
          (n < 0 && errno == EINTR)))
    if (n > 0) length += (size_t) n;
  text[length] = '\0';
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && !WEXITSTATUS(status)) return true;
  const bool names_file = !strncmp(text, path, strlen(path));
  *message = length && names_file ? mem_string(text)
             : mem_format("%s: %s", path,
                          length ? text
                                 : "malformed bitcode: LLVM cannot read it");
  return false;
}
