// The property "no overflow" counts a signed left shift that does not fit.
// options: --property=test/programs/no-overflow.prp
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned u = c;
  u -= 1;                               /* wraps, which is no overflow */
  struct { char a[4]; char b[4]; } s = {{0}, {0}};
  if (c == 5) return s.a[c];            /* another matter, and goes on */
  int r = c << 24;                      // expect: shift-base
  return r == 3;
}
