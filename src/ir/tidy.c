#include "ir/tidy.h"

#include "base/checks.h"

#include <assert.h>

typedef void pass(draft *);

static void run(draft *d, pass *p) {
  p(d);
  assert(!CHECKS_ARE_ON || draft_is_whole(d));
}

void tidy(draft *d) {
  static pass *const passes[] = {tidy_flow, tidy_forward, tidy_dead, tidy_params,
                                 tidy_flow, tidy_forward, tidy_dead};
  assert(!CHECKS_ARE_ON || draft_is_whole(d));
  for (uint32_t k = 0; k < sizeof passes / sizeof *passes; k++) run(d, passes[k]);
  if (tidy_bounds(d)) run(d, tidy_dead);
  run(d, tidy_hoist);
  run(d, tidy_registers);
}

void tidy_sweep(draft_block *b) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < b->code.count; i++)
    if (b->code.items[i].op != TIDY_GONE)
      b->code.items[kept++] = b->code.items[i];
  b->code.count = kept;
}
