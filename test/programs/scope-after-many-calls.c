// A pointer to a local of a function that returned stays stale, however many calls
// come before the next local of that function.
#include <braid.h>

int *kept;

static void other(void) {
  int x = 1;
  volatile int *q = &x;
  (void) *q;
}

static void keep_or_use(int k) {
  int a = k;
  if (!k) kept = &a;
  else *kept = 1;               // expect: use-after-scope
}

int main(void) {
  int n = braid_range(0, 3, "n");
  keep_or_use(0);
  for (int i = 0; i < 254 + n; i++) other();
  keep_or_use(1);
  return 0;
}
