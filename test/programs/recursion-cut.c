// options: --error-function=reach_error --max-frames=1000
// exit: 5
// verdict: inconclusive
// cut: cut-frames
// A budget for frames is braid's, not the program's: nothing is proved.
extern void reach_error(void);

static int down(int n) {
  if (n) return down(n - 1) + 1;
  reach_error();
  return 0;
}

int main(void) { return down(2000) & 1; }
