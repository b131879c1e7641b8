/* A doubly linked list; in each of N rounds a flag says where to add or remove.
 * paths: 216
 * Four ways and a removal at a symbolic index, which is the first or, while the
 * list is this short, the last: 6^N up to N = 3. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

typedef struct node {
  struct node *next, *previous;
  int data;
} node;

static node *head, *tail;
static int count;

static void add_first(int data) {
  node *n = malloc(sizeof *n);
  *n = (node) {head, 0, data};
  if (count == 0) tail = n;
  else head->previous = n;
  head = n;
  count++;
}

static void add_last(int data) {
  node *n = malloc(sizeof *n);
  *n = (node) {0, tail, data};
  if (count == 0) head = n;
  else tail->next = n;
  tail = n;
  count++;
}

static void remove_first(void) {
  if (!head) return;
  head = head->next;
  if (--count == 0) tail = 0;
  else head->previous = 0;
}

static void remove_last(void) {
  if (!head) return;
  if (--count == 0) head = tail = 0;
  else {
    tail = tail->previous;
    tail->next = 0;
  }
}

static void remove_at(int index) {
  if (index > 0 && index < count - 1) {
    node *n = head;
    for (int i = 0; i < index; i++) n = n->next;
    n->previous->next = n->next;
    n->next->previous = n->previous;
    count--;
  } else if (index < 1) remove_first();
  else remove_last();
}

int main(void) {
  int flags[N], indices[N];
  klee_make_symbolic(flags, sizeof flags, "flags");
  klee_make_symbolic(indices, sizeof indices, "indices");
  for (int i = 0; i < N; i++) {
    if (flags[i] == 1) add_first(i);
    else if (flags[i] == 2) add_last(i);
    else if (flags[i] == 3) remove_first();
    else if (flags[i] == 4) remove_last();
    else remove_at(indices[i]);
  }
  assert(count >= 0 && count <= N && !head == !count && !tail == !count);
}
