#include "merge/join.h"

#include "base/idmap.h"
#include "base/limits.h"
#include "base/mem.h"
#include "exec/extension.h"
#include "exec/fan.h"
#include "exec/fields.h"
#include "lazy/lazy.h"
#include "merge/join_check.h"
#include "summary/summary.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct joiner {
  exec *x;
  expr_table *t;
  summaries *summaries;         /* NULL: plain terms */
  const state *left, *right;
  state *result;
  expr guard;                   /* where the left one's values hold: guard_of() */
  expr left_guard, either_guard;        /* source of the guard, made when needed */
  join_refusal refusal;
  join_stats *stats;
  const join_rule *rule;        /* NULL: none */
  bool crosses;                 /* the two have other calls below */
} joiner;

static const char *const texts[] = {
#define REFUSAL(NAME, TEXT) TEXT,
#include "merge/refusals.def"
};

const char *join_refusal_text(join_refusal r) {
  assert(r < JOIN_REFUSALS);
  return texts[r];
}

static bool refuse(joiner *j, join_refusal why) {
  j->refusal = why;
  return false;
}

bool join_is_possible(const state *a, const state *b) {
  return a->pc == b->pc && a->top->stack == b->top->stack &&
         a->top->depth == b->top->depth &&
         a->top->function == b->top->function;
}

/* Stacks that differ ------------------------------------------------------- */

/* Frames of stacks that are compared in pairs. */
enum { MOST_CROSSED = 256 };

/* Variables in memory of a caller that the other state does not have. */
static bool has_own_slots(const state *s, const state *other) {
  for (const frame *f = s->top; f; f = f->caller) {
    const frame *g = other->top;
    while (g && g != f && !(f->first_slot && g->first_slot == f->first_slot)) g = g->caller;
    if (g == f) return false;
    if (f->first_slot && !g) return true;
  }
  return false;
}

bool join_may_cross(exec *x, const state *a, const state *b) {
  const frame *f = a->top, *g = b->top;
  if (!exec_get_strategy(x).crosses || a->pc != b->pc || f->function != g->function ||
      a->frontier != b->frontier || !f->is_recursive || !g->is_recursive)
    return false;
  /* Where it returns it would part at once. */
  return state_insn(a)->op != IR_RETURN && !exec_has_jumps(x) && !a->made && !b->made &&
         f->depth <= MOST_CROSSED && g->depth <= MOST_CROSSED && fan_agrees(f, g, a->pc) &&
         !f->caller->function->is_library && !g->caller->function->is_library &&
         !has_own_slots(a, b) && !has_own_slots(b, a);
}

/* Values ----------------------------------------------------------------- */

/* Often all values are the same, and nobody asks.  Elsewhere than on the joined path
 * nobody asks whose values hold. */
static expr guard_of(joiner *j) {
  if (j->guard.id) return j->guard;
  assert(j->left_guard.id && j->either_guard.id);
  j->guard = j->left_guard;
  if (j->summaries) j->guard = summary_guard(j->summaries, j->guard);
  if (j->summaries && !j->rule)
    j->guard = summary_restrict(j->summaries, j->guard,
                                summary_guard(j->summaries, j->either_guard));
  return j->guard;
}

/* Leaves of a joined value that the report counts: with more the join is far beyond 8 paths a
 * leaf, and counting takes time in proportion. */
enum { COUNTED_LEAVES = 64, COUNTED_NODES = 256 };

static void count(joiner *j, expr left, expr right, expr joined) {
  join_stats *stats = j->stats;
  const uint32_t leaves = j->summaries
      ? summary_leaves(j->summaries, joined, COUNTED_LEAVES) : 2;
  stats->values++;
  stats->leaves += leaves;
  if (leaves < COUNTED_LEAVES) {
    const double ways =
        j->summaries ? summary_ways(j->summaries, joined, COUNTED_NODES) : 2;
    stats->sharing += ways / leaves;
    stats->counted += ways > 0;
  }
  const memory *seen[] = {&j->left->memory, &j->right->memory};
  stats->addresses += exec_is_address(j->x, seen, 2, left) ||
                      exec_is_address(j->x, seen, 2, right);
}

static expr choose(joiner *j, expr left, expr right) {
  assert(expr_width(j->t, left) == expr_width(j->t, right));
  if (expr_same(left, right)) return left;
  expr e = {0};
  if (j->summaries) e = summary_ite(j->summaries, guard_of(j), left, right);
  if (e.id && j->crosses) e = exec_restrict(j->x, j->result, e);
  return e.id ? e : expr_ite(j->t, guard_of(j), left, right);
}

