#include "base/pmap.h"

#include "base/mem.h"

#include <stdlib.h>

enum { BITS = 4, FANOUT = 1 << BITS, MAX_HEIGHT = 32 / BITS };

/* Slots of a node at level 1 are values, above that nodes.  Empty nodes are
 * freed, so an absent subtree is NULL and equal maps have equal shapes but
 * for height. */
struct pmap_node {
  uint32_t refs;
  uint32_t taken;               /* slots that are not NULL */
  void *slot[FANOUT];
};

static void ignore(void *value) { (void) value; }
const pmap_values pmap_borrowed = {ignore, ignore};

static uint32_t index_at(uint32_t key, uint32_t level) {
  return key >> (BITS * (level - 1)) & (FANOUT - 1);
}

static bool reaches(uint32_t key, uint32_t height) {
  return height == MAX_HEIGHT || key >> (BITS * height) == 0;
}

pmap pmap_copy(pmap m) {
  if (m.root) m.root->refs++;
  return m;
}

static void drop(pmap_node *n, uint32_t level, const pmap_values *own) {
  if (!n || --n->refs) return;
  for (unsigned i = 0; i < FANOUT; i++)
    if (n->slot[i]) {
      if (level == 1) own->release(n->slot[i]);
      else drop(n->slot[i], level - 1, own);
    }
  free(n);
}

void pmap_release(pmap *m, const pmap_values *own) {
  drop(m->root, m->height, own);
  *m = (pmap) {0};
}

void *pmap_get(const pmap *m, uint32_t key) {
  if (!reaches(key, m->height)) return NULL;
  const pmap_node *n = m->root;
  for (uint32_t level = m->height; n && level > 1; level--)
    n = n->slot[index_at(key, level)];
  return n ? n->slot[index_at(key, 1)] : NULL;
}

bool pmap_is_exclusive(const pmap *m, uint32_t key) {
  const pmap_node *n = m->root;
  for (uint32_t level = m->height; n && n->refs == 1; level--) {
    if (level == 1) return true;
    n = n->slot[index_at(key, level)];
  }
  return false;
}

/* A node that this map alone owns, with the contents of n. */
static pmap_node *own_node(pmap_node *n, uint32_t level,
                           const pmap_values *own) {
  if (n && n->refs == 1) return n;
  pmap_node *copy = mem_zeroed(1, sizeof *copy);
  if (n) {
    *copy = *n;
    for (unsigned i = 0; i < FANOUT; i++)
      if (copy->slot[i]) {
        if (level == 1) own->retain(copy->slot[i]);
        else ((pmap_node *) copy->slot[i])->refs++;
      }
    n->refs--;
  }
  copy->refs = 1;
  return copy;
}

/* The root of the changed tree, NULL when it became empty. */
static pmap_node *set(pmap_node *n, uint32_t level, const pmap_values *own,
                      uint32_t key, void *value) {
  n = own_node(n, level, own);
  void **slot = &n->slot[index_at(key, level)];
  void *before = *slot;
  if (level == 1) {
    *slot = value;
    if (before) own->release(before);
  } else {
    *slot = set(before, level - 1, own, key, value);
  }
  n->taken = n->taken + (*slot != NULL) - (before != NULL);
  if (n->taken) return n;
  free(n);
  return NULL;
}

void pmap_set(pmap *m, const pmap_values *own, uint32_t key, void *value) {
  const bool present = pmap_get(m, key) != NULL;
  if (!value && !present) return;
  while (!reaches(key, m->height) || !m->height) {
    if (m->root) {
      pmap_node *top = mem_zeroed(1, sizeof *top);
      top->refs = top->taken = 1;
      top->slot[0] = m->root;
      m->root = top;
    }
    m->height++;
  }
  m->root = set(m->root, m->height, own, key, value);
  m->count = m->count + (value != NULL) - present;
}

typedef bool (*visit_one)(void *, uint32_t, void *);
typedef bool (*visit_two)(void *, uint32_t, void *, void *);

static bool each(const pmap_node *n, uint32_t level, uint32_t prefix,
                 visit_one visit, void *context) {
  for (uint32_t i = 0; n && i < FANOUT; i++) {
    const uint32_t key = prefix << BITS | i;
    if (n->slot[i] && !(level == 1
                        ? visit(context, key, n->slot[i])
                        : each(n->slot[i], level - 1, key, visit, context)))
      return false;
  }
  return true;
}

bool pmap_each(const pmap *m, visit_one visit, void *context) {
  return each(m->root, m->height, 0, visit, context);
}

static bool diff(const pmap_node *a, const pmap_node *b, uint32_t level,
                 uint32_t prefix, visit_two visit, void *context) {
  if (a == b) return true;
  for (uint32_t i = 0; i < FANOUT; i++) {
    const uint32_t key = prefix << BITS | i;
    void *x = a ? a->slot[i] : NULL, *y = b ? b->slot[i] : NULL;
    if (x != y && !(level == 1
                    ? visit(context, key, x, y)
                    : diff(x, y, level - 1, key, visit, context)))
      return false;
  }
  return true;
}

bool pmap_diff(const pmap *a, const pmap *b, visit_two visit, void *context) {
  /* The lower tree is the leftmost part of the higher: raise it in place by
   * nodes on the stack. */
  const pmap *low = a->height < b->height ? a : b;
  const uint32_t height = a->height < b->height ? b->height : a->height;
  pmap_node lift[MAX_HEIGHT];
  pmap_node *root = low->root;
  for (uint32_t level = low->height; root && level < height; level++) {
    lift[level] = (pmap_node) {.refs = 1, .taken = 1, .slot = {root}};
    root = &lift[level];
  }
  return diff(low == a ? root : a->root, low == a ? b->root : root, height, 0,
              visit, context);
}

static bool is_different(void *context, uint32_t key, void *left, void *right) {
  (void) context;
  (void) key;
  (void) left;
  (void) right;
  return false;
}

bool pmap_same(const pmap *a, const pmap *b) {
  return pmap_diff(a, b, is_different, NULL);
}
