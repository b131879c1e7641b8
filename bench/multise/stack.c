/* A linked stack; in each of N rounds an input says push, pop or look.
 * paths: 243
 * Three ways a round, whatever the stack holds: 3^N. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 5
#endif

typedef struct node {
  struct node *below;
  int value;
} node;

static node *top;
static int size;

static void push(int value) {
  node *n = malloc(sizeof *n);
  n->value = value;
  n->below = top;
  top = n;
  size++;
}

static int pop(void) {
  if (!top) return -1;
  node *n = top;
  const int value = n->value;
  top = n->below;
  size--;
  return value;
}

static int peek(void) { return top ? top->value : -1; }

int main(void) {
  int in[N], values[N];
  klee_make_symbolic(in, sizeof in, "in");
  klee_make_symbolic(values, sizeof values, "values");
  for (int i = 0; i < N; i++) {
    if (in[i] > 10) {
      push(values[i]);
      assert(peek() == values[i]);
    } else if (in[i] > 9) pop();
    else peek();
  }
  assert(size >= 0 && size <= N && !top == !size);
}
