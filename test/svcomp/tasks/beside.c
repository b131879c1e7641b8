/* The pointer is null before the error can be reached. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0, x = __VERIFIER_nondet_int();
  if (x > 3) {
    *p = x;
    reach_error();
  }
  return 0;
}
