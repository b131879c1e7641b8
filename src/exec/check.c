#include "exec/internal.h"

#include "base/fatal.h"
#include "base/hash.h"
#include "exec/event.h"
#include "exec/extension.h"
#include "exec/fan.h"

/*
 * Every invariant of a state that can be seen in it, for the hostile build: it
 * asks after each slice of the scheduler (explore/explore.c).  Large objects are
 * looked at in their bookkeeping only, long paths and logs at their newer end.
 */
enum { LARGE = 1 << 12, LONG = 64 };

#define CHECK(COND) \
  ((COND) ? (void) 0 \
          : fatal("state_check: state %u at %s: broken: %s", s->id, \
                  s->top ? s->top->function->name : "?", #COND))

typedef struct looked {
  exec *x;
  const state *s;
  uint64_t heap_bytes, sure_bytes;      /* of all heap objects, and of heap objects that
                                         * live on every path of a join */
  uint32_t unfreed, sure;
} looked;

static void check_term(exec *x, const state *s, expr e) {
  CHECK(e.id > EXPR_UNDEFINED.id && e.id <= expr_count(x->t));
  if (x->strategy.summaries && !summary_is_leaf(x->t, e))
    summary_check(x->strategy.summaries, e);
}

static void check_condition(exec *x, const state *s, expr e) {
  if (!e.id) return;
  check_term(x, s, e);
  CHECK(expr_width(x->t, e) == 1);
}

/* A constant of at most a word is a number, never a term. */
static void check_value(exec *x, const state *s, value v) {
  uint64_t bits;
  if (!v.sym.id || expr_same(v.sym, EXPR_UNDEFINED)) return;
  check_term(x, s, v.sym);
  CHECK(!expr_value(x->t, v.sym, &bits));
}

/* Frames ------------------------------------------------------------------ */

static void check_event(const state *s, const frame *f) {
  const call_event *e = f->event;
  if (!e) return;
  CHECK(e->refs && e->function == f->function && e->before);
  CHECK(e->conjuncts == path_count(&e->before->path));
  CHECK(e->inputs == state_input_count(e->before));
  CHECK(e->before->top && e->before->top->depth + 1 == f->depth);
}

/* One way holds wherever the frame is reached.  Where its deepest caller is. */
static expr check_fan(exec *x, const state *s, const frame *f, expr reached) {
  const fan *n = f->fan;
  if (!n) return reached;
  expr any = expr_false(x->t), below = expr_false(x->t);
  CHECK(n->refs && n->count > 1);
  for (uint32_t k = 0; k < n->count; k++) {
    const fan_way *w = n->ways + k;
    CHECK(w->caller->refs && w->caller->depth < f->depth);
    CHECK((w->resume == UINT32_MAX ? w->restart : w->resume) < w->caller->function->insn_count);
    for (uint32_t i = 0; i < k; i++)
      CHECK(path_may(x->solver, &s->path,
                     expr_and(x->t, reached, expr_and(x->t, n->ways[i].guard, w->guard))) !=
            ANSWER_SAT);
    any = expr_or(x->t, any, w->guard);
    if (w->caller == f->caller && w->resume == f->resume) below = w->guard;
  }
  CHECK(path_may(x->solver, &s->path, expr_and(x->t, reached, expr_not(x->t, any))) !=
        ANSWER_SAT);
  return expr_and(x->t, reached, below);
}

static void check_frames(exec *x, const state *s) {
  CHECK(s->top && s->pc < s->top->function->insn_count);
  uint32_t seen = 0;
  expr reached = expr_true(x->t);
  for (const frame *f = s->top; f; f = f->caller) {
    CHECK(f->refs && (f->caller ? f->depth > f->caller->depth : !f->depth));
    CHECK(x->strategy.crosses || !f->caller || f->depth == f->caller->depth + 1);
    reached = check_fan(x, s, f, reached);
    CHECK(f->fan || f->stack == hash_word(hash_word(f->caller ? f->caller->stack : 0,
                                          f->resume), f->function->symbol));
    CHECK(f->serial <= s->calls);
    if (f->caller) {
      const uint32_t back = f->resume == UINT32_MAX ? f->restart : f->resume;
      CHECK(back < f->caller->function->insn_count);
      CHECK(f->serial > f->caller->serial);
    }
    CHECK(!f->variadic || names_info(x->names, f->variadic));
    check_event(s, f);
    if (seen++ >= LONG) continue;
    for (uint32_t r = 0; r < f->function->reg_count; r++)
      check_value(x, s, f->regs[r]);
  }
}

/* Memory ------------------------------------------------------------------ */

static void check_contents(exec *x, const state *s, const object *o) {
  uint64_t symbolic = 0, undefined = 0;
  for (uint64_t i = 0; i < o->used; i++) {
    const shadow b = object_shadow(o, i);
    const bool is_defined = object_is_defined(o, i, 1);
    undefined += !is_defined;
    if (!b.term.id) continue;
    symbolic++;
    CHECK(is_defined);
    /* Terms come in runs of one word's bytes. */
    const shadow before = i ? object_shadow(o, i - 1) : (shadow) {0};
    if (!expr_same(before.term, b.term)) check_term(x, s, b.term);
    CHECK(b.part < (expr_width(x->t, b.term) + 7) / 8);
  }
  /* Untouched bytes are all as made. */
  if (o->used < o->size && !object_is_defined(o, o->used, 1))
    undefined += o->size - o->used;
  uint32_t left = update_number(o->updates);
  for (const update *u = o->updates; u; u = u->before, left--) {
    CHECK(u->refs && u->number == left);
    check_condition(x, s, u->guard);
    check_term(x, s, u->at);
    check_term(x, s, u->value);
    CHECK(u->bytes ? expr_width(x->t, u->value) == 8 * u->bytes && !u->place : u->length.id);
  }
  CHECK(symbolic + (o->updates != NULL) == o->symbolic);
  CHECK(undefined == o->undefined);
}

static bool check_object(void *context, uint32_t key, void *found) {
  looked *l = context;
  exec *x = l->x;
  const state *s = l->s;
  const object *o = found;
  const uint32_t first = o->name & ~NAME_BIT, needed = names_needed(x->names, o->size);
  CHECK(o->refs);
  CHECK(key >= first && key - first < needed);
  CHECK(o->kind > OBJECT_FUNCTION && o->kind <= OBJECT_LAZY);
  CHECK(o->used == o->size || (o->actual_size.id && o->used < o->size));
  CHECK(o->symbolic <= o->shadow_count + (o->updates != NULL) && o->undefined <= o->size);
  CHECK(!o->shadow_count || o->shadow_first + o->shadow_count <= o->size);
  CHECK(!o->undefined || o->defined);
  check_condition(x, s, o->exists);
  if (o->actual_size.id) check_term(x, s, o->actual_size);
  if (o->place.id) check_term(x, s, o->place);
  CHECK(o->alignment <= OBJECT_ALIGNED);
  if (key != first) return true;        /* a further page of it */
  if (o->kind == OBJECT_HEAP) {
    const uint64_t bytes = o->actual_size.id ? 0 : o->size;
    l->heap_bytes += bytes;
    l->unfreed += !o->is_own;
    if (!o->exists.id) {
      l->sure_bytes += bytes;
      l->sure += !o->is_own;
    }
  }
  if (o->used <= LARGE) check_contents(x, s, o);
  return true;
}

static void check_memory(exec *x, const state *s) {
  looked l = {.x = x, .s = s};
  pmap_each(&s->memory.objects, check_object, &l);
  CHECK(l.sure_bytes <= s->heap_bytes && l.sure <= s->unfreed);
  /* A joined state counts what either side had; objects that no input has any more are dropped by
   * joins, and from a store for many. */
  CHECK(x->strategy.shares || s->paths > 1 ||
        (s->heap_bytes <= l.heap_bytes && s->unfreed <= l.unfreed));
  for (const name_list *n = s->dynamics; n; n = n->before) {
    CHECK(n->refs && n->depth <= s->top->depth);
    CHECK(!n->before || n->before->depth <= n->depth);
  }
}

/* Logs -------------------------------------------------------------------- */

static void check_inputs(exec *x, const state *s) {
  uint32_t seen = 0;
  for (const input *i = s->inputs; i && seen < LONG; i = i->before, seen++) {
    CHECK(i->refs && i->name && i->kind <= INPUT_PLACE);
    CHECK(i->symbol + (i->kind == INPUT_OBJECT ? (uint64_t) i->size : 1) <=
          expr_symbol_count(x->t));
    CHECK(!i->before || i->before->index <= i->index);
    check_condition(x, s, i->guard);
    if (i->iterations.id) check_term(x, s, i->iterations);
  }
}

static void check_logs(exec *x, const state *s) {
  uint32_t seen = 0, length = s->made ? s->made->length : 0;
  check_inputs(x, s);
  for (const output *o = s->outputs; o && seen < LONG; o = o->before, seen++) {
    CHECK(o->refs && o->total >= o->size);
    CHECK(!o->before || o->before->total <= o->total);
    for (uint32_t k = 0; o->has_terms && k < o->size; k++)
      check_term(x, s, output_term(o, k));
  }
  for (const made *m = s->made; m; m = m->before, length--)
    CHECK(m->refs && m->length == length && m->text);
  CHECK(!length);
}

void state_check(exec *x, const state *s) {
  check_frames(x, s);
  check_memory(x, s);
  check_logs(x, s);
  state_check_extensions(x, s);
  path_check(x->solver, &s->path, LONG);
}
