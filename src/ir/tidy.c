#include "ir/tidy.h"

void tidy(draft *d) {
  tidy_flow(d);
  tidy_forward(d);
  tidy_dead(d);
  tidy_params(d);
  tidy_flow(d);
  tidy_forward(d);
  tidy_dead(d);
  if (tidy_bounds(d)) tidy_dead(d);
  tidy_hoist(d);
  tidy_registers(d);
}

void tidy_sweep(draft_block *b) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < b->code.count; i++)
    if (b->code.items[i].op != TIDY_GONE)
      b->code.items[kept++] = b->code.items[i];
  b->code.count = kept;
}
