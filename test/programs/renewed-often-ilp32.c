// target: i386
// options: --native-after=1
// exit: 5
// verdict: proved-under-assumptions
// assumes: past very many entries into a block
// matrix: no
// More entries into a block than a 32-bit target has addresses for objects.
#include <assert.h>

static int *last;
static int sum;

int main(void) {
  for (int i = 0; i < 1100000; i++) {
    int here = i & 1;
    last = &here;
    sum += *last;
  }
  assert(sum == 550000);
}
