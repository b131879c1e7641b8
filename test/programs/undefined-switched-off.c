// What is not looked for goes on as the machine does it, and nothing is lost.
// options: --no-check=shift-base,array-bounds,alignment,bool,float-cast-overflow
#include <assert.h>
#include <braid.h>
#include <string.h>

struct s { char name[4]; char after; };

int main(void) {
  unsigned char c = braid_u8("c");
  struct s s = {"abc", 5};
  _Alignas(8) static char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  assert((unsigned) (c << 24) == (unsigned) c << 24);
  assert(s.name[4] == 5);
  assert(*(int *) (void *) (bytes + 1) == 0x05040302);
  return 0;
}
