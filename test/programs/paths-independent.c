// paths: 8
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned sum = 0;
  if (__VERIFIER_nondet_uchar() > 10) sum |= 1;
  if (__VERIFIER_nondet_uchar() > 20) sum |= 2;
  if (__VERIFIER_nondet_uchar() > 30) sum |= 4;
  return sum > 7;
}
