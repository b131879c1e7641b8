unsigned __VERIFIER_nondet_uint(void);

static int one(void) { return 1; }
static int two(void) { return 2; }

static int (*const table[2])(void) = {one, two};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  return table[i]();                    // expect: out-of-bounds
}
