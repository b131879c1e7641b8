// exit: 5
// verdict: proved-under-assumptions
// assumes: objects lie where braid puts them, and addresses are its numbers
// The bytes of a pointer that lies at an odd offset.
#include <stdint.h>
struct __attribute__((packed)) s { char c; int *p; };
static int a;
int main(void) {
  struct s x = {1, &a};
  unsigned char *b = (unsigned char *) &x;
  if (b[1] & 7) __builtin_trap();
  return 0;
}
