// ... and where the third kind of iteration, which is not seen at first, breaks them.
// matrix: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, b = 0, c = 0, i;
  if (n < 1 || n > 5) return 0;
  for (i = 0; i < n; i++)
    if (i == 3) a += 1, b += 3, c += 2;
    else if (__VERIFIER_nondet_int()) a += 1, b += 4;
    else a += 3, b += 2, c += 1;
  if (c > i) reach_error();     // expect: reach-error
  if (a + b != 5 * n) reach_error();    // expect: reach-error
  return 0;
}
