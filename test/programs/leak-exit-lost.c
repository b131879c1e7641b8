// Blocks whose last pointer is gone when exit() is called, and blocks that a variable still
// holds, used or not.
// bugs: 3
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static char *kept;
static _Noreturn void die(int status) { exit(status); }

int main(void) {
  char *p, *q;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    p = malloc(10); // expect: leak
    if (!p) return 1;
    p = NULL;
    exit(0);
  case 2:
    kept = malloc(10); // expect: leak
    if (!kept) return 1;
    kept = malloc(20);
    exit(0);
  case 3:
    p = malloc(30); // expect: leak
    q = p;
    p = NULL;
    q = NULL;
    die(0);
  case 4:
    p = malloc(40);
    exit(0);
  case 5:
    p = malloc(50);
    q = p;
    p = NULL;
    die(0);
  case 6:
    q = malloc(60);
    if (!q) return 1;
    kept = q + 3;
    q = NULL;
    die(1);
  }
  p = NULL;
  return p != NULL;
}
