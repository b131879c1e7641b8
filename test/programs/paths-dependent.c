// x > 10 and x > 20 and x > 30 have four answers, not eight.
// paths: 4
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned sum = 0;
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x > 10) sum |= 1;
  if (x > 20) sum |= 2;
  if (x > 30) sum |= 4;
  return sum > 7;
}
