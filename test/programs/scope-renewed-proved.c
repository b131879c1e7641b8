// Variables of blocks that are entered again and again, used as C allows.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static void set(int *p, int v) { *p = v; }
static int get(const int *p) { return *p; }

static int sum_of(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int a;
    set(&a, i);
    if (a == 2) continue;
    int b[2] = {a, 1};
    int *last = b + 1;
    sum += get(b) + *last;
  }
  return sum;
}

static int lists(int n) {
  struct node { int v; struct node *next; } *head = 0;
  int sum = 0;
again:;
  struct node here = {n, 0};    /* begins anew with each jump */
  head = &here;
  for (struct node *p = head; p; p = p->next) sum += p->v;
  if (--n > 0) goto again;
  return sum;
}

static int with_vla(int n) {
  int sum = 0;
  for (int i = 1; i <= n; i++) {
    int count = i;
    int vla[count];
    memset(vla, 0, sizeof vla);
    for (int k = 0; k < count; k++) {
      int one = 1, *p = &one;
      vla[k] = get(p);
    }
    int *all = __builtin_alloca(sizeof(int));
    set(all, get(&vla[count - 1]));
    sum += *all + get(&count);
  }
  return sum;
}

static int down(int n) {
  int r = 0;
  for (int i = 0; i < 2; i++) {
    int here = n, *p = &here;
    if (n) r += down(n - 1);
    r += get(p);
  }
  return r;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  assert(sum_of(n) == (n == 1 ? 1 : n == 2 ? 3 : n == 3 ? 3 : 7));
  assert(lists(n) == n * (n + 1) / 2);
  assert(with_vla(n) == n + n * (n + 1) / 2);
  assert(down(2) == 8);
  return 0;
}
