/* A timer's signal ends what the program waits in. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: a timer's signal arrives
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int arrived;
static void on_alarm(int number) { (void) number; arrived++; }

int main(void) {
  signal(SIGALRM, on_alarm);
  alarm(2);
  assert(pause() == -1 && errno == EINTR && arrived == 1);
  assert(alarm(9) == 0 && alarm(0) > 0);
  struct itimerval soon = {{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  struct timespec second = {1, 0}, left;
  assert(nanosleep(&second, &left) == -1 && errno == EINTR);
  assert(left.tv_nsec > 0 && arrived == 2);
  sigset_t set;
  int number = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  setitimer(ITIMER_REAL, &soon, NULL);
  assert(!sigwait(&set, &number) && number == SIGALRM && arrived == 2);
  return 0;
}
