#include "relevancy/internal.h"

#include "ir/cfg.h"

#include <string.h>

/*
 * Where states are joined, or a loop becomes a template, control matters: after
 * `if (s) x = 1; else x = 2;` the joined x is a term.  What differs between two
 * states that a branch on a symbolic value separated was written between that
 * branch and the first place that both must pass, its postdominator: registers
 * that are live where control flows together there, memory, and what functions
 * that are called in between leave behind.
 *
 * States that forked need not go in step: one may be an iteration of a loop
 * ahead of the other when they meet, in this function or in one that called
 * it.  So loops round such a branch, and loops round calls of functions that
 * have one, count as a whole.
 *
 * This also finds the blocks in which paths may fork at all.
 */
typedef struct control {
  relevancy *r;
  uint32_t **after;             /* by function: postdominator of each block */
  uint8_t *is_seeded;           /* by location: relevant in all calls */
  uint8_t *is_dirty;            /* by instance: all that it writes counts */
  uint64_t **is_done;           /* by instance: blocks whose branch was taken */
  VEC(uint32_t) todo;           /* dirty instances */
  uint32_t *first_call;         /* by caller: into next_call, plus 1 */
  uint32_t *next_call;
  uint32_t *first_use;          /* the same by callee */
  uint32_t *next_use;
  uint8_t *parts;               /* by instance: has such a branch, or calls one */
  bool jumps;                   /* longjmp: nothing is known of what differs */
  bool changed;
} control;

enum { NOWHERE = UINT32_MAX, FOLDS = 256 };     /* include/braid.h */

typedef struct edge_pair { uint32_t from, to; } edge_pair;

static const uint32_t *postdominators(control *c, const points_instance *i) {
  const ir_function *f = i->function;
  if (c->after[i->number]) return c->after[i->number];
  /* The graph backwards, from one exit for all: node 0; blocks follow. */
  cfg g = {.count = f->block_count + 1};
  g.first = mem_zeroed(g.count + 1, sizeof *g.first);
  VEC(uint32_t) next = {0};
  for (uint32_t b = 0; b < f->block_count; b++)
    if (!f->blocks[b].successor_count) vec_push(&next, b + 1);
  g.first[1] = next.count;
  VEC(edge_pair) edges = {0};
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t k = 0; k < f->blocks[b].successor_count; k++)
      vec_push(&edges, ((edge_pair) {f->blocks[b].successors[k] + 1, b + 1}));
  uint32_t *count = mem_zeroed(g.count + 1, sizeof *count);
  for (uint32_t k = 0; k < edges.count; k++) count[edges.items[k].from]++;
  for (uint32_t b = 1; b < g.count; b++)
    g.first[b + 1] = g.first[b] + count[b];
  vec_reserve(&next, g.first[g.count] + 1);
  uint32_t *fill = mem_resize(NULL, g.count + 1, sizeof *fill);
  memcpy(fill, g.first, (g.count + 1) * sizeof *fill);
  for (uint32_t k = 0; k < edges.count; k++)
    next.items[fill[edges.items[k].from]++] = edges.items[k].to;
  g.next = next.items;
  cfg_facts facts = cfg_analyse(&g);
  uint32_t *after = mem_resize(NULL, f->block_count + 1, sizeof *after);
  for (uint32_t b = 0; b < f->block_count; b++)
    after[b] = facts.order[b + 1] == CFG_NONE || !facts.dominator[b + 1]
                   ? NOWHERE : facts.dominator[b + 1] - 1;
  cfg_facts_release(&facts);
  cfg_release(&g);
  vec_release(&edges);
  free(count);
  free(fill);
  return c->after[i->number] = after;
}

/* What is written -------------------------------------------------------- */

static void seed(control *c, uint32_t location) {
  /* It may be relevant by now, but in some calls only. */
  if (c->is_seeded[location]) return;
  relevancy_seed(c->r, location, PUSHDOWN_NONE);
  c->is_seeded[location] = c->changed = true;
}

