// The usual frame of a verification task, with its own reach_error.
// options: --property=test/programs/unreach-call.prp
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void) { __assert_fail("0", "reach-error.c", 5, __func__); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: { reach_error(); abort(); }  // expect: reach-error
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x < 0 || x > 4) return 0;
  while (n < x) n += 2;
  __VERIFIER_assert(n == x);
  return 0;
}
