#ifndef BASE_PMAP_H
#define BASE_PMAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A persistent map from 32-bit keys to pointers: a radix tree of 16-way nodes over the
 * key's bits, only as high as the largest key needs.  Copying is O(1): copies share nodes,
 * and a shared node is copied before a change.  Maps with equal histories share structure,
 * so pmap_diff visits only differences.
 *
 * Values are owned through two functions, passed to each call that may retain or release
 * values; a map of borrowed pointers passes pmap_borrowed.
 */
typedef struct pmap_node pmap_node;
typedef struct pmap {
  pmap_node *root;
  uint32_t height;              /* levels of nodes; 0: empty */
  uint32_t count;               /* keys present */
} pmap;                         /* all zero: empty */

typedef struct pmap_values {
  void (*retain)(void *);
  void (*release)(void *);
} pmap_values;

extern const pmap_values pmap_borrowed;

pmap pmap_copy(pmap);
void pmap_release(pmap *, const pmap_values *);

void *pmap_get(const pmap *, uint32_t key);     /* NULL if absent */

/* Takes over the caller's reference to value; NULL removes the key. */
void pmap_set(pmap *, const pmap_values *, uint32_t key, void *value);

/* No other map shares the nodes on the way to the key: the value may be changed in place if
 * the value has no other owner. */
bool pmap_is_exclusive(const pmap *, uint32_t key);

/* In ascending order of keys; stops when visit returns false. */
bool pmap_each(const pmap *, bool (*visit)(void *context, uint32_t key,
                                           void *value), void *context);

/* The keys with different pointers, ascending; NULL for a side without the key. */
bool pmap_diff(const pmap *, const pmap *,
               bool (*visit)(void *context, uint32_t key, void *left,
                             void *right), void *context);
bool pmap_same(const pmap *, const pmap *);     /* no such key */

#endif
