/* A blocked signal waits; handlers block what they say, and nest as the kernel
 * stacks them. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static int order[8], count;

static void note(int number) { order[count++] = number; }

static void raise_again(int number) {
  note(number);
  if (count < 3) raise(number);
  note(-number);
}

static void set(int number, void (*handler)(int), int flags, int blocked) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  if (blocked) sigaddset(&action.sa_mask, blocked);
  assert(!sigaction(number, &action, NULL));
}

static sigjmp_buf back;
static void jump(int number) { (void) number; siglongjmp(back, 1); }

static int is_blocked(int number) {
  sigset_t now;
  assert(!sigprocmask(SIG_BLOCK, NULL, &now));
  return sigismember(&now, number);
}

int main(void) {
  sigset_t both, pending, none;
  sigemptyset(&none);
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  set(SIGUSR1, note, 0, 0);
  set(SIGUSR2, note, 0, 0);
  assert(!sigprocmask(SIG_BLOCK, &both, NULL));
  raise(SIGUSR2);
  raise(SIGUSR1);
  raise(SIGUSR1);               /* one is as good as two */
  assert(count == 0);
  assert(!sigpending(&pending) && sigismember(&pending, SIGUSR1));
  assert(!sigprocmask(SIG_SETMASK, &none, NULL));
  assert(count == 2);
  assert(order[0] == SIGUSR2 && order[1] == SIGUSR1);   /* the last frame first */

  count = 0;
  set(SIGUSR1, raise_again, 0, 0);
  raise(SIGUSR1);               /* blocked in its own handler */
  assert(count == 4 && order[0] == SIGUSR1 && order[1] == -SIGUSR1);
  count = 0;
  set(SIGUSR1, raise_again, SA_NODEFER, 0);
  raise(SIGUSR1);
  assert(count == 6 && order[1] == SIGUSR1 && order[2] == SIGUSR1);

  count = 0;
  sigprocmask(SIG_BLOCK, &both, NULL);
  set(SIGUSR2, note, 0, 0);
  raise(SIGUSR2);
  assert(sigsuspend(&none) == -1 && count == 1 && is_blocked(SIGUSR2));
  sigprocmask(SIG_SETMASK, &none, NULL);

  set(SIGUSR1, jump, 0, 0);
  if (!sigsetjmp(back, 1)) raise(SIGUSR1);
  assert(!is_blocked(SIGUSR1)); /* the mask came back, too */
  if (!sigsetjmp(back, 0)) raise(SIGUSR1);
  assert(is_blocked(SIGUSR1));
  return 0;
}
