// A state that comes back to itself for one input only.
// matrix: endless
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int x = __VERIFIER_nondet_int();
  volatile int y = x;
  while (y == 5) {              // expect: hang
  }
  return 0;
}
