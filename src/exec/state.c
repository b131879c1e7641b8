#include "exec/state.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

state *state_new(void) {
  state *s = mem_zeroed(1, sizeof *s);
  s->share = s->paths = 1;
  return s;
}

/* Lists are freed iteratively: they can be as long as a run. */
#define RELEASE_LIST(TYPE, FIRST) \
  for (TYPE *item = (FIRST), *next; item && !--item->refs; item = next) { \
    next = item->before; \
    free(item); \
  }

state *state_copy(const state *old) {
  state *s = mem_resize(NULL, 1, sizeof *s);
  *s = *old;
  if (s->top) s->top->refs++;
  s->memory = memory_copy(s->memory);
  s->counts = pmap_copy(s->counts);
  s->instances = pmap_copy(s->instances);
  s->renewals = pmap_copy(s->renewals);
  s->path = path_copy(s->path);
  if (s->inputs) s->inputs->refs++;
  if (s->outputs) s->outputs->refs++;
  if (s->dynamics) s->dynamics->refs++;
  if (s->made) s->made->refs++;
  s->settled = pmap_copy(s->settled);
  event_retain(s->left);
  if (s->open) s->open->refs++;
  if (s->picks) s->picks->refs++;
  s->schedule = NULL;
  return s;
}

void state_release_inputs(state *s) {
  RELEASE_LIST(input, s->inputs)
  s->inputs = NULL;
}

void made_release(made *m) {
  RELEASE_LIST(made, m)
}

void open_release(open_conjunct *c) {
  RELEASE_LIST(open_conjunct, c)
}

void state_free(state *s) {
  if (!s) return;
  frame_release(s->top);
  memory_release(&s->memory);
  pmap_release(&s->counts, &pmap_borrowed);
  pmap_release(&s->instances, &pmap_borrowed);
  pmap_release(&s->renewals, &pmap_borrowed);
  path_release(&s->path);
  state_release_inputs(s);
  RELEASE_LIST(output, s->outputs)
  RELEASE_LIST(name_list, s->dynamics)
  made_release(s->made);
  pmap_release(&s->settled, &pmap_borrowed);
  event_release(s->left);
  open_release(s->open);
  RELEASE_LIST(picked, s->picks)
  free(s);
}

/* What a call needs of the native stack, whoever compiled it: the return address
 * and what keeps the stack aligned, and the variables that cannot be registers.
 * The C library there is another one. */
uint64_t frame_bytes(const ir_function *f) {
  uint64_t bytes = 16;
  for (uint32_t k = 0; k < f->slots.count && !f->is_library; k++)
    bytes += f->slots.items[k].size;
  return bytes;
}

frame *frame_new(const ir_function *f, frame *caller, uint32_t resume,
                 bool counts_loops) {
  const size_t regs = f->reg_count * sizeof(value);
  frame *new = mem_resize(NULL, 1, sizeof *new + regs);
  memset(new, 0, sizeof *new);
  /* Whatever reads a register before it is written must see no value. */
  for (uint32_t i = 0; i < f->reg_count; i++)
    new->regs[i] = (value) {.sym = EXPR_UNDEFINED};
  new->refs = 1;
  new->function = f;
  new->caller = caller;
  new->depth = caller ? caller->depth + 1 : 0;
  new->resume = resume;
  new->stack_bytes = (caller ? caller->stack_bytes : 0) + frame_bytes(f);
  new->stack = hash_word(hash_word(caller ? caller->stack : 0, resume),
                         f->symbol);
  if (counts_loops)
    new->loops = mem_zeroed(f->block_count, sizeof *new->loops);
  return new;
}

void frame_retain(frame *f) { f->refs++; }

void frame_release(frame *f) {
  for (frame *caller; f && !--f->refs; f = caller) {
    caller = f->caller;
    event_release(f->event);
    free(f->loops);
    free(f);
  }
}

frame *state_own_top(state *s) {
  frame *f = s->top;
  if (f->refs == 1) return f;
  const size_t size = sizeof *f + f->function->reg_count * sizeof(value);
  frame *copy = memcpy(mem_resize(NULL, 1, size), f, size);
  copy->refs = 1;
  if (copy->caller) copy->caller->refs++;
  event_retain(copy->event);
  if (copy->loops) {
    const size_t loops = f->function->block_count * sizeof *copy->loops;
    copy->loops = memcpy(mem_resize(NULL, 1, loops ? loops : 1), f->loops,
                         loops);
  }
  f->refs--;
  return s->top = copy;
}
