// A distance of 4 GiB is no way to a neighbour.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

static int read(const int *p, unsigned long i) {
  return p[i];                  // expect: out-of-bounds
}

int main(void) {
  int a[4] = {0}, b[4] = {1}, sum = b[0];
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 1) sum += read(a, 1ul << 30);        
  if (n == 2) sum += read(b, 1ul << 30);        
  if (n == 3) sum += read(a, -(1ul << 30));     
  if (n == 4) sum += read(a, n - 5);            
  if (n > 5) sum += read(b, n << 28);           
  return sum == 77;
}