static void dirty(control *c, uint32_t instance) {
  if (c->is_dirty[instance]) return;
  c->is_dirty[instance] = c->changed = true;
  vec_push(&c->todo, instance);
}

static void mark_cells(control *c, const cell_list *cells) {
  for (uint32_t k = 0; k < cells->count; k++) {
    if (c->r->cells.items[cells->items[k]].is_relevant) continue;
    relevancy_mark_cell(c->r, cells->items[k], PUSHDOWN_NONE);
    c->changed = true;
  }
}

static void call(control *c, uint32_t instance, uint32_t insn) {
  relevancy *r = c->r;
  const points_instance *i = points_get_instance(r->points, instance);
  const ir_call *is = i->function->calls.items + i->function->insns[insn].imm;
  for (uint32_t k = c->first_call[instance]; k; k = c->next_call[k - 1]) {
    const points_call to = points_get_call(r->points, k - 1);
    if (to.insn == insn) dirty(c, to.callee);
  }
  if (is->callee != IR_INDIRECT &&
      !r->p->symbols.items[is->callee].is_defined &&
      points_effect_of(r->p->symbols.items + is->callee) == EFFECT_LONGJMP)
    c->jumps = true;
}

/* Memory that the instruction writes, and what it calls. */
static void write_memory(control *c, uint32_t instance, uint32_t insn,
                         cell_list *cells) {
  relevancy *r = c->r;
  const points_instance *i = points_get_instance(r->points, instance);
  const ir_insn *is = i->function->insns + insn;
  const points_operands o = points_operands_of(is, i->webs, insn);
  vec_clear(cells);
  switch ((ir_opcode) is->op) {
  case IR_STORE:
    relevancy_cells_behind(r, i->first_node + o.a, relevancy_offset(r, is),
                           (is->width + 7u) / 8, cells);
    break;
  case IR_COPY: case IR_MOVEMEM: case IR_FILL:
    relevancy_cells_behind(r, i->first_node + o.a, 0, 0, cells);
    break;
  case IR_BEGIN: case IR_RENEW: case IR_END:
    relevancy_cells(r, (points_spot) {i->first_slot + (uint32_t) is->imm, 0},
                    0, cells);
    break;
  case IR_CALL: call(c, instance, insn); return;
  default: return;
  }
  mark_cells(c, cells);
}

static void write_all(control *c, cell_list *cells) {
  while (c->todo.count) {
    const uint32_t instance = vec_pop(&c->todo);
    const ir_function *f =
        points_get_instance(c->r->points, instance)->function;
    for (uint32_t k = 0; k < f->insn_count; k++)
      write_memory(c, instance, k, cells);
  }
}

/* Branches --------------------------------------------------------------- */

/* The results of all calls of the instance. */
static void give_back(control *c, uint32_t instance) {
  for (uint32_t k = c->first_use[instance]; k; k = c->next_use[k - 1]) {
    const points_call from = points_get_call(c->r->points, k - 1);
    const points_instance *i = points_get_instance(c->r->points, from.caller);
    for (uint32_t n = 0; n < i->webs->written[from.insn]; n++)
      seed(c, i->first_node + i->webs->at[i->webs->first[from.insn] + n]);
  }
}

/* Blocks between the branch at the end of `block` and `end`. */
static void find_region(const ir_function *f, uint32_t block, uint32_t end,
                        bool *in) {
  VEC(uint32_t) todo = {0};
  vec_push(&todo, block);
  while (todo.count) {
    const ir_block *b = f->blocks + vec_pop(&todo);
    for (uint32_t k = 0; k < b->successor_count; k++) {
      const uint32_t to = b->successors[k];
      if (to == end || in[to]) continue;
      in[to] = true;
      vec_push(&todo, to);
    }
  }
  vec_release(&todo);
}

