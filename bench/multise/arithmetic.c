/* Linear expressions as objects: a coefficient for each variable and a constant;
 * adding, multiplying, negating make new ones.  N rounds with two symbolic
 * coefficients, that multiply unless they are zero.  paths: 64
 * 4^N. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

enum { VARIABLES = 2 * N };

typedef struct linear {
  long coefficients[VARIABLES];
  long constant;
} linear;

static linear *make(void) { return calloc(1, sizeof(linear)); }

static linear *variable(int index) {
  linear *l = make();
  l->coefficients[index] = 1;
  return l;
}

static linear *multiply(const linear *a, long factor) {
  linear *l = make();
  for (int k = 0; k < VARIABLES; k++)
    l->coefficients[k] = a->coefficients[k] * factor;
  l->constant = a->constant * factor;
  return l;
}

static linear *negate(const linear *a) { return multiply(a, -1); }

static linear *add(const linear *a, const linear *b) {
  linear *l = make();
  for (int k = 0; k < VARIABLES; k++)
    l->coefficients[k] = a->coefficients[k] + b->coefficients[k];
  l->constant = a->constant + b->constant;
  return l;
}

int main(void) {
  short in[2 * N];
  klee_make_symbolic(in, sizeof in, "in");
  linear *sum = make();
  for (int i = 0; i < N; i++) {
    linear *x = variable(2 * i), *y = variable(2 * i + 1);
    if (in[2 * i] != 0) x = multiply(x, in[2 * i]);
    if (in[2 * i + 1] != 0) y = multiply(y, in[2 * i + 1]);
    sum = add(sum, add(x, negate(y)));
  }
  for (int k = 0; k < VARIABLES; k++) assert(sum->coefficients[k] != 0);
  assert(sum->constant == 0);
}
