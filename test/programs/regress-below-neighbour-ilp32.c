/* Found by the laboratory: a symbolic address was either inside an object or a
 * little below it, which is far behind the one before; the solver named the
 * latter first, and then the path inside was lost. */
// target: i386
// replay: no
#include <assert.h>
#include <braid.h>

static const unsigned long long before[2] = {66, 40};
static const char inner[4] = {1, 1, 0, 0};

int main(void) {
  const char copied[6] = {1, 0, 1, 0, 0};
  const int i = braid_u8("i") & 1;
  const char c = inner[(before[i ^ 1] & 7) - 1]; // expect: out-of-bounds
  assert(copied[(int) c] == 1); // expect: assert
  return 0;
}
