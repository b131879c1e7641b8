#ifndef ZEQ_GRAPH_H
#define ZEQ_GRAPH_H

#include "base/idmap.h"
#include "zeq/constraint.h"

/*
 * The nodes below a constraint's roots, operands before users, and facts about each.  For
 * the files of this room.
 *
 * Annotations belong to edges: 3 * node + operand, or ROOT + root.  An edge is slack if the
 * node above accepts any value (rule 4).  Edges into a node that are not slack are the
 * node's demands; `last` is their exclusive or, so the only remaining edge itself.
 */
typedef enum zeq_kind {
  KIND_LEAF, KIND_ONLY, KIND_EITHER, KIND_BOTH, KIND_TWO, KIND_NEVER
} zeq_kind;

enum { ROOT = UINT32_C(1) << 31 };

typedef struct zeq_node {
  expr term;
  uint32_t arg[3];              /* nodes */
  uint32_t demands, last;
  uint32_t entries;             /* edges into the node */
  uint32_t group;               /* with shared unobservable symbols */
  uint32_t number;              /* in the form; 0: none yet */
  uint64_t imm;
  uint64_t label;               /* of a symbol */
  uint64_t hash, context;
  uint16_t width;
  uint8_t op, arity, kind;
  uint8_t sight;                /* of a symbol */
  uint8_t slack;                /* edges to operands, a bit each */
  uint8_t own;                  /* flexible operands without other demand */
  uint8_t used;                 /* operands that can bind the node */
  bool is_flexible;             /* can be bound to any value from below */
  bool has_free, has_observable;
  bool is_kept;                 /* part of the form */
} zeq_node;

typedef struct zeq_root {
  uint32_t node;
  uint32_t slot;                /* the slot's number plus 1; 0: a conjunct */
  bool is_dropped;
} zeq_root;

/* A conjunct in the order of the form. */
typedef struct zeq_place { uint64_t hash; uint32_t root; } zeq_place;

/* Values that a term does not have, both ends included. */
typedef struct zeq_gap { expr term; uint64_t low, high; } zeq_gap;

struct zeq_core {
  expr_table *table;
  VEC(zeq_node) nodes;
  VEC(zeq_root) roots;
  /* Open addressing: node plus 1 by term.  Not base/index.h: for each form only filled
   * slots are emptied. */
  uint32_t *slots;
  uint32_t slots_count;         /* a power of two */
  VEC(expr) todo;
  VEC(expr) conjuncts;          /* flattened */
  VEC(expr) slot_terms;         /* likewise */
  VEC(expr) others;             /* scratch of simplification, as the next */
  VEC(zeq_gap) gaps;
  idmap known;                  /* a term's id -> replacement */
  VEC(uint32_t) work;
  VEC(zeq_place) order;         /* of conjuncts in the form */
};

zeq_kind zeq_kind_of(expr_op);

/* graph.c: nodes and roots of the core's conjuncts and the slots.  Drops groups of
 * conjuncts without slot and observable symbol, and counts the demands of the others. */
void zeq_build(zeq_core *, const zeq_constraint *, const zeq_view *);

/* annotate.c: to the fixed point. */
void zeq_annotate(zeq_core *);

/* conjuncts.c */
/* The parts of the conjuncts, each once. */
void zeq_flatten(zeq_core *, const zeq_constraint *);
/* Adds the parts of a conjunction; puts all in order, each once. */
void zeq_add_parts(zeq_core *, expr);
void zeq_sort_once(zeq_core *);

/* simplify.c: brings conjuncts and slots into a unique form. */
void zeq_simplify(zeq_core *);

#endif
