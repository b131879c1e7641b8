// Native code calls functions whose results have 64 bits, recursive ones too: neither loop nor
// calls leave it.
// matrix: no
// options: --merge=off --loops=unroll --native=on --native-after=1
// stats: instructions executed natively, in re-execution, too > 100000
static long ackermann(long m, long n) {
  if (!m) return n + 1;
  return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

int main(void) {
  long sum = 0;
  for (unsigned i = 0; i < 500; i++) sum += ackermann(2, 3);
  return sum != 500 * 9;
}
