// An array whose size is a term owns other pages when its size is a number: what was never
// written in it is what it was nevertheless when the bug is re-executed.
// target: i386
// options: --uninit=nondet
// replay: no
// matrix: no
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (!n || n > 3000) return 0;
  int v[n];
  if (n > 1 && v[0] > v[1]) reach_error(); // expect: reach-error
  return 0;
}
