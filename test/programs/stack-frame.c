// A function that calls nothing needs its variables all the same: those that the stack has
// no room for cannot be accessed. Room for them is not needed until then.
int __VERIFIER_nondet_int(void);
enum { LARGE = 100 << 20, HALF = 5 << 20 };

static int leaf(void) {
  char a[LARGE];
  a[0] = 1;                     // expect: stack-overflow
  return a[0];
}

static int unused(int n) {
  char a[LARGE];
  if (n > 2000) a[n] = 1;
  return n;
}

static int second(int n) {
  char a[HALF], b[HALF];
  a[n] = 1;
  b[n] = 2;                     // expect: stack-overflow
  return a[n] + b[n];
}

static int first(int n) {
  char a[HALF], b[HALF];
  a[n] = 1;
  return n < 0 ? b[0] : a[n];
}

static int again(int n) {
  char *last = 0;
  for (int i = 0; i < n; i++) {
    char a[LARGE];
    if (last == a) return 1;
    last = a;
    if (i == n - 1) last[0] = 1;        // expect: stack-overflow
  }
  return 0;
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: return leaf();
  case 2: return unused(1000) != 1000;
  case 3: return second(7);
  case 4: return first(7) - 1;
  case 5: return again(2);
  }
  return 0;
}
