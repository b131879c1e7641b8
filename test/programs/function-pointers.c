#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static operation *const table[] = {add, sub, mul};

static operation *choose(unsigned i) { return i < 3 ? table[i] : add; }

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  int result = choose(i)(6, 3);
  assert(result == 9 || result == 3 || result == 18);
  assert((result == 18) == (i == 2));
  assert(choose(7) == add && choose(1) != add);
  return 0;
}
