/* A tree of 32,768 paths and a few more, with bugs of several kinds on some of them,
 * inputs of several kinds, symbolic addresses and an allocation: a run that is killed
 * finds the same when it is resumed.  PLAIN: without addresses, of which a path that
 * follows a model takes one at a time, but with products. */
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
void klee_make_symbolic(void *, size_t, const char *);

enum { N = 15 };
static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
  unsigned char b[N];
  unsigned sum = 0;
  klee_make_symbolic(b, sizeof b, "b");
  for (int k = 0; k < N; k++) {
    if (b[k] > 100 + k) sum = 3 * sum + (unsigned) k;
    else sum ^= 5u * (unsigned) k;
  }
#ifdef PLAIN
  if (sum % 8 == 1 && (b[0] * (b[1] | 1u) + sum) >> 5 & 1) return 2;
#else
  if (sum % 61 == 7) {
    char *text = malloc(4);
    if (!text) return 1;
    memset(text, 0, 4);
    text[3 + (b[0] == 255)] = 1;                /* past the end for one byte */
    free(text);
  }
#endif
  if (sum % 97 == 3) return 100 / (__VERIFIER_nondet_int() - 7);
#ifndef PLAIN
  if (sum % 101 == 5) return table[__VERIFIER_nondet_uchar() & 15];
#endif
  if (sum % 203 == 9) abort();
  return 0;
}
