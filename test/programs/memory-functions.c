#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct record { int id; unsigned char data[6]; };

int main(void) {
  struct record a = {7, {0}}, b;
  for (int i = 0; i < 6; i++) a.data[i] = __VERIFIER_nondet_uchar();
  memcpy(&b, &a, sizeof b);
  assert(b.id == 7 && !memcmp(a.data, b.data, 6));
  memmove(b.data + 1, b.data, 5);       /* overlaps, and may */
  assert(b.data[1] == a.data[0] && b.data[5] == a.data[4]);
  assert(b.data[0] == a.data[0]);
  unsigned char fill = __VERIFIER_nondet_uchar();
  memset(b.data, fill, 3);
  assert(b.data[2] == fill && b.data[3] == a.data[2]);
  unsigned n = __VERIFIER_nondet_uchar() & 3;
  memcpy(b.data, a.data, n);
  if (n == 2) assert(b.data[1] == a.data[1] && b.data[2] == fill);
  if (n == 0) assert(b.data[0] == fill);
  return 0;
}