static expr join_terms(joiner *j, expr left, expr right) {
  if (expr_same(left, right)) return left;
  const expr e = choose(j, left, right);
  count(j, left, right, e);
  return e;
}

/* Of registers and words: here a rule has its say. */
static expr join_values(joiner *j, expr left, expr right) {
  if (j->rule && j->rule->join && !expr_same(left, right) &&
      !expr_has(j->t, left, EXPR_HAS_UNINIT) &&
      !expr_has(j->t, right, EXPR_HAS_UNINIT)) {
    const expr e = j->rule->join(j->rule->context, left, right);
    assert(!e.id || expr_width(j->t, e) == expr_width(j->t, left));
    if (e.id) {
      j->stats->values++;
      return e;
    }
  }
  return join_terms(j, left, right);
}

static bool same_value(value a, value b) {
  return a.sym.id == b.sym.id && (a.sym.id || value_bits(a) == value_bits(b));
}

/* Registers have no widths of their own: numbers are taken at 64 bits, and
 * readers of the result cut it.  To a rule the width matters. */
static value join_register(joiner *j, value a, value b, uint32_t reg,
                           const ir_function *f, uint32_t pc) {
  if (same_value(a, b)) return a;
  if ((a.sym.id == EXPR_UNDEFINED.id || b.sym.id == EXPR_UNDEFINED.id) &&
      exec_get_options(j->x)->uninit_is_nondet) {
    /* The side with the input asked for it: the other side must not. */
    refuse(j, JOIN_UNDEFINED);
    return a;
  }
  unsigned width = 64;
  if (a.sym.id > EXPR_UNDEFINED.id) width = expr_width(j->t, a.sym);
  else if (b.sym.id > EXPR_UNDEFINED.id) width = expr_width(j->t, b.sym);
  else if (j->rule && !(a.sym.id | b.sym.id)) {
    const unsigned read = ir_width_at(f, reg, pc,
                                      exec_program(j->x)->pointer_bits);
    if (read && read <= 64 &&
        !((value_bits(a) | value_bits(b)) & ~bits_mask(read)))
      width = read;
  }
  if (a.sym.id == EXPR_UNDEFINED.id)
    a = exec_make_undefined(j->x, j->result, width, 0, 0);
  if (b.sym.id == EXPR_UNDEFINED.id)
    b = exec_make_undefined(j->x, j->result, width, 0, 0);
  const expr left = value_term(j->t, a, width);
  expr right = value_term(j->t, b, width);
  if (expr_width(j->t, right) != width)
    right = expr_resize(j->t, right, width, false);
  return value_from(j->t, join_values(j, left, right));
}

static expr negated(joiner *j, expr guard) {
  if (j->summaries) {
    const expr e = summary_not(j->summaries, guard);
    if (e.id) return e;
  }
  return expr_not(j->t, guard);
}

static expr both(joiner *j, expr g, expr h) {
  return j->summaries ? summary_and(j->summaries, g, h) : expr_and(j->t, g, h);
}

static expr either(joiner *j, expr g, expr h) {
  return j->summaries ? summary_or(j->summaries, g, h) : expr_or(j->t, g, h);
}

/* Frames ----------------------------------------------------------------- */

static bool same_frame(const frame *a, const frame *b) {
  return a->function == b->function && a->fan == b->fan && a->resume == b->resume &&
         a->restart == b->restart && a->first_slot == b->first_slot &&
         a->variadic == b->variadic && a->is_any_call == b->is_any_call;
}

static void join_registers(joiner *j, const frame *a, const frame *b, frame *to, uint32_t pc) {
  const ir_function *f = a->function;
  uint64_t *live = mem_zeroed((f->reg_count + 63) / 64, sizeof *live);
  ir_live_at(f, pc, live);
  for (uint32_t k = 0; k < f->reg_count; k++)
    to->regs[k] = live[k / 64] >> k % 64 & 1
                      ? join_register(j, a->regs[k], b->regs[k], k, f, pc)
                      : (value) {.sym = EXPR_UNDEFINED};
  free(live);
}

