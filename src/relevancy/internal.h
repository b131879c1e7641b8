#ifndef RELEVANCY_INTERNAL_H
#define RELEVANCY_INTERNAL_H

#include "base/bits.h"
#include "base/keys.h"
#include "relevancy/points.h"
#include "relevancy/relevancy.h"
#include "relevancy/weights.h"

/*
 * The weighted dependence graph.  Locations are the nodes of the points-to analysis for
 * webs and results; memory is cells: parts of an object as the analysis distinguishes them,
 * four bytes each, and another cell for the size.
 *
 * A cell has no calling context: a reader in any context may read the cell.  So a relevant
 * cell puts each reader into the automaton with all stacks of the call graph for the
 * reader's instance, and a stored relevant location makes cells relevant, until nothing
 * changes.  This is the paper's flow of globals through every call, without a rule for each
 * global and call.
 */
typedef struct cell {
  uint32_t object, index;
  bool is_relevant;
  uint32_t first_reader, first_copy;    /* into links, plus 1 */
  uint32_t next;                /* of the same object, plus 1 */
  uint32_t cause;               /* transition that made the cell relevant; none: an input */
} cell;

typedef struct link { uint32_t to, next; } link;

typedef VEC(uint32_t) cell_list;

struct relevancy {
  const ir_program *p;
  relevancy_options o;
  points *points;
  pushdown *pushdown;
  uint32_t *instance_of;        /* of a location; UINT32_MAX: none */
  uint32_t *any_state;          /* of an instance: all stacks */
  uint32_t *first_effect;       /* of a location: reached cells; links */
  VEC(cell) cells;
  keys cell_keys;               /* object, index */
  uint32_t *first_cell;         /* of an object, plus 1 */
  VEC(link) links;
  VEC(uint32_t) marked;         /* cells with readers still to be seen */
  uint32_t jump_cell;           /* the value from longjmp to setjmp */
  uint32_t hubs;                /* further cells outside memory */
  relevancy_marks *marks;
  uint64_t **mark_bits;
  uint64_t **part_bits;         /* by function: a bit a block; see marks */
  relevancy_stats stats;
};

/* cells.c */
enum { CELL_SIZE = UINT32_MAX };        /* index of an object's size */
uint32_t relevancy_cell(relevancy *, uint32_t object, uint32_t index);
/* The cells of `bytes` bytes there; 0: to the object's end. */
void relevancy_cells(relevancy *, points_spot, uint64_t bytes, cell_list *);
void relevancy_link_copy(relevancy *, points_spot to, points_spot from,
                         uint64_t bytes);
void relevancy_mark_cell(relevancy *, uint32_t cell, uint32_t cause);
void relevancy_seed(relevancy *, uint32_t location, uint32_t cause);
/* Propagates marks until nothing changes. */
void relevancy_flow(relevancy *);
void relevancy_add_copy(relevancy *, uint32_t from, uint32_t to);
void relevancy_add_reader(relevancy *, uint32_t cell, uint32_t location);
void relevancy_add_effect(relevancy *, uint32_t location, uint32_t cell);
/* The cells of all spots of the node, `offset` on. */
void relevancy_cells_behind(relevancy *, uint32_t node, int64_t offset,
                            uint64_t bytes, cell_list *);

/* The number added to the address by a LOAD or STORE. */
static inline int64_t relevancy_offset(const relevancy *r, const ir_insn *i) {
  return bits_signed(i->imm & bits_mask(r->p->pointer_bits),
                     r->p->pointer_bits);
}

/* depend.c */
void relevancy_build(relevancy *);

static inline bool relevancy_is_any(const relevancy *r, uint32_t location) {
  return pushdown_value(r->pushdown, location) == WEIGHT_ANY;
}

/* control.c */
void relevancy_control(relevancy *);

#endif