/* The loops round the block: what it reaches and is reached from. */
static void find_loops(const ir_function *f, uint32_t block, bool *in) {
  bool *reached = mem_zeroed(f->block_count + 1, sizeof *reached);
  bool *comes = mem_zeroed(f->block_count + 1, sizeof *comes);
  find_region(f, block, NOWHERE, reached);
  for (bool changed = reached[block]; changed;) {
    changed = false;
    comes[block] = true;
    for (uint32_t b = f->block_count; b-- > 0;)
      for (uint32_t k = 0; !comes[b] && k < f->blocks[b].successor_count; k++)
        if (comes[f->blocks[b].successors[k]]) comes[b] = changed = true;
  }
  for (uint32_t b = 0; b < f->block_count; b++) in[b] |= reached[b] && comes[b];
  free(reached);
  free(comes);
}

/* All that is written there counts, if it lives on where control flows
 * together. */
static void take_region(control *c, uint32_t instance, const bool *in,
                        uint32_t end, cell_list *cells) {
  const points_instance *i = points_get_instance(c->r->points, instance);
  const ir_function *f = i->function;
  bool *is_live = mem_zeroed(i->webs->count + 1, sizeof *is_live);
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t k = i->webs->first_live[b];
         (in[b] || b == end) && k < i->webs->first_live[b + 1]; k++)
      is_live[i->webs->live[k]] = true;
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (!in[b]) continue;
    for (uint32_t k = f->blocks[b].first;
         k < f->blocks[b].first + f->blocks[b].count; k++) {
      for (uint32_t n = 0; n < i->webs->written[k]; n++) {
        const uint32_t web = i->webs->at[i->webs->first[k] + n];
        if (is_live[web]) seed(c, i->first_node + web);
      }
      write_memory(c, instance, k, cells);
      if (f->insns[k].op == IR_RETURN) give_back(c, instance);
    }
  }
  free(is_live);
}

static void take_branch(control *c, uint32_t instance, uint32_t block,
                        cell_list *cells) {
  const points_instance *i = points_get_instance(c->r->points, instance);
  const uint32_t end = postdominators(c, i)[block];
  bool *in = mem_zeroed(i->function->block_count + 1, sizeof *in);
  find_region(i->function, block, end, in);
  find_loops(i->function, block, in);
  take_region(c, instance, in, end, cells);
  free(in);
}

static void part_block(control *c, uint32_t instance, uint32_t block) {
  const points_instance *i = points_get_instance(c->r->points, instance);
  c->r->part_bits[i->number][block / 64] |= UINT64_C(1) << block % 64;
}

/* The instance parts states in that block: so do calls of it, in the loops round
 * them. */
static void part(control *c, uint32_t instance, uint32_t block,
                 cell_list *cells) {
  VEC(uint32_t) todo = {0};
  part_block(c, instance, block);
  if (!c->parts[instance]) vec_push(&todo, instance);
  c->parts[instance] = true;
  while (todo.count) {
    const uint32_t at = vec_pop(&todo);
    for (uint32_t k = c->first_use[at]; k; k = c->next_use[k - 1]) {
      const points_call from = points_get_call(c->r->points, k - 1);
      const ir_function *f =
          points_get_instance(c->r->points, from.caller)->function;
      bool *in = mem_zeroed(f->block_count + 1, sizeof *in);
      part_block(c, from.caller, f->insns[from.insn].block);
      find_loops(f, f->insns[from.insn].block, in);
      take_region(c, from.caller, in, NOWHERE, cells);
      free(in);
      if (c->parts[from.caller]) continue;
      c->parts[from.caller] = true;
      vec_push(&todo, from.caller);
    }
  }
  vec_release(&todo);
}

static bool branches(const ir_insn *i) {
  return i->op == IR_BRANCH || i->op == IR_SWITCH || i->op == IR_GOTO;
}

/* BRAID_FOLD: whatever an iteration changes becomes a term for all iterations,
 * be it symbolic or not.  The kind is in a register by now. */
