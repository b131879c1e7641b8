// Recursion with variables in memory, a block that only a caller's register holds, an early end
// of the program in there, and a jump out of it.
#include <setjmp.h>
#include <stdlib.h>
#include <klee/klee.h>

static unsigned char text[4];
static int at, lost;
static jmp_buf out;

static int next(void) { return at < 4 ? text[at++] : 0; }

static int walk(int *outer) {
  int own = next();
  if (own == 1) *outer += 1;
  if (own == 2) return walk(&own) + own;
  if (own == 3) {
    char *block = malloc(2);            // expect: leak
    const int below = walk(outer);
    if (!block) return below;
    block[0] = (char) below;
    const int first = block[below & 1 ? lost : 0];
    if (below != 5) free(block);        // the rest leaks
    return first & 7;
  }
  if (own == 4) exit(0);
  if (own == 5) return 5;
  if (own == 6 && at == 3) longjmp(out, 1);
  if (own == 7) return 10 / (*outer - 2);       // expect: div-by-zero
  return 1;
}

int main(void) {
  int base = 0;
  klee_make_symbolic(text, sizeof text, "text");
  if (setjmp(out)) return 1;
  return walk(&base) & 3;
}
