extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 12345) goto ERROR;
  return 0;
ERROR:
  return 1;
}
