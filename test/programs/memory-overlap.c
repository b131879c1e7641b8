#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char text[8] = "abcdefg";
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memcpy(text + 3, text, n);            // expect: overlap
  return text[0] == 'a' ? 0 : 1;
}