static bool folds(const relevancy *r, const ir_function *f, uint32_t insn) {
  const ir_call *c = f->calls.items + f->insns[insn].imm;
  if (c->callee == IR_INDIRECT || !c->arg_count ||
      strcmp(r->p->symbols.items[c->callee].name, "__braid_merge_here"))
    return false;
  for (uint32_t k = insn; k-- > 0;)
    if (f->insns[k].op == IR_CONST && f->insns[k].d == c->args[0].reg)
      return f->insns[k].imm >= FOLDS;
  return true;
}

/* Arithmetic that goes wrong for some operands. */
static bool is_checked(const ir_insn *i) {
  switch ((int) i->op) {
  case IR_ADD: case IR_ADDI: case IR_SUB: case IR_SUBI: case IR_MUL:
  case IR_MULI:
    return i->flags & (IR_NSW | IR_INBOUNDS);
  case IR_INDEX: return i->flags & (IR_INBOUNDS | IR_ACCESSED);
  case IR_UDIV: case IR_UDIVI: case IR_SDIV: case IR_SDIVI: case IR_UREM:
  case IR_UREMI: case IR_SREM: case IR_SREMI: case IR_SHL: case IR_SHLI:
  case IR_LSHR: case IR_LSHRI: case IR_ASHR: case IR_ASHRI: case IR_CHECK:
  case IR_FTOS: case IR_FTOU:
    return true;
  }
  return false;
}

/* Whether it does with a symbolic operand what may end in several states; or,
 * where loops become templates, what may be wrong in one iteration and right in
 * another. */
static bool may_fork(const relevancy *r, const points_instance *i,
                     uint32_t insn) {
  const ir_insn *is = i->function->insns + insn;
  const uint32_t *at = i->webs->at + i->webs->first[insn];
  const uint32_t count = i->webs->first[insn + 1] - i->webs->first[insn];
  uint32_t first = i->webs->written[insn];
  switch ((ir_opcode) is->op) {
  case IR_STORE: first++; break;        /* the address only */
  case IR_CALL: {
    const ir_call *c = i->function->calls.items + is->imm;
    if (folds(r, i->function, insn)) return true;
    if (c->callee != IR_INDIRECT &&
        r->p->symbols.items[c->callee].is_defined)
      return false;
    break;
  }
  case IR_LOAD: case IR_COPY: case IR_MOVEMEM: case IR_FILL: case IR_ALLOCA:
    break;
  default:
    if (!r->o.templates || !is_checked(is)) return false;
  }
  for (uint32_t k = first; k < count; k++)
    if (relevancy_is_any(r, i->first_node + at[k])) return true;
  return false;
}

/* Two bits a block: its branch was taken, and what else may fork in it. */
static void set_done(control *c, uint32_t instance, uint32_t bit) {
  const ir_function *f =
      points_get_instance(c->r->points, instance)->function;
  if (!c->is_done[instance])
    c->is_done[instance] = mem_zeroed(f->block_count / 32 + 2,
                                      sizeof **c->is_done);
  c->is_done[instance][bit / 64] |= UINT64_C(1) << bit % 64;
}