/* The same where callers differ. */
static frame *cross_top(joiner *j, frame *a, frame *b, uint32_t pc) {
  if (a->first_slot != b->first_slot || a->variadic != b->variadic ||
      a->is_any_call != b->is_any_call || has_own_slots(j->left, j->right) ||
      has_own_slots(j->right, j->left)) {
    refuse(j, JOIN_FRAMES);
    return NULL;
  }
  const fan_part parts[] = {{guard_of(j), a}, {negated(j, guard_of(j)), b}};
  frame *new = fan_unite(j->x, parts, 2);
  if (new->refs > 1) new = frame_own(&new);
  if (a->entered != b->entered) new->entered = j->result->frontier;
  new->first_slot = a->first_slot;
  new->variadic = a->variadic;
  join_registers(j, a, b, new, pc);
  if (!j->refusal) return new;
  frame_release(new);
  return NULL;
}

/* A frame for both, its callers joined first; NULL: refused. */
static frame *join_frames(joiner *j, frame *a, frame *b, uint32_t pc) {
  if (a == b) {
    frame_retain(a);
    return a;
  }
  if (j->crosses) return cross_top(j, a, b, pc);
  assert(!a->caller == !b->caller);
  if (!same_frame(a, b)) {
    refuse(j, JOIN_FRAMES);
    return NULL;
  }
  frame *caller = NULL;
  if (a->caller) {
    const bool called = a->resume != UINT32_MAX;
    caller = join_frames(j, a->caller, b->caller,
                         called ? a->resume + 1 : a->restart);
    if (!caller) return NULL;
  }
  const ir_function *f = a->function;
  frame *new = frame_new(f, caller, a->resume, a->loops != NULL);
  new->depth = a->depth > b->depth ? a->depth : b->depth;       /* exec/fan.h: above a fan once */
  assert(new->stack == a->stack && (!caller || new->depth > caller->depth));
  new->restart = a->restart;
  new->serial = a->serial > b->serial ? a->serial : b->serial;
  new->first_slot = a->first_slot;
  new->variadic = a->variadic;
  new->is_any_call = a->is_any_call;
  if (a->event == b->event) {
    event_retain(a->event);
    new->event = a->event;
  }
  if (a->loops)
    for (uint32_t k = 0; k < f->block_count; k++)
      new->loops[k] = a->loops[k] > b->loops[k] ? a->loops[k] : b->loops[k];
  join_registers(j, a, b, new, pc);
  if (!j->refusal) return new;
  frame_release(new);
  return NULL;
}

/* Memory ----------------------------------------------------------------- */

/* A number of eight bytes, not two of four: the upper half is as in small numbers, or the
 * whole could be an address. */
static bool is_one_number(const joiner *j, const object *o, uint64_t at) {
  uint32_t high;
  memcpy(&high, o->bytes + at + 4, 4);
  return high == 0 || high == UINT32_MAX ||
         memory_find(&j->left->memory, high) ||
         memory_find(&j->right->memory, high);
}

/* The bytes of a number that is small in both. */
static bool is_small(const object *o, uint64_t at) {
  const uint8_t *b = o->bytes + at, sign = b[3];
  return (sign == 0 || sign == 0xff) && b[2] == sign && b[1] == sign;
}

/* Bytes that have become symbols are never a number again that a relation could be found
 * of: what is joined for good is taken as an int early. */
static bool find_integer(const joiner *j, const object *a, const object *b, uint64_t i,
                         uint64_t *start, uint32_t *count) {
  const bool is_scalar = a->size == 2 || a->size == 4 || a->size == 8;
  *count = is_scalar ? (uint32_t) a->size : 4;
  *start = i / *count * *count;
  if (*start + *count > a->size) return false;
  if (*count == 8) return is_one_number(j, a, 0) && is_one_number(j, b, 0);
  return is_scalar || (is_small(a, *start) && is_small(b, *start));
}

/* The bytes around a differing byte that are joined as one word: the longer word stored
 * there or, for numbers, the size of a pointer or an int. */
static void find_word(const joiner *j, const object *a, const object *b,
                      uint64_t i, uint64_t *start, uint32_t *count) {
  const object *sides[2] = {a, b};
  *count = 0;
  for (unsigned k = 0; k < 2; k++) {
    const object *o = sides[k];
    if (!o->symbolic || !object_shadow(o, i).term.id) continue;
    const shadow s = object_shadow(o, i);
    const uint32_t bytes = expr_width(j->t, s.term) / 8;
    if (i < s.part || i - s.part + bytes > o->size || bytes <= *count) continue;
    *start = i - s.part;
    *count = bytes;
  }
  if (*count) return;
  if (j->rule && j->rule->forgets && find_integer(j, a, b, i, start, count)) return;
  const unsigned word = exec_program(j->x)->pointer_bits / 8;
  for (uint32_t size = word; size > 1; size /= 2) {
    const uint64_t first = i / size * size;
    uint32_t differing = 0;
    if (first + size > a->size) continue;
    for (uint32_t k = size / 2; k < size; k++)
      differing += !object_same_byte(a, b, first + k);
    if (!differing) continue;
    if (size == 8 && !(is_one_number(j, a, first) &&
                       is_one_number(j, b, first)))
      continue;
    *start = first;
    *count = size;
    return;
  }
  *start = i;
  *count = 1;
}

