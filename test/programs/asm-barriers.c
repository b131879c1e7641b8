/* Instructions that wait or keep accesses in order change no value. */
#include <assert.h>
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y = x;
#if defined __x86_64__ || defined __i386__
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("pause\n" : "+r"(y));
#else
  __asm__ volatile("dmb ish" ::: "memory");
  __asm__ volatile("yield\n" : "+r"(y));
#endif
  assert(x == y);
  return 0;
}
