/* A path that follows its model writes at a place that depends on twenty bytes: the place is
 * narrowed to the model's, the bytes are not, and the other places are states like others. */
// options: --merge=off --no-seen --jobs=1 --limit=explore_guess_after=0
// matrix: no
// paths: 8
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned char text[20], table[8] = {0};
  unsigned hash = 7;
  braid_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text; i++) hash = hash * 31 + text[i];
  table[hash % 8] = 1;
  assert(table[(hash + 1) % 8] == 0);
  return table[3];
}
