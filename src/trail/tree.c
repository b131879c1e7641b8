#include "trail/tree.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <string.h>

trail_call *trail_call_new(const ir_function *f) {
  trail_call *c = mem_zeroed(1, sizeof *c);
  c->function = f;
  return c;
}

void trail_values_release(trail_item *i) {
  for (uint32_t k = 0; k < i->values.count; k++) {
    free(i->values.items[k].name);
    free(i->values.items[k].text);
    vec_release(&i->values.items[k].terms);
  }
  vec_release(&i->values);
}

/* Calls go to the list: chains of them may be as deep as the program's stack. */
static void release_items(trail_items *items, trail_calls *open) {
  for (uint32_t k = 0; k < items->count; k++) {
    trail_item *i = items->items + k;
    trail_values_release(i);
    vec_release(&i->asked);
    for (uint32_t c = 0; c < i->calls.count; c++) vec_push(open, i->calls.items[c]);
    vec_release(&i->calls);
    for (uint32_t r = 0; r < i->rounds.count; r++)
      release_items(&i->rounds.items[r].items, open);
    vec_release(&i->rounds);
  }
  vec_release(items);
}

static void free_calls(trail_calls *open) {
  while (open->count) {
    trail_call *c = vec_pop(open);
    release_items(&c->items, open);
    free(c);
  }
  vec_release(open);
}

void trail_items_release(trail_items *items) {
  trail_calls open = {0};
  release_items(items, &open);
  free_calls(&open);
}

void trail_items_drop(trail_items *items, uint32_t count) {
  assert(count < items->count);
  trail_items first = {0};
  for (uint32_t k = 0; k < count; k++) vec_push(&first, items->items[k]);
  items->count -= count;
  memmove(items->items, items->items + count, items->count * sizeof *items->items);
  trail_items_release(&first);
}

void trail_call_free(trail_call *c) {
  trail_calls open = {0};
  if (c) vec_push(&open, c);
  free_calls(&open);
}

uint64_t trail_count_lines(const trail_items *items) {
  uint64_t count = 0;
  for (uint32_t k = 0; k < items->count; k++) {
    const trail_item *i = items->items + k;
    count += i->place != 0;
    for (uint32_t c = 0; c < i->calls.count; c++) count += i->calls.items[c]->lines;
    for (uint32_t r = 0; r < i->rounds.count; r++)
      count += trail_count_lines(&i->rounds.items[r].items);
  }
  return count;
}

/* Which lines were visited and which functions called, but not how often loops went round. */
static uint64_t shape_of(const trail_items *items, const ir_program *p) {
  uint64_t h = items->count;
  for (uint32_t k = 0; k < items->count; k++) {
    const trail_item *i = items->items + k;
    h = hash_word(h, i->place ? p->places.items[i->place].line : UINT64_C(1) << 32 | i->head);
    h = hash_word(h, i->values.count);  /* the last round of a loop on one line assigns less */
    for (uint32_t c = 0; c < i->calls.count; c++) {
      h = hash_word(h, (uintptr_t) i->calls.items[c]->function);
      h = hash_word(h, i->calls.items[c]->hidden ? 1 : shape_of(&i->calls.items[c]->items, p));
    }
    for (uint32_t r = 0; r < i->rounds.count; r++)
      h = hash_word(h, i->rounds.items[r].shape);
  }
  return hash_end(h);
}

void trail_close_round(trail_item *loop, const ir_program *p, uint32_t most) {
  assert(!loop->place && loop->rounds.count);
  trail_round *last = &vec_last(&loop->rounds);
  last->shape = shape_of(&last->items, p);
  trail_round *before = loop->rounds.count > 1 ? last - 1 : NULL;
  if (before && before->shape == last->shape) {
    trail_items_release(&before->items);
    before->items = last->items;
    before->count += last->count;
    (void) vec_pop(&loop->rounds);
  } else if (loop->rounds.count > most) {
    trail_round *gone = loop->rounds.items + 1;
    gone[1].skipped += gone->skipped + gone->count;
    trail_items_release(&gone->items);
    memmove(gone, gone + 1, (loop->rounds.count - 2) * sizeof *gone);
    (void) vec_pop(&loop->rounds);
  }
}
