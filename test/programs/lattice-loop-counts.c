// A predicate that holds on both sides still says which variables it is about,
// and inputs that only one way asked for keep no turns apart.
// options: --merge=annotated
// matrix: no
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  braid_assume((n >= 0) & (n <= 1000000));
  int left = n, count = 0, last = 0;
  while (left > 0)
    BRAID_FOLD(pred, left >= 0, (count >= 0) & (count <= n - left),
               (last >= 0) & (last <= 9)) {
      left--;
      if (braid_bool("hit")) {
        count++;
        last = last == 3 ? 5 : 3;
      } else {
        count = 0;
        if (last < 9 && braid_bool("more")) last++;
      }
    }
  braid_assert(count >= 0 && count <= n);
  braid_assert(last >= 0 && last <= 9);
}
