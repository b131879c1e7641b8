/* 2^16 paths, each branch on a byte of its own. */
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  unsigned char b[16];
  int n = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 16; i++)
    if (b[i] & 1) n++;
  return n;
}
