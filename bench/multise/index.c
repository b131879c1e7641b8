/* An array of numbers and texts, read at two symbolic places by a search for the
 * index.  paths: 121
 * Each index is one of N or none of them: (N+1)^2.  What is found is concrete. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 10
#endif

typedef struct element {
  const char *text;             /* NULL: a number */
  int number;
} element;

static element elements[N];
static const char *const names[] = {"zero", "one", "two", "three"};

static const element *get(int index) {
  for (int k = 0; k < N; k++)
    if (k == index) return elements + k;
  return 0;
}

int main(void) {
  for (int k = 0; k < N; k++) {
    if (k % 3 == 2) elements[k].text = names[k % 4];
    else elements[k].number = 10 * k;
  }
  int in[2];
  klee_make_symbolic(in, sizeof in, "in");
  const element *a = get(in[0]), *b = get(in[1]);
  int matches = 0;
  if (a && !a->text && a->number == 30) matches++;
  if (b && b->text == names[2]) matches++;
  assert(matches <= 2);
  assert(!a || a == elements + in[0]);
}
