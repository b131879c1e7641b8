/* The step, as braid runs it: pointers, a heap, output, and any inputs.  WRONG comes
 * before this.  With IN_REGISTERS the variables are locals, handed on by value; else
 * they are in memory. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char cells[3], *pointer = cells, *held;

#ifdef IN_REGISTERS
#define STEP static unsigned step(unsigned all, unsigned char in)
#define LEAVE() return all
#define V(K) ((unsigned char) (all >> 8 * (K)))
#define SET(K, X) \
  (all = (all & ~(255u << 8 * (K))) | (unsigned) (unsigned char) (X) << 8 * (K))
STEP;
#else
static unsigned char variables[3];
#define STEP static void step(unsigned char in)
#define LEAVE() return
#define V(K) variables[K]
#define SET(K, X) (variables[K] = (unsigned char) (X))
STEP;
#endif

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

int main(void) {
#ifdef IN_REGISTERS
  unsigned all = 0;
  for (;;) {
    all = step(all, __VERIFIER_nondet_uchar() % 8);
    assert(!WRONG);
  }
#else
  for (;;) {
    step(__VERIFIER_nondet_uchar() % 8);
    assert(!WRONG);
  }
#endif
}
