extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() & 15, i = 0, sum = 0;
  while (i < n) sum += i++;
  if (2 * sum != n * (n - 1)) __VERIFIER_error();
  return 0;
}
