/* One system call may fail: reading, here. */
// options: --sym-stdin 1 --max-fail 1
// paths: 4
#include <unistd.h>

int main(void) {
  char c;
  read(0, &c, 1);
  if (c == 'x') return 1;       // expect: uninit
  return 0;
}
