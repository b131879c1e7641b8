// What two values add up to, by a factor; how far one is behind another; and a value that
// is compared before it goes up.
// options: --loops=invariant --check-invariants
// matrix: no
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, b = 0, low = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 100000 || low < 1 || low > 100000) return 0;
  for (i = 0; i < n; i++)
    if (__VERIFIER_nondet_int()) a += 1, b += 4;
    else a += 3, b += 2;
  if (a + b != 5 * n) reach_error();
  for (i = 1; i < n; i++)       /* without overflow only since it is not ahead of i */
    if (__VERIFIER_nondet_int()) low++;
  if (low < 1) reach_error();
  for (i = 0; i <= n; i++) a = i;
  if (i != n + 1) reach_error();
  return 0;
}
