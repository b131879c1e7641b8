// A small interpreter, dispatched by computed jumps.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  static void *const jump[] = {&&halt, &&increment, &&twice};
  unsigned char code[4];
  unsigned value = 1, pc = 0;
  for (unsigned i = 0; i < 3; i++) {
    code[i] = __VERIFIER_nondet_uchar();
    if (code[i] > 2) return 0;
  }
  code[3] = 0;
  goto *jump[code[pc]];
increment:
  value++;
  goto *jump[code[++pc]];
twice:
  value *= 2;
  goto *jump[code[++pc]];
halt:
  assert(value <= 8);
  assert(value != 7);
  return 0;
}
