#ifndef RELEVANCY_POINTS_H
#define RELEVANCY_POINTS_H

#include "relevancy/webs.h"

/*
 * Points-to: the objects, and places in objects, that a register or a word of memory may
 * point to.  Inclusion-based (Andersen), sensitive to fields and, by cloning, to calling
 * contexts; functions called through pointers are found on the way.
 *
 * An instance is a function in a context.  A node is a web of an instance, a result of an
 * instance, or the contents of a unit of an object.  A spot is a place in an object: the
 * target of a pointer.
 *
 * Objects are divided by bytes.  An object indexed in steps of n bytes has n as its period:
 * bytes at a distance of a multiple of n are the same.  That is sound for every index, also
 * for an index that leaves the array but not the object, which C forbids and nothing
 * notices.  Periods only shrink, to divisors.
 */
/* Bytes of an object that points-to and dependence distinguish: 128 pointers, the rest is one.
 * Objects that a copy meets one by one: both sides and units give at most 32 * 32 * 128 edges. */
enum { POINTS_UNIT_BYTES = 1024, POINTS_COPY_OBJECTS = 32 };

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
  uint32_t first_unit;          /* of the object's list of units, plus 1 */
  uint32_t same;                /* another: merged into that object */
} points_object;

typedef struct points_instance {
  const ir_function *function;
  uint32_t number;              /* of the function */
  const webs *webs;
  uint32_t first_node;          /* webs, then results */
  uint32_t caller, call;        /* of a clone: the instance and instruction */
  uint32_t depth;               /* 0: shared by all callers */
  uint32_t first_slot;          /* object of the first stack slot */
  uint32_t variadic;            /* object of `...`, plus 1; 0: none yet */
} points_instance;

/* A resolved call: instance and instruction of the caller. */
typedef struct points_call { uint32_t caller, insn, callee; } points_call;

typedef struct points_spot { uint32_t object; int64_t offset; } points_spot;
/* The offset of a number computed from a pointer by integer arithmetic.  Most such numbers
 * are distances and hashes; only a followed number makes its object a single byte. */
#define POINTS_ANYWHERE INT64_MIN

typedef struct points_options {
  const char *entry;            /* function to start in */
  bool any_arguments;           /* ... unknown ones, not argc and argv */
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
/* The object's representative: very many targets of a pointer are merged into an object. */
uint32_t points_same(const points *, uint32_t object);
const points_object *points_get_object(const points *, uint32_t);
/* Webs and results of all instances come before other nodes. */
uint32_t points_node_count(const points *);

/* The targets of the node, with repetitions. */
const uint32_t *points_set(const points *, uint32_t node, uint32_t *count);
/* The spot, with an offset below the object's period. */
points_spot points_get_spot(const points *, uint32_t);
/* The object's name in C: "g", "main:x", "malloc at f.c:7".  To be freed. */
char *points_object_name(const points *, uint32_t object);

/* The only number of the web in the instance, in simple cases. */
bool points_constant(const points *, uint32_t instance, uint32_t web,
                     uint64_t *value);

/* The meaning of __braid_x functions, which have no body, for the analyses. */
typedef enum points_effect {
  EFFECT_NONE, EFFECT_INPUT, EFFECT_ALLOC, EFFECT_SIZE, EFFECT_VALUE,
  EFFECT_LENGTH, EFFECT_SETJMP, EFFECT_LONGJMP, EFFECT_UNKNOWN
} points_effect;
points_effect points_effect_of(const ir_symbol *);

/* Operands of an instruction, as webs. */
typedef struct points_operands { uint32_t d, a, b, c; } points_operands;
points_operands points_operands_of(const ir_insn *, const webs *, uint32_t insn);

#endif
