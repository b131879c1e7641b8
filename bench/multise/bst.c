/* A binary search tree, unbalanced; N symbolic numbers are added, those that it
 * has are ignored.  paths: 541
 * Every way to order N numbers with ties: the ordered Bell numbers. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 5
#endif

typedef struct node {
  struct node *left, *right;
  int value;
} node;

static node *root;
static int size;

static void add(int value) {
  node *n = malloc(sizeof *n);
  *n = (node) {0, 0, value};
  node **at = &root;
  while (*at) {
    if (value < (*at)->value) at = &(*at)->left;
    else if (value > (*at)->value) at = &(*at)->right;
    else return;
  }
  *at = n;
  size++;
}

int main(void) {
  int in[N];
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < N; i++) add(in[i]);
  assert(root && root->value == in[0] && size >= 1 && size <= N);
}
