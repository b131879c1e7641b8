// The property of termination, where every path ends.
// options: --property=test/programs/termination.prp
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar() % 16;
  while (x > 1) x = x % 2 ? (unsigned char) (x - 1) : x / 2;
  return 0;
}
