// A handler may end the loop, also where signal() is called by a pointer.
// assumes: a timer's signal arrives
// exit: 5
// verdict: proved-under-assumptions
// matrix: no
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t is_over;
static void end(int number) { (void) number; is_over = 1; }
static void (*(*const install)(int, void (*)(int)))(int) = signal;
static unsigned (*const start)(unsigned) = alarm;

int main(void) {
  install(SIGALRM, end);
  start(1);
  while (!is_over) continue;
  return 0;
}
