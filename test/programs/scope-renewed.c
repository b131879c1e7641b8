// replay: no
// Each entry into a block makes a new object: a pointer to the last one's is dead.
int __VERIFIER_nondet_int(void);

static int *kept;
static void keep(int *p) { kept = p; }
static int give(const int *p) { return *p; }

static void in_for(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int a = i;
    if (i == 0) p = &a;
    else *p = 1; // expect: use-after-scope
  }
}

static void in_while(int n) {
  while (n-- > 0) {
    int a[3] = {n, 1, 2};
    if (n == 3) keep(a + 1);
    if (n == 1) *kept = 4; // expect: use-after-scope
  }
}

static int by_goto(void) {
  int again = 0, *p = 0;
back:;
  {
    struct { int x, y; } s = {1, 2};
    if (again) return *p; // expect: use-after-scope
    p = &s.y;
    again = 1;
    goto back;
  }
}

static int by_continue(int n) {
  int sum = 0, *p = 0;
  for (int i = 0; i < n; i++) {
    int a = i;
    sum += give(&a);
    if (i == 1) { p = &a; continue; }
    if (i == 4) sum += *p; // expect: use-after-scope
  }
  return sum;
}

static int by_switch(void) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 3; i++)
    switch (i) {
    case 0: { int a = 1; p = &a; break; }
    case 1: { int b = 2; sum += give(&b); break; }
    default: { int a = 3; sum += a + *p; break; } // expect: use-after-scope
    }
  return sum;
}

static int recursive(int n, int *up) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int here = n, *old = kept;
    if (n) r += recursive(n - 1, &here);
    if (up) r += *up;
    if (!n && i) r += *old; // expect: use-after-scope
    keep(&here);
  }
  return r;
}

static int nested(void) {
  int *p = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int outer = i;
    for (int k = 0; k < 2; k++) {
      int inner = k;
      if (p) sum += *p; // expect: use-after-scope
      sum += give(&inner) + give(&outer);
      if (k == 1) p = &inner;
    }
    p = p ? p : &outer;
  }
  return sum;
}

static int many(int n) {
  for (int i = 0; i < n; i++) {
    int a = i;
    if (i == 7) keep(&a);
    else if (i == n - 1) return *kept; // expect: use-after-scope
    else give(&a);
  }
  return 0;
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: in_for(); break;
  case 2: in_while(5); break;
  case 3: return by_goto();
  case 4: return by_continue(6);
  case 5: return by_switch();
  case 6: return recursive(1, 0);
  case 7: return nested();
  case 8: return many(3000);
  }
  return 0;
}
