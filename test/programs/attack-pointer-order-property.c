// Ordering unrelated objects ends no path when another property is asked.
// options: --property=test/programs/unreach-call.prp
// exit: 10
extern void reach_error(void);

int main(void) {
  int a = 1, b = 2;
  if (&a < &b) a = 2;
  else b = 1;
  if (a == b) reach_error();          // expect: reach-error
  return 0;
}
