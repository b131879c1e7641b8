#include "zeq/encode.h"

#include "base/bits.h"
#include "base/checks.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "exec/fields.h"
#include "expr/sweep.h"
#include "lazy/lazy.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* What a word or a slot speaks of. */
typedef enum topic {
  TOPIC_FLAGS = 1, TOPIC_GONE, TOPIC_OBJECT, TOPIC_CHANGED, TOPIC_BYTES,
  TOPIC_UNDEFINED, TOPIC_WORD, TOPIC_EXISTS, TOPIC_SIZE, TOPIC_WHERE,
  TOPIC_OUTPUT, TOPIC_SETTLED, TOPIC_ALIAS, TOPIC_FREED, TOPIC_PLACE,
  TOPIC_REGISTER, TOPIC_STACK, TOPIC_CLEARED, TOPIC_UPDATE, TOPIC_SINCE
} topic;

static void say(zeq_encoder *e, topic t, uint64_t what) {
  assert(t && !(what >> 56));
  vec_push(&e->words, (uint64_t) t << 56 | what);
}

static void add_slot(zeq_encoder *e, topic t, uint64_t what, uint64_t where,
                     expr term) {
  assert(t && !(what >> 56) && term.id > EXPR_UNDEFINED.id);
  vec_push(&e->constraint.slots,
           ((zeq_slot) {{(uint64_t) t << 56 | what, where}, term, false}));
}

/* Symbols ---------------------------------------------------------------- */

/* Contents of a made-up object are born with it. */
static bool is_made_inside(const zeq_encoder *e, uint32_t name) {
  assert(name);
  const state *before = e->event->before;
  if (memory_find(&before->memory, name)) return false;
  return !lazy_has_freed(e->x) || !lazy_has_made(before, name);
}

/* The symbol of an input identifies the input in the log. */
bool zeq_is_born(const zeq_encoder *e, uint32_t symbol) {
  const uint32_t name = exec_input_object(e->x, symbol);
  if (name) return is_made_inside(e, name);
  const uint32_t index = exec_input_index(e->x, symbol);
  if (index == UINT32_MAX) return symbol >= e->event->symbols;
  return index >= e->event->inputs;
}

static bool settled_choice(const zeq_encoder *e, expr settled) {
  uint64_t bits;
  return settled.id && !expr_value(e->t, settled, &bits);
}

/* What becomes of a missing definition or of an unknown pointer depends on more
 * than a value. */
zeq_symbol zeq_look(const zeq_encoder *e, uint32_t symbol) {
  lazy_known p;
  if (!zeq_is_born(e, symbol)) return (zeq_symbol) {ZEQ_OBSERVABLE, symbol};
  if (expr_symbol_class(e->t, symbol) == SYMBOL_UNINIT)
    return (zeq_symbol) {ZEQ_RIGID, 1};
  if (!lazy_get_pointer(e->x, symbol, &p)) return (zeq_symbol) {ZEQ_FREE, 0};
  const expr settled = lazy_get_settled(e->s, symbol);
  if (!settled.id && p.name && memory_find(&e->s->memory, p.name))
    return (zeq_symbol) {ZEQ_OBSERVABLE, symbol};
  /* All of it fits; 0 and 1 as a type and depth are taken above.  A choice of
   * addresses is of no use to others. */
  if (p.type >> 20 || p.depth >> 10 || settled_choice(e, settled))
    return (zeq_symbol) {ZEQ_OBSERVABLE, symbol};
  return (zeq_symbol) {ZEQ_RIGID, (uint64_t) 1 << 63 | (uint64_t) p.type << 42 |
                                      (uint64_t) p.depth << 32 | settled.id};
}

static zeq_symbol look(void *context, uint32_t symbol) {
  return zeq_look(context, symbol);
}

zeq_view zeq_encoder_view(zeq_encoder *e) { return (zeq_view) {look, e}; }

/* Objects ---------------------------------------------------------------- */

typedef enum byte_kind {
  BYTE_SAME, BYTE_NUMBER, BYTE_NONE, BYTE_TERM
} byte_kind;

