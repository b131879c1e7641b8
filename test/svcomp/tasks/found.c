extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100 && x % 37 == 5) reach_error();
  return 0;
}
