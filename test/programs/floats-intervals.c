// Polynomials over intervals, which a SAT solver alone does not decide in minutes, and
// what only the bits of floats decide.
// stats: by_box > 0
// matrix: no
// Z3, asked alone or for a second opinion, takes minutes.
#include <assert.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  double y = __VERIFIER_nondet_double();
  if (!(x >= 0 && x < 1 && y > -1 && y < 1)) return 0;
  float r = 1.0f + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x;
  switch (__VERIFIER_nondet_int()) {
  case 0: assert(r < 1.44f); break;
  case 1: assert(r < 1.43f); break;     // expect: assert
  case 2: assert(y * y * y - 2 * y + 1.5 > 0); break;
  case 3: assert(y * y * y - 2 * y + 0.4 > 0); break;   // expect: assert
  case 4: assert((float) y * 1.0f == (float) y); break;
  case 5: assert((float) y == y); break;        // expect: assert
  case 6: assert(x / 4.0f == x * 0.25f); break;
  case 7: assert((int) (x * 10.0f) < 10); break;
  case 8: assert((int) (x * 8.0f) < 8); break;
  }
}
