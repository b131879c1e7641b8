#ifndef IR_CFG_H
#define IR_CFG_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Control flow as a plain graph: node 0 is the entry, the successors of node n
 * are next[first[n]] .. next[first[n + 1] - 1].
 */
typedef struct cfg {
  uint32_t count;
  uint32_t *first, *next;
} cfg;

#define CFG_NONE UINT32_MAX

/*
 * Results of cfg_analyse, an entry a node.  A retreating edge goes back in reverse
 * postorder.  Its target is a loop head; if the head also dominates the source, the loop is
 * natural and has a body.  In an irreducible graph a head may be the only member of its
 * loop.
 */
typedef struct cfg_facts {
  uint32_t *order;              /* position; CFG_NONE: not reachable */
  uint32_t *at;                 /* node at each position */
  uint32_t reachable;           /* number of reachable nodes */
  uint32_t *dominator;          /* immediate; of the entry: itself */
  uint32_t *loop_head;          /* of the innermost loop; CFG_NONE: in none */
  uint32_t *loop_depth;
  bool *is_loop_head;
} cfg_facts;

/* Positions are a reverse postorder with each natural loop contiguous. */
cfg_facts cfg_analyse(const cfg *);
void cfg_facts_release(cfg_facts *);
void cfg_release(cfg *);

#endif
