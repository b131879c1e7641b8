#ifndef IR_PTRMAP_H
#define IR_PTRMAP_H

#include <stdint.h>

/*
 * A map from LLVM's pointers to numbers: open addressing in a table that is
 * at most half full, so a probe always ends.  Nothing is deleted.  All zero is
 * empty.
 */
typedef struct ptrmap {
  struct ptrmap_entry { const void *key; uint32_t value; } *entries;
  uint32_t count, capacity;     /* the capacity is a power of two */
} ptrmap;

uint32_t ptrmap_get(const ptrmap *, const void *key);   /* 0 if absent */
void ptrmap_set(ptrmap *, const void *key, uint32_t value);
void ptrmap_clear(ptrmap *);                    /* keeps the storage */
void ptrmap_release(ptrmap *);

#endif
