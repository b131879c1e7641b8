#include "zeq/graph.h"

/*
 * The annotation of z-equivalence (Li, Cheung, Zhang, Liu: Scaling Up Symbolic
 * Analysis by Removing Z-Equivalent States, section 3.3) on a DAG.
 *
 * A node is flexible if the symbols that it alone disposes of can bring about
 * any value of it, whatever everything else is.
 *
 *   rule 1  a free symbol is flexible
 *   rule 2  so is an operator of type I with an operand that is flexible and
 *           demanded by nobody else
 *   rule 3  so is one of type II with two such operands
 *   rule 4  the other operands of a flexible operator are slack: it does not
 *           mind what they are.  If all edges into a node are slack, nobody
 *           minds what it is, and its edges to its operands are slack, too
 *   rule 5  a flexible node all but one of whose edges are slack is at the
 *           disposal of that one
 *
 * Rule 0 is that nothing else is ever flexible.  The paper reads trees, where
 * only symbols occur several times.  A shared operator counts for rule 5 as a
 * symbol does, but only if it is flexible from below: with b and x observable,
 * "b = x * a and c = x * a" does not make x * a any value, though its edge from
 * c = x * a is slack.  A flexible one with several demands left is still any
 * value: the form names it.
 *
 * Why this is right: give the nodes by which others are bound their values in
 * the reverse order of the steps that use them.  When a node is bound, the node
 * that it binds and its other operands have their values already: their edges
 * became slack at that step, so whatever binds them was used later.
 *
 * Each edge becomes slack once, each node flexible once: linear time.
 */

/* The operands that bind the node; 0: not sufficient. */
static unsigned binders(const zeq_node *n) {
  const unsigned own = n->own;
  switch ((zeq_kind) n->kind) {
  case KIND_LEAF: case KIND_NEVER: return 0;
  case KIND_ONLY: return own;
  case KIND_EITHER: return own & (0u - own);
  case KIND_BOTH: return own == 3 ? 3 : 0;
  case KIND_TWO: return own == 7 ? 3 : (own & (own - 1)) ? own : 0;
  }
  return 0;
}

static void try(zeq_core *c, uint32_t at) {
  zeq_node *n = c->nodes.items + at;
  if (n->is_flexible) return;
  const unsigned used = binders(n);
  if (!used) return;
  n->is_flexible = true;
  n->used = (uint8_t) used;
  vec_push(&c->work, at);
}

/* The flexible node has a single demand left, and is at its disposal. */
static void give(zeq_core *c, uint32_t at) {
  const zeq_node *n = c->nodes.items + at;
  const uint32_t edge = n->last;
  if (edge & ROOT) return;
  c->nodes.items[edge / 3].own |= (uint8_t) (1u << edge % 3);
  try(c, edge / 3);
}

/* The operand may be anything. */
static void slacken(zeq_core *c, uint32_t at, unsigned operand) {
  zeq_node *n = c->nodes.items + at;
  if (n->slack >> operand & 1) return;
  n->slack |= (uint8_t) (1u << operand);
  const uint32_t edge = 3 * at + operand, below = n->arg[operand];
  zeq_node *b = c->nodes.items + below;
  b->demands--;
  b->last ^= edge;
  if (b->demands <= 1) vec_push(&c->work, below);
}

static void visit(zeq_core *c, uint32_t at) {
  const zeq_node n = c->nodes.items[at];
  if (n.is_flexible) {
    for (unsigned k = 0; k < n.arity; k++)
      if (!(n.used >> k & 1)) slacken(c, at, k);
    if (n.demands == 1) give(c, at);
  } else if (!n.demands) {
    for (unsigned k = 0; k < n.arity; k++) slacken(c, at, k);
  } else {
    try(c, at);
  }
}

void zeq_annotate(zeq_core *c) {
  vec_clear(&c->work);
  /* Rule 1. */
  for (uint32_t at = 0; at < c->nodes.count; at++) {
    const zeq_node *n = c->nodes.items + at;
    if (n->is_flexible && n->entries && n->demands == 1)
      vec_push(&c->work, at);
  }
  for (uint32_t k = 0; k < c->work.count; k++) visit(c, c->work.items[k]);
}
