/* The step, as braid runs it: pointers, a heap, output, and any inputs. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char variables[3], cells[3], *pointer = cells, *held;

#define V(K) variables[K]
#define SET(K, X) (variables[K] = (unsigned char) (X))
#define CELL(K) cells[K]
#define PUT(K, X) (cells[K] = (unsigned char) (X))
#define POINT(K) (pointer = cells + (K))
#define POINTED() (*pointer)
#define HOLD(X) hold((unsigned char) (X))
#define DROP() (free(held), held = NULL)
#define HELD() (held ? *held : 0)
#define PRINT(C) (void) fprintf(stderr, "%c", (C))

static void hold(unsigned char x) {
  if (!held) held = malloc(1);
  if (held) *held = x;
}

static int step(unsigned char in);

int main(void) {
  for (;;) assert(!step(__VERIFIER_nondet_uchar() % 8));
}
