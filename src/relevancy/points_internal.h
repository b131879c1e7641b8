#ifndef RELEVANCY_POINTS_INTERNAL_H
#define RELEVANCY_POINTS_INTERNAL_H

#include "base/keys.h"
#include "relevancy/points.h"

/* Shared by the files of the points-to analysis. */

/* A set of spots, in order of arrival. */
typedef struct spot_set {
  uint32_t *items;
  uint64_t *bits;               /* NULL: few spots */
  uint32_t count, capacity, words;
} spot_set;

typedef struct node {
  uint32_t parent;              /* union-find */
  uint32_t handed;              /* propagated spots */
  uint32_t used;                /* ... spots seen by all uses, at least */
  spot_set set;
  VEC(uint32_t) next;           /* nodes with sets that include this set */
  VEC(uint32_t) uses;           /* constraints on this set's spots */
  uint32_t seen;                /* 1 + the node that last propagated here */
} node;

typedef enum constraint_kind {
  ON_LOAD,                      /* other includes the word at spot + offset */
  ON_STORE,                     /* ... the other way */
  ON_OFFSET,                    /* other includes spot + offset */
  ON_STRIDE,                    /* ... and all multiples of offset from there */
  ON_BLUR,                      /* other includes the object at an unknown offset */
  ON_COPY_TO, ON_COPY_FROM,     /* an end of the copy `other` */
  ON_CALL,                      /* the functions are called */
  ON_LIST                       /* a va_list: contains the spot `other` */
} constraint_kind;

typedef struct constraint {
  constraint_kind kind;
  uint32_t other;               /* node, or spot */
  int64_t offset;
  uint64_t bytes;
  uint32_t instance, insn;      /* of ON_CALL */
  uint32_t seen;                /* spots of its node already handled */
} constraint;

/* Bytes copied between the targets of two nodes.  Between few objects the copy goes byte by
 * byte; many objects lose their fields and meet in a node. */
typedef struct copy {
  uint32_t to, from, hub;       /* nodes */
  uint64_t bytes;               /* 0: any number */
  bool is_many;
} copy;

typedef struct unit { uint32_t index, node, next; } unit;

struct points {
  const ir_program *p;
  points_options o;
  const webs **webs;            /* by function; NULL: not needed yet */
  uint8_t *is_allocator;        /* by function */
  uint32_t *shared;             /* by function: instance plus 1 */
  uint64_t cloned, clone_limit; /* instructions */
  VEC(points_instance) instances;
  uint32_t built;               /* instances with constraints */
  VEC(points_call) calls;
  VEC(points_object) objects;
  VEC(points_spot) spots;
  keys spot_keys;               /* object, offset in two words */
  VEC(unit) units;
  keys unit_keys;               /* object, index */
  keys site_keys;               /* caller, instruction, function ... */
  VEC(uint32_t) site_instances; /* ... and the instance called */
  keys call_keys;               /* the calls, each once */
  keys edge_keys;               /* from, to */
  keys copy_keys;               /* spots copied to and from, bytes */
  VEC(node) nodes;
  VEC(constraint) constraints;
  VEC(copy) copies;
  bool has_merged;              /* objects, since sets were last tidied */
  bool changed;                 /* a set or an edge is new */
  uint32_t arguments, unknown;  /* objects */
};

/* objects.c */
uint32_t points_add_object(points *, points_object);
/* A constant without pointers, most often a string: nothing flows through the object, so no
 * set mentions it. */
bool points_is_plain(const points *, uint32_t symbol);
/* The object of symbol k is object k. */
void points_add_symbols(points *);
uint32_t points_spot_at(points *, uint32_t object, int64_t offset);
/* Makes the period a divisor of n. */
void points_set_period(points *, uint32_t object, uint64_t n);
/* Merges two objects. */
void points_merge(points *, uint32_t, uint32_t);
/* The units of the bytes, each once in a row. */
typedef VEC(uint32_t) unit_nodes;
void points_units(points *, points_spot, uint64_t bytes, unit_nodes *);
void points_copy(points *, points_spot to, points_spot from, uint64_t bytes);

/* solve.c */
uint32_t points_add_node(points *);
void points_unite(points *, uint32_t, uint32_t);
void points_add_spot(points *, uint32_t node, uint32_t spot);
void points_add_edge(points *, uint32_t from, uint32_t to);
void points_add_use(points *, uint32_t node, constraint);
void points_add_copy(points *, uint32_t to, uint32_t from, uint64_t bytes);
void points_solve(points *);

/* context.c */
void points_find_allocators(points *);
uint32_t points_instance_of(points *, uint32_t caller, uint32_t insn,
                            uint32_t function);
uint32_t points_shared_instance(points *, uint32_t function);

/* constrain.c */
void points_constrain(points *, uint32_t instance);
void points_call_symbol(points *, uint32_t instance, uint32_t insn,
                        uint32_t symbol);

/* spot_set.c */
bool spot_set_add(spot_set *, uint32_t);
/* Replaces the set's spots.  The result, freed by the caller, maps the number of old spots,
 * counted from the first, to the number of new spots. */
uint32_t *spot_set_rename(spot_set *, uint32_t (*)(points *, uint32_t),
                          points *);
void spot_set_release(spot_set *);

#endif
