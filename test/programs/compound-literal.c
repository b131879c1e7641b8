// A compound literal lives as long as the block that it stands in.
// replay: no
int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int sum(const struct pair *p) { return p->a + p->b; }

static int behind_its_block(void) {
  int *p;
  { p = (int[]) {1, 2, 3}; }
  return p[0];                  // expect: use-after-scope
}

static int in_the_next_iteration(void) {
  struct pair *p = 0;
  int n = 0;
  for (int i = 0; i < 2; i++) {
    if (p) n += p->a;           // expect: use-after-scope
    p = &(struct pair) {i, 2};
  }
  return n;
}

static int behind_the_loop(int n) {
  struct pair *p = 0;
  while (n--) {
    p = &(struct pair) {n, 2};
    if (n == 3) break;
  }
  return p->b;                  // expect: use-after-scope
}

static int behind_an_if(int n) {
  int *p = 0;
  if (n) p = &(int) {n};
  return p ? *p : 0;            // expect: use-after-scope
}

static int all_alive(int n) {
  int *outer = (int[]) {1, 2}, *inner = outer, total = 0;
  if ((inner = &(int) {n}) && n > 1) total += *inner;
  else total -= *inner;
  for (int *p = (int[]) {0, 3}; *p < 3; ++*p) {
    struct pair *q = &(struct pair) {*p, 4};
    if (*p == 1) continue;
    total += q->a + sum(&(struct pair) {n, 1});
    switch (n) {
    case 1: q = &(struct pair) {7, 8}; break;
    default: q->a = 2;
    }
    total += sum((struct pair[]) {{1, 2}, {3, 4}});
  }
  do {
    outer = n & 1 ? (int[]) {5, 6} : (int[]) {7, 8};
    total += outer[1];
  } while (--n > 0);
  int *again = 0, rounds = 0;
  {
    int *kept = 0;
  back:
    again = &(int) {rounds};
    if (kept) total += *kept;   /* the same object: no entry into the block in between */
    kept = again;
    if (rounds++ < 2) goto back;
    total += *again;
  }
  return total + ({ int *p = &(int) {9}; *p; });
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: return behind_its_block() & 1;
  case 2: return in_the_next_iteration() & 1;
  case 3: return behind_the_loop(6) & 1;
  case 4: return behind_an_if(3) & 1;
  case 5: return all_alive(1) & 1;
  case 6: return all_alive(2) & 1;
  }
  return 0;
}
