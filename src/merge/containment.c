#include "merge/containment.h"

#include "base/bits.h"
#include "base/mem.h"
#include "lazy/lazy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void containment_begin(containment *c, exec *x, const state *outer, const state *inner) {
  state *with_inner = lazy_make_missing(x, outer, inner);
  state *with_outer = lazy_make_missing(x, inner, outer);
  *c = (containment) {.x = x, .t = exec_table(x), .outer = with_inner ? with_inner : outer,
                      .inner = with_outer ? with_outer : inner,
                      .made = {with_inner, with_outer}};
}

void containment_release(containment *c) {
  for (unsigned k = 0; k < 2; k++) state_free(c->made[k]);
  vec_release(&c->pairs);
  vec_release(&c->symbols);
  vec_release(&c->values);
}

/* Terms ---------------------------------------------------------------------- */

static bool is_bound(const containment *c, uint32_t symbol) {
  for (uint32_t k = 0; k < c->symbols.count; k++)
    if (c->symbols.items[k] == symbol) return true;
  return false;
}

static bool is_abstract(const containment *c, expr e) {
  const expr_node n = expr_get(c->t, e);
  return n.op == EXPR_VAR &&
         expr_symbol_class(c->t, (uint32_t) n.imm) == SYMBOL_ABSTRACT;
}

/* A number stands for any number, and for nothing else. */
void containment_bind(containment *c, expr symbol, expr to) {
  const memory *in[] = {&c->outer->memory, &c->inner->memory};
  assert(is_abstract(c, symbol));
  c->differs |= expr_width(c->t, symbol) != expr_width(c->t, to) ||
                expr_has(c->t, to, EXPR_HAS_UNINIT) || exec_is_address(c->x, in, 2, to);
  vec_push(&c->symbols, (uint32_t) expr_get(c->t, symbol).imm);
  vec_push(&c->values, to);
}

void containment_fix(containment *c) { c->is_fixed = true; }

static void meet(containment *c, expr outer, expr inner) {
  if (expr_width(c->t, outer) != expr_width(c->t, inner)) {
    c->differs = true;
    return;
  }
  if (!c->is_fixed && is_abstract(c, outer) && !expr_has(c->t, outer, EXPR_HAS_UNINIT) &&
      !is_bound(c, (uint32_t) expr_get(c->t, outer).imm))
    containment_bind(c, outer, inner);
  /* A missing definition is equal to itself only. */
  c->differs |= !expr_same(outer, inner) && (expr_has(c->t, outer, EXPR_HAS_UNINIT) ||
                                             expr_has(c->t, inner, EXPR_HAS_UNINIT));
  vec_push(&c->pairs, ((containment_pair) {outer, inner}));
}

void containment_want(containment *c, expr e) {
  vec_push(&c->pairs, ((containment_pair) {e, expr_true(c->t)}));
}

/* {0} is a value, too. */
static void meet_optional(containment *c, expr outer, expr inner) {
  if (outer.id && inner.id) meet(c, outer, inner);
  else c->differs |= outer.id != inner.id;
}

static void meet_values(containment *c, value outer, value inner) {
  const bool is_undefined = expr_same(outer.sym, EXPR_UNDEFINED);
  if (is_undefined || expr_same(inner.sym, EXPR_UNDEFINED)) {
    c->differs |= !is_undefined || !expr_same(inner.sym, EXPR_UNDEFINED);
    return;
  }
  if (!outer.sym.id && !inner.sym.id) {
    c->differs |= value_bits(outer) != value_bits(inner);
    return;
  }
  /* Registers have no widths: of two terms, readers look at the bits of both. */
  const unsigned width = expr_width(c->t, outer.sym.id ? outer.sym : inner.sym);
  const value number = outer.sym.id ? inner : outer;
  c->differs |= !number.sym.id && width < 64 && number.raw >> width;
  meet(c, value_term(c->t, outer, width),
       expr_resize(c->t, value_term(c->t, inner, width), width, false));
}

/* Memory --------------------------------------------------------------------- */

typedef struct walk {
  containment *c;
  const pmap *inner;
} walk;

/* A whole word of the outer object starts at the byte; else 1: the byte alone. */
static uint32_t bytes_at(const containment *c, const object *a, const object *b, uint64_t i) {
  const expr term = object_shadow(a, i).term;
  const unsigned width = term.id ? expr_width(c->t, term) : 8;
  const uint32_t bytes = width / 8;
  if (width % 8 || !object_has(a, i, bytes) || !object_is_defined(b, i, bytes)) return 1;
  for (uint32_t k = 0; k < bytes && term.id; k++) {
    const shadow s = object_shadow(a, i + k);
    if (!expr_same(s.term, term) || s.part != k || object_since(a, i + k) != object_since(a, i))
      return 1;
  }
  return bytes;
}

