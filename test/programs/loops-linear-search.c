// Section 2 of the compact paper: two leaves, found or not.
// options: --loops=template --merge=off
// paths: 2
// matrix: no
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

static int a[50];

int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  __VERIFIER_nondet_memory(a, sizeof a);
  __VERIFIER_assume(n >= 0 && n <= 50);
  int i = 0, r = -1;
  while (i < n) {
    if (a[i] == x) {
      r = i;
      break;
    }
    i++;
  }
  return r >= n;
}
