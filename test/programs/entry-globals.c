// Variables hold anything at first, pointers among them; constants do not.
// options: --entry=next --havoc-globals
// exit: 5
// verdict: bug
#include <assert.h>

struct item { int id; struct item *link; };
static int counter = 1;
struct item *first;
static const int limit = 10;

int next(void) {
  assert(limit == 10);
  if (counter == 41) return 5 / (counter - 41); // expect: div-by-zero
  return first->id; // expect: null
}
