// The property of termination: false by a hang, with its input.
// options: --property=test/programs/termination.prp
// matrix: endless
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  while (x) x = (unsigned char) (x - 2);        // expect: hang
  return 0;
}
