// With --callers only what the calls in the program pass is tried: no null, no pointers
// into one object, 2 to 7 parts.
// options: --entry=share --callers
// exit: 5
// verdict: bug
// bugs: 2
// assumes: share() is called as by the 2 calls in the program: from is not NULL; to is not NULL; parts is 2 to 7; amount is 10 to 20; from and to point to different objects
struct account { long balance; };

static long share(struct account *from, struct account *to, int parts, long amount) {
  long each = amount / parts;
  from->balance -= each; // expect: overflow
  if (from == to) return 1 / (parts - 2); // never: they are apart
  to->balance += each % 3; // expect: overflow
  return each;
}

long pay(struct account *a) {
  struct account b = {0};
  if (!a) return 0;
  return share(a, &b, 2, 10) + share(&b, a, 7, 20);
}
