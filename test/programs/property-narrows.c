// options: --property=test/programs/unreach-call.prp
// reports: any
// Other errors end their path, are listed, and do not count.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) return 10 / (x - 5);
  if (x + 1 == 8 && x != 7) reach_error();
  return 0;
}
