// options: --property=test/programs/unreach-call.prp
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  __VERIFIER_assume(x >= 0 && x <= 6);
  while (n < x) n++;
  if (n != x) { reach_error(); abort(); }
  return 0;
}
