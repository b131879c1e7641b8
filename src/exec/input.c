#include "exec/internal.h"


#include <assert.h>
#include <stdio.h>
#include <string.h>

/*
 * The log of inputs.  The n-th input of a path has the same symbols on every
 * path on which it has the same name and size, so queries are shared between
 * paths.  When inputs are fixed, the n-th one is the model's n-th; but values of
 * undefined memory are found by their place, since a write at a symbolic offset
 * sees more of them than one at a number does, and places of objects by the object,
 * since a joined pointer makes braid look at several.
 *
 * So are the contents of made-up objects, which have their symbols by object and
 * offset.  An object can then be made up at any time, early or for nothing, and is
 * always the same: where states are joined of which only one made it, the other
 * one makes it as well.
 */

static uint64_t hash_of(const input_key *k) {
  const uint64_t h = hash_word(k->index, k->size | (uint64_t) k->object << 32);
  return hash_end(hash_word(h, (uintptr_t) k->name ^ k->kind));
}

/* NULL: it was never asked for. */
static const input_key *find(exec *x, const input_key *wanted, uint64_t hash) {
  uint32_t step = 0, n;
  while ((n = index_next(&x->input_index, hash, &step))) {
    const input_key *k = x->input_keys.items + n - 1;
    if (k->index == wanted->index && k->size == wanted->size &&
        k->object == wanted->object && k->kind == wanted->kind &&
        k->name == wanted->name)
      return k;
  }
  return NULL;
}

/* The first symbol of the input; made when it is first asked for.  Objects
 * have a symbol a byte, other inputs one in all. */
static uint32_t symbols_of(exec *x, const input_key *wanted,
                           symbol_class class_of, unsigned width) {
  const uint64_t hash = hash_of(wanted);
  const input_key *known = find(x, wanted, hash);
  if (known) return known->symbol;
  assert(wanted->name && wanted->size);
  vec_push(&x->input_keys, *wanted);
  index_add(&x->input_index, hash, x->input_keys.count);
  input_key *k = &vec_last(&x->input_keys);
  const input_place none = {0}, place = {
    wanted->object ? 0 : wanted->index + 1, wanted->object};
  while (x->input_places.count < expr_symbol_count(x->t))
    vec_push(&x->input_places, none);
  const uint32_t symbols = wanted->kind == INPUT_OBJECT ? wanted->size : 1;
  for (uint32_t i = 0; i < symbols; i++) vec_push(&x->input_places, place);
  if (wanted->kind != INPUT_OBJECT)
    return k->symbol = expr_new_symbol(x->t, class_of, width, wanted->name);
  k->symbol = expr_symbol_count(x->t);
  for (uint32_t i = 0; i < wanted->size; i++) {
    char name[160];
    snprintf(name, sizeof name, "%.120s[%u]", wanted->name, i);
    expr_new_symbol(x->t, class_of, 8, name);
  }
  return k->symbol;
}

uint32_t exec_input_index(const exec *x, uint32_t symbol) {
  return symbol < x->input_places.count
             ? x->input_places.items[symbol].number - 1 : UINT32_MAX;
}

uint32_t exec_input_object(const exec *x, uint32_t symbol) {
  return symbol < x->input_places.count
             ? x->input_places.items[symbol].object : 0;
}

static bool ends_in(const char *name, const char *suffix) {
  const size_t end = strlen(name), length = strlen(suffix);
  return end > length && !strcmp(name + end - length, suffix);
}

/* Whether a file that is looked for is there (__posix_look_for in runtime/posix/given.c), or a
 * variable set (runtime/musl/getenv.c).  A path with a symbolic name was not asked that, and found
 * none: nor does a run with its inputs, in which the name is known. */
static bool asks_whether_there(const char *name) {
  return ends_in(name, "_exists") || (!strncmp(name, "env_", 4) && ends_in(name, "_set"));
}

static const fixed_input *next_fixed(exec *x, const state *s,
                                     input_kind kind, const char *name,
                                     uint32_t size) {
  if (x->next_asked == UINT32_MAX)
    x->next_asked = x->next_undefined = state_input_count(s);
  const bool is_undefined = kind == INPUT_UNINIT;
  uint32_t *next = is_undefined ? &x->next_undefined : &x->next_asked;
  while (*next < x->fixed->count &&
         ((x->fixed->items[*next].kind == INPUT_UNINIT) != is_undefined ||
          x->fixed->items[*next].object))
    ++*next;
  const fixed_input *f = *next < x->fixed->count ? x->fixed->items + (*next)++
                                                 : NULL;
  if (f && f->kind == kind && f->size == size && !strcmp(f->name, name))
    return f;
  if (asks_whether_there(name)) *next -= f != NULL;
  else x->diverged |= !is_undefined;
  return NULL;
}

