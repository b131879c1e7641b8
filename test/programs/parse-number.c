#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char text[4];
  for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_uchar();
  text[3] = 0;
  unsigned value = 0, digits = 0;
  while (isdigit(text[digits])) value = value * 10 + (unsigned) (text[digits++] - '0');
  assert(digits <= 3 && value <= 999);
  if (digits == 2) assert(value <= 99);
  assert(value != 512 || text[1] == '1');
  return 0;
}
