// paths: 5
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int weigh(int x) {
  int weight = 0;
  switch (x) {
  case -3: weight += 1;                 /* falls through */
  case 10: weight += 10; break;
  case 20: weight += 100; break;
  case 2147483647: weight += 1000; break;
  default: weight = -1;
  }
  return weight;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int weight = weigh(x);
  assert((weight == 11) == (x == -3));
  assert((weight == -1) == (x != -3 && x != 10 && x != 20 && x != 2147483647));
  return 0;
}
