// A function without code: its path is given up, and nothing is proved.
// exit: 5
// verdict: inconclusive
// cut: external
// replay: no
int mystery(int);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) return mystery(x);
  return 0;
}
