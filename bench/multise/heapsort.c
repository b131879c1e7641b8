/* Sorting by a tournament: rounds of pairs find the greatest, its place is
 * looked for on the way back down, it is taken out.  paths: 75
 * Every way to order N numbers with ties, which the search for the place tells
 * apart: the ordered Bell number.  For the original 18 are reported, which
 * cannot be all of them: each path is one order of the numbers in the end, and
 * there are 4! = 24 of those. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

static int rounds[8][N];
static int lengths[8];

static int max(int a, int b) {
  if (a < b) return b;
  return a;
}

/* The winners of the pairs, an odd one out among them; how many. */
static int halve(const int *from, int count, int *to) {
  int won = 0;
  for (int i = 0; i + 1 < count; i += 2) to[won++] = max(from[i], from[i + 1]);
  if (count % 2) to[won++] = from[count - 1];
  return won;
}

static int play(int count) {
  int last = 0;
  lengths[0] = count;
  while (lengths[last] > 1) {
    lengths[last + 1] = halve(rounds[last], lengths[last], rounds[last + 1]);
    last++;
  }
  return last;
}

/* Where the winner stands in the first round. */
static int find(int last) {
  const int value = rounds[last][0];
  int at = 0;
  for (int r = last - 1; r >= 0; r--) {
    at *= 2;
    if (at + 1 < lengths[r] && rounds[r][at + 1] == value) at++;
  }
  return at;
}

int main(void) {
  int in[N], sorted[N];
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < N; i++) rounds[0][i] = in[i];
  for (int left = N; left; left--) {
    const int last = play(left);
    sorted[N - left] = rounds[last][0];
    for (int i = find(last); i + 1 < left; i++) rounds[0][i] = rounds[0][i + 1];
  }
  for (int i = 1; i < N; i++) assert(sorted[i - 1] >= sorted[i]);
  for (int i = 0; i < N; i++) {
    int before = 0, after = 0;
    for (int k = 0; k < N; k++) {
      before += in[k] == in[i];
      after += sorted[k] == in[i];
    }
    assert(before == after);
  }
}
