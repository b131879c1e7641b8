/* Comparisons of inputs over a window, and a term that grows with each. */
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[16] = {0};
  unsigned s = 1;
  for (int i = 0; i < 40; i++) {
    const int x = __VERIFIER_nondet_int();
    a[i % 16] = x;
    if (x > 10) s = s * 3 + (unsigned) x;
    else if (x < -5) s ^= (unsigned) x;
    if (i > 3 && a[i % 16] < a[(i + 3) % 16]) s += 7;
  }
  return s == 77;
}
