// Two bits of the unit are never written; the field beside them is.
int __VERIFIER_nondet_int(void);

struct s { int a : 5; int b : 27; };

int main(void) {
  struct s s;
  s.b = __VERIFIER_nondet_int() >> 5;
  int y = s.b * 64;             // expect: overflow
  return y == 3;
}
