// Whatever they return is fine, but they may do more: proved under assumptions.
// options: --externals=unknown
// exit: 5
// verdict: proved-under-assumptions
// assumes: calls of ready() return any value and change nothing
// paths: 2
int ready(void);

int main(void) {
  if (ready()) return 1;
  return 0;
}
