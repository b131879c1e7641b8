// Everything in one run: native code makes a table, a join that keeps everything and
// one that keeps signs, a template between them, returns that are compared, and what
// an unknown function's pointer points to.
// options: --externals=unknown --loops=template --zeq=on
// options: --native-after=1 --no-lazy-alias --merge=annotated
// acted: joins templates zeq lattice native made-up
// replay: no
#include <assert.h>
#include <braid.h>

struct box { unsigned a; struct box *next; };
struct box *find(void);
unsigned unknown(void);
static unsigned table[64];

static void fill(void) {
  for (unsigned i = 0; i < 1280; i++) table[i & 63] = table[i & 63] * 3 + i;
}

static unsigned probe(struct box *p) {
  if (unknown() == 3) return 1;
  if (unknown() == 4) return 1;
  if (unknown() == 5 && p) p->a = 6;
  return 0;
}

int main(void) {
  struct box *p = find();
  unsigned n = unknown() & 7, from = 0, turns = 0;
  int gain;
  fill();
  BRAID_MERGE(ite) if (n & 1) from = table[1] & 3;
  unsigned r = probe(p);
  for (unsigned i = from; i < n; i++) turns++;
  fill();
  assert(turns == (n > from ? n - from : 0));
  assert(r || !p || turns != 4 || p->a != 6);         // expect: assert
  BRAID_MERGE(sign) if (n > 7) gain = 9;
  else gain = 4;
  assert(gain > 0);
  return 0;
}
