#include <assert.h>
#include <stdlib.h>
short __VERIFIER_nondet_short(void);

struct tree { short key; struct tree *child[2]; };

static struct tree *insert(struct tree *t, short key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    if (!t) abort();
    t->key = key;
  } else if (t->key != key) {
    struct tree **side = &t->child[key > t->key];
    *side = insert(*side, key);
  }
  return t;
}

static int count(const struct tree *t, int low, int high) {
  if (!t) return 0;
  assert(low < t->key && t->key < high);
  return 1 + count(t->child[0], low, t->key) + count(t->child[1], t->key, high);
}

static void drop(struct tree *t) {
  if (!t) return;
  drop(t->child[0]);
  drop(t->child[1]);
  free(t);
}

int main(void) {
  struct tree *root = NULL;
  for (int i = 0; i < 3; i++) root = insert(root, __VERIFIER_nondet_short());
  int n = count(root, -32769, 32768);
  assert(n >= 1 && n <= 3);
  drop(root);
  return 0;
}
