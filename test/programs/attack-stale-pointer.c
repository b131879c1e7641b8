// A pointer into a call that ended, used many calls later, when the stack has
// the same shape again.
// replay: no
int *keep;

static void call(int n) {
  int local = n;
  if (n == 0) keep = &local;
  if (n == 16) *keep = 5;       // expect: use-after-scope
}

int main(void) {
  for (int i = 0; i < 17; i++) call(i);
  return 0;
}
