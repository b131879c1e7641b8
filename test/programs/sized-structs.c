// Whole structures at unknown indices of an array of unknown length: copied, swapped and
// cleared, and no path forks for the index.
// options: --max-forks=60
// matrix: no
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

typedef struct row { int key, value; char *name; short tag; } row;

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  const unsigned k = __VERIFIER_nondet_uint();
  if (n < 2 || n > 100000 || i >= n || k > n) return 0;
  row *rows = calloc(n, sizeof *rows);
  if (!rows) return 0;
  char name[] = "row";
  const row new = {5, 7, name, 9};
  rows[i] = new;
  assert(rows[i].name == name && rows[i].tag == 9);
  if (k == n) {
    if (i == 77) rows[k] = rows[i];     // expect: out-of-bounds
    free(rows);
    return 0;
  }
  rows[k].value = 8;
  const row kept = rows[k];
  rows[k] = rows[i];
  rows[i] = kept;
  assert(rows[k].key == 5 && rows[k].name == name);
  assert(rows[k].value == (i == k ? 8 : 7));
  assert(i == k || (rows[i].value == 8 && !rows[i].name));
  if (i > 4321) assert(rows[i].key == 0);       // expect: assert
  memset(rows + k, 0, sizeof *rows);
  assert(!rows[k].name && !rows[k].tag);
  rows[0] = rows[n - 1];
  if (!rows[0].name && rows[0].value == 7) return 1;
  char *const from = (char *) (rows + k) + (k == 99 && n > 100);
  memcpy(rows + i, from, sizeof *rows); // expect: overlap
  free(rows);
  return 0;
}