static void take_instance(control *c, uint32_t instance, cell_list *cells) {
  const points_instance *i = points_get_instance(c->r->points, instance);
  const ir_function *f = i->function;
  uint64_t *done = c->is_done[instance];
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (!f->blocks[b].count || (done && done[b / 64] >> b % 64 & 1)) continue;
    const uint32_t last = f->blocks[b].first + f->blocks[b].count - 1;
    if (!branches(f->insns + last) ||
        !relevancy_is_any(c->r, i->first_node +
                                    i->webs->at[i->webs->first[last]]))
      continue;
    set_done(c, instance, b);
    done = c->is_done[instance];
    take_branch(c, instance, b, cells);
    part(c, instance, b, cells);
    c->changed = true;
  }
  /* A function chosen by a symbolic pointer. */
  for (uint32_t k = 0; k < f->insn_count; k++) {
    if (f->insns[k].op != IR_CALL ||
        f->calls.items[f->insns[k].imm].callee != IR_INDIRECT ||
        !relevancy_is_any(c->r, i->first_node +
                                    i->webs->at[i->webs->first[k] +
                                                i->webs->written[k]]))
      continue;
    for (uint32_t n = 0; n < i->webs->written[k]; n++)
      seed(c, i->first_node + i->webs->at[i->webs->first[k] + n]);
    call(c, instance, k);
    part(c, instance, f->insns[k].block, cells);
  }
  /* What else may fork: memory at symbolic addresses, and calls. */
  for (uint32_t k = 0; k < f->insn_count; k++) {
    const uint32_t bit = f->block_count + f->insns[k].block;
    if ((done && done[bit / 64] >> bit % 64 & 1) || !may_fork(c->r, i, k))
      continue;
    set_done(c, instance, bit);
    done = c->is_done[instance];
    bool *in = mem_zeroed(f->block_count + 1, sizeof *in);
    find_loops(f, f->insns[k].block, in);
    take_region(c, instance, in, NOWHERE, cells);
    free(in);
    part(c, instance, f->insns[k].block, cells);
    c->changed = true;
  }
}

static size_t part_bytes(const ir_function *f) {
  return (f->block_count / 64 + 1) * sizeof(uint64_t);
}

static void mark_everything(relevancy *r) {
  for (uint32_t k = 0; k < r->p->functions.count; k++)
    if (r->part_bits[k])
      memset(r->part_bits[k], -1, part_bytes(r->p->functions.items[k]));
  for (uint32_t k = 0; k < points_node_count(r->points); k++)
    if (r->instance_of[k] != UINT32_MAX) relevancy_seed(r, k, PUSHDOWN_NONE);
  relevancy_flow(r);
}

void relevancy_control(relevancy *r) {
  const uint32_t instances = points_instance_count(r->points);
  const uint32_t calls = points_call_count(r->points);
  control c = {
    .r = r, .changed = true,
    .after = mem_zeroed(r->p->functions.count + 1, sizeof *c.after),
    .is_seeded = mem_zeroed(points_node_count(r->points) + 1,
                            sizeof *c.is_seeded),
    .is_dirty = mem_zeroed(instances + 1, sizeof *c.is_dirty),
    .is_done = mem_zeroed(instances + 1, sizeof *c.is_done),
    .parts = mem_zeroed(instances + 1, sizeof *c.parts),
    .first_call = mem_zeroed(instances + 1, sizeof *c.first_call),
    .first_use = mem_zeroed(instances + 1, sizeof *c.first_use),
    .next_call = mem_zeroed(calls + 1, sizeof *c.next_call),
    .next_use = mem_zeroed(calls + 1, sizeof *c.next_use)};
  cell_list cells = {0};
  for (uint32_t k = 0; k < instances; k++) {
    const points_instance *i = points_get_instance(r->points, k);
    if (!r->part_bits[i->number])
      r->part_bits[i->number] = mem_zeroed(part_bytes(i->function), 1);
  }
  for (uint32_t k = 0; k < calls; k++) {
    const points_call is = points_get_call(r->points, k);
    c.next_call[k] = c.first_call[is.caller];
    c.next_use[k] = c.first_use[is.callee];
    c.first_call[is.caller] = c.first_use[is.callee] = k + 1;
  }
  while (c.changed && !c.jumps) {
    c.changed = false;
    for (uint32_t k = 0; k < instances; k++) take_instance(&c, k, &cells);
    write_all(&c, &cells);
    relevancy_flow(r);
  }
  if (c.jumps) mark_everything(r);
  for (uint32_t k = 0; k < r->p->functions.count; k++) free(c.after[k]);
  for (uint32_t k = 0; k < instances; k++) free(c.is_done[k]);
  free(c.after);
  free(c.is_seeded);
  free(c.is_dirty);
  free(c.is_done);
  free(c.parts);
  free(c.first_call);
  free(c.first_use);
  free(c.next_call);
  free(c.next_use);
  vec_release(&c.todo);
  vec_release(&cells);
}
