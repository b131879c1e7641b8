/* ... or any answer: an input of the test. */
// options: --sym-host=pid,clock,user,random,machine,limits
// replay: no
#include <assert.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  const time_t first = time(NULL), second = time(NULL);
  assert(second >= first);
  assert(getpid() == getpid() && getpid() > 1);
  assert(getpid() != 4711);                     // expect: assert
  assert(getuid() != 0);                        // expect: assert
  struct rlimit l;
  assert(!getrlimit(RLIMIT_NOFILE, &l) && l.rlim_cur <= l.rlim_max);
  unsigned char byte;
  if (getrandom(&byte, 1, 0) == 1 && byte == 77) abort();       // expect: abort
  struct utsname name;
  uname(&name);
  assert(name.nodename[0] != 'h');              // expect: assert
  return 0;
}
