// exit: 5
// verdict: inconclusive
// options: --max-forks=4
// cut: cut-forks
// matrix: no
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 6; i++)
    if (__VERIFIER_nondet_uchar() > 10) sum++;
  return sum > 6;
}