/* The input in the object that begins there; NULL: not foreseen. */
static const fixed_input *fixed_in(exec *x, input_kind kind, uint32_t size,
                                   uint32_t name, uint64_t offset) {
  for (uint32_t k = 0; k < x->fixed->count; k++) {
    const fixed_input *f = x->fixed->items + k;
    if (f->object == name && f->offset == offset && f->kind == kind &&
        f->size == size)
      return f;
  }
  x->diverged = true;
  return NULL;
}

/* A trace records the user's call that asked, and the input. */
static void note_input(exec *x, const state *s, uint32_t size,
                       const uint8_t *bytes) {
  if (!x->trace) return;
  exec_step step = {.size = size};
  uint32_t pc = s->pc;
  for (const frame *f = s->top; f; pc = f->resume, f = f->caller) {
    if (!f->function->is_library && pc < f->function->insn_count) {
      step.function = f->function;
      step.place = f->function->insns[pc].place;
      break;
    }
    if (f->resume == UINT32_MAX) break;
  }
  if (bytes && size <= sizeof step.bits) memcpy(&step.bits, bytes, size);
  exec_note_step(x, &step);
}

static void log_input(state *s, input_kind kind, const char *name,
                      uint32_t size, uint32_t symbol) {
  assert(name && size);
  input *i = mem_zeroed(1, sizeof *i);
  *i = (input) {.refs = 1, .before = s->inputs, .kind = kind, .name = name,
                .size = size, .symbol = symbol,
                .index = state_input_count(s)};
  s->inputs = i;
}

static value fresh(exec *x, state *s, unsigned width, const char *text,
                   input_kind kind, symbol_class class_of, uint32_t made_up,
                   uint64_t offset) {
  assert(width);
  const uint32_t size = (width + 7) / 8;
  const char *name = exec_intern(x, text);
  value v = {0};
  uint32_t symbol = 0;
  if (x->fixed) {
    const fixed_input *f = made_up ? fixed_in(x, kind, size, made_up, offset)
                                   : next_fixed(x, s, kind, name, size);
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    if (f) memcpy(limbs, f->bytes, size);
    note_input(x, s, size, f ? f->bytes : NULL);
    if (width <= 64) v.raw = limbs[0] & bits_mask(width);
    else v.sym = expr_wide(x->t, width, limbs);
  } else {
    const input_key wanted = {
      .index = made_up ? (uint32_t) offset : state_input_count(s),
      .size = width, .object = made_up, .kind = kind, .name = name};
    symbol = symbols_of(x, &wanted, class_of, width);
    v.sym = expr_symbol(x->t, symbol);
  }
  log_input(s, kind, name, size, symbol);
  s->inputs->object = made_up;
  s->inputs->offset = offset;
  return v;
}

value exec_fresh(exec *x, state *s, unsigned width, const char *text,
                 input_kind kind, symbol_class class_of) {
  return fresh(x, s, width, text, kind, class_of, 0, 0);
}

value exec_fresh_in(exec *x, state *s, unsigned width, const char *text,
                    uint32_t made_up, uint64_t offset) {
  return fresh(x, s, width, text, INPUT_LAZY, SYMBOL_FRESH, made_up, offset);
}

static int compare_places(const void *left, const void *right) {
  const fixed_place *a = left, *b = right;
  if (a->object != b->object) return a->object < b->object ? -1 : 1;
  if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* An object with a symbolic size may own other names when the size is a number. */
static uint32_t object_alike(exec *x, uint32_t name) {
  const name_info *info = names_info(x->names, name);
  return info ? info->alike : name;
}

/* Entries for undefined memory by object and offset: there may be thousands. */
static void index_places(exec *x) {
  while (x->fixed_used.count < x->fixed->count) {
    const uint32_t k = x->fixed_used.count;
    const fixed_input *f = x->fixed->items + k;
    vec_push(&x->fixed_used, 0);
    if (f->kind == INPUT_UNINIT && f->object)
      vec_push(&x->fixed_places, ((fixed_place) {f->offset, object_alike(x, f->object), k}));
  }
  if (x->fixed_places.count)
    qsort(x->fixed_places.items, x->fixed_places.count,
          sizeof *x->fixed_places.items, compare_places);
}

/* The first unused entry with the byte, used from now on.  No entry has more than 8
 * bytes. */
static const fixed_input *entry_at(exec *x, uint32_t name, uint64_t at) {
  const fixed_place wanted = {at < 7 ? 0 : at - 7, name, 0};
  uint32_t low = 0, high = x->fixed_places.count, best = UINT32_MAX;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (compare_places(x->fixed_places.items + middle, &wanted) < 0)
      low = middle + 1;
    else high = middle;
  }
  for (; low < x->fixed_places.count; low++) {
    const fixed_place *p = x->fixed_places.items + low;
    if (p->object != name || p->offset > at) break;
    if (at - p->offset < x->fixed->items[p->number].size && p->number < best &&
        !(x->fixed_used.items[p->number] >> (at - p->offset) & 1))
      best = p->number;
  }
  if (best == UINT32_MAX) return NULL;
  const fixed_input *f = x->fixed->items + best;
  x->fixed_used.items[best] |= (uint8_t) (1u << (at - f->offset));
  return f;
}