static value load_defined(joiner *j, object *o, uint64_t start,
                          uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    if (!object_is_defined(o, start + k, 1))
      object_define(o, j->t, start + k, 1,
                    exec_make_undefined(j->x, j->result, 8, o->name, start + k));
  return object_load(o, j->t, start, count);
}

static void note_place(const joiner *j, const object *o, uint64_t start, uint32_t count,
                       uint32_t cells) {
  if (j->rule && j->rule->at)
    *j->rule->at = (join_cell) {o ? o->name : 0, count, start, cells};
}

static bool is_abstract(const joiner *j, expr e) {
  const expr_node n = expr_get(j->t, e);
  return n.op == EXPR_VAR &&
         expr_symbol_class(j->t, (uint32_t) n.imm) == SYMBOL_ABSTRACT;
}

/* Whether the object is joined word by word; all are of that size. */
static bool is_array(const joiner *j, const object *a, const object *b, uint32_t bytes) {
  if (!j->rule || !j->rule->cells || !bytes || bytes > 8 || a->undefined ||
      b->undefined || a->used < a->size || b->used < b->size)
    return false;
  return a->size % bytes == 0 && a->size / bytes > 1 &&
         a->size / bytes <= j->rule->cells;
}

/* A changing cell suggests that other cells will change. */
static void join_cells(joiner *j, object *to, object *b, uint32_t bytes) {
  const uint32_t cells = (uint32_t) (to->size / bytes);
  assert(to->size == b->size && to->size % bytes == 0);
  for (uint64_t at = 0; at < to->size; at += bytes) {
    const expr left = value_term(j->t, object_load(to, j->t, at, bytes), 8 * bytes);
    const expr right = value_term(j->t, object_load(b, j->t, at, bytes), 8 * bytes);
    if (expr_same(left, right) && is_abstract(j, left)) continue;
    note_place(j, to, at, bytes, cells);
    const expr e = expr_same(left, right)
                       ? j->rule->join(j->rule->context, left, right)
                       : join_values(j, left, right);
    if (expr_same(left, right)) {
      if (!e.id) continue;
      j->stats->values++;
    }
    object_store(to, j->t, at, bytes, value_from(j->t, e));
  }
  note_place(j, NULL, 0, 0, 0);
}

/* The contents of a and b, into `to`: which is a, unless a and b have other updates behind
 * the first `common` ones. */
static bool join_contents(joiner *j, object *to, object *a, object *b, uint32_t common) {
  const uint64_t end = object_both_used(a, b);
  uint64_t done = 0;            /* up to here, bytes are joined: `to` may be `a` */
  if (end < to->size && !object_same_base(a, b, end)) return refuse(j, JOIN_SHAPES);
  for (uint64_t i = 0; i < end; i++) {
    if (object_same_base(a, b, i) && object_since(a, i) <= common) continue;
    if (exec_get_options(j->x)->uninit_is_nondet &&
        (a->undefined || b->undefined))
      return refuse(j, JOIN_UNDEFINED);
    uint64_t start;
    uint32_t count;
    find_word(j, a, b, i, &start, &count);
    assert(start <= i && i < start + count && start + count <= to->size);
    if (is_array(j, to, b, count)) {
      join_cells(j, to, b, count);
      return true;
    }
    if (start < done) {
      count -= (uint32_t) (done - start);
      start = done;
    }
    const value left = load_defined(j, a, start, count);
    const value right = load_defined(j, b, start, count);
    note_place(j, to, start, count, 0);
    const expr e = join_values(j, value_term(j->t, left, 8 * count),
                               value_term(j->t, right, 8 * count));
    object_store(to, j->t, start, count,
                 count > 8 ? (value) {.sym = e} : value_from(j->t, e));
    done = start + count;
    i = done - 1;
  }
  note_place(j, NULL, 0, 0, 0);
  return true;
}

