/* Tree code: a few keys go into a tree, the order of most does not matter to what
 * is asked; then an array as long as the input says is filled and summed. */
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

typedef struct node {
  int key;
  struct node *left, *right;
} node;

static node nodes[4];

static node *insert(node *root, node *new) {
  if (!root) return new;
  if (new->key < root->key) root->left = insert(root->left, new);
  else root->right = insert(root->right, new);
  return root;
}

static int count(const node *n) {
  return n ? 1 + count(n->left) + count(n->right) : 0;
}

int main(void) {
  node *root = NULL;
  for (int k = 0; k < 3; k++) {
    nodes[k].key = __VERIFIER_nondet_int();
    root = insert(root, nodes + k);
  }
  assert(count(root) == 3);
  const unsigned n = __VERIFIER_nondet_uint() % 100000;
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += 3;
  assert(sum == 3 * n);
  return 0;
}
