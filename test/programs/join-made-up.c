// What is said of a bug is what its own run made up, not what another one did
// that was joined with it.
// options: --externals=unknown --no-lazy-alias
// replay: no
#include <assert.h>

struct s { unsigned x, y; };
struct s *find(void);
unsigned unknown(void);

int main(void) {
  unsigned v = 0;
  if (unknown() > 3) {
    struct s *p = find();
    if (p) v = p->x;
  }
  unsigned w = unknown();
  assert(v + w != 7);  // expect: assert
  return 0;
}