static uint64_t fixed_word(exec *x, unsigned width, uint32_t name,
                           uint64_t offset) {
  uint64_t word = 0;
  if (x->fixed_used.count < x->fixed->count) index_places(x);
  name = object_alike(x, name);
  for (unsigned i = 0; 8 * i < width; i++) {
    const fixed_input *f = entry_at(x, name, offset + i);
    if (f) word |= (uint64_t) f->bytes[offset + i - f->offset] << 8 * i;
  }
  return word & bits_mask(width);
}

value exec_undefined_input(exec *x, state *s, unsigned width, uint32_t name,
                           uint64_t offset) {
  const char *text = "uninitialised";
  if (!name || width > 64)
    return exec_fresh(x, s, width, text, INPUT_UNINIT, SYMBOL_FRESH);
  value v;
  if (x->fixed) {
    v = value_of(fixed_word(x, width, name, offset));
    log_input(s, INPUT_UNINIT, exec_intern(x, text), width / 8, 0);
  } else {
    v = exec_fresh(x, s, width, text, INPUT_UNINIT, SYMBOL_FRESH);
  }
  s->inputs->object = name;
  s->inputs->offset = offset;
  return v;
}

value exec_place_input(exec *x, state *s, uint32_t name) {
  const char *text = "place of an object";
  enum { WIDTH = 16 };
  uint64_t before = 0;
  for (const input *i = s->inputs; i; i = i->before)
    before += i->kind == INPUT_PLACE && i->object == name;
  value v = {0};
  if (x->fixed) {
    /* Not foreseen: it does not matter. */
    for (uint32_t k = 0; k < x->fixed->count; k++) {
      const fixed_input *f = x->fixed->items + k;
      if (f->kind == INPUT_PLACE && f->object == name && f->offset == before &&
          f->size == WIDTH / 8)
        v.raw = f->bytes[0] | (uint64_t) f->bytes[1] << 8;
    }
    log_input(s, INPUT_PLACE, exec_intern(x, text), WIDTH / 8, 0);
  } else {
    v = exec_fresh(x, s, WIDTH, text, INPUT_PLACE, SYMBOL_FRESH);
  }
  s->inputs->object = name;
  s->inputs->offset = before;
  return v;
}

bool exec_input(exec *x, state *s, uint32_t name, uint64_t offset,
                uint32_t size, const char *text, input_kind kind) {
  object *o = exec_own(x, s, name);
  if (kind == INPUT_NONDET && size <= EXPR_MAX_WIDTH / 8) {
    const value v = exec_fresh(x, s, 8 * size, text, kind, SYMBOL_INPUT);
    object_store(o, x->t, offset, size, v);
    return true;
  }
  exec_input_bytes(x, s, o, offset, size, text, 0);
  return true;
}

void exec_input_bytes(exec *x, state *s, object *o, uint64_t offset,
                      uint32_t size, const char *text, uint32_t made_up) {
  const char *interned = exec_intern(x, text);
  uint32_t symbol = 0;
  if (x->fixed) {
    const fixed_input *f =
        made_up ? fixed_in(x, INPUT_OBJECT, size, made_up, offset)
                : next_fixed(x, s, INPUT_OBJECT, interned, size);
    note_input(x, s, size, f ? f->bytes : NULL);
    for (uint32_t i = 0; i < size; i++)
      object_store(o, x->t, offset + i, 1, value_of(f ? f->bytes[i] : 0));
  } else {
    const input_key wanted = {
      .index = made_up ? (uint32_t) offset : state_input_count(s),
      .size = size, .object = made_up, .kind = INPUT_OBJECT,
      .name = interned};
    symbol = symbols_of(x, &wanted, SYMBOL_INPUT, 8);
    for (uint32_t i = 0; i < size; i++)
      object_store(o, x->t, offset + i, 1,
                   (value) {.sym = expr_symbol(x->t, symbol + i)});
  }
  log_input(s, INPUT_OBJECT, interned, size, symbol);
  s->inputs->object = made_up;
  s->inputs->offset = made_up ? offset : 0;
}

