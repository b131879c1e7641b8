// The bound may be 0 to 5.
// paths: 7
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n > 5) return 0;
  while (i < n) i++;
  return i == n ? 0 : 1;
}
