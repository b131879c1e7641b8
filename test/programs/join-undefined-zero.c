// One side writes a zero, the other nothing: the bytes are equal, and only one of
// them has a value.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x, *p = &x;
  if (__VERIFIER_nondet_int()) *p = 0;
  if (*p) return 1;  // expect: uninit
  return 0;
}
