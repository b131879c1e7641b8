/* States that follow their paths' models: of what a path leaves open every second one has
 * spaces, so a text that is complete is there at once, not byte by byte. */
// options: --merge=off --no-seen --jobs=1 --limit=explore_guess_after=0 --max-bugs=1
// matrix: no
// stats: paths_completed < 30
#include <assert.h>
#include <braid.h>

enum { LENGTH = 64 };

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  if (text[0] != 'k') return 1;
  if (text[1] != '=') return 2;
  for (int i = 2; i < LENGTH; i++)
    if (text[i] != ' ' && text[i] != '\n') return 3;
  assert(text[0] != 'k');       // expect: assert
  return 0;
}
