#include "exec/extension.h"
#include "exec/fan.h"
#include "exec/fields.h"

#include "base/fatal.h"
#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>

/* Strategies' parts -------------------------------------------------------- */

enum { EXTENSIONS = 8, ALIGN = 16 };

static state_extension *extensions[EXTENSIONS];
static unsigned extension_count;
static size_t state_bytes = (sizeof(state) + ALIGN - 1) / ALIGN * ALIGN;
static bool is_sealed;          /* there are states of this size */

void state_register(state_extension *e) {
  if (is_sealed || extension_count == EXTENSIONS)
    fatal("state_register: %s comes too late", e->owner);
  assert(e->copied && e->release && e->joined);
  e->offset = state_bytes;
  state_bytes += (e->size + ALIGN - 1) / ALIGN * ALIGN;
  extensions[extension_count++] = e;
}

void state_join_extensions(state *s, const state *right) {
  for (unsigned k = 0; k < extension_count; k++)
    extensions[k]->joined(state_fields(s, extensions[k]),
                          state_fields(right, extensions[k]));
}

void state_check_extensions(exec *x, const state *s) {
  for (unsigned k = 0; k < extension_count; k++)
    if (extensions[k]->check) extensions[k]->check(x, s);
}

/* States ------------------------------------------------------------------ */

state *state_new(void) {
  is_sealed = true;
  state *s = mem_zeroed(1, state_bytes);
  s->paths = 1;
  for (unsigned k = 0; k < extension_count; k++)
    if (extensions[k]->begin) extensions[k]->begin(state_fields(s, extensions[k]));
  return s;
}

state *state_copy(const state *old) {
  state *s = memcpy(mem_resize(NULL, 1, state_bytes), old, state_bytes);
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  COPY_##KIND(NAME)
#include "exec/state.def"
  assert(s->top == old->top);
  for (unsigned k = 0; k < extension_count; k++)
    extensions[k]->copied(state_fields(s, extensions[k]));
  return s;
}

void state_release_inputs(state *s) {
  FIELDS_RELEASE_LIST(s->inputs)
  s->inputs = NULL;
}

void made_release(made *m) {
  FIELDS_RELEASE_LIST(m)
}

void state_free(state *s) {
  if (!s) return;
  for (unsigned k = 0; k < extension_count; k++)
    extensions[k]->release(state_fields(s, extensions[k]));
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  RELEASE_##KIND(NAME)
#include "exec/state.def"
  free(s);
}

/* Frames ------------------------------------------------------------------ */

/* The native stack of a call, for any compiler: the return address and alignment, and
 * variables that cannot be registers.  The native C library needs another amount. */
uint64_t frame_bytes(const ir_function *f) {
  uint64_t bytes = 16;
  for (uint32_t k = 0; k < f->slots.count && !f->is_library; k++)
    bytes += f->slots.items[k].size;
  return bytes;
}

frame *frame_new(const ir_function *f, frame *caller, uint32_t resume,
                 bool counts_loops) {
  assert(resume == UINT32_MAX || (caller && resume < caller->function->insn_count));
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
  new->is_recursive = f->component || (caller && caller->is_recursive);
  new->resume = resume;
  new->stack_bytes = (caller ? caller->stack_bytes : 0) + frame_bytes(f);
  new->stack = hash_word(hash_word(caller ? caller->stack : 0, resume),
                         f->symbol);
  if (counts_loops)
    new->loops = mem_zeroed(f->block_count, sizeof *new->loops);
  return new;
}

void frame_retain(frame *f) {
  assert(f->refs);
  f->refs++;
}

typedef VEC(frame *) frame_list;

/* The callers of its ways are left to be released. */
static void release_fan(fan *n, frame_list *left) {
  if (!n || --n->refs) return;
  for (uint32_t k = 0; k < n->count; k++) vec_push(left, n->ways[k].caller);
  free(n);
}

static void release_frames(frame *f, frame_list *left) {
  for (frame *caller; f && !--f->refs; f = caller) {
    caller = f->caller;
    release_fan(f->fan, left);
    event_release(f->event);
    free(f->loops);
    free(f);
  }
}

static void release_all(frame_list *left) {
  while (left->count) release_frames(vec_pop(left), left);
  vec_release(left);
}

void frame_release(frame *f) {
  frame_list left = {0};
  assert(!f || f->refs);
  release_frames(f, &left);
  release_all(&left);
}

void fan_release(fan *n) {
  frame_list left = {0};
  release_fan(n, &left);
  release_all(&left);
}

frame *frame_own(frame **at) {
  assert((*at)->refs);
  frame *f = *at;
  if (f->refs == 1) return f;
  const size_t size = sizeof *f + f->function->reg_count * sizeof(value);
  frame *copy = memcpy(mem_resize(NULL, 1, size), f, size);
  copy->refs = 1;
  if (copy->caller) copy->caller->refs++;
  if (copy->fan) copy->fan->refs++;
  event_retain(copy->event);
  if (copy->loops) {
    const size_t loops = f->function->block_count * sizeof *copy->loops;
    copy->loops = memcpy(mem_resize(NULL, 1, loops ? loops : 1), f->loops,
                         loops);
  }
  assert(copy->stack == f->stack && copy->depth == f->depth);
  f->refs--;
  return *at = copy;
}

frame *state_own_top(state *s) { return frame_own(&s->top); }
