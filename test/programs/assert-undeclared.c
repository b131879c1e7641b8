// A program that forgets <assert.h> calls assert() as a function without code: it is taken
// for the assertion that it is meant to be.
// options: -Wno-implicit-function-declaration
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x);
  assert(x != 5); // expect: assert
  return 0;
}