static byte_kind kind_at(const object *o, const object *base, uint64_t i) {
  if (object_same_byte(o, base, i)) return BYTE_SAME;
  if (!object_is_defined(o, i, 1)) return BYTE_NONE;
  return o->symbolic && object_shadow(o, i).term.id ? BYTE_TERM : BYTE_NUMBER;
}

/* Neither has terms, or marks of updates: kind_of_number answers as kind_at, in a few steps. */
static bool are_numbers(const object *o, const object *base) {
  return !(o->symbolic || o->updates || o->since) &&
         !(base && (base->symbolic || base->updates || base->since));
}

static bool is_written(const object *o, uint64_t i) {
  return !o->undefined || o->defined[i / 64] >> i % 64 & 1;
}

static byte_kind kind_of_number(const object *o, const object *base, uint64_t i) {
  const bool is = is_written(o, i), was = !base || (i < base->size && is_written(base, i));
  const bool is_there = !base || i < base->size;
  const bool is_same =
      is_there && is == was && (!is || o->bytes[i] == (base ? base->bytes[i] : 0));
  const byte_kind kind = is_same ? BYTE_SAME : is ? BYTE_NUMBER : BYTE_NONE;
  assert(!CHECKS_ARE_ON || kind == kind_at(o, base, i));
  return kind;
}

enum { BLOCK = 64 };            /* bytes: a word of marks */

/* Of two objects of numbers: no byte of the block differs. */
static bool is_block_same(const object *o, const object *base, uint64_t i) {
  if (i % BLOCK || i + BLOCK > base->size) return false;
  const uint64_t all = UINT64_MAX;
  return (o->undefined ? o->defined[i / BLOCK] : all) ==
             (base->undefined ? base->defined[i / BLOCK] : all) &&
         !memcmp(o->bytes + i, base->bytes + i, BLOCK);
}

static void say_bytes(zeq_encoder *e, const uint8_t *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
    vec_push(&e->words, word);
  }
}

/* Consecutive bytes of a term: at least one. */
static uint64_t term_run(const object *o, const object *base, uint64_t i) {
  uint64_t n = 1;
  while (i + n < o->used && kind_at(o, base, i + n) == BYTE_TERM &&
         expr_same(object_shadow(o, i + n).term, object_shadow(o, i).term) &&
         object_shadow(o, i + n).part == object_shadow(o, i).part + n)
    n++;
  return n;
}

/* All are undefined from there on. */
static void say_none(zeq_encoder *e, const object *o, uint64_t from) {
  say(e, TOPIC_UNDEFINED, from);
  vec_push(&e->words, o->size - from);
}

static void say_contents(zeq_encoder *e, const object *o, const object *base) {
  const bool is_plain = object_is_plain(o) && base && object_is_plain(base);
  const bool are_all_numbers = are_numbers(o, base);
  /* Such an object differs from nothing, that is zero, in its nonzero bytes. */
  const bool is_bare = object_is_plain(o) && !base && !o->updates && !o->since;
  const uint64_t end = object_both_used(o, base);
  const byte_kind rest = end < o->size ? kind_at(o, base, end) : BYTE_SAME;
  e->bytes += end;
  for (uint64_t i = 0; i < end;) {
    if (is_plain && i + BLOCK <= end && i + BLOCK <= base->size &&
        !memcmp(o->bytes + i, base->bytes + i, BLOCK)) {
      i += BLOCK;
      continue;
    }
    if (are_all_numbers && base && i + BLOCK <= end && is_block_same(o, base, i)) {
      i += BLOCK;
      continue;
    }
    const byte_kind kind =
        are_all_numbers ? kind_of_number(o, base, i) : kind_at(o, base, i);
    uint64_t n = 1;
    switch (kind) {
    case BYTE_SAME:
      while (is_bare && i + n < end && !o->bytes[i + n]) n++;
      break;
    case BYTE_TERM:
      n = term_run(o, base, i);
      assert(i < UINT64_C(1) << 40 && object_shadow(o, i).part < 1 << 12 && n < 1 << 12);
      add_slot(e, TOPIC_WORD, o->name,
               i << 24 | object_shadow(o, i).part << 12 | n,
               object_shadow(o, i).term);
      break;
    case BYTE_NONE: case BYTE_NUMBER:
      while (i + n < end && (is_bare ? o->bytes[i + n] != 0
                             : are_all_numbers
                                 ? kind_of_number(o, base, i + n) == kind
                                 : kind_at(o, base, i + n) == kind)) n++;
      if (kind == BYTE_NONE && rest == BYTE_NONE && i + n == end) return say_none(e, o, i);
      say(e, kind == BYTE_NONE ? TOPIC_UNDEFINED : TOPIC_BYTES, i);
      vec_push(&e->words, n);
      if (kind == BYTE_NUMBER) say_bytes(e, o->bytes + i, n);
    }
    i += n;
  }
  if (rest == BYTE_NONE) say_none(e, o, end);
  else if (rest == BYTE_NUMBER) say(e, TOPIC_CLEARED, end);
}

