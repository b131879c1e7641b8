/* A red-black tree with parents and a sentinel; N symbolic keys are inserted,
 * those that it has are ignored.  paths: 541
 * Every way to order N keys with ties: the ordered Bell numbers. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 5
#endif

typedef enum color { BLACK, RED } color;

typedef struct node {
  struct node *parent, *left, *right;
  color color;
  int key;
} node;

static node nil;
static node *root = &nil;
static int size;

static void replace(node *old, node *new) {
  new->parent = old->parent;
  if (old->parent == &nil) root = new;
  else if (old == old->parent->left) old->parent->left = new;
  else old->parent->right = new;
}

static void rotate_left(node *x) {
  node *y = x->right;
  x->right = y->left;
  if (y->left != &nil) y->left->parent = x;
  replace(x, y);
  y->left = x;
  x->parent = y;
}

static void rotate_right(node *x) {
  node *y = x->left;
  x->left = y->right;
  if (y->right != &nil) y->right->parent = x;
  replace(x, y);
  y->right = x;
  x->parent = y;
}

static void fix(node *z) {
  while (z->parent->color == RED) {
    node *above = z->parent->parent;
    const int is_left = z->parent == above->left;
    node *uncle = is_left ? above->right : above->left;
    if (uncle->color == RED) {
      z->parent->color = uncle->color = BLACK;
      above->color = RED;
      z = above;
    } else if (is_left) {
      if (z == z->parent->right) {
        z = z->parent;
        rotate_left(z);
      }
      z->parent->color = BLACK;
      above->color = RED;
      rotate_right(above);
    } else {
      if (z == z->parent->left) {
        z = z->parent;
        rotate_right(z);
      }
      z->parent->color = BLACK;
      above->color = RED;
      rotate_left(above);
    }
  }
  root->color = BLACK;
}

static void insert(int key) {
  node *z = malloc(sizeof *z);
  *z = (node) {&nil, &nil, &nil, RED, key};
  node *x = root;
  while (x != &nil) {
    z->parent = x;
    if (key < x->key) x = x->left;
    else if (key > x->key) x = x->right;
    else return;
  }
  if (z->parent == &nil) root = z;
  else if (key < z->parent->key) z->parent->left = z;
  else z->parent->right = z;
  size++;
  fix(z);
}

int main(void) {
  int in[N];
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < N; i++) insert(in[i]);
  assert(root != &nil && root->color == BLACK && size >= 1 && size <= N);
}
