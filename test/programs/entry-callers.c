// What the calls in the program pass.  Bugs that need other arguments come last, and
// all of them are the caller's to exclude.
// options: --entry=share
// exit: 5
// verdict: bug
// bugs: 6
struct account { long balance; };

static long share(struct account *from, struct account *to, int parts, long amount) {
  long each = amount / parts; // expect: div-by-zero, overflow
  from->balance -= each; // expect: null, overflow
  if (from == to) return each;
  to->balance += each % 3; // expect: null, overflow
  return each;
}

long pay(struct account *a) {
  struct account b = {0};
  if (!a) return 0;
  return share(a, &b, 2, 10) + share(&b, a, 7, 20);
}
