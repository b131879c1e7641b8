// Results of struct type, small and large.
// options: --externals=unknown
// replay: no
#include <assert.h>

struct small { int a, b; };
struct large { long values[5]; };
struct small measure(void);
struct large survey(int);

int main(void) {
  struct small s = measure();
  struct large l = survey(1);
  assert(s.b != 4 || l.values[4] != -1); // expect: assert
  return 0;
}
