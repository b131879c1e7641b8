// Whoever only copies a pointer's bytes depends on nothing, and neither does whoever looks
// at the bytes beside a pointer.
#include <braid.h>

struct node { char name[8]; struct node *next; short kind; };

static void copy(void *to, const void *from, unsigned n) {
  char *t = to;
  const char *f = from;
  while (n--) {
    char c = *f++;
    *t++ = c;
  }
}

int main(void) {
  static struct node a = {"first", 0, 3}, b;
  a.next = &b;
  struct node c;
  copy(&c, &a, sizeof c);
  int sum = c.kind;
  for (int i = 0; c.name[i]; i++) sum += c.name[i];
  unsigned k = braid_range(0, 4, "k");
  braid_assert(c.next == &b && sum != 0 && c.name[k] != 'x');
  return 0;
}