/* {0} is true. */
static expr where(joiner *j, expr condition) {
  return condition.id ? condition : expr_true(j->t);
}

/* An object of only one side lives where this side's values do. */
static bool keep_one(joiner *j, const object *o, bool is_left) {
  const uint32_t name = o->name;
  if (memory_find(is_left ? &j->right->memory : &j->left->memory, name))
    return refuse(j, JOIN_SHAPES);      /* with fewer pages there */
  j->stats->lone++;
  const expr exists = both(j, is_left ? guard_of(j) : negated(j, guard_of(j)),
                           where(j, o->exists));
  if (expr_is_false(j->t, exists)) {
    memory_remove(&j->result->memory, exec_names(j->x), name);
    return true;
  }
  if (!memory_find(&j->result->memory, name))
    memory_add(&j->result->memory, exec_names(j->x), object_clone(o));
  object *own = memory_own(&j->result->memory, exec_names(j->x), name);
  assert(expr_width(j->t, exists) == 1);
  own->exists = exists;
  return true;
}

/* Symbolic sizes are joined like values, unless the larger object has more names. */
static bool have_sizes(const joiner *j, const object *a, const object *b) {
  if (a->size == b->size && expr_same(a->actual_size, b->actual_size)) return true;
  return !j->rule && a->actual_size.id && b->actual_size.id &&
         expr_width(j->t, a->actual_size) == expr_width(j->t, b->actual_size) &&
         (a->size == b->size || exec_program(j->x)->object_shift == 32);
}

/* Both have the larger bound. */
static void widen(object *a, object *b) {
  object *small = a->size < b->size ? a : b, *large = small == a ? b : a;
  if (small->size < large->size)
    object_widen(small, large->size, object_rest_is_undefined(large));
}

/* Each side's writes at unknown places since the split happen under the side's guard. */
static bool join_updates(joiner *j, object *to, object *b) {
  const update *common = update_common(to->updates, b->updates);
  assert(update_number(common) <= update_number(to->updates) &&
         update_number(common) <= update_number(b->updates));
  object *a = object_clone(to);
  update *all = update_retain((update *) (uintptr_t) common);
  all = update_append(all, a->updates, common, j->t, guard_of(j));
  all = update_append(all, b->updates, common, j->t, negated(j, guard_of(j)));
  object_set_updates(to, all);
  const bool joined = join_contents(j, to, a, b, update_number(common));
  object_free(a);
  return joined;
}

/* An argument of which the run knows that it is there: exec_is_fact. */
static bool is_fact(const joiner *j, const object *o) {
  return o->exists.id && expr_is_true(j->t, o->exists);
}

static bool join_object(void *context, uint32_t key, void *l, void *r) {
  joiner *j = context;
  const object *a = l, *b = r;
  j->stats->objects++;
  if (!a || !b) return keep_one(j, a ? a : b, a != NULL);
  if (a->name != b->name || a->kind != b->kind ||
      a->is_read_only != b->is_read_only || a->is_own != b->is_own || !have_sizes(j, a, b) ||
      a->alignment != b->alignment || !expr_same(a->place, b->place) ||
      (a->updates != b->updates &&
       (j->rule || update_number(a->updates) + update_number(b->updates) >
                       EXEC_UPDATES)))
    return refuse(j, JOIN_SHAPES);
  if (key != (a->name & ~NAME_BIT)) return true;        /* a further page */
  object *other = object_clone(b);      /* its missing values become symbols */
  object *to = memory_own(&j->result->memory, exec_names(j->x), a->name);
  if (!expr_same(a->exists, b->exists))
    to->exists = join_terms(j, where(j, a->exists), where(j, b->exists));
  if (to->exists.id && expr_is_true(j->t, to->exists) && !is_fact(j, a) && !is_fact(j, b))
    to->exists = (expr) {0};
  if (!expr_same(a->actual_size, b->actual_size))
    to->actual_size = join_terms(j, a->actual_size, b->actual_size);
  widen(to, other);
  const bool joined = to->updates == other->updates
                          ? join_contents(j, to, to, other, UINT32_MAX)
                          : join_updates(j, to, other);
  object_free(other);
  return joined;
}

/* Logs ------------------------------------------------------------------- */

static bool same_input(const input *a, const input *b) {
  return a->kind == b->kind && a->name == b->name && a->size == b->size &&
         a->symbol == b->symbol && a->index == b->index &&
         expr_same(a->iterations, b->iterations);
}

typedef VEC(const input *) input_list;

