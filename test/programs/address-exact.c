// Uses of pointers and of their numbers that have one answer wherever objects lie.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct node { struct node *next, *prev; int v; };
static int compare(const void *a, const void *b) {
  const int *x = *(int *const *) a, *y = *(int *const *) b;
  return (*x > *y) - (*x < *y);
}
int main(void) {
  struct node head = {&head, &head, 0}, n[3];
  for (int i = 0; i < 3; i++) {
    n[i].v = i; n[i].next = &head; n[i].prev = head.prev; head.prev->next = &n[i]; head.prev = &n[i];
  }
  int sum = 0;
  for (struct node *p = head.next; p != &head; p = p->next) sum += p->v;
  assert(sum == 3);
  int v[3] = {3, 1, 2}; int *q[3] = {v, v + 1, v + 2};
  qsort(q, 3, sizeof *q, compare);
  assert(*q[0] == 1 && q[2] == v);
  char buffer[20], *end = buffer + sizeof buffer;
  for (char *p = buffer; p < end; p++) *p = 0;
  assert(end - buffer == 20);
  memmove(buffer + 1, buffer, 8);
  /* tags */
  int *t = malloc(sizeof *t); if (!t) return 1;
  *t = 5;
  uintptr_t tagged = (uintptr_t) t | 1;
  assert(tagged & 1);
  assert(*(int *) (tagged & ~(uintptr_t) 1) == 5);
  uintptr_t masked = (uintptr_t) t ^ 0x5555555555555555u;
  assert((int *) (masked ^ 0x5555555555555555u) == t);
  uint64_t packed = (uint64_t) 3 << 32 | 8;
  assert((packed & 0xff) == 8 && packed >> 32 == 3);
  assert((uintptr_t) t % sizeof *t == 0);
  assert(strlen("hello") == 5);
  free(t);
  return 0;
}
