// exit: 0
// verdict: proved
// Whether bytes of pointers are equal does not depend on where objects lie, and the order of other
// bytes does not depend on pointers behind them.
#include <assert.h>
#include <braid.h>
#include <string.h>

struct entry { unsigned char key[8]; const char *name; };

static int is_same(const struct entry *a, const struct entry *b) {
  return !memcmp(a, b, sizeof *a);
}

int main(void) {
  struct entry a = {"abcdefg", "one"}, b = {"abcdefh", "other"};
  b.key[0] = (unsigned char) braid_range('a', 'c', "key");
  if (memcmp(&a, &b, sizeof a) > 0) assert(0);
  assert(!is_same(&a, &b) && is_same(&a, &a));
  return 0;
}
