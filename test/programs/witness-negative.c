// A witness says of inputs narrower than int which negative numbers they are.
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  const short s = __VERIFIER_nondet_short();
  const char c = __VERIFIER_nondet_char();
  const unsigned short u = __VERIFIER_nondet_ushort();
  if (s == -300 && c == -2 && u == 65000) return 1 / (s + 300); // expect: div-by-zero
  return 0;
}