static void compare_contents(containment *c, const object *a, const object *b) {
  const uint64_t end = object_both_used(a, b);
  if (object_is_plain(a) && object_is_plain(b)) {
    c->differs |= memcmp(a->bytes, b->bytes, end) != 0;
    return;
  }
  /* All bytes from there on are alike. */
  for (uint64_t i = 0, count; i < a->size && i <= end && !c->differs; i += count) {
    const bool is_defined = object_is_defined(a, i, 1);
    count = 1;
    c->differs |= is_defined != object_is_defined(b, i, 1) ||
                  object_since(a, i) != object_since(b, i);
    if (!is_defined || c->differs) continue;
    count = bytes_at(c, a, b, i);
    for (uint32_t k = 1; k < count; k++)
      c->differs |= object_since(a, i + k) != object_since(b, i + k);
    meet_values(c, object_base(a, c->t, i, (uint32_t) count),
                object_base(b, c->t, i, (uint32_t) count));
  }
}

static void compare_updates(containment *c, const object *a, const object *b) {
  const update *u = a->updates, *v = b->updates;
  for (; u && v; u = u->before, v = v->before) {
    c->differs |= u->bytes != v->bytes || u->place != v->place;
    meet_optional(c, u->at, v->at);
    meet_optional(c, u->value, v->value);
    meet_optional(c, u->guard, v->guard);
    meet_optional(c, u->length, v->length);
  }
  c->differs |= u || v;
}

static expr existence(const containment *c, const object *o) {
  return o->exists.id ? o->exists : expr_true(c->t);
}

static bool compare_object(void *context, uint32_t key, void *found) {
  containment *c = ((walk *) context)->c;
  const object *a = found, *b = pmap_get(((walk *) context)->inner, key);
  c->differs |= !b || a->name != b->name || a->size != b->size || a->kind != b->kind ||
                a->alignment != b->alignment || a->is_read_only != b->is_read_only ||
                a->is_own != b->is_own;
  if (c->differs) return false;
  if (key != (a->name & ~NAME_BIT)) return true;        /* a further page */
  meet(c, existence(c, a), existence(c, b));
  meet_optional(c, a->actual_size, b->actual_size);
  meet_optional(c, a->place, b->place);
  compare_updates(c, a, b);
  compare_contents(c, a, b);
  return !c->differs;
}

static void compare_memory(containment *c) {
  const pmap *a = &c->outer->memory.objects, *b = &c->inner->memory.objects;
  walk w = {c, b};
  c->differs |= a->count != b->count;
  pmap_each(a, compare_object, &w);
}

/* Frames --------------------------------------------------------------------- */

static void compare_frame(containment *c, const frame *a, const frame *b, uint32_t pc) {
  const ir_function *f = a->function;
  c->differs |= f != b->function || a->depth != b->depth || a->resume != b->resume ||
                a->restart != b->restart || a->stack != b->stack ||
                a->first_slot != b->first_slot || a->stack_bytes != b->stack_bytes ||
                a->variadic != b->variadic || a->is_any_call != b->is_any_call ||
                (exec_has_jumps(c->x) && a->serial != b->serial);
  if (c->differs) return;
  uint64_t *live = mem_zeroed(f->reg_count / 64 + 1, sizeof *live);
  ir_live_at(f, pc, live);
  for (uint32_t k = 0; k < f->reg_count; k++)
    if (live[k / 64] >> k % 64 & 1) meet_values(c, a->regs[k], b->regs[k]);
  free(live);
}

/* Iterations counted so far only end a run earlier, as a cut. */
static void compare_top(containment *c) {
  const frame *a = c->outer->top, *b = c->inner->top;
  for (uint32_t pc = c->outer->pc; a && b && !c->differs; a = a->caller, b = b->caller) {
    compare_frame(c, a, b, pc);
    pc = a->resume != UINT32_MAX ? a->resume + 1 : a->restart;
  }
  c->differs |= a || b;
}

/* Other rows ----------------------------------------------------------------- */

static bool compare_number(void *context, uint32_t key, void *number) {
  containment *c = ((walk *) context)->c;
  c->differs |= pmap_get(((walk *) context)->inner, key) != number;
  return !c->differs;
}

static void compare_numbers(containment *c, const pmap *a, const pmap *b) {
  walk w = {c, b};
  c->differs |= a->count != b->count;
  pmap_each(a, compare_number, &w);
}

static void compare_pc(containment *c) { c->differs |= c->outer->pc != c->inner->pc; }

/* Objects made up by one of them are made up in both, and compared there; what calls
 * without code return are inputs. */
static void compare_made(containment *c) { (void) c; }

/* What was printed changes nothing later. */
static void compare_outputs(containment *c) { (void) c; }

static void compare_dynamics(containment *c) {
  const name_list *a = c->outer->dynamics, *b = c->inner->dynamics;
  for (; a && b; a = a->before, b = b->before)
    c->differs |= a->name != b->name || a->depth != b->depth || a->bytes != b->bytes ||
                  a->sure != b->sure;
  c->differs |= a || b;
}

