/* TimSort's mergeHi on two neighbouring runs of up to N elements each: no access
 * outside the arrays, and what it asserts holds.  The order is any: each
 * comparison may go either way, so what the elements are does not matter, and
 * the comparator need not even be consistent.  The searches are by what they
 * promise. */
#include "lattice.h"

#ifndef N
#define N 4
#endif
enum { MIN_GALLOP = 2 };

static char a[2 * N], tmp[N];
static int min_gallop = MIN_GALLOP;

static int is_less(char x, char y) {
  (void) x;
  (void) y;
  return braid_bool("less");
}

/* Path by path each length is a number, which is the fastest; where paths are
 * joined again at once that would be lost work. */
static int settled(int value) {
#ifdef ABSTRACT
  return value;
#else
  int n = 0;
  while (n < value) n++;
  return n;
#endif
}

static int gallop(int length) {
  const int at = braid_int("place");
  braid_assume((at >= 0) & (at <= length));
  return settled(at);
}

/* memmove: its elements are of no interest, only where it begins and ends. */
static void move_up(char *to, const char *from, int count) {
  if (count <= 0) return;
  to[count - 1] = from[count - 1];
  to[0] = from[0];
}

#define CURSORS \
  len1 >= 0, len1 <= N, len2 >= 0, len2 <= N, cursor1 == base1 + len1 - 1, \
  cursor2 == len2 - 1, dest == cursor1 + len2, \
  (count1 >= 0) & (count1 <= N - len1), \
  (count2 >= 0) & (count2 <= N - len2), \
  turns <= 2 * (2 * N + 1 - len1 - len2), turns >= len1 + len2 - 2 * N

/* 1: the comparator contradicts itself. */
static int merge_hi(int base1, int len1, int base2, int len2) {
  move_up(tmp, a + base2, len2);
  int cursor1 = base1 + len1 - 1, cursor2 = len2 - 1, dest = base2 + len2 - 1;
  int count1 = 0, count2 = 0, turns = min_gallop;
  a[dest--] = a[cursor1--];
  if (--len1 == 0) {
    move_up(a + dest - (len2 - 1), tmp, len2);
    return 0;
  }
  if (len2 == 1) {
    dest -= len1;
    cursor1 -= len1;
    move_up(a + (dest + 1), a + (cursor1 + 1), len1);
    a[dest] = tmp[cursor2];
    return 0;
  }
  JOIN(CURSORS, (len1 == 0) | (len2 <= 1), (len1 > 0) | (len2 > 1)) {
    for (;;) {
      count1 = count2 = 0;
      do FOLD(CURSORS, len1 > 0, len2 > 1) {
        braid_assert(len1 > 0 && len2 > 1);
        if (is_less(tmp[cursor2], a[cursor1])) {
          a[dest--] = a[cursor1--];
          count1++;
          count2 = 0;
          if (--len1 == 0) goto out;
        } else {
          a[dest--] = tmp[cursor2--];
          count2++;
          count1 = 0;
          if (--len2 == 1) goto out;
        }
      }
      while ((count1 | count2) < turns);
      do FOLD(CURSORS, len1 > 0, len2 > 1) {
        braid_assert(len1 > 0 && len2 > 1);
        count1 = len1 - gallop(len1);
        JOIN(CURSORS, len2 > 1) {
          if (count1 != 0) {
            dest -= count1;
            cursor1 -= count1;
            len1 -= count1;
            move_up(a + (dest + 1), a + (cursor1 + 1), count1);
          }
        }
        if (len1 == 0) goto out;
        a[dest--] = tmp[cursor2--];
        if (--len2 == 1) goto out;
        count2 = len2 - gallop(len2);
        JOIN(CURSORS, len1 > 0) {
          if (count2 != 0) {
            dest -= count2;
            cursor2 -= count2;
            len2 -= count2;
            move_up(a + (dest + 1), tmp + (cursor2 + 1), count2);
          }
        }
        if (len2 <= 1) goto out;
        a[dest--] = a[cursor1--];
        if (--len1 == 0) goto out;
        turns--;
      }
      while ((count1 >= MIN_GALLOP) | (count2 >= MIN_GALLOP));
      if (turns < 0) turns = 0;
      turns += 2;
    }
  out:;
  }
  min_gallop = turns < 1 ? 1 : turns;
  if (len2 == 1) {
    braid_assert(len1 > 0);
    dest -= len1;
    cursor1 -= len1;
    move_up(a + (dest + 1), a + (cursor1 + 1), len1);
    a[dest] = tmp[cursor2];
    return 0;
  }
  if (len2 == 0) return 1;
  braid_assert(len1 == 0);
  braid_assert(len2 > 0);
  move_up(a + dest - (len2 - 1), tmp, len2);
  return 0;
}

int main(void) {
  const int len1 = settled(braid_range(1, N + 1, "len1")),
            len2 = settled(braid_range(1, N + 1, "len2"));
  merge_hi(0, len1, len1, len2);
}
