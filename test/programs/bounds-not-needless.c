// Checks of inner indices that look as if a loop kept them in bounds, and each of
// which fails for some input (ir/tidy_bounds.c must not take it out).
#include "../../include/braid.h"

struct pair { int a[5], b[5], last; };
static struct pair p;

int main(void) {
  int n = 0;
  switch (braid_range(0, 12, "which")) {
  case 0:
    for (int i = 0; i <= 5; i++) n += p.a[i];  // expect: array-bounds
    break;
  case 1:
    for (int i = 0; i < 5; i++) n += p.a[i + 1];  // expect: array-bounds
    break;
  case 2:
    for (int i = -1; i < 5; i++) n += p.b[i];  // expect: array-bounds
    break;
  case 3:
    for (int i = 0; i < 5; i++) {
      i++;
      n += p.a[i];  // expect: array-bounds
    }
    break;
  case 4:
    for (int i = 4; i >= -1; i--) n += p.b[i];  // expect: array-bounds
    break;
  case 5: {                     /* the bound is not the counter's */
    int k = 0;
    for (int i = 0; i < 5; i++) n += p.a[k], k += 2;  // expect: array-bounds
    break;
  }
  case 6: {                     /* the guard is before the loop only */
    int i = 0;
    if (i < 5)
      for (;; i++) {
        n += p.a[i];  // expect: array-bounds
        if (n) break;
      }
    break;
  }
  case 7: {                     /* either branch */
    int i = 0;
    while (i < 5) {
      if (i == 3) i = 7;
      n += p.a[i];  // expect: array-bounds
      i++;
    }
    break;
  }
  case 8: {                     /* wraps to a negative number */
    signed char i = 0;
    do {
      i = (signed char) (i + 64);
      if (i < 5) n += p.b[i];  // expect: array-bounds
    } while (i);
    break;
  }
  case 9: {                     /* the outer loop's counter, changed within */
    for (int i = 0; i < 5; i++) {
      for (int k = 0; k < 2; k++) i++;
      n += p.a[i];  // expect: array-bounds
    }
    break;
  }
  case 10: {                    /* compared before it is changed */
    unsigned i = 4;
    const int fits = i < 5;
    i++;
    if (fits) n += p.a[i];  // expect: array-bounds
    break;
  }
  case 11: {                    /* checked of one array, used of a longer and a shorter */
    static struct { int c[7], d[3], last; } q;
    for (int i = 0; i < 7; i++) {
      n += q.c[i];
      n += q.d[i];  // expect: array-bounds
    }
    break;
  }
  }
  return n;
}
