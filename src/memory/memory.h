#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

#include "base/pmap.h"
#include "memory/object.h"

/*
 * A state's memory: a persistent map from names to objects.  Copying is O(1); an object
 * shared with another state is copied before a change.  Keys are names without NAME_BIT.
 * All zero is empty.
 */
typedef struct memory { pmap objects; } memory;

memory memory_copy(memory);
void memory_release(memory *);

/* The live owner of the name; NULL: none. */
const object *memory_find(const memory *, uint32_t name);

/* The same, for change: unshared until this memory is copied. */
object *memory_own(memory *, const names *, uint32_t name);

/* Takes the object over, under all its names. */
void memory_add(memory *, const names *, object *);
void memory_remove(memory *, const names *, uint32_t name);

#endif
