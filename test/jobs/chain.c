/* LENGTH states of a loop that takes keys for ever, one behind the other: a state that is
 * stopped though it was not explored hides the bug at the end. */
#include <stdlib.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef LENGTH
#define LENGTH 2000
#endif
int main(void) {
  unsigned step = 0;
  for (;;) {
    unsigned char key;
    klee_make_symbolic(&key, sizeof key, "key");
    if (key != (unsigned char) (step * 7)) continue;
    if (++step == LENGTH) abort();
  }
}
