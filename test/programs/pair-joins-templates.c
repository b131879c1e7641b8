// A template inside a joined state: the step of the loop, its bound and a value that
// it carries are different on the sides that were joined before it; its number of
// turns is joined once more behind it.
// options: --join=always --loops=template
// acted: joins templates
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned n = braid_uint("n"), which = braid_uint("which");
  unsigned start = 0, turns = 0, extra = 0;
  if (which & 1) start = 7;
  else start = 3;
  if (which & 2) extra = 1;
  if (n > 20) return 0;
  for (unsigned i = start; i < n; i++) turns++;
  if (turns > 10) extra += 2;
  assert(turns == (n > start ? n - start : 0));
  assert(!(extra == 3 && turns == 15 && start == 3));   // expect: assert
  return 0;
}
