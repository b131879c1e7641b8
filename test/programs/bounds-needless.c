// options: --native=off
// stats: instructions < 20000
// Checks of inner indices that cannot fail cost nothing: 1,000 iterations of 16
// instructions, which would be 20 with the checks.
static struct { int a[10], b[10], last; } s;

int main(void) {
  int sum = 0;
  for (int n = 0; n < 100; n++)
    for (int i = 0; i < 10; i++) {
      s.a[i] = s.b[i] ^ n;
      s.b[9 & i] = n;
      sum ^= s.a[i];
    }
  return sum & 0;
}
