#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct pair { int first, second; };

int main(void) {
  struct pair pair = {1, 2};
  struct pair *p = NULL;
  int x = __VERIFIER_nondet_int();
  if (x == 42) p = &pair;
  if (x > 0) p->second = 3;             // expect: null
  return pair.second & 1;
}