void exec_fix_inputs(exec *x, const fixed_inputs *f) {
  x->fixed = f;
  x->next_asked = x->next_undefined = UINT32_MAX;
  vec_clear(&x->fixed_used);
  vec_clear(&x->fixed_places);
  x->diverged = false;
}

bool exec_inputs_diverged(const exec *x) { return x->diverged; }

/* The bytes of one input under the path's model. */
static fixed_input fix(exec *x, const path *p, const input *i) {
  fixed_input f = {i->kind, i->name, i->size, mem_zeroed(i->size, 1),
                   i->object, i->offset, i->symbol};
  if (i->kind == INPUT_OBJECT) {
    for (uint32_t k = 0; k < i->size; k++)
      f.bytes[k] = (uint8_t) path_value(x->solver, p,
                                        expr_symbol(x->t, i->symbol + k));
    return f;
  }
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  path_value_limbs(x->solver, p, expr_symbol(x->t, i->symbol), limbs);
  memcpy(f.bytes, limbs, i->size);
  return f;
}

uint32_t exec_input_symbol(exec *x, const input *like, uint32_t index) {
  const bool is_object = like->kind == INPUT_OBJECT;
  const input_key wanted = {.index = index,
                            .size = is_object ? like->size : 8 * like->size,
                            .kind = like->kind,
                            .name = exec_intern(x, like->name)};
  return symbols_of(x, &wanted, like->kind == INPUT_LAZY ? SYMBOL_FRESH
                                                         : SYMBOL_INPUT,
                    8 * like->size);
}

void exec_log_iterations(exec *x, state *s, expr count,
                         const input *const *asked, const uint32_t *symbols,
                         uint32_t asked_count) {
  for (uint32_t k = 0; k < asked_count; k++) {
    log_input(s, asked[k]->kind, exec_intern(x, asked[k]->name),
              asked[k]->size, symbols[k]);
    s->inputs->iterations = count;
  }
}

/* Iterations of a template whose inputs are written to a test: at a byte each 1 MiB. */
enum { MOST_ITERATIONS = 1 << 20 };

static void add_iterations(exec *x, const state *s, const input *const *asked,
                           uint32_t count, fixed_inputs *out) {
  uint64_t left = path_value(x->solver, &s->path, asked[0]->iterations);
  if (left > MOST_ITERATIONS)
    left = MOST_ITERATIONS;
  while (left--)
    for (uint32_t k = 0; k < count; k++)
      vec_push(out, fix(x, &s->path, asked[k]));
}

void exec_model(exec *x, const state *s, fixed_inputs *out) {
  VEC(const input *) asked = {0};
  for (const input *i = s->inputs; i; i = i->before)
    if (!i->guard.id || path_value(x->solver, &s->path, i->guard))
      vec_push(&asked, i);
  *out = (fixed_inputs) {0};
  /* Oldest last; an iteration's inputs are a run with the same count. */
  VEC(const input *) iteration = {0};
  while (asked.count) {
    const input *i = vec_pop(&asked);
    if (!i->iterations.id) {
      vec_push(out, fix(x, &s->path, i));
      continue;
    }
    vec_clear(&iteration);
    vec_push(&iteration, i);
    while (asked.count &&
           expr_same(vec_last(&asked)->iterations, i->iterations))
      vec_push(&iteration, vec_pop(&asked));
    add_iterations(x, s, iteration.items, iteration.count, out);
  }
  vec_release(&iteration);
  vec_release(&asked);
}

uint64_t exec_model_length(exec *x, const state *s) {
  const uint64_t skipped =
      s->skipped.id ? path_value(x->solver, &s->path, s->skipped) : 0;
  const uint64_t length = s->instructions + skipped;
  return length < skipped ? UINT64_MAX : length;
}

void fixed_inputs_release(fixed_inputs *f) {
  for (uint32_t i = 0; i < f->count; i++) free(f->items[i].bytes);
  vec_release(f);
}
