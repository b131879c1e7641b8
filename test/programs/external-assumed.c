// Whatever they return is fine, but they may do more: proved under assumptions.
// options: --externals=unknown
// exit: 5
// paths: 2
int ready(void);

int main(void) {
  if (ready()) return 1;
  return 0;
}
