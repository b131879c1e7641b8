// options: --stack-size=64K
// replay: no
// The stack's size is what decides, and what calls need of it at least.
#include <alloca.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static int down(int n) {
  char room[1000];
  memset(room, n, sizeof room); // expect: stack-overflow
  return n ? down(n - 1) + room[n] : room[0];
}

static int small(int n) { return n ? small(n - 1) + 1 : 0; }

static int more(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    char *p = alloca(2000); // expect: stack-overflow
    p[0] = 1;
    sum += p[0];
  }
  return sum;
}

static int again(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int size = 2000;
    char a[size];
    memset(a, 1, sizeof a);
    sum += a[1999];
  }
  return sum;
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: return down(60) & 1;
  case 2: return down(70) & 1;
  case 3: return small(4000) & 1;
  case 4: return more(32);
  case 5: return more(33);
  case 6: return again(100);
  }
  return 0;
}
