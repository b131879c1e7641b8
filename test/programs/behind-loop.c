// Behind an overflow that was reported a path goes on, but not for ever where no time was given.
// cut: cut-behind
// bugs: 1
#include <limits.h>

int main(void) {
  volatile unsigned count = 0;
  for (int i = INT_MAX - 5; i <= INT_MAX; i++) {  // expect: overflow
    if (i == -5) break;
    count++;
  }
  return 0;
}
