// exit: 5
// verdict: proved-under-assumptions
// assumes: an address that is printed is the model's
// What the program prints differs from run to run.
#include <stdio.h>

int main(void) {
  int x = 0;
  printf("%p\n", (void *) &x);
  return x;
}
