/* A state machine over its input, with a function to return from, a loop, and a bug
 * that needs a certain input. */
void klee_make_symbolic(void *, unsigned long, const char *);
void abort(void);

static int step(int state, unsigned char c, unsigned char before) {
  if (state == 0) return c == 'a' ? 1 : c == 'b' ? 2 : 0;
  if (state == 1) return c < 9 ? 0 : 1;
  return c == before ? 3 : 2;
}

int main(void) {
  unsigned char in[7];
  unsigned n = 0;
  int state = 0;
  klee_make_symbolic(in, sizeof in, "in");
  for (unsigned i = 0; i < sizeof in; i++) {
    state = step(state, in[i], i ? in[i - 1] : 0);
    if (state == 3 && in[i] == 'z') abort();
    n += state == 1;
  }
  while (n > 1) n -= 2;
  return n == 1;
}