static void compare_instances(containment *c) {
  compare_numbers(c, &c->outer->instances, &c->inner->instances);
}

static void compare_settled(containment *c) {
  compare_numbers(c, &c->outer->settled, &c->inner->settled);
}

static void compare_is_leaving(containment *c) {
  c->differs |= c->outer->is_leaving != c->inner->is_leaving;
}

/* How an error is reported, not whether there is one. */
static void compare_abstraction(containment *c) { (void) c; }
static void compare_outputs_lost(containment *c) { (void) c; }

/* Rows that z-equivalence does not see: the names of later objects, what the outer state
 * must be as careful about, and states that are a part of their path. */
static void compare_unseen(containment *c) {
  const state *a = c->outer, *b = c->inner;
  compare_numbers(c, &a->counts, &b->counts);
  c->differs |= (b->is_tangled && !a->is_tangled) || a->unasked.id || b->unasked.id ||
                a->fixing.id || b->fixing.id;
}

#define COMPARE_WORD(F) c->differs |= c->outer->F != c->inner->F;
#define COMPARE_FLAG(F) compare_##F(c);
#define COMPARE_ENCODED(F) compare_##F(c);
#define COMPARE_LAST(F) compare_##F(c, conjuncts);
#define COMPARE_UNSEEN(F)

static void compare_path(containment *c, uint32_t conjuncts) {
  const uint32_t count = path_count(&c->outer->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(&c->outer->path, all);
  c->differs |= count != conjuncts;
  for (uint32_t k = 0; k < count; k++) containment_want(c, all[k]);
  free(all);
}

void containment_compare(containment *c, uint32_t conjuncts) {
  assert(c->outer != c->inner);
  compare_unseen(c);
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  COMPARE_##COMPARE(NAME)
#include "exec/state.def"
}

/* What is wanted ------------------------------------------------------------- */

typedef VEC(expr) terms;

expr containment_said(const containment *c, expr e) {
  return expr_substitute(c->t, e, c->symbols.items, c->values.items, c->symbols.count);
}

/* Of each pair that it is equal, said of the inner state. */
static void say_wanted(const containment *c, terms *all) {
  for (uint32_t k = 0; k < c->pairs.count; k++) {
    const containment_pair p = c->pairs.items[k];
    vec_push(all, expr_eq(c->t, containment_said(c, p.outer), p.inner));
  }
}

/* One query, of the path's conjuncts and this. */
static answer ask(exec *x, const path *p, expr also) {
  const uint32_t count = path_count(p);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(p, all);
  all[count] = also;
  const answer a = solver_check(exec_solver(x), all, count + 1);
  free(all);
  return a;
}

static bool holds_in_model(const containment *c, expr e) {
  return c->inner->path.uncertain || expr_has(c->t, e, EXPR_IS_OPEN | EXPR_HAS_UNINIT) ||
         path_value(exec_solver(c->x), &c->inner->path, e);
}

bool containment_holds(containment *c) {
  terms all = {0};
  expr fails = expr_false(c->t);
  bool holds = !c->differs;
  if (holds) say_wanted(c, &all);
  for (uint32_t k = 0; k < all.count && holds; k++) {
    if (!holds_in_model(c, all.items[k])) {
      c->wrong = c->pairs.items[k].outer;
      holds = false;
    }
    fails = expr_or(c->t, fails, expr_not(c->t, all.items[k]));
  }
  const answer a = holds && !expr_is_false(c->t, fails)
                       ? ask(c->x, &c->inner->path, fails) : ANSWER_UNSAT;
  for (uint32_t k = 0; k < all.count && a != ANSWER_UNSAT && !c->wrong.id; k++)
    if (!expr_is_true(c->t, all.items[k]) &&
        (a == ANSWER_UNKNOWN || !solver_model_value(exec_solver(c->x), all.items[k])))
      c->wrong = c->pairs.items[k].outer;
  vec_release(&all);
  return holds && a == ANSWER_UNSAT;
}

answer containment_assume(containment *c, state *s) {
  terms all = {0};
  answer a = ANSWER_SAT;
  assert(!c->differs);
  say_wanted(c, &all);
  for (uint32_t k = 0; k < all.count && a != ANSWER_UNSAT; k++)
    a = path_assume(exec_solver(c->x), &s->path, all.items[k]);
  vec_release(&all);
  return a;
}

expr containment_measure(expr_table *t, expr e, bool is_signed, bool is_greater) {
  const unsigned width = expr_width(t, e);
  const expr top = expr_binary(t, EXPR_SHL, expr_const(t, width, 1),
                               expr_const(t, width, width - 1));
  if (is_signed) e = expr_binary(t, EXPR_XOR, e, top);
  return is_greater ? expr_binary(t, EXPR_SUB, expr_const(t, width, bits_mask(width)), e) : e;
}

bool containment_falls(exec *x, const path *p, expr before, expr now) {
  return ask(x, p, expr_binary(exec_table(x), EXPR_ULE, before, now)) == ANSWER_UNSAT;
}