static void log_again(joiner *j, const input *old, expr guard) {
  input *new = mem_zeroed(1, sizeof *new);
  *new = *old;
  new->refs = 1;
  new->guard = guard;
  new->before = j->result->inputs;
  const uint32_t last = new->before ? new->before->index : 0;
  if (new->index < last) new->index = last;
  assert(!guard.id || expr_width(j->t, guard) == 1);
  j->result->inputs = new;
}

/* Inputs before the split are shared.  Later inputs stay single while equal, and are
 * guarded from the first difference.  Contents of made-up objects are the same in both, and
 * have no place in the order. */
static bool join_inputs(joiner *j) {
  const input *a = j->left->inputs, *b = j->right->inputs;
  input_list left = {0}, right = {0}, placed = {0};
  if (a == b) return true;
  while (a != b) {
    if (a && (!b || a->index >= b->index)) {
      if (input_is_placed(a)) vec_push(&placed, a);
      else vec_push(&left, a);
      a = a->before;
    } else {
      if (!input_is_placed(b)) vec_push(&right, b);
      b = b->before;
    }
  }
  input *common = (input *) (uintptr_t) a;
  if (common) common->refs++;
  state_release_inputs(j->result);
  j->result->inputs = common;
  while (placed.count) log_again(j, vec_pop(&placed), (expr) {0});
  while (left.count && right.count &&
         same_input(vec_last(&left), vec_last(&right))) {
    const input *l = vec_pop(&left), *r = vec_pop(&right);
    expr guard = {0};
    if (l->guard.id || r->guard.id)
      guard = choose(j, where(j, l->guard), where(j, r->guard));
    log_again(j, l, guard);
  }
  while (left.count) {
    const input *l = vec_pop(&left);
    log_again(j, l, both(j, guard_of(j), where(j, l->guard)));
  }
  while (right.count) {
    const input *r = vec_pop(&right);
    log_again(j, r, both(j, negated(j, guard_of(j)), where(j, r->guard)));
  }
  vec_release(&placed);
  vec_release(&left);
  vec_release(&right);
  return true;
}

static bool same_dynamics(const name_list *a, const name_list *b) {
  for (; a != b; a = a->before, b = b->before)
    if (!a || !b || a->name != b->name || a->depth != b->depth ||
        a->bytes != b->bytes || a->sure != b->sure)
      return false;
  return true;
}

static bool differs(void *context, uint32_t key, void *l, void *r) {
  (void) context;
  (void) key;
  return l == r;
}

static bool take_greater(void *context, uint32_t site, void *l, void *r) {
  pmap *counts = context;
  if ((uintptr_t) r > (uintptr_t) l)
    pmap_set(counts, &pmap_borrowed, site, r);
  return true;
}

/* The pointer's object is found again when the pointer is decided. */
static bool is_found_again(const joiner *j, uint32_t symbol, expr settled) {
  lazy_known p;
  uint64_t bits;
  if (!settled.id || expr_same(settled, expr_symbol(j->t, symbol)))
    return true;
  if (!expr_value(j->t, settled, &bits)) return false;
  const uint32_t name = (uint32_t) (bits >> exec_program(j->x)->object_shift);
  return !bits || (lazy_get_pointer(j->x, symbol, &p) && p.name == name) ||
         (lazy_may_alias(j->x) && lazy_is_name(j->x, name));
}

/* The settled value of an unknown pointer on each side; open on a side that has not
 * followed the pointer.  As a plain term, (p == q ? q : p) is p. */
static bool join_decision(void *context, uint32_t symbol, void *l, void *r) {
  joiner *j = context;
  (void) l;
  (void) r;
  const expr open = expr_symbol(j->t, symbol);
  const expr a = lazy_get_settled(j->left, symbol);
  const expr b = lazy_get_settled(j->right, symbol);
  const expr e = choose(j, a.id ? a : open, b.id ? b : open);
  if (expr_same(e, open) &&
      !(is_found_again(j, symbol, a) && is_found_again(j, symbol, b)))
    j->result->is_tangled = true;
  pmap_set(&j->result->settled, &pmap_borrowed, symbol,
           (void *) (uintptr_t) e.id);
  return true;
}

/* Paths ------------------------------------------------------------------ */

/* The path's conjuncts beyond the common conjuncts; freed by the caller. */
static expr *beyond(const path *p, uint32_t common, uint32_t *count) {
  assert(common <= path_count(p));
  *count = path_count(p) - common;
  expr *all = mem_resize(NULL, *count + 1, sizeof *all);
  path_conjuncts_from(p, common, all);
  return all;
}

