// The one turn that goes wrong is found, with its number.
// options: --loops=template --merge=off
// matrix: no
extern int __VERIFIER_nondet_int(void);

static short a[1000];

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];                // expect: out-of-bounds
  return sum != 0;
}
