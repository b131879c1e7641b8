// options: --error-function=reach_error
// somewhere: reach-error
// replay: no
// matrix: no
// 140,000 calls fit into 8 MiB of stack: what lies at their bottom is reached.
extern void reach_error(void);

static int down(int n) {
  if (n) return down(n - 1) + 1;
  reach_error();
  return 0;
}

int main(void) { return down(140000) & 1; }