static expr guard_beyond(joiner *j, const path *p, uint32_t common) {
  uint32_t count;
  expr *all = beyond(p, common, &count);
  expr g = expr_true(j->t);
  for (uint32_t k = 0; k < count; k++) g = both(j, g, all[k]);
  free(all);
  return g;
}

static idmap set_beyond(const path *p, uint32_t common) {
  uint32_t count;
  idmap set = {0};
  expr *all = beyond(p, common, &count);
  for (uint32_t k = 0; k < count; k++) *idmap_at(&set, all[k].id) = 1;
  free(all);
  return set;
}

/* A conjunct of the left path whose negation the right path has: sufficient to distinguish
 * the sides. {0}: none. */
static expr distinguishing(joiner *j, uint32_t common) {
  uint32_t count;
  idmap right = set_beyond(&j->right->path, common);
  expr *left = beyond(&j->left->path, common, &count), found = {0};
  for (uint32_t k = 0; right.count && k < count && !found.id; k++)
    if (idmap_find(&right, expr_not(j->t, left[k]).id)) found = left[k];
  free(left);
  idmap_release(&right);
  return found;
}

/* The conjuncts that both have: weaker than either path. */
static expr shared(joiner *j, uint32_t common) {
  uint32_t count;
  idmap right = set_beyond(&j->right->path, common);
  expr *left = beyond(&j->left->path, common, &count), all = expr_true(j->t);
  for (uint32_t k = 0; k < count; k++)
    if (idmap_find(&right, left[k].id)) all = expr_and(j->t, all, left[k]);
  free(left);
  idmap_release(&right);
  return all;
}

static bool join_path(joiner *j) {
  state *s = j->result;
  path common = path_common(&j->left->path, &j->right->path);
  const uint32_t count = path_count(&common);
  const expr g = guard_beyond(j, &j->left->path, count);
  const expr h = guard_beyond(j, &j->right->path, count);
  expr any = either(j, g, h);
  if (j->rule && j->rule->forgot &&
      (j->rule->forgets ||
       path_count(&j->left->path) + path_count(&j->right->path) - 2 * count >
           limits.merge_short_paths)) {
    any = shared(j, count);
    *j->rule->forgot = true;
  }
  assert(expr_width(j->t, g) == 1 && expr_width(j->t, any) == 1);
  j->left_guard = g;
  j->either_guard = any;
  if (j->rule) {
    const expr d = distinguishing(j, count);
    if (d.id) j->guard = j->summaries ? summary_guard(j->summaries, d) : d;
  }
  path_release(&s->path);
  s->path = common;
  return path_assume(exec_solver(j->x), &s->path, any) == ANSWER_SAT ||
         refuse(j, JOIN_PATHS);
}

/* States ----------------------------------------------------------------- */

/* Frames in which two states may differ: joining recurses, with 160 bytes of stack a frame (gcc
 * -fstack-usage), so these take 640 KiB of 8 MiB. */
enum { MOST_FRAMES = 4096 };

/* Frames are joined by recursion: not too many of them. */
static bool share_callers(const frame *a, const frame *b) {
  for (uint32_t k = 0; k < MOST_FRAMES; k++, a = a->caller, b = b->caller)
    if (a == b || !a || !b) return true;
  return false;
}

static bool join_memory(joiner *j) {
  return pmap_diff(&j->left->memory.objects, &j->right->memory.objects,
                   join_object, j);
}

static bool join_top(joiner *j) {
  frame *top = join_frames(j, j->left->top, j->right->top, j->left->pc);
  if (!top) return false;
  frame_release(j->result->top);
  j->result->top = top;
  return true;
}

static bool join_outputs(joiner *j) {
  j->result->outputs_lost |= j->left->outputs != j->right->outputs;
  return true;
}

static bool join_counts(joiner *j) {
  return pmap_diff(&j->left->counts, &j->right->counts, take_greater,
                   &j->result->counts);
}

static bool join_renewals(joiner *j) {
  return pmap_diff(&j->left->renewals, &j->right->renewals, take_greater,
                   &j->result->renewals);
}

static bool join_settled(joiner *j) {
  return pmap_diff(&j->left->settled, &j->right->settled, join_decision, j);
}

/* Only how long a model runs depends on it; but where the other side's holds it
 * means nothing, and may be enormous. */
