#include "compact/loop.h"

#include "compact/cycles.h"

#include <assert.h>

static const char *const texts[] = {
#define REFUSAL(NAME, TEXT) TEXT,
#include "compact/refusals.def"
};

const char *refusal_text(refusal r) {
  assert(r < REFUSALS);
  return texts[r];
}

/* Blocks from which the head is reached again without passing it. */
static void find_blocks(loop *l) {
  const ir_function *f = l->function;
  l->inside = mem_zeroed(f->block_count + 1, sizeof *l->inside);
  l->inside[l->head] = true;
  /* Blocks are in reverse postorder: those before the head are outside. */
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = f->block_count; b-- > l->head + 1;) {
      const ir_block *at = f->blocks + b;
      for (uint32_t k = 0; k < at->successor_count && !l->inside[b]; k++)
        if (l->inside[at->successors[k]]) changed = l->inside[b] = true;
    }
  }
}

/* The width of the register after the block's last write to it; 0: none. */
static unsigned width_after(const ir_program *p, const loop *l, uint32_t block,
                            uint32_t reg) {
  const ir_function *f = l->function;
  const ir_block *b = f->blocks + block;
  for (uint32_t k = b->first + b->count; k-- > b->first;) {
    uint32_t first;
    const uint32_t count = ir_writes(f, f->insns + k, &first);
    if (count && reg >= first && reg - first < count)
      return ir_result_width(p, f, f->insns + k, reg - first);
  }
  return 0;
}

/* Walks back from the head to the writes that reach it: their common width, or
 * 0 if they differ. */
static unsigned width_at_head(const ir_program *p, const loop *l,
                              uint32_t reg) {
  const ir_function *f = l->function;
  bool *seen = mem_zeroed(f->block_count + 1, sizeof *seen);
  VEC(uint32_t) waiting = {0};
  vec_push(&waiting, l->head);
  unsigned width = 0;
  bool differ = false;
  while (waiting.count) {
    const uint32_t at = vec_pop(&waiting);
    for (uint32_t b = l->head; b < f->block_count; b++) {
      bool leads = false;
      for (uint32_t k = 0; k < f->blocks[b].successor_count; k++)
        leads |= f->blocks[b].successors[k] == at;
      if (!l->inside[b] || !leads || seen[b]) continue;
      seen[b] = true;
      const unsigned found = width_after(p, l, b, reg);
      if (!found && b != l->head) vec_push(&waiting, b);
      differ |= found && width && found != width;
      if (found) width = found;
    }
  }
  free(seen);
  vec_release(&waiting);
  return differ ? 0 : width;
}

static void find_registers(const ir_program *p, loop *l) {
  const ir_function *f = l->function;
  const uint64_t *live = ir_live_in(f, l->head);
  bool *written = mem_zeroed(f->reg_count + 1, sizeof *written);
  for (uint32_t b = l->head; b < f->block_count; b++) {
    const ir_block *at = f->blocks + b;
    for (uint32_t k = 0; k < at->count && l->inside[b]; k++) {
      uint32_t first = 0;
      uint32_t count = ir_writes(f, f->insns + at->first + k, &first);
      assert(first + count <= f->reg_count);
      while (count) written[first + --count] = true;
    }
  }
  for (uint32_t r = 0; r < f->reg_count; r++)
    if (written[r] && live[r / 64] >> r % 64 & 1)
      vec_push(&l->registers, ((loop_register) {r, width_at_head(p, l, r)}));
  free(written);
}

static bool count_cycle(void *context, const uint32_t *core, uint32_t count) {
  loop *l = context;
  (void) count;
  if (core[0] == 0) l->cycles++;
  return true;
}

/* Edges visited while cycles are counted, for the report only: 0.7 ms at PRICE_VISIT. */
enum { MOST_EDGES = 1 << 16 };

/* The loop as a graph of its own, with the head as node 0. */
static void count_cycles(loop *l) {
  const ir_function *f = l->function;
  uint32_t *number = mem_zeroed(f->block_count + 1, sizeof *number);
  cfg g = {0};
  VEC(uint32_t) next = {0};
  for (uint32_t b = l->head; b < f->block_count; b++)
    if (l->inside[b]) number[b] = g.count++;
  g.first = mem_zeroed(g.count + 1, sizeof *g.first);
  for (uint32_t b = l->head; b < f->block_count; b++) {
    if (!l->inside[b]) continue;
    for (uint32_t k = 0; k < f->blocks[b].successor_count; k++)
      if (l->inside[f->blocks[b].successors[k]])
        vec_push(&next, number[f->blocks[b].successors[k]]);
    g.first[number[b] + 1] = next.count;
  }
  g.next = next.items;
  cycles_each(&g, MOST_EDGES, count_cycle, l);
  cfg_release(&g);
  free(number);
}

loop *loop_new(const ir_program *p, const ir_function *f, uint32_t head) {
  assert(head < f->block_count && f->blocks[head].is_loop_head);
  loop *l = mem_zeroed(1, sizeof *l);
  l->function = f;
  l->head = head;
  const ir_block *b = f->blocks + head;
  for (uint32_t k = 0; k < b->count && !l->place; k++)
    l->place = f->insns[b->first + k].place;
  find_blocks(l);
  find_registers(p, l);
  count_cycles(l);
  return l;
}

void loop_free(loop *l) {
  if (!l) return;
  free(l->inside);
  vec_release(&l->registers);
  vec_release(&l->symbols);
  free(l);
}
