/* A priority queue in a binary heap; in each of N rounds a flag says put, take,
 * size or look.  paths: 1024
 * What is queued is symbolic, its priority is the round's: four ways a round,
 * 4^N, and none inside the heap. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 5
#endif

typedef struct item {
  int priority, value;
} item;

static item heap[N + 1];
static int size;

static void swap(int i, int j) {
  const item kept = heap[i];
  heap[i] = heap[j];
  heap[j] = kept;
}

static void enqueue(int priority, int value) {
  int at = size++;
  heap[at] = (item) {priority, value};
  while (at > 0 && heap[(at - 1) / 2].priority < heap[at].priority) {
    swap(at, (at - 1) / 2);
    at = (at - 1) / 2;
  }
}

static int dequeue(void) {
  if (!size) return -1;
  const int value = heap[0].value;
  swap(0, --size);
  for (int at = 0, child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap[child + 1].priority > heap[child].priority)
      child++;
    if (heap[child].priority <= heap[at].priority) break;
    swap(at, child);
    at = child;
  }
  return value;
}

static int length(void) { return size; }
static int peek(void) { return size ? heap[0].value : -1; }

int main(void) {
  int flags[N], values[N];
  klee_make_symbolic(flags, sizeof flags, "flags");
  klee_make_symbolic(values, sizeof values, "values");
  for (int i = 0; i < N; i++) {
    if (flags[i] > 100) enqueue(i % 3, values[i]);
    else if (flags[i] > 90) dequeue();
    else if (flags[i] > 80) length();
    else peek();
  }
  assert(size >= 0 && size <= N);
  for (int i = 1; i < size; i++)
    assert(heap[(i - 1) / 2].priority >= heap[i].priority);
}
