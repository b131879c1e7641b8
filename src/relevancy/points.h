#ifndef RELEVANCY_POINTS_H
#define RELEVANCY_POINTS_H

#include "relevancy/webs.h"

/*
 * Points-to: which objects, and where in them, a register or a word of memory
 * may point to.  Inclusion-based (Andersen), sensitive to fields and, by
 * cloning, to calling contexts; functions that are called through pointers are
 * found on the way.
 *
 * An instance is a function in a context.  A node is a web of an instance, one
 * of its results, or the contents of a unit of an object.  A spot is a place in
 * an object: what pointers point to.
 *
 * Objects are taken apart by bytes.  An object that is indexed in steps of n
 * bytes has n as its period: bytes that lie a multiple of it apart are one.  That
 * is sound for every index, also one that leaves the array but not the object,
 * which C forbids and nothing notices.  Periods only shrink, to divisors.
 */
typedef enum points_sort {
  POINTS_SYMBOL, POINTS_SLOT, POINTS_ALLOCA, POINTS_HEAP, POINTS_COPY,
  POINTS_VARIADIC, POINTS_ARGUMENTS, POINTS_UNKNOWN
} points_sort;

typedef struct points_object {
  points_sort sort;
  uint32_t instance;            /* of all but symbols */
  uint32_t number;              /* symbol, slot, instruction or parameter */
  uint64_t size;                /* in bytes; UINT64_MAX: not known */
  uint64_t period;              /* 0: none */
  uint32_t spots;               /* made so far */
  uint32_t first_unit;          /* of the list of its units, plus 1 */
  uint32_t same;                /* not itself: merged into that one */
} points_object;

typedef struct points_instance {
  const ir_function *function;
  uint32_t number;              /* of the function */
  const webs *webs;
  uint32_t first_node;          /* webs, then results */
  uint32_t caller, call;        /* of a clone: the instance and instruction */
  uint32_t depth;               /* 0: shared by all callers */
  uint32_t first_slot;          /* object of its first stack slot */
  uint32_t variadic;            /* object of its `...`, plus 1; 0: none yet */
} points_instance;

/* A call that was resolved: instance and instruction of the caller. */
typedef struct points_call { uint32_t caller, insn, callee; } points_call;

typedef struct points_spot { uint32_t object; int64_t offset; } points_spot;
/* The offset of what arithmetic on integers made of a pointer.  Most such
 * numbers are distances and hashes; only one that is followed makes its object
 * a single byte, so to speak. */
#define POINTS_ANYWHERE INT64_MIN

typedef struct points_options {
  const char *entry;            /* function to start in */
  bool any_arguments;           /* ... with unknown ones, not argc and argv */
  bool havoc_arguments;         /* unknown functions write through theirs */
  bool havoc_globals;           /* variables hold anything at first */
  bool clones;                  /* small functions in contexts of their own */
} points_options;

typedef struct points points;

points *points_new(const ir_program *, const points_options *);
void points_free(points *);

uint32_t points_instance_count(const points *);
const points_instance *points_get_instance(const points *, uint32_t);
uint32_t points_call_count(const points *);
points_call points_get_call(const points *, uint32_t);
uint32_t points_object_count(const points *);
/* The object that represents it: pointers that may point to very many objects
 * make one of them all. */
uint32_t points_same(const points *, uint32_t object);
const points_object *points_get_object(const points *, uint32_t);
/* Webs and results of all instances come before other nodes. */
uint32_t points_node_count(const points *);

/* What the node may point to, with repetitions. */
const uint32_t *points_set(const points *, uint32_t node, uint32_t *count);
/* The spot, with its offset below the object's period. */
points_spot points_get_spot(const points *, uint32_t);
/* The name of the object as C has it: "g", "main:x", "malloc at f.c:7".  The
 * caller frees. */
char *points_object_name(const points *, uint32_t object);

/* The one number that the web holds in the instance, if that is plain. */
bool points_constant(const points *, uint32_t instance, uint32_t web,
                     uint64_t *value);

/* What __braid_x functions, which have no body, are to the analyses. */
typedef enum points_effect {
  EFFECT_NONE, EFFECT_INPUT, EFFECT_ALLOC, EFFECT_SIZE, EFFECT_VALUE,
  EFFECT_LENGTH, EFFECT_SETJMP, EFFECT_LONGJMP, EFFECT_UNKNOWN
} points_effect;
points_effect points_effect_of(const ir_symbol *);

/* Operands of an instruction, as webs. */
typedef struct points_operands { uint32_t d, a, b, c; } points_operands;
points_operands points_operands_of(const ir_insn *, const webs *, uint32_t insn);

#endif
