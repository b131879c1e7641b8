// A block of no bytes has no first byte, natively too, where AddressSanitizer gives one.
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  const unsigned n = __VERIFIER_nondet_uchar();
  char *line = calloc(n % 4, n & 1);
  if (line && n == 8) line[0] = 'x';            // expect: out-of-bounds
  free(line);
  char *word = malloc(n);
  if (!word) return 0;
  word[0] = 0;                                  // expect: out-of-bounds
  free(word);
  return 0;
}
