/* Lines of an input of any length: the last one may lack its end. */
// options: --sym-stdin 3
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[8];
  size_t total = 0;
  int ended = 1;
  while (fgets(line, sizeof line, stdin)) {
    assert(ended);              /* only the last line has no end, but for zeros */
    const size_t n = strlen(line);
    if (n && line[n - 1] != '\n') ended = 0;
    total += n;
    if (!n) return 0;
    if (memchr(line, 0, n)) return 0;
    if (!ended) break;
  }
  assert(total <= 3);
  assert(total != 2 || ended);  // expect: assert
  return 0;
}
