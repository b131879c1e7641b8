// A copy that begins in an array of a struct and goes on into the next member: undefined,
// though it stays in the object. A union's arrays, the last member, and a pointer to
// the whole array or struct have no such end.
#include <braid.h>
#include <stdlib.h>
#include <string.h>

struct s { char name[8]; int n; char tail[4]; };
union u { char four[4], eight[8]; };
/* Behind their last members the compiler spells out padding. */
struct bits { unsigned length : 24; unsigned char data[]; };
struct wide { short length; char data[1]; } __attribute__((aligned(16)));
struct marks { int id; char begin[0]; int a, b; char end[0]; int c; };

static struct s global[2];
static const char bytes[32] = "0123456789";

int main(void) {
  unsigned n = braid_u8("n") & 15u;
  struct s s, *p = &s;
  union u u;
  memset(&s, 1, sizeof s);
  switch (braid_u8("which")) {
  case 0: memcpy(s.name, bytes, sizeof s); break;       // expect: member-bounds
  case 1: memmove(p->name, bytes, n); break;            // expect: member-bounds
  case 2: memset(&p->name[4], 0, n & 7); break;         // expect: member-bounds
  case 3: memcpy(s.tail, global[1].name, 9); break;     // expect: out-of-bounds
  case 4: memcpy(&s.n, p->name + 0, 4); break;
  case 5: memcpy(s.name, bytes, n & 8); break;
  case 6: memset(p->name + 8, 0, n & 0); break;
  case 7: memcpy(u.four, bytes, 8); break;
  case 8: memcpy(&s.name, bytes, sizeof s); break;
  case 9: memcpy(&s, bytes, sizeof s); break;
  case 10: memcpy(global[0].tail, bytes, 8); break;     // the next struct of the array
  case 11: memcpy(&u, p->name, 9); break;               // expect: out-of-bounds
  case 12: {
    struct bits *b = malloc(sizeof *b + 8);
    struct wide *w = malloc(sizeof *w + 8);
    struct marks m = {1, .b = 2};
    if (b) memcpy(b->data, bytes, 8);
    if (w) memcpy(w->data, bytes, 8);
    memset(m.begin, 0, (size_t) (m.end - m.begin));
    free(b);
    free(w);
    return m.b;
  }
  }
  return 0;
}
