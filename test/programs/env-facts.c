/* Answers that machines differ in: right in braid, and so listed. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: the process has number 1000
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  assert(getpid() == 1000);
  assert(time(NULL) < 1800000000);
  return 0;
}
