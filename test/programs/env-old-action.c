// exit: 5
// verdict: proved-under-assumptions
// assumes: the program begins with the three standard streams alone
// `nohup program`.
#include <assert.h>
#include <signal.h>

int main(void) {
  assert(signal(SIGHUP, SIG_IGN) != SIG_IGN);
  return 0;
}
