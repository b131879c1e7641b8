/* Three branches: what starting and finishing costs. */
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  unsigned char b[3];
  int n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  if (b[0] > 10) n |= 1;
  if (b[1] > 20) n |= 2;
  if (b[2] > 30) n |= 4;
  return n;
}
