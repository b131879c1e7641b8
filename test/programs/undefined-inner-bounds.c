// An index past an inner array, inside the object; a whole array's is an access out
// of bounds, as ever; one past the end may be pointed to.
#include <braid.h>

struct s { char name[8]; int after; };

static int m[2][3];

static int *past(int *p) { return p; }

int main(void) {
  unsigned i = braid_u8("i") & 15u;
  struct s s = {"", 1}, *p = &s;
  switch (braid_u8("which")) {
  case 0: return m[0][i & 3];           // expect: array-bounds
  case 1: return p->name[i & 8];        // expect: array-bounds
  case 2: return s.name[i & 7];
  case 3: return m[i & 3][1];           // expect: out-of-bounds
  case 4: return past(&m[1][3]) != 0;
  case 5: return past(&m[0][4]) != 0;   // expect: array-bounds
  case 6: s.name[i < 8 ? i : 0] = 1; break;
  }
  return 0;
}
