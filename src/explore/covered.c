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

/* Every line of the user's code that has instructions, in order, once. */
static lines lines_of(exec *x) {
  const ir_program *p = exec_program(x);
  lines all = {0};
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    if (!f || f->is_library) continue;
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
  uint32_t kept = 0;
  for (uint32_t k = 0; k < all.count; k++)
    if (k + 1 == all.count || all.items[k] >> 1 != all.items[k + 1] >> 1)
      all.items[kept++] = all.items[k]; /* the last says whether it was hit */
  all.count = kept;
  return all;
}

covered covered_by(exec *x) {
  const ir_program *p = exec_program(x);
  const uint8_t *edges = exec_covered_edges(x);
  covered c = {0};
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    if (!f || f->is_library) continue;
    c.branches_total += f->edge_count;
    for (uint32_t k = 0; k < f->edge_count; k++)
      c.branches_hit += edges[f->first_edge + k];
  }
  lines all = lines_of(x);
  c.lines_total = all.count;
  for (uint32_t k = 0; k < all.count; k++) c.lines_hit += all.items[k] & 1;
  vec_release(&all);
  return c;
}

/* lcov ------------------------------------------------------------------- */

/* A way out of a branch: file, line, number of the branch, whether it was
 * taken, whether the branch was ever reached. */
typedef struct way_out {
  uint32_t file, line, branch, number;
  bool taken, reached;
} way_out;

typedef VEC(way_out) ways_out;

static void add_ways(exec *x, const ir_function *f, const ir_insn *i,
                     uint32_t branch, ways_out *ways) {
  const ir_place *place = exec_program(x)->places.items + i->place;
  const uint8_t *edges = exec_covered_edges(x);
  const uint32_t first = ways->count;
  way_out w = {.file = place->file, .line = place->line, .branch = branch};
  const ir_switch *s = NULL;
  if (i->op == IR_SWITCH) s = f->switches.items + i->imm;
  for (uint32_t k = 0; k < (s ? s->count : 2); k++) {
    w.number = k;
    w.taken = edges[s ? s->edges[k] : i->imm + k];
    vec_push(ways, w);
  }
  if (s) {
    w.number = s->count;
    w.taken = edges[s->otherwise_edge];
    vec_push(ways, w);
  }
  bool reached = false;
  for (uint32_t k = first; k < ways->count; k++)
    reached |= ways->items[k].taken;
  for (uint32_t k = first; k < ways->count; k++)
    ways->items[k].reached = reached;
}

static int by_place(const void *a, const void *b) {
  const way_out *x = a, *y = b;
#define ORDER(FIELD) if (x->FIELD != y->FIELD) return x->FIELD < y->FIELD ? -1 : 1
  ORDER(file);
  ORDER(line);
  ORDER(branch);
  ORDER(number);
#undef ORDER
  return 0;
}

static ways_out ways_of(exec *x) {
  const ir_program *p = exec_program(x);
  ways_out ways = {0};
  uint32_t branch = 0;
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    if (!f || f->is_library) continue;
    for (uint32_t k = 0; k < f->insn_count; k++) {
      const ir_insn *i = f->insns + k;
      if (i->op != IR_BRANCH && i->op != IR_SWITCH) continue;
      if (i->place && p->places.items[i->place].line)
        add_ways(x, f, i, branch, &ways);
      branch++;
    }
  }
  if (ways.count)
    qsort(ways.items, ways.count, sizeof *ways.items, by_place);
  return ways;
}

void covered_write(exec *x, FILE *out) {
  lines all = lines_of(x);
  ways_out ways = ways_of(x);
  for (uint32_t k = 0, w = 0; k < all.count;) {
    const uint32_t file = (uint32_t) (all.items[k] >> 33);
    uint32_t found = 0, hit = 0, branches = 0, taken = 0;
    fprintf(out, "TN:\nSF:%s\n", exec_program(x)->files.items[file]);
    for (; w < ways.count && ways.items[w].file == file; w++) {
      const way_out *o = ways.items + w;
      fprintf(out, "BRDA:%u,%u,%u,%s\n", o->line, o->branch, o->number,
              !o->reached ? "-" : o->taken ? "1" : "0");
      branches++;
      taken += o->taken;
    }
    fprintf(out, "BRF:%u\nBRH:%u\n", branches, taken);
    for (; k < all.count && all.items[k] >> 33 == file; k++) {
      const uint32_t line = (uint32_t) (all.items[k] >> 1);
      fprintf(out, "DA:%u,%u\n", line, (uint32_t) (all.items[k] & 1));
      found++;
      hit += all.items[k] & 1;
    }
    fprintf(out, "LF:%u\nLH:%u\nend_of_record\n", found, hit);
  }
  vec_release(&all);
  vec_release(&ways);
}
