/* A queue in an array with a lazy offset, a new one in each of N rounds; an
 * input says put or take.  paths: 32
 * Two ways a round: 2^N. */
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

#ifndef N
#define N 5
#endif

typedef struct queue {
  int items[8];
  int count, offset;
} queue;

static void enqueue(queue *q, int value) { q->items[q->count++] = value; }

static int dequeue(queue *q) {
  if (!q->count) return -1;
  const int value = q->items[q->offset];
  if (2 * ++q->offset >= q->count) {    /* half of it is gone: close up */
    q->count -= q->offset;
    memmove(q->items, q->items + q->offset,
            (unsigned) q->count * sizeof *q->items);
    q->offset = 0;
  }
  return value;
}

static int length(const queue *q) { return q->count - q->offset; }

int main(void) {
  int in[N], values[N];
  klee_make_symbolic(in, sizeof in, "in");
  klee_make_symbolic(values, sizeof values, "values");
  for (int i = 0; i < N; i++) {
    queue q = {0};
    if (in[i] > 100) enqueue(&q, values[i]);
    else dequeue(&q);
    assert(length(&q) == (in[i] > 100));
  }
}
