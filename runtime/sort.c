/*
 * qsort as a stable merge sort that halves, the shape that the host's has: a
 * comparison function sees the same pairs in the same order here and there, so
 * a replayed test takes the same path even where elements compare equal.
 */
#include "libc.h"

typedef int (*comparison)(const void *, const void *);
typedef int (*comparison_with)(const void *, const void *, void *);

typedef struct sorting {
  size_t size;
  comparison_with compare;
  void *argument;
  char *scratch;                /* room for all elements */
} sorting;

static void sort(const sorting *s, char *base, size_t n) {
  if (n <= 1) return;
  size_t left_count = n / 2, right_count = n - n / 2;
  char *left = base, *right = base + left_count * s->size, *to = s->scratch;
  sort(s, left, left_count);
  sort(s, right, right_count);
  while (left_count && right_count) {
    if (s->compare(left, right, s->argument) <= 0) {
      __builtin_memcpy(to, left, s->size);
      left += s->size;
      left_count--;
    } else {
      __builtin_memcpy(to, right, s->size);
      right += s->size;
      right_count--;
    }
    to += s->size;
  }
  /* What is left of the right half is in its place already. */
  __builtin_memcpy(to, left, left_count * s->size);
  __builtin_memcpy(base, s->scratch, (n - right_count) * s->size);
}

void qsort_r(void *, size_t, size_t, comparison_with, void *);
WEAK void qsort_r(void *base, size_t n, size_t size, comparison_with compare,
                  void *argument) {
  if (n <= 1 || !size) return;
  char *scratch = __braid_alloc(n * size, 2 * sizeof(void *), 0);
  if (!scratch) __braid_unsupported("qsort without memory");
  const sorting s = {size, compare, argument, scratch};
  sort(&s, base, n);
  __braid_free(scratch);
}

static int compare_without(const void *a, const void *b, void *compare) {
  return (*(const comparison *) compare)(a, b);
}

void qsort(void *, size_t, size_t, comparison);
WEAK void qsort(void *base, size_t n, size_t size, comparison compare) {
  qsort_r(base, n, size, compare_without, &compare);
}

void *bsearch(const void *, const void *, size_t, size_t, comparison);
WEAK void *bsearch(const void *key, const void *base, size_t n, size_t size,
                   comparison compare) {
  size_t low = 0, high = n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const char *element = (const char *) base + middle * size;
    const int order = compare(key, element);
    if (!order) return (void *) element;
    if (order < 0) high = middle; else low = middle + 1;
  }
  return NULL;
}
