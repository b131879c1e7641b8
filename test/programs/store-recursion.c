// Recursion with arrays (--merge=store): depths mix, live registers and slots differ; a loop
// without input runs beside what reads on.
// options: --merge=store
// stats: commits to a store > 5
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char v[3], seen[3];
static int spins;

static void sort(int begin, int end) {
  if (begin >= end) return;
  const unsigned char pivot = v[begin];
  int i = begin, j = end;
  while (i < j) {
    while (v[j] > pivot) j--;
    while (i < j && v[i] <= pivot) i++;
    if (i < j) { const unsigned char t = v[i]; v[i] = v[j]; v[j] = t; }
  }
  v[begin] = v[j];
  v[j] = pivot;
  sort(begin, j - 1);
  sort(j + 1, end);
}

static int deep(int n, int *up) {
  int here[2] = {n, *up};
  if (n <= 0) return here[1];
  if (v[n % 3] > 128) return deep(n - 1, here);
  return deep(n - 2, here + 1) + here[0];
}

static void spin(int n) {
  for (int i = 0; i < n; i++) spins += i & 1;
}

int main(void) {
  int sum = 0, start = 1;
  for (int i = 0; i < 3; i++) {
    v[i] = seen[i] = __VERIFIER_nondet_uchar();
    sum += v[i];
    if (v[i] == 77) spin(2000);
  }
  sort(0, 2);
  for (int i = 0; i < 3; i++) sum -= v[i];
  if (sum || v[0] > v[1] || v[1] > v[2]) abort();
  const int d = deep(3, &start);
  if (v[0] > 128 && d != 1) abort();
  if (v[2] <= 128 && d != 5) abort();
  return 0;
}
