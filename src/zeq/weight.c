#include "zeq/weight.h"

#include <assert.h>

void weights_init(weights *w) {
  *w = (weights) {0};
  vec_push(&w->all, ((weight) {.value = 1}));
}

void weights_release(weights *w) {
  vec_release(&w->all);
  vec_release(&w->parts);
}

uint32_t weights_new(weights *w, uint32_t part, uint32_t group) {
  vec_push(&w->all, ((weight) {.group = group}));
  weights_add(w, w->all.count - 1, part);
  return w->all.count - 1;
}

void weights_add(weights *w, uint32_t to, uint32_t part) {
  assert(to && to < w->all.count && part < w->all.count);
  weight *sum = w->all.items + to;
  /* The same one comes again and again. */
  if (sum->parts && w->parts.items[sum->parts - 1].of == part) {
    w->parts.items[sum->parts - 1].count++;
    return;
  }
  vec_push(&w->parts, ((weight_part) {part, sum->parts, 1}));
  sum->parts = w->parts.count;
}

void weights_end(weights *w, uint32_t which) {
  assert(which < w->all.count);
  w->all.items[which].ends++;
}

/* Parts first; open weights wait on the stack. */
static void work_out(weights *w) {
  VEC(uint32_t) stack = {0};
  for (uint32_t k = 1; k < w->all.count; k++) w->all.items[k].value = 0;
  for (uint32_t k = 1; k < w->all.count; k++) {
    if (w->all.items[k].value > 0) continue;
    vec_push(&stack, k);
    while (stack.count) {
      weight *at = w->all.items + vec_last(&stack);
      if (!at->is_open) {
        at->is_open = true;
        for (uint32_t p = at->parts; p; p = w->parts.items[p - 1].next) {
          const uint32_t of = w->parts.items[p - 1].of;
          if (!(w->all.items[of].value > 0) && !w->all.items[of].is_open)
            vec_push(&stack, of);
        }
        continue;
      }
      long double sum = 0;
      for (uint32_t p = at->parts; p; p = w->parts.items[p - 1].next)
        sum += (long double) w->parts.items[p - 1].count *
               w->all.items[w->parts.items[p - 1].of].value;
      at->value = sum;
      at->is_open = false;
      stack.count--;
    }
  }
  vec_release(&stack);
}

long double weights_total(weights *w) {
  long double sum = 0;
  work_out(w);
  for (uint32_t k = 0; k < w->all.count; k++)
    sum += (long double) w->all.items[k].ends * w->all.items[k].value;
  return sum;
}

void weights_by_group(weights *w, long double *sums, uint32_t groups) {
  work_out(w);
  for (uint32_t k = 1; k < w->all.count; k++)
    if (w->all.items[k].group < groups)
      sums[w->all.items[k].group] += w->all.items[k].value;
}
