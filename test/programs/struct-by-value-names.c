/* Each call copies the struct to an object of its own, and a 32-bit target has addresses
 * for half a million of them.  Then the path is cut: it is no crash. */
// target: i386
// exit: 5
// verdict: inconclusive
// cut: unsupported
// matrix: no
// replay: no
struct three { int a[3]; };

static int sum(struct three v) { return v.a[0] + v.a[2]; }

int main(void) {
  struct three v = {{1, 2, 3}};
  int n = 0;
  for (int i = 0; i < 600000; i++) {
    v.a[0] = i;
    n ^= sum(v);
  }
  return n & 1;
}
