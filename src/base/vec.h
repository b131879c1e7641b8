#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>

/*
 * A growing array: VEC(int) v = {0}; vec_push(&v, 7); v.items[0]; v.count.
 * All zero is empty and owns nothing.  vec_release frees the items and leaves
 * the vector empty and usable.
 */
#define VEC(T) struct { T *items; uint32_t count, capacity; }

#define vec_reserve(V, N) \
  ((V)->capacity >= (N) ? (void) 0 \
   : (void) ((V)->capacity = mem_grown((V)->capacity, (N)), \
             (V)->items = mem_resize((V)->items, (V)->capacity, \
                                     sizeof *(V)->items)))
#define vec_push(V, X) \
  (vec_reserve((V), (V)->count + 1), (void) ((V)->items[(V)->count++] = (X)))
#define vec_pop(V) ((V)->items[--(V)->count])
#define vec_last(V) ((V)->items[(V)->count - 1])
#define vec_clear(V) ((void) ((V)->count = 0))
#define vec_release(V) \
  (free((V)->items), (V)->items = NULL, \
   (void) ((V)->count = (V)->capacity = 0))

#endif
