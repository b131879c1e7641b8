// options: --property=test/programs/unreach-call.prp
// exit: 5
// verdict: inconclusive
// reports: any
// The array is left before the error: on a machine the path goes on, and nobody
// looked there.  That is no proof.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2] = {0, 0}, x = __VERIFIER_nondet_int();
  if (x > 3 && x < 9) {
    a[x] = 1;
    reach_error();
  }
  return a[0];
}
