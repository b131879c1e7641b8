/* Many paths, each with terms, slices, cores and SAT queries of its own. */
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  unsigned char in[24];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned sum = 0, n = 0;
  for (int i = 0; i < 24; i++) {
    if (in[i] & 1) sum = sum * 31 + in[i];
    else sum ^= (unsigned) in[i] << i % 7;
    if (i > 1 && (sum & 0xff) > in[i - 1]) n++;
    if (i > 2 && in[i] + in[i - 1] > in[i - 2] * 2) n += 2;
  }
  return n == 11;
}
