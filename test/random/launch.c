#include "launch.h"

#include "base/clock.h"
#include "base/fatal.h"
#include "finding/load.h"
#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is printed beyond it is read and dropped. */
enum { MAX_OUTPUT = 4 << 20 };

ir_program *launch_load(int argc, char **argv) {
  options o;
  bitcode files;
  char *message = NULL;
  ir_program *p = NULL;
  options_init(&o);
  if (options_parse(&o, argc, argv, &message) &&
      compile_to_bitcode(&o, &files, &message)) {
    p = load_program(&o, &files, &message);
    compile_release(&files);
  }
  options_release(&o);
  free(message);
  return p;
}

/* Nothing of the child but its output and status is of interest, so its memory
 * need not be tidied up. */
_Noreturn static void be_braid(int argc, char **argv, ir_program *p,
                               int output) {
  const int nothing = open("/dev/null", O_RDONLY);
  setpgid(0, 0);
  setrlimit(RLIMIT_CORE, &(struct rlimit) {0, 0});
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 ||
      dup2(output, 2) < 0)
    _exit(126);
  close(output);
  const int status = cli_run_loaded(argc, argv, p);
  fflush(NULL);
  _exit(status);
}

/* False at the end of the output. */
static bool take_output(int fd, process_result *r) {
  char buffer[1 << 14];
  const ssize_t n = read(fd, buffer, sizeof buffer);
  if (n < 0) return errno == EINTR;
  if (r->output_size + (size_t) n > MAX_OUTPUT) return n > 0;
  r->output = mem_resize(r->output, r->output_size + (size_t) n + 1, 1);
  for (ssize_t k = 0; k < n; k++) r->output[r->output_size++] = buffer[k];
  return n > 0;
}

process_result launch_run(int argc, char **argv, ir_program *p,
                          uint32_t wall_ms) {
  process_result r = {.output = mem_zeroed(1, 1)};
  const uint64_t deadline = clock_ns() / 1000000 + wall_ms;
  int output[2], status = 0;
  fflush(NULL);
  if (pipe2(output, O_CLOEXEC)) fatal("no pipe: %d", errno);
  const pid_t child = fork();
  if (child < 0) fatal("no process: %d", errno);
  if (!child) be_braid(argc, argv, p, output[1]);
  setpgid(child, child);
  close(output[1]);
  for (;;) {
    const uint64_t now = clock_ns() / 1000000;
    struct pollfd f = {output[0], POLLIN, 0};
    const int left = now < deadline ? (int) (deadline - now) : 0;
    if (!left || (poll(&f, 1, left) == 0)) {
      r.timed_out = true;
      kill(-child, SIGKILL);
      break;
    }
    if (!take_output(output[0], &r)) break;
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  close(output[0]);
  r.output[r.output_size] = 0;
  r.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  r.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return r;
}
