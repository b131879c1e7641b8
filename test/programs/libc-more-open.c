// exit: 5
// verdict: proved-under-assumptions
// assumes: an address that is printed is the model's
// assumes: the last bits of a quotient of complex numbers are the model's
// assumes: the standard streams are no terminals
// assumes: sysconf() and getpagesize() answer as the model's machine does
// Answers that other libraries and machines give otherwise.
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
int main(void) {
  int a;
  char text[50];
  sprintf(text, "%d %p", 1, (void *) &a);
  assert(text[0] == '1');
  volatile double d = 3;
  double complex z = (d + 2 * I) / (1 + 7 * I);
  assert(creal(z) > 0);
  assert(!ttyname(0));
  assert(getauxval(AT_PAGESZ) == 4096);
  return 0;
}
