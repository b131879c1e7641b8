// Standard output may be a file, and then has a position: that it has none is assumed
// where the program asks for it.
// exit: 5
// verdict: proved-under-assumptions
// assumes: which have no position
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  putchar('x');
  assert(ftell(stdout) < 0);
  fflush(stdout);
  assert(lseek(1, 0, SEEK_CUR) < 0);
  return 0;
}
