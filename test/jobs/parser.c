/* A small parser: several kinds of input, symbolic addresses, allocation, and an
 * error on one path. */
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void klee_make_symbolic(void *, size_t, const char *);

static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static char *names[4];

int main(void) {
  char text[4];
  int sum = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int k = 0; k < 4; k++) {
    switch (text[k]) {
    case 'a': sum += table[__VERIFIER_nondet_uchar() & 7]; break;
    case 'b': {
      unsigned n = __VERIFIER_nondet_uchar() & 3u;
      if (!names[n]) names[n] = calloc(1, 2 + n);
      if (names[n]) names[n][n] = text[k];
      break;
    }
    case ';':
      if (__VERIFIER_nondet_int() > sum) return sum;
      break;
    default: return -1;
    }
  }
  for (int k = 0; k < 4; k++) free(names[k]);
  if (sum > 20 && table[sum & 7] == 9) abort();
  return sum;
}
