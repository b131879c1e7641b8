// A state that leaves a variable unwritten is not dropped for one that writes it.
// options: --externals=unknown
// replay: no
int unknown(void);

static void fill(int *p) {
  if (unknown() > 3) *p = unknown();
}

int main(void) {
  int x;
  fill(&x);
  if (x > 4) return 1;                // expect: uninit
  return 0;
}
