#include <assert.h>
int __VERIFIER_nondet_int(void);

static const int sorted[7] = {-9, -2, 0, 5, 8, 100, 4000};

static int find(int key) {
  int low = 0, high = 7;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (sorted[middle] == key) return middle;
    if (sorted[middle] < key) low = middle + 1;
    else high = middle;
  }
  return -1;
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  int at = find(key);
  if (at >= 0) assert(sorted[at] == key);
  else for (int i = 0; i < 7; i++) assert(sorted[i] != key);
  return 0;
}
