/* Programs that look at the sign only: no path forks and no input is made for it. */
// paths: 1
// stats: forks = 0
// stats: queries = 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct table { int (*compare)(const char *, const char *); } table;

static int by_name(const void *a, const void *b) {
  int order = strcmp(*(const char *const *) a, *(const char *const *) b);
  if (order) return -order;
  return memcmp(a, b, 1);
}

static int find(const table *t, const char *const *words, const char *word) {
  for (int k = 0; k < 3; k++) if (!t->compare(words[k], word)) return k;
  return -1;
}

static int is_less(int order) { return order < 0; }

int main(void) {
  const char *words[] = {"b", "c", "a"};
  const table t = {strcmp};
  qsort(words, 3, sizeof *words, by_name);
  assert(find(&t, words, "c") == 0 && find(&t, words, "a") == 2);
  assert(is_less(strncmp(words[2], words[0], 1)));
  long wide = strcmp(words[0], words[1]);
  assert(wide > 0 && (strcmp(words[0], "c") ? 0 : 1));
  return 0;
}
