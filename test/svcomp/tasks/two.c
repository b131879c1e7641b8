extern int twice(int);
extern short __VERIFIER_nondet_short(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  short x = __VERIFIER_nondet_short();
  if (twice(x) != x + x) reach_error();
  return 0;
}