/* Writes at unknown places missing in the base, and bytes newer than these writes. */
static void say_updates(zeq_encoder *e, const object *o, const object *base) {
  const update *old = base ? base->updates : NULL;
  const update *common = update_common(o->updates, old);
  if (o->updates != old) {
    say(e, TOPIC_UPDATE, update_number(o->updates));
    vec_push(&e->words, update_number(common));
  }
  for (const update *u = o->updates; u != common; u = u->before) {
    e->has_copies |= u->place != 0;
    const expr terms[4] = {u->at, u->value, u->guard, u->length};
    vec_push(&e->words, (uint64_t) u->bytes << 2 | (u->guard.id ? 2u : 0) |
                            (u->length.id ? 1u : 0));
    for (uint64_t k = 0; k < 4; k++)
      if (terms[k].id)
        add_slot(e, TOPIC_UPDATE, o->name, (uint64_t) u->number << 2 | k, terms[k]);
  }
  const uint64_t end = o->since_first + o->since_count;
  for (uint64_t i = o->since_first, n; o->since && i < end; i += n) {
    const uint32_t since = object_since(o, i);
    for (n = 1; i + n < end && object_since(o, i + n) == since;) n++;
    if (!since) continue;
    say(e, TOPIC_SINCE, i);
    vec_push(&e->words, n);
    vec_push(&e->words, since);
  }
}

static bool same_header(const object *a, const object *b) {
  return a->size == b->size && a->kind == b->kind &&
         a->is_read_only == b->is_read_only && a->is_own == b->is_own &&
         a->alignment == b->alignment;
}

/* {0} is a value, too. */
static void say_condition(zeq_encoder *e, topic t, const object *o, expr now,
                          expr then) {
  if (expr_same(now, then)) return;
  if (now.id) add_slot(e, t, o->name, 0, now);
  else say(e, t, o->name);
}

static void say_object(zeq_encoder *e, const object *o, const object *base) {
  if (base && !same_header(o, base)) {
    say(e, TOPIC_GONE, o->name);
    base = NULL;
  }
  say(e, base ? TOPIC_CHANGED : TOPIC_OBJECT, o->name);
  if (!base) {
    vec_push(&e->words, o->size);
    vec_push(&e->words, (uint64_t) o->alignment << 32 | (uint64_t) o->kind << 2 |
                            (uint64_t) o->is_read_only << 1 | o->is_own);
  }
  const uint32_t words = e->words.count, slots = e->constraint.slots.count;
  say_condition(e, TOPIC_EXISTS, o, o->exists,
                base ? base->exists : (expr) {0});
  say_condition(e, TOPIC_SIZE, o, o->actual_size,
                base ? base->actual_size : (expr) {0});
  say_condition(e, TOPIC_WHERE, o, o->place, base ? base->place : (expr) {0});
  say_updates(e, o, base);
  say_contents(e, o, base);
  if (base && words == e->words.count && slots == e->constraint.slots.count)
    e->words.count--;           /* copied, but nothing changed */
  else
    vec_push(&e->reached, o);
}

/* Memory ----------------------------------------------------------------- */

