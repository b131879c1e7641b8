#ifndef IR_PTRMAP_H
#define IR_PTRMAP_H

#include "base/idmap.h"

/* A map from LLVM's pointers to numbers. */
typedef idmap ptrmap;

/* 0 if absent. */
static inline uint32_t ptrmap_get(const ptrmap *m, const void *key) {
  const uint64_t *value = idmap_find(m, (uintptr_t) key);
  return value ? (uint32_t) *value : 0;
}

static inline void ptrmap_set(ptrmap *m, const void *key, uint32_t value) {
  *idmap_at(m, (uintptr_t) key) = value;
}

static inline void ptrmap_clear(ptrmap *m) { idmap_clear(m); }
static inline void ptrmap_release(ptrmap *m) { idmap_release(m); }

#endif
