/* Quick sort in place.  paths: 120
 * A pivot divides n - 1 others into any k and the rest, and both parts are
 * sorted: T(n) = sum over k of C(n-1, k) T(k) T(n-1-k), which is n!. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 5
#endif

static int in[N], given[N];

static void swap(int i, int j) {
  const int kept = in[i];
  in[i] = in[j];
  in[j] = kept;
}

static int partition(int begin, int end, int pivot) {
  const int value = in[pivot];
  swap(pivot, end - 1);
  int store = begin;
  for (int i = begin; i < end - 1; i++)
    if (in[i] <= value) {
      swap(store, i);
      store++;
    }
  swap(end - 1, store);
  return store;
}

static void sort(int begin, int end) {
  if (end - 1 <= begin) return;
  const int pivot = partition(begin, end, begin + (end - begin) / 2);
  sort(begin, pivot);
  sort(pivot + 1, end);
}

int main(void) {
  klee_make_symbolic(given, sizeof given, "in");
  for (int i = 0; i < N; i++) in[i] = given[i];
  sort(0, N);
  for (int i = 1; i < N; i++) assert(in[i - 1] <= in[i]);
  for (int i = 0; i < N; i++) {
    int before = 0, after = 0;
    for (int k = 0; k < N; k++) {
      before += given[k] == given[i];
      after += in[k] == given[i];
    }
    assert(before == after);
  }
}
