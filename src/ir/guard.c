#include "ir/guard.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL,
                              SIGTRAP};
enum { SIGNALS = sizeof signals / sizeof *signals };

static struct sigaction before[SIGNALS];
static stack_t stack_before;
static char stack[1 << 16];     /* the crash may be for want of stack */
static const char *guarded;
static int report_to = -1;      /* standard error, even if put aside */

static void say(const char *text) {
  (void) !write(report_to, text, strlen(text));
}

static void give_up(int signal) {
  (void) signal;
  say("braid: ");
  say(guarded);
  say(": malformed bitcode: LLVM cannot read it\n");
  _exit(2);
}

void guard_begin(const char *path) {
  struct sigaction action = {.sa_handler = give_up, .sa_flags = SA_ONSTACK};
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  sigemptyset(&action.sa_mask);
  guarded = path;
  report_to = dup(STDERR_FILENO);
  sigaltstack(&own, &stack_before);
  for (unsigned i = 0; i < SIGNALS; i++)
    sigaction(signals[i], &action, before + i);
}

void guard_end(void) {
  for (unsigned i = 0; i < SIGNALS; i++)
    sigaction(signals[i], before + i, NULL);
  sigaltstack(&stack_before, NULL);
  if (report_to >= 0) close(report_to);
  report_to = -1;
}