static bool join_skipped(joiner *j) {
  const expr a = j->left->skipped, b = j->right->skipped;
  const expr none = expr_const(j->t, 64, 0);
  if (!expr_same(a, b))
    j->result->skipped = expr_ite(j->t, guard_of(j), a.id ? a : none,
                                  b.id ? b : none);
  return true;
}

/* Join columns of exec/state.def; first the columns that may refuse.  FIELD_SAME: whether
 * fields of this kind are equal. */
#define SAME_NUMBER(F) (a->F == b->F)
#define SAME_LIST(F) same_##F(a->F, b->F)
#define SAME_NUMBERS(F) pmap_diff(&a->F, &b->F, differs, NULL)

#define JOIN_SAME(F, KIND)
#define JOIN_JOINED(F, KIND) if (!join_##F(j)) return false;

#define FORBID_SAME(F, KIND) if (!SAME_##KIND(F)) return refuse(j, JOIN_STACK);
#define FORBID_LEFT(F, KIND)
#define FORBID_GREATEST(F, KIND)
#define FORBID_SUM(F, KIND)
#define FORBID_EITHER(F, KIND)
#define FORBID_JOINED(F, KIND)

static bool join_all(joiner *j) {
  const state *a = j->left, *b = j->right;
  state *s = j->result;
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  FORBID_##JOIN(NAME, KIND)
#include "exec/state.def"
  if (!j->crosses && !share_callers(a->top, b->top)) return refuse(j, JOIN_FRAMES);
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  JOIN_##JOIN(NAME, KIND)
#include "exec/state.def"
  state_join_extensions(s, b);
  return true;
}

state *join_states(exec *x, const state *a, const state *b,
                   join_stats *stats) {
  return join_states_by(x, a, b, NULL, stats);
}

state *join_states_by(exec *x, const state *a, const state *b,
                      const join_rule *rule, join_stats *stats) {
  const bool is_level = join_is_possible(a, b);
  const bool crosses = !is_level || fan_is_in(a) || fan_is_in(b);
  assert(a != b && (is_level || join_may_cross(x, a, b)) && !a->unasked.id && !b->unasked.id);
  if (a->is_leaving != b->is_leaving) return NULL;
  state *left = lazy_make_missing(x, a, b);
  state *right = lazy_make_missing(x, b, a);
  if (left) a = left;
  if (right) b = right;
  joiner j = {.x = x, .t = exec_table(x),
              .summaries = exec_get_strategy(x).summaries,
              .left = a, .right = b, .result = state_copy(a),
              .stats = stats, .rule = rule, .crosses = crosses};
  const bool is_joined = join_all(&j);
  assert(!is_joined || ((crosses || join_is_possible(a, j.result)) && j.result->id == a->id));
#ifdef CHECKS
  if (is_joined && !rule) {
    join_check(x, a, j.result);
    join_check(x, b, j.result);
  }
#endif
  state_free(left);
  state_free(right);
  if (is_joined) {
    stats->joined++;
    stats->crossed += !is_level;
    return j.result;
  }
  assert(j.refusal < JOIN_REFUSALS);
  stats->refused[j.refusal]++;
  state_free(j.result);
  return NULL;
}

/* Commits ------------------------------------------------------------------ */

/* What the store has of an object that lives only where the new values hold is of no use. */
static bool is_replaced(joiner *j, const object *of_store) {
  return of_store->exists.id && !is_fact(j, of_store) &&
         expr_is_false(j->t, both(j, guard_of(j), of_store->exists));
}

static bool commit_object(void *context, uint32_t key, void *before, void *own) {
  joiner *j = context;
  memory *store = &j->result->memory;
  object *a = pmap_get(&store->objects, key), *b = own;
  const object *any = b ? b : a;
  (void) before;
  if (a == b || key != (any->name & ~NAME_BIT)) return true;
  if (a && b && a->name == b->name && is_replaced(j, a)) {
    memory_remove(store, exec_names(j->x), a->name);
    a = NULL;
  }
  return join_object(j, key, a, b);
}

bool join_commit(exec *x, state *to, const state *from, const memory *base, expr guard,
                 join_stats *stats) {
  summaries *d = exec_get_strategy(x).summaries;
  joiner j = {.x = x, .t = exec_table(x), .summaries = d, .left = to, .right = from,
              .result = to, .guard = summary_not(d, guard), .stats = stats};
  assert(to != from && expr_width(j.t, guard) == 1);
  return j.guard.id && pmap_diff(&base->objects, &from->memory.objects, commit_object, &j);
}
