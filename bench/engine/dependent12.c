/* 2^12 paths, each branch on a running hash of all bytes so far. */
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  unsigned char b[12];
  unsigned h = 0;
  int n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 12; i++) {
    h = h * 31 + b[i];
    if (h & 1) n++;
  }
  return n;
}
