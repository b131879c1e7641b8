#include "ir/tidy.h"

#include <stdlib.h>

/* Where a jump to the block ends up: past blocks that only jump. */
static uint32_t destination(const draft *d, uint32_t block) {
  for (uint32_t steps = 0; steps < 64; steps++) {
    const draft_block *b = d->blocks.items + block;
    if (b->is_kept || b->code.count != 1 || b->code.items[0].op != IR_JUMP)
      break;
    block = (uint32_t) b->code.items[0].imm;
  }
  return block;
}

static void mark_reachable(draft *d, bool *seen, target_list *targets) {
  VEC(uint32_t) todo = {0};
  seen[0] = true;
  vec_push(&todo, 0);
  while (todo.count) {
    const uint32_t block = vec_pop(&todo);
    draft_targets_of(d, block, targets);
    for (uint32_t i = 0; i < targets->count; i++) {
      const uint32_t to = *targets->items[i];
      if (seen[to]) continue;
      seen[to] = true;
      vec_push(&todo, to);
    }
  }
  vec_release(&todo);
}

/* Appends to each block the one it jumps to, if nobody else goes there. */
static void merge(draft *d, const bool *seen, const uint32_t *arrivals) {
  for (uint32_t b = 0; b < d->blocks.count; b++) {
    draft_block *to = d->blocks.items + b;
    if (!seen[b]) continue;
    while (to->code.count && vec_last(&to->code).op == IR_JUMP) {
      const uint32_t next = (uint32_t) vec_last(&to->code).imm;
      draft_block *from = d->blocks.items + next;
      if (next == b || !next || from->is_kept || arrivals[next] != 1 ||
          !from->code.count)
        break;
      to->code.count--;
      for (uint32_t i = 0; i < from->code.count; i++)
        vec_push(&to->code, from->code.items[i]);
      vec_release(&from->code);
      if (!*to->label) to->label = from->label;
    }
  }
}

void tidy_flow(draft *d) {
  const uint32_t count = d->blocks.count;
  target_list targets = {0};
  bool *seen = mem_zeroed(count, sizeof *seen);
  uint32_t *arrivals = mem_zeroed(count, sizeof *arrivals);
  for (uint32_t b = 0; b < count; b++) {
    draft_targets_of(d, b, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
      *targets.items[i] = destination(d, *targets.items[i]);
  }
  mark_reachable(d, seen, &targets);
  for (uint32_t b = 0; b < count; b++) {
    if (!seen[b]) vec_release(&d->blocks.items[b].code);
    draft_targets_of(d, b, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
      arrivals[*targets.items[i]]++;
  }
  merge(d, seen, arrivals);
  free(seen);
  free(arrivals);
  vec_release(&targets);
}
