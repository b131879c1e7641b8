// options: --check=pointer-order
// The other side of the comparison is a constant of the program.
int g[4], h[4];

static int before(int *p) {
  return p < g + 2;             // expect: pointer-order
}

int main(void) { return before(h); }