/* Memory may have gigabytes: a stopped run compares nothing any more. */
static bool is_stopped(const zeq_encoder *e) {
  const volatile int *stop = exec_get_options(e->x)->stop;
  return stop && *stop;
}

static bool differs(void *context, uint32_t key, void *l, void *r) {
  zeq_encoder *e = context;
  if (is_stopped(e)) return false;
  const object *base = l, *o = r;
  if (key != ((o ? o : base)->name & ~NAME_BIT)) return true; /* a page more */
  if (o && o->name == e->unseen.buffer) return true;
  object *rest = o && (o->name == e->unseen.stream || o->name == e->unseen.table)
                     ? unseen_strip(&e->unseen, e->x, o) : NULL;
  if (rest) {
    vec_push(&e->stripped, rest);
    o = rest;
  }
  if (!o) say(e, TOPIC_GONE, base->name);
  else if (!base && o->kind == OBJECT_LAZY && !lazy_may_alias(e->x))
    vec_push(&e->waiting, o);
  else say_object(e, o, base);
  return true;
}

/* Whatever waits under this name is reached. */
static void reach(zeq_encoder *e, uint32_t name) {
  for (uint32_t k = 0; k < e->waiting.count; k++) {
    const object *o = e->waiting.items[k];
    if (o != memory_find(&e->s->memory, name)) continue;
    e->waiting.items[k] = vec_last(&e->waiting);
    e->waiting.count--;
    say_object(e, o, NULL);
    return;
  }
}

static void reach_word(zeq_encoder *e, uint64_t word) {
  const uint64_t name = word >> names_shift(exec_names(e->x));
  if (name && name <= UINT32_MAX && e->waiting.count)
    reach(e, (uint32_t) name);
}

static void reach_bytes(zeq_encoder *e, const object *o) {
  const unsigned bytes = exec_program(e->x)->pointer_bits / 8;
  for (uint64_t at = 0; at < o->used && at + bytes <= o->size && e->waiting.count; at++) {
    uint64_t word = 0;
    memcpy(&word, o->bytes + at, bytes);
    if (word) reach_word(e, word);
  }
}

/* Numbers of the term that are addresses, and settled pointers. */
static void reach_term(zeq_encoder *e, expr root) {
  vec_push(&e->terms, root);
  while (e->terms.count) {
    const expr at = vec_pop(&e->terms);
    while (e->seen.count <= at.id) vec_push(&e->seen, 0);
    if (e->seen.items[at.id] == e->stamp) continue;
    e->seen.items[at.id] = e->stamp;
    const expr_node n = expr_get(e->t, at);
    uint64_t bits;
    if (expr_value(e->t, at, &bits)) reach_word(e, bits);
    if (n.op == EXPR_VAR) {
      const expr settled = lazy_get_settled(e->s, (uint32_t) n.imm);
      if (settled.id) vec_push(&e->terms, settled);
    }
    for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++)
      vec_push(&e->terms, n.arg[k]);
  }
}

static void reach_all(zeq_encoder *e) {
  uint32_t objects = 0, slots = 0;
  while (e->waiting.count && (objects < e->reached.count ||
                              slots < e->constraint.slots.count)) {
    if (objects < e->reached.count) reach_bytes(e, e->reached.items[objects++]);
    if (slots < e->constraint.slots.count)
      reach_term(e, e->constraint.slots.items[slots++].term);
  }
}

/* Pointers ---------------------------------------------------------------- */

