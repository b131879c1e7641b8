// A limit of more than 42,949 ms: counted work is compared with it in 64 bits, and no path
// follows its model (which takes 26 ms of counted work).
// options: --jobs=1 --no-check=leak --limit=explore_guess_after=1073741824
// stats: counted_ms < 15
#include <assert.h>
#include <braid.h>

enum { N = 8 };

int main(void) {
  int a[N];
  braid_make_symbolic(a, sizeof a, "a");
  int most = a[0];
  for (int k = 1; k < N; k++)
    if (a[k] > most) most = a[k];
  for (int k = 0; k < N; k++) assert(most >= a[k]);
  return 0;
}
