/* 2^20 paths, each branch on a byte of its own. */
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  unsigned char b[20];
  int n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 20; i++)
    if (b[i] & 1) n++;
  return n;
}
