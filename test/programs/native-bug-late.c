// A loop that is native long before its last turn goes wrong.
static unsigned char table[256];

static unsigned next(unsigned x) { return x * 1103515245u + 12345u; }

int main(void) {
  unsigned x = 1, sum = 0;
  for (unsigned i = 0; i < 60000; i++) {
    x = next(x);
    const unsigned at = i == 59999 ? 256 : x >> 24;
    table[at]++; // expect: out-of-bounds
    sum += table[x & 255];
  }
  return sum == 7;
}
