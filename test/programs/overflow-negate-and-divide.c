int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (__VERIFIER_nondet_int()) {
  case 0: return -x & 1;                // expect: overflow
  case 1: return (x / -1) & 1;          // expect: overflow
  case 2: return (x - 1) & 1;           // expect: overflow
  case 3: return x++ & 1;               // expect: overflow
  default: return x / 2 & 1;
  }
}
