// Figure 1 of the MultiSE paper: paths that end as one state; and its section 2.4:
// functions and addresses that a join leaves apart are numbers on each path.
// options: --merge=summary --join=always
// paths: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int one(void) { return 1; }
static int minus_one(void) { return -1; }

int main(void) {
  const unsigned x = 2u * (unsigned) __VERIFIER_nondet_int();
  double z = __VERIFIER_nondet_int(), r = __VERIFIER_nondet_int();
  const int chosen = x > 100 && z == 1, from_r = r > 1;
  const double r0 = r, z0 = z;
  if (x > 100 && z == 1) r = 1.3;
  if (r > 1) z = r - 1;
  assert(chosen ? z == 1.3 - 1 : z == (from_r ? r0 - 1 : z0));

  int (*f)(void), a = 2, b = 3, *t;
  if (x > 0) f = one; else f = minus_one;
  assert(f() == (x > 0 ? 1 : -1));
  if (x > 0) t = &a; else t = &b;
  *t = 4;
  assert(x > 0 ? a == 4 && b == 3 : a == 2 && b == 4);
  return 0;
}
