#include "explore/covered.h"

#include "base/mem.h"

#include <stdlib.h>

/* A line of a file as one number, for sorting: file, line, and whether it was
 * hit, in that order of bits. */
typedef VEC(uint64_t) lines;

/* Which blocks ran: the first, if the function was entered, and whatever a
 * taken edge or a jump from such a block leads to. */
static void mark_blocks(exec *x, const ir_function *f, bool *ran) {
  const uint8_t *edges = exec_covered_edges(x);
  VEC(uint32_t) todo = {0};
#define REACH(BLOCK) \
  do { \
    const uint32_t reached = (BLOCK); \
    if (!ran[reached]) { \
      ran[reached] = true; \
      vec_push(&todo, reached); \
    } \
  } while (0)
  REACH(0);
  while (todo.count) {
    const ir_block *b = f->blocks + vec_pop(&todo);
    const ir_insn *end = f->insns + b->first + b->count - 1;
    if (end->op == IR_BRANCH) {
      if (edges[end->imm]) REACH(f->insns[end->b].block);
      if (edges[end->imm + 1]) REACH(f->insns[end->c].block);
    } else if (end->op == IR_SWITCH) {
      const ir_switch *w = f->switches.items + end->imm;
      for (uint32_t k = 0; k < w->count; k++)
        if (edges[w->edges[k]]) REACH(f->insns[w->targets[k]].block);
      if (edges[w->otherwise_edge]) REACH(f->insns[w->otherwise].block);
    } else {
      for (uint32_t k = 0; k < b->successor_count; k++)
        REACH(b->successors[k]);
    }
  }
#undef REACH
  vec_release(&todo);
}

static int by_number(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

covered covered_by(exec *x) {
  const ir_program *p = exec_program(x);
  const uint8_t *edges = exec_covered_edges(x);
  covered c = {0};
  lines all = {0};
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    if (!f || f->is_library) continue;
    c.branches_total += f->edge_count;
    for (uint32_t k = 0; k < f->edge_count; k++)
      c.branches_hit += edges[f->first_edge + k];
    bool *ran = mem_zeroed(f->block_count, sizeof *ran);
    if (exec_covered_functions(x)[n]) mark_blocks(x, f, ran);
    for (uint32_t k = 0; k < f->insn_count; k++) {
      const ir_place *place = p->places.items + f->insns[k].place;
      if (!f->insns[k].place || !place->line) continue;
      const uint64_t line = (uint64_t) place->file << 32 | place->line;
      vec_push(&all, line << 1 | ran[f->insns[k].block]);
    }
    free(ran);
  }
  if (all.count) qsort(all.items, all.count, sizeof *all.items, by_number);
  for (uint32_t k = 0; k < all.count; k++) {
    if (k + 1 < all.count && all.items[k] >> 1 == all.items[k + 1] >> 1)
      continue;                 /* the last of a line says whether it was hit */
    c.lines_total++;
    c.lines_hit += all.items[k] & 1;
  }
  vec_release(&all);
  return c;
}
