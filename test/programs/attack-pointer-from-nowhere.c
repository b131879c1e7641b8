// A pointer that may be anything: every kind of wrong pointer, in finite time.
// reports: any
// exit: 10
// replay: no
// joins: no
void *__VERIFIER_nondet_pointer(void);

int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  return *p;
}