static bool is_settled_anew(void *context, uint32_t symbol, void *l, void *r) {
  zeq_encoder *e = context;
  const expr settled = lazy_get_settled(e->s, symbol);
  (void) l;
  (void) r;
  if (settled.id) *idmap_at(&e->named, settled.id) = 1;
  if (settled_choice(e, settled)) {
    add_slot(e, TOPIC_SETTLED, symbol, 0, settled);
  } else if (!zeq_is_born(e, symbol)) {
    say(e, TOPIC_SETTLED, symbol);
    vec_push(&e->words, settled.id);
    reach_term(e, settled);
  } else if (lazy_may_alias(e->x) && settled.id) {
    uint64_t bits;
    expr_value(e->t, settled, &bits);
    const uint64_t name = bits >> names_shift(exec_names(e->x));
    if (name) vec_push(&e->names, (uint32_t) name);
  }
  return true;
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

static void say_names(zeq_encoder *e, topic t) {
  if (e->names.count)
    qsort(e->names.items, e->names.count, sizeof *e->names.items, by_number);
  for (uint32_t k = 0; k < e->names.count; k++)
    if (!k || e->names.items[k] != e->names.items[k - 1])
      say(e, t, e->names.items[k]);
}

static bool say_settled(zeq_encoder *e) {
  vec_clear(&e->names);
  pmap_diff(&e->event->before->settled, &e->s->settled, is_settled_anew, e);
  say_names(e, TOPIC_ALIAS);
  return true;
}

/* Made up, and freed: it will not be made once more. */
static bool say_made(zeq_encoder *e) {
  vec_clear(&e->names);
  const bool any = lazy_has_freed(e->x);
  for (const made *m = any ? e->s->made : NULL;
       m && m != e->event->before->made; m = m->before)
    if (m->object && !memory_find(&e->s->memory, m->object))
      vec_push(&e->names, m->object);
  say_names(e, TOPIC_FREED);
  return true;
}

static bool say_memory(zeq_encoder *e) {
  return pmap_diff(&e->event->before->memory.objects, &e->s->memory.objects, differs,
                   e);
}

/* Results and output ------------------------------------------------------ */

static void say_register(zeq_encoder *e, const frame *f, uint32_t reg) {
  const value v = f->regs[reg];
  const uint64_t what = (uint64_t) f->depth << 32 | reg;
  if (v.sym.id == EXPR_UNDEFINED.id) say(e, TOPIC_UNDEFINED, what);
  else if (v.sym.id) add_slot(e, TOPIC_REGISTER, what, 0, v.sym);
  else {
    say(e, TOPIC_REGISTER, what);
    vec_push(&e->words, value_bits(v));
    reach_word(e, value_bits(v));
  }
}

/* Registers of the frame live from `pc` on, without `gone` registers from `skipped` on. */
static void say_live(zeq_encoder *e, const frame *of, uint32_t pc,
                     uint32_t first, uint32_t count, uint32_t skipped,
                     uint32_t gone) {
  const ir_function *f = of->function;
  if (!count) return;
  assert(first + count <= f->reg_count);
  uint64_t few[16] = {0};
  const uint32_t words = (f->reg_count + 63) / 64;
  uint64_t *live = words <= 16 ? few : mem_zeroed(words, sizeof *live);
  ir_live_at(f, pc, live);
  for (uint32_t reg = first; reg < first + count; reg++)
    if (live[reg / 64] >> reg % 64 & 1 && reg - skipped >= gone)
      say_register(e, of, reg);
  if (live != few) free(live);
}

/* The used results of the call that has just returned. */
static void say_results(zeq_encoder *e) {
  const frame *top = e->s->top;
  const ir_function *f = top->function;
  assert(e->s->pc && f->insns[e->s->pc - 1].imm < f->calls.count);
  const ir_call *c = f->calls.items + f->insns[e->s->pc - 1].imm;
  say_live(e, top, e->s->pc, c->result, c->result_count, 0, 0);
}

/* A frame's place, loop counts, and stack objects.  A jmp_buf knows a frame by its serial
 * number. */
static void say_frame(zeq_encoder *e, const frame *f, uint32_t pc) {
  say(e, TOPIC_PLACE, exec_site(e->x, f->function, pc));
  vec_push(&e->words, (uint64_t) f->resume << 32 | f->restart);
  vec_push(&e->words, (uint64_t) f->first_slot << 32 | f->variadic);
  if (exec_has_jumps(e->x)) vec_push(&e->words, f->serial);
  for (uint32_t k = 0; f->loops && k < f->function->block_count; k++)
    vec_push(&e->words, f->loops[k]);
  for (uint32_t k = 0; k < f->function->slots.count; k++) {
    if (!f->function->slots.items[k].is_renewed) continue;
    const uint32_t name = exec_slot_instance(e->x, e->s, f, k);
    const bool lives = name && memory_find(&e->s->memory, name);
    say(e, TOPIC_STACK, lives ? name : 0);
  }
}

static void say_frames(zeq_encoder *e) {
  uint32_t pc = e->s->pc, skipped = 0, gone = 0;
  for (const frame *f = e->s->top; f; f = f->caller) {
    say_frame(e, f, pc);
    say_live(e, f, pc, 0, f->function->reg_count, skipped, gone);
    skipped = gone = 0;
    pc = f->restart;
    if (!f->caller || f->resume == UINT32_MAX) continue;
    /* What the call will return is not there yet. */
    const ir_function *below = f->caller->function;
    const ir_call *c = below->calls.items + below->insns[f->resume].imm;
    skipped = c->result;
    gone = c->result_count;
    pc = f->resume + 1;
  }
  for (const name_list *l = e->s->dynamics; l; l = l->before) {
    say(e, TOPIC_STACK, l->name);
    vec_push(&e->words, l->depth);
  }
}

static bool say_pc(zeq_encoder *e) {
  (void) e;
  return true;                  /* frames say where they are */
}

static bool say_top(zeq_encoder *e) {
  if (e->is_whole) say_frames(e);
  else say_results(e);
  return true;
}

static bool say_dynamics(zeq_encoder *e) {
  (void) e;
  return true;
}

static bool say_instances(zeq_encoder *e) {
  (void) e;
  return true;
}

/* False: the output does not go back to the call. */
static bool say_outputs(zeq_encoder *e) {
  const output *o = e->s->outputs;
  if (e->is_whole) return true;
  /* An abstract state prints nothing that is ever shown. */
  if (e->s->outputs_lost) return e->s->abstraction != 0;
  vec_clear(&e->outputs);
  for (; o && o != e->event->before->outputs; o = o->before)
    vec_push(&e->outputs, o);
  if (o != e->event->before->outputs) return false;
  for (uint32_t k = e->outputs.count; k--;) {
    o = e->outputs.items[k];
    say(e, TOPIC_OUTPUT, (uint64_t) o->fd << 32 | o->size);
    vec_push(&e->words, (uintptr_t) o->format);
    if (!o->has_terms && !o->format) {
      say_bytes(e, o->data, o->size);
      continue;
    }
    const uint32_t count = o->format ? 1 : o->size;
    for (uint32_t i = 0; i < count; i++) {
      const value v = value_from(e->t, output_term(o, i));
      if (v.sym.id) add_slot(e, TOPIC_OUTPUT, k, i, v.sym);
      else vec_push(&e->words, value_bits(v));
    }
  }
  return true;
}

/* A bound symbol is at no disposal; conditions with one are not compared. */
static bool is_quantified(const zeq_encoder *e) {
  if (e->has_copies) return true;
  for (uint32_t k = 0; k < e->constraint.conjuncts.count; k++)
    if (expr_has(e->t, e->constraint.conjuncts.items[k], EXPR_HAS_FORALL))
      return true;
  for (uint32_t k = 0; k < e->constraint.slots.count; k++)
    if (expr_has(e->t, e->constraint.slots.items[k].term, EXPR_HAS_FORALL))
      return true;
  return false;
}

/* States ----------------------------------------------------------------- */

static bool say_path(zeq_encoder *e, state *s) {
  say(e, TOPIC_FLAGS, s->path.uncertain);
  zeq_take_conjuncts(e, s);
  return true;
}

/* What exec/state.def says of comparing. */
#define COMPARE_WORD(F) vec_push(&e->words, s->F);
#define COMPARE_FLAG(F) flags = flags << 1 | (s->F != 0);
#define COMPARE_ENCODED(F) if (!say_##F(e)) return false;
#define COMPARE_LAST(F)
#define COMPARE_UNSEEN(F)

#define COMPARE_LAST_WORD(F)
#define COMPARE_LAST_FLAG(F)
#define COMPARE_LAST_ENCODED(F)
#define COMPARE_LAST_LAST(F) if (!say_##F(e, s)) return false;
#define COMPARE_LAST_UNSEEN(F)

static void begin(zeq_encoder *e, const state *s, const call_event *event,
                  bool is_whole) {
  assert(event && event->refs && event->before && !s->unasked.id);
  e->s = s;
  e->event = event;
  e->is_whole = is_whole;
  e->stamp++;
  e->has_copies = false;
  e->bytes = 0;
  e->unseen = (unseen) {0};
  while (e->stripped.count) object_free(vec_pop(&e->stripped));
  zeq_constraint_clear(&e->constraint);
  vec_clear(&e->words);
  vec_clear(&e->waiting);
  vec_clear(&e->reached);
}

static bool say_all(zeq_encoder *e, state *s) {
  uint64_t flags = 0;
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  COMPARE_##COMPARE(NAME)
#include "exec/state.def"
  say(e, TOPIC_FLAGS, flags);
  reach_all(e);
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  COMPARE_LAST_##COMPARE(NAME)
#include "exec/state.def"
  return !is_quantified(e);
}

bool zeq_encode(zeq_encoder *e, state *s, const call_event *event) {
  begin(e, s, event, false);
  return path_count(&s->path) >= event->conjuncts && say_all(e, s);
}

bool zeq_encode_whole(zeq_encoder *e, state *s, const call_event *start) {
  begin(e, s, start, true);
  /* Runs only part of its path: subsumes no state. */
  if (s->fixing.id) return false;
  if (!e->writes_fail) e->unseen = unseen_in(e->x, s);
  say(e, TOPIC_FLAGS, s->is_tangled);
  return say_all(e, s);
}

void zeq_set_slot(const zeq_encoder *e, state *s, const zeq_slot *slot,
                  uint64_t bits) {
  assert(!slot->is_any);
  const uint64_t what = slot->place[0] & ((UINT64_C(1) << 56) - 1);
  const uint64_t where = slot->place[1];
  const uint32_t count = where & 0xfff, part = where >> 12 & 0xfff;
  switch ((topic) (slot->place[0] >> 56)) {
  case TOPIC_WORD:
    assert(count && part + count <= 8);
    exec_put_number(e->x, s, (uint32_t) what, where >> 24, count,
                    bits >> 8 * part & bits_mask(8 * count));
    break;
  case TOPIC_REGISTER:
    if (what >> 32 == s->top->depth)
      state_own_top(s)->regs[(uint32_t) what] = value_of(bits);
    break;
  default: break;               /* expressed by its path */
  }
}

/* The rest of a form does not depend on the indices of terms. */
static void mark_named(void *context, expr_table *t) {
  const idmap *named = &((const zeq_encoder *) context)->named;
  for (uint32_t k = 0; k < named->capacity; k++)
    sweep_mark(t, (expr) {(uint32_t) named->slots[k].key});
}

/* Nobody looks at these terms again, only at their indices: so a forgotten mark is
 * looked for here. */
static void check_named(void *context, expr_table *t) {
  const idmap *named = &((const zeq_encoder *) context)->named;
  for (uint32_t k = 0; LIMITS_ARE_HOSTILE && k < named->capacity; k++)
    if (named->slots[k].key &&
        !sweep_is_marked(t, (expr) {(uint32_t) named->slots[k].key}))
      fatal("term %" PRIu64 " is part of a form and was swept", named->slots[k].key);
}

void zeq_encoder_init(zeq_encoder *e, exec *x) {
  *e = (zeq_encoder) {.x = x, .t = exec_table(x)};
  sweep_add_root(e->t, (sweep_root) {"forms", e, mark_named, check_named});
}

void zeq_encoder_release(zeq_encoder *e) {
  sweep_remove_root(e->t, e);
  while (e->stripped.count) object_free(vec_pop(&e->stripped));
  vec_release(&e->stripped);
  zeq_constraint_release(&e->constraint);
  vec_release(&e->words);
  vec_release(&e->groups);
  vec_release(&e->open);
  vec_release(&e->waiting);
  vec_release(&e->reached);
  vec_release(&e->names);
  vec_release(&e->outputs);
  vec_release(&e->terms);
  vec_release(&e->seen);
  idmap_release(&e->named);
}
