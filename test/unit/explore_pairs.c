#include "test/unit/exec_harness.h"

#include "base/mem.h"
#include "exec/extension.h"
#include "exec/internal.h"
#include "explore/fields.h"
#include "compact/fields.h"
#include "merge/join_check.h"
#include "merge/merger.h"
#include "zeq/fields.h"
#include "zeq/state_form.h"

/*
 * What comparisons of states must see.  From one state in a loop of a called function, and
 * from one that has just returned, come pairs that differ in exactly one thing: in each row
 * of exec/state.def, by its kind, and in each part of what a row points to.  A row that is
 * new is tried as well; of a kind that has parts it does not compile before somebody says
 * how two of its values differ.
 *
 *   returns   the forms of z-equivalence (rows that are not UNSEEN)
 *   heads     the forms of states seen before, and of hangs
 *   cover     invariants: the later state is not covered by the earlier one
 *   contain   the same for checks of proofs, which share no code with that
 *   joins     the joined state has of each row what the table says
 *
 * What must not matter is tried, too: rows of which the table says UNSEEN, and those of the
 * strategies' own tables.
 */

static const char text[] =
    "void __braid_input(void *, unsigned long, const char *, int);"
    "void *__braid_alloc(unsigned long, unsigned long, int);"
    "static unsigned char input(void) {"
    "  unsigned char x; __braid_input(&x, 1, \"x\", 0); return x; }\n"
    "static unsigned char g[8]; static unsigned char *h; static int *last;"
    "static int work(unsigned char y, int n) {"
    "  int r = n; for (int i = 0; i < 3; i++) { int v = i; last = &v;"
    "    r += g[i] + y + *last; } return r; }\n"
    "int main(void) {"
    "  unsigned char x = input(); h = __braid_alloc(8, 1, 0); h[0] = x; g[3] = x; h[2] = 4;"
    "  int keep = x * 3; volatile char *d = __builtin_alloca(x & 0 ? 5 : 4); d[0] = 1;"
    "  int r = work(input(), 5);"
    "  return r + keep + h[0] + d[0] + input(); }";

typedef struct world {
  machine m;
  state *call, *head, *returned;        /* about to call, in the loop, and back */
  call_event *event;
  zeq_encoder encoder;          /* of returns ... */
  zeq_core *core;
  zeq_state_form whole;              /* ... and of heads */
  expr old, own;                /* inputs before the call, and in it */
  uint32_t pointer;             /* a symbol */
} world;

static bool is_at_head(const state *s) {
  const ir_block *b = s->top->function->blocks + state_insn(s)->block;
  return b->is_loop_head && b->first == s->pc;
}

/* `before` is handed over. */
static void push_output(state *s, output *before, uint8_t fd, const char *bytes, uint32_t size) {
  output *o = mem_zeroed(1, sizeof *o + size);
  *o = (output) {.refs = 1, .before = before, .size = size, .fd = fd,
                 .total = size + (before ? before->total : 0)};
  memcpy(o->data, bytes, size);
  s->outputs = o;
}

static object *heap_of(world *, state *);

/* What a term takes the place of another one in. */
static void enrich(world *w, state *s) {
  object *o = heap_of(w, s);
  o->exists = expr_binary(w->m.t, EXPR_ULT, w->old, expr_const(w->m.t, 8, 200));
  o->place = expr_zext(w->m.t, w->old, 16);
  push_output(s, s->outputs, 1, "ab", 2);
}

static void begin(world *w) {
  *w = (world) {.m = machine_begin(text)};
  const ir_function *work = harness_function(w->m.program, "work");
  const ir_function *main = harness_function(w->m.program, "main");
  state *s = machine_start(&w->m), *before = NULL;
  zeq_state_form_init(&w->whole, w->m.x, s, false);
  unsigned heads = 0;
  while (!w->returned) {
    if (s->top->function == main && state_insn(s)->op == IR_CALL) {
      state_free(before);
      before = state_copy(s);
    }
    if (s->top->function == work && !w->call) {
      w->call = before;
      before = NULL;
      w->event = event_new(work, w->call, w->m.t);
    }
    if (s->top->function == work && is_at_head(s) && ++heads == 2) w->head = state_copy(s);
    if (s->top->function == main && w->head) w->returned = s;
    else CHECK(exec_run(w->m.x, s, 1) == EXEC_RUNS);
  }
  state_free(before);
  CHECK(state_input_count(w->returned) == 2 && expr_symbol_count(w->m.t) == 2);
  w->old = expr_symbol(w->m.t, 0);
  w->own = expr_symbol(w->m.t, 1);
  w->pointer = expr_new_symbol(w->m.t, SYMBOL_FRESH, w->m.program->pointer_bits, "p");
  enrich(w, w->head);
  enrich(w, w->returned);
  /* It is asked for inside, as far as the event knows. */
  w->event->inputs = w->event->symbols = 1;
  zeq_encoder_init(&w->encoder, w->m.x);
  w->core = zeq_core_new(w->m.t);
}

static void end(world *w) {
  zeq_encoder_release(&w->encoder);
  zeq_core_free(w->core);
  zeq_state_form_release(&w->whole);
  event_release(w->event);
  state_free(w->call);
  state_free(w->head);
  state_free(w->returned);
  machine_end(&w->m);
}

/* Changes ------------------------------------------------------------------ */

/* Each makes the n-th change to the state, or says that there are no more. */
typedef bool change(world *, state *, unsigned n);

static void bump_bool(bool *p) { *p = !*p; }
static void bump_word(uint32_t *p) { ++*p; }
static void bump_long(uint64_t *p) { ++*p; }
static void bump_double(double *p) { ++*p; }
static void bump_text(const char **p) { *p = "another"; }
static void bump_pointer(void **p) { *p = p; }
#define BUMP(PLACE) \
  _Generic((PLACE), bool *: bump_bool, uint32_t *: bump_word, uint64_t *: bump_long, \
           double *: bump_double, const char **: bump_text, void **: bump_pointer)(PLACE)

#define CHANGE_NUMBER(F) \
  static bool change_##F(world *w, state *s, unsigned n) { \
    (void) w; \
    if (!n) BUMP(&s->F); \
    return !n; \
  }
#define CHANGE_TERM(F) \
  static bool change_##F(world *w, state *s, unsigned n) { \
    if (!n) s->F = expr_zext(w->m.t, w->own, 64); \
    return !n; \
  }
#define CHANGE_NUMBERS(F)
#define CHANGE_TERMS(F)
#define CHANGE_LIST(F)
#define CHANGE_FRAMES(F)
#define CHANGE_MEMORY(F)
#define CHANGE_PATH(F)
#define CHANGE_EVENT(F) \
  static bool change_##F(world *w, state *s, unsigned n) { \
    if (n) return false; \
    event_retain(w->event); \
    s->F = w->event; \
    return true; \
  }
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  CHANGE_##KIND(NAME)
#include "exec/state.def"

static bool set_number(pmap *m, uint32_t key, uintptr_t number) {
  pmap_set(m, &pmap_borrowed, key, (void *) number);
  return true;
}

static bool change_counts(world *w, state *s, unsigned n) {
  (void) w;
  return !n && set_number(&s->counts, 5, 7);
}

static bool change_renewals(world *w, state *s, unsigned n) {
  (void) w;
  return !n && set_number(&s->renewals, 5, 7);
}

/* The heap object is what a renewed slot is now; of a frame that lives. */
static uint32_t heap_name;
static bool find_heap(void *context, uint32_t key, void *found) {
  (void) context, (void) key;
  const object *o = found;
  if (o->kind == OBJECT_HEAP && o->size == 8) heap_name = o->name;
  return true;
}

static object *heap_of(world *w, state *s) {
  heap_name = 0;
  pmap_each(&s->memory.objects, find_heap, NULL);
  CHECK(heap_name);
  exec_forget_caches(w->m.x);
  return memory_own(&s->memory, exec_names(w->m.x), heap_name);
}

static bool change_instances(world *w, state *s, unsigned n) {
  for (const frame *f = s->top; f && !n; f = f->caller)
    for (uint32_t k = 0; k < f->function->slots.count; k++) {
      if (!f->function->slots.items[k].is_renewed) continue;
      heap_of(w, s);
      exec_set_instance(s, f->first_slot + k, heap_name);
      return true;
    }
  return !n && set_number(&s->instances, 5, 7);
}

static bool change_settled(world *w, state *s, unsigned n) {
  heap_of(w, s);
  const uint64_t at = (uint64_t) heap_name << w->m.program->object_shift;
  const expr one = expr_const(w->m.t, w->m.program->pointer_bits, at);
  const expr other = expr_const(w->m.t, w->m.program->pointer_bits, at + 8);
  const expr e = expr_ite(w->m.t, expr_eq(w->m.t, w->own, expr_const(w->m.t, 8, 3)), one, other);
  return !n && set_number(&s->settled, w->pointer, e.id);
}

static bool change_inputs(world *w, state *s, unsigned n) {
  if (n) return false;
  input *i = mem_zeroed(1, sizeof *i);
  *i = (input) {.refs = 1, .before = s->inputs, .kind = INPUT_NONDET, .size = 1, .symbol = 1,
                .name = exec_intern(w->m.x, "more"), .index = state_input_count(s)};
  s->inputs = i;
  return true;
}

/* One more, or the newest with other bytes, for another file, or shorter. */
static bool change_outputs(world *w, state *s, unsigned n) {
  (void) w;
  CHECK(s->outputs);
  if (n > 3) return false;
  output *old = s->outputs;
  push_output(s, n ? old->before : old, n == 2 ? 2 : 1, n == 1 ? "ac" : "ab", n == 3 ? 1 : 2);
  if (n && old->before) old->before->refs++;
  if (n) old->refs--;
  return true;
}

static bool change_made(world *w, state *s, unsigned n) {
  (void) w;
  if (n) return false;
  made *m = mem_zeroed(1, sizeof *m);
  *m = (made) {.refs = 1, .before = s->made, .length = 1, .text = "p"};
  s->made = m;
  return true;
}

static bool change_picks(world *w, state *s, unsigned n) {
  (void) w;
  if (n) return false;
  picked *p = mem_zeroed(1, sizeof *p);
  *p = (picked) {.refs = 1, .count = 1, .before = s->picks};
  s->picks = p;
  return true;
}

/* Another name, or another depth. */
static bool change_dynamics(world *w, state *s, unsigned n) {
  CHECK(s->dynamics && s->dynamics->refs > 1);
  if (n > 1) return false;
  name_list *l = mem_zeroed(1, sizeof *l);
  *l = *s->dynamics;
  s->dynamics->refs--;
  if (l->before) l->before->refs++;
  l->refs = 1;
  heap_of(w, s);
  if (n) l->depth++;
  else l->name = heap_name;
  s->dynamics = l;
  return true;
}

/* Registers: those of the top frame that live, then those of its caller. */
static frame *own_frame(state *s, unsigned below) {
  frame **at = &s->top;
  for (frame_own(at); below; below--, frame_own(at)) at = &(*at)->caller;
  return *at;
}

enum { TOP_FRAMES = 2, REGISTER_CHANGES = 2 };

static bool change_top(world *w, state *s, unsigned n) {
  uint32_t pc = s->pc, coming = 0, count = 0;   /* what a call has not returned yet */
  for (unsigned below = 0; below < TOP_FRAMES; below++) {
    frame *f = own_frame(s, below);
    const ir_function *of = f->function;
    uint64_t *live = mem_zeroed(of->reg_count / 64 + 1, sizeof *live);
    ir_live_at(of, pc, live);
    for (uint32_t k = 0; k < of->reg_count; k++) {
      if (!(live[k / 64] >> k % 64 & 1) || k - coming < count ||
          f->regs[k].sym.id == EXPR_UNDEFINED.id)
        continue;
      if (n >= REGISTER_CHANGES) {
        n -= REGISTER_CHANGES;
        continue;
      }
      const unsigned width = f->regs[k].sym.id ? expr_width(w->m.t, f->regs[k].sym) : 32;
      if (n) f->regs[k] = (value) {.sym = expr_symbol(w->m.t, expr_new_symbol(
                                       w->m.t, SYMBOL_INPUT, width, "new"))};
      else if (f->regs[k].sym.id) f->regs[k] = value_of(17);
      else f->regs[k] = value_of(value_bits(f->regs[k]) ^ 1);
      free(live);
      return true;
    }
    free(live);
    if (!f->caller || f->resume == UINT32_MAX) return false;
    const ir_function *caller = f->caller->function;
    const ir_call *c = caller->calls.items + caller->insns[f->resume].imm;
    coming = c->result;
    count = c->result_count;
    pc = f->resume + 1;
  }
  return false;
}

static bool change_memory(world *w, state *s, unsigned n) {
  object *o = heap_of(w, s);
  const names *all = exec_names(w->m.x);
  object *new;
  switch (n) {
  case 0: object_store(o, w->m.t, 0, 1, value_of(9)); return true;        /* it was a term */
  case 1: object_store(o, w->m.t, 2, 1, value_of(9)); return true;        /* another number */
  case 2: object_store(o, w->m.t, 2, 1, (value) {.sym = w->own}); return true;
  case 3: object_store(o, w->m.t, 5, 1, value_of(0)); return true;        /* it was undefined */
  case 4: object_mark_undefined(o, 2, 1); return true;
  case 5: o->exists = expr_eq(w->m.t, w->own, expr_const(w->m.t, 8, 3)); return true;
  case 6: o->is_read_only = true; return true;
  case 7: o->alignment = 1; return true;
  case 8: o->place = expr_zext(w->m.t, w->own, 16); return true;
  case 9: o->is_own = true; return true;
  case 10:
    object_update(o, (update) {.bytes = 1, .at = expr_zext(w->m.t, w->own, 64),
                               .value = expr_const(w->m.t, 8, 1)});
    return true;
  case 11: memory_remove(&s->memory, all, heap_name); return true;
  case 12:
    new = object_new(names_intern(w->m.x->names, OBJECT_HEAP, 77, 1, 1), OBJECT_HEAP, 4, false);
    memory_add(&s->memory, all, new);
    return true;
  case 13: object_store(o, w->m.t, 0, 1, (value) {.sym = w->own}); return true;  /* another */
  case 14: o->exists = (expr) {0}; return true;
  case 15: o->place = (expr) {0}; return true;
  }
  return false;
}

static expr below(world *w, expr e, uint64_t n) {
  return expr_binary(w->m.t, EXPR_ULT, e, expr_const(w->m.t, 8, n));
}

/* Conditions on what can be seen: the heap has the old input, registers the own one. */
static bool change_path(world *w, state *s, unsigned n) {
  if (n == 2) return s->path.uncertain = true;
  return n < 2 && path_assume(w->m.chain, &s->path, below(w, n ? w->own : w->old, 77)) ==
                      ANSWER_SAT;
}

/* The rows ----------------------------------------------------------------- */

typedef enum joined { JOIN_IS_LEFT, JOIN_IS_SAME, JOIN_IS_GREATEST, JOIN_IS_LEAST,
                      JOIN_IS_SUM, JOIN_IS_EITHER, JOIN_IS_JOINED } joined;
typedef enum compared { COMPARED_WORD, COMPARED_FLAG, COMPARED_ENCODED, COMPARED_LAST,
                        COMPARED_UNSEEN } compared;

typedef struct row {
  const char *name;
  change *change;
  joined join;
  compared compare;
} row;

static const row rows[] = {
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  {#NAME, change_##NAME, JOIN_IS_##JOIN, COMPARED_##COMPARE},
#include "exec/state.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool is_one_of(const char *name, const char *list) {
  const size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at++)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
  return false;
}

/* Forms -------------------------------------------------------------------- */

typedef zeq_form *form_of(world *, state *, zeq_form *out);

static zeq_form *kept(const zeq_form *words, zeq_form *out) {
  vec_clear(out);
  for (uint32_t k = 0; k < words->count; k++) vec_push(out, words->items[k]);
  return out;
}

/* NULL: the state cannot be compared. */
static zeq_form *form_of_return(world *w, state *s, zeq_form *out) {
  if (!zeq_encode(&w->encoder, s, w->event)) return NULL;
  const zeq_view view = zeq_encoder_view(&w->encoder);
  zeq_append_form(w->core, &w->encoder.constraint, &view, &w->encoder.words);
  return kept(&w->encoder.words, out);
}

static zeq_form *form_of_head(world *w, state *s, zeq_form *out) {
  return zeq_state_form_make(&w->whole, s) ? kept(&w->whole.encoder.words, out) : NULL;
}

static bool is_same(const zeq_form *a, const zeq_form *b) {
  return a && b && a->count == b->count &&
         !memcmp(a->items, b->items, a->count * sizeof *a->items);
}

/* Rows that the forms of returns need not tell: where the caller is, its stack, what was
 * made up while nothing of that was freed, what is asked before states are compared. */
static const char not_at_returns[] = "pc dynamics instances made unasked top";
/* Of heads: what was printed no program can read back. */
static const char not_at_heads[] = "outputs made unasked";
/* UNSEEN by the table, and refused or told at heads. */
static const char more_at_heads[] = "is_tangled fixing";

static unsigned must_tell(world *w, const state *base, form_of *form, bool is_head) {
  zeq_form first = {0}, second = {0};
  unsigned pairs = 0;
  state *s = state_copy(base);
  CHECK(form(w, s, &first));
  for (unsigned k = 0; k < ROWS; k++) {
    if (is_one_of(rows[k].name, is_head ? not_at_heads : not_at_returns)) continue;
    const bool is_seen = rows[k].compare != COMPARED_UNSEEN ||
                         (is_head && is_one_of(rows[k].name, more_at_heads));
    for (unsigned n = 0;; n++, pairs++) {
      state *other = state_copy(base);
      if (!rows[k].change(w, other, n)) {
        state_free(other);
        if (!n) fatal("nothing changes `%s`", rows[k].name);
        break;
      }
      const bool is_told = !is_same(&first, form(w, other, &second));
      if (is_told != is_seen)
        fatal("%s: change %u of `%s` is %s", is_head ? "heads" : "returns", n, rows[k].name,
              is_told ? "seen" : "not seen");
      state_free(other);
    }
  }
  state_free(s);
  vec_release(&first);
  vec_release(&second);
  return pairs;
}

/* What the call returned, which is all that a return tells of registers. */
static void results_are_told(world *w) {
  zeq_form first = {0}, second = {0};
  const ir_function *f = w->returned->top->function;
  const ir_call *c = f->calls.items + f->insns[w->returned->pc - 1].imm;
  state *s = state_copy(w->returned), *other = state_copy(w->returned);
  CHECK(c->result_count == 1);
  state_own_top(other)->regs[c->result] = value_of(17);
  CHECK(form_of_return(w, s, &first) && form_of_return(w, other, &second));
  CHECK(!is_same(&first, &second));
  state_free(s);
  state_free(other);
  vec_release(&first);
  vec_release(&second);
}

/* Nobody can name the own input: but where a conjunct has it and one that can be named, or
 * a slot has it, all conjuncts of its group tell something. */
static void groups_are_told(world *w) {
  expr_table *t = w->m.t;
  const expr sum = expr_binary(t, EXPR_ADD, w->old, w->own);
  const expr link = expr_binary(t, EXPR_ULT, expr_const(t, 8, 3), sum);
  for (unsigned turn = 0; turn < 4; turn++) {
    zeq_form first = {0}, second = {0};
    state *s[2];
    for (unsigned k = 0; k < 2; k++) {
      s[k] = state_copy(w->returned);
      /* Nothing but conjuncts has the own input. */
      state *a = s[k];
      const ir_function *f = a->top->function;
      const ir_call *c = f->calls.items + f->insns[a->pc - 1].imm;
      state_own_top(a)->regs[c->result] = turn & 2 ? (value) {.sym = expr_zext(t, w->own, 32)}
                                                  : value_of(0);
      const expr conjuncts[2] = {turn & 1 ? below(w, w->own, 5 + k) : link,
                                 turn & 1 ? link : below(w, w->own, 5 + k)};
      for (unsigned n = 0; n < 2; n++)
        CHECK(path_assume(w->m.chain, &a->path, conjuncts[n]) == ANSWER_SAT);
    }
    CHECK(form_of_return(w, s[0], &first) && form_of_return(w, s[1], &second));
    if (is_same(&first, &second)) fatal("returns: a conjunct's group is not seen, turn %u", turn);
    state_free(s[0]);
    state_free(s[1]);
    vec_release(&first);
    vec_release(&second);
  }
}

/* Cover -------------------------------------------------------------------- */

/* What a fold may leave out: the place and the call are the visit's; what was printed; what
 * only says how long, which or how the state came. */
static const char not_by_cover[] =
    "pc path outputs made inputs unasked abstraction outputs_lost";

static revisit fold_after(world *w, const state *first, const state *then) {
  const lattice_sizes exact = lattice_for_all(LATTICE_ITE);
  merger *m = merger_new(w->m.x, &exact);
  join_stats stats = {0};
  state *wider = NULL, *a = state_copy(first), *b = state_copy(then);
  CHECK(merger_fold(m, a, &wider, &stats) == REVISIT_NEW);
  change_inputs(w, b, 0);       /* or the search for hangs finds it */
  b->fold = a->fold;
  const revisit what = merger_fold(m, b, &wider, &stats);
  if (what == REVISIT_WIDER || what == REVISIT_BOTH) state_free(wider);
  state_free(a);
  state_free(b);
  merger_free(m);
  return what;
}

static unsigned covers_see_all(world *w) {
  unsigned pairs = 0;
  CHECK(fold_after(w, w->head, w->head) == REVISIT_COVERED);
  for (unsigned k = 0; k < ROWS; k++) {
    if (rows[k].compare == COMPARED_UNSEEN && !is_one_of(rows[k].name, "counts")) continue;
    if (is_one_of(rows[k].name, not_by_cover)) continue;
    for (unsigned n = 0;; n++, pairs++) {
      state *other = state_copy(w->head);
      const bool is_changed = rows[k].change(w, other, n);
      if (is_changed && fold_after(w, w->head, other) == REVISIT_COVERED)
        fatal("cover: change %u of `%s` is not seen", n, rows[k].name);
      state_free(other);
      if (!is_changed) break;
    }
  }
  /* Each conjunct of the earlier state's path must hold in the later one. */
  enum { CONJUNCTS = 3 };
  const expr all[CONJUNCTS] = {below(w, w->old, 90), below(w, w->own, 80),
                               below(w, expr_binary(w->m.t, EXPR_ADD, w->old, w->own), 100)};
  state *first = state_copy(w->head);
  for (unsigned k = 0; k < CONJUNCTS; k++)
    CHECK(path_assume(w->m.chain, &first->path, all[k]) == ANSWER_SAT);
  CHECK(fold_after(w, first, first) == REVISIT_COVERED);
  for (unsigned without = 0; without < CONJUNCTS; without++, pairs++) {
    state *other = state_copy(w->head);
    for (unsigned k = 0; k < CONJUNCTS; k++)
      if (k != without)
        CHECK(path_assume(w->m.chain, &other->path, all[k]) == ANSWER_SAT);
    if (fold_after(w, first, other) == REVISIT_COVERED)
      fatal("cover: conjunct %u of the earlier state is not asked", without);
    state_free(other);
  }
  state_free(first);
  return pairs;
}

/* Containment --------------------------------------------------------------- */

/* What a check of proofs leaves out of rows that z-equivalence sees: what was printed, how an
 * error is reported; the path is asked below. */
static const char not_contained[] = "outputs made abstraction outputs_lost path";
/* UNSEEN by the table, and compared. */
static const char more_contained[] = "counts is_tangled unasked fixing";

static unsigned containment_sees_all(world *w) {
  unsigned pairs = 0;
  for (unsigned k = 0; k < ROWS; k++) {
    const bool is_seen = is_one_of(rows[k].name, more_contained) ||
                         (rows[k].compare != COMPARED_UNSEEN &&
                          !is_one_of(rows[k].name, not_contained));
    for (unsigned n = 0;; n++, pairs++) {
      state *other = state_copy(w->head);
      const bool is_changed = rows[k].change(w, other, n);
      if (is_changed && machine_contains(&w->m, w->head, other) == is_seen)
        fatal("containment: change %u of `%s` is %s", n, rows[k].name,
              is_seen ? "not seen" : "seen");
      state_free(other);
      if (!is_changed) break;
    }
  }
  return pairs;
}

/* Joins -------------------------------------------------------------------- */

/* Whether the joined state has of a row of numbers what the table says of the two. */
#define NUMBER_LEFT(F) (s->F == a->F)
#define NUMBER_SAME(F) (s->F == a->F && a->F == b->F)
#define NUMBER_GREATEST(F) (s->F >= a->F && s->F >= b->F && (s->F == a->F || s->F == b->F))
#define NUMBER_LEAST(F) (s->F <= a->F && s->F <= b->F && (s->F == a->F || s->F == b->F))
#define NUMBER_SUM(F) (s->F == a->F + b->F)
#define NUMBER_EITHER(F) (s->F == (a->F || b->F))
#define HAS_NUMBER(F, JOIN) NUMBER_##JOIN(F)
#define HAS_TERM_LEFT(F) expr_same(s->F, a->F)
#define HAS_TERM_JOINED(F) true
#define HAS_TERM(F, JOIN) HAS_TERM_##JOIN(F)
#define HAS_EVENT(F, JOIN) (s->F == a->F)
#define HAS_LIST(F, JOIN) true
#define HAS_NUMBERS(F, JOIN) true
#define HAS_TERMS(F, JOIN) true
#define HAS_FRAMES(F, JOIN) true
#define HAS_MEMORY(F, JOIN) true
#define HAS_PATH(F, JOIN) true

static void check_numbers(const state *a, const state *b, const state *s, const char *name) {
  /* Said by another row of outputs. */
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  if (!is_one_of(#NAME, "outputs_lost is_tangled") && !(HAS_##KIND(NAME, JOIN))) \
    fatal("joins: where `%s` differs, `%s` is wrong", name, #NAME);
#include "exec/state.def"
}

static bool has_of(void *context, uint32_t key, void *number) {
  return (uintptr_t) pmap_get(context, key) >= (uintptr_t) number;
}

/* Whether it has each key's greatest number. */
static bool is_greatest(const state *a, const state *b, const state *s, bool renewals) {
  const pmap *m = renewals ? &s->renewals : &s->counts;
  return pmap_each(renewals ? &a->renewals : &a->counts, has_of, (void *) (uintptr_t) m) &&
         pmap_each(renewals ? &b->renewals : &b->counts, has_of, (void *) (uintptr_t) m);
}

static void check_joined(world *w, const state *a, const state *b, const state *s,
                         const row *r) {
  CHECK(is_greatest(a, b, s, false) && is_greatest(a, b, s, true));
  CHECK(s->outputs_lost == (a->outputs_lost || b->outputs_lost || a->outputs != b->outputs));
  if (a->is_tangled || b->is_tangled) CHECK(s->is_tangled);
  CHECK(state_input_count(s) >= state_input_count(a) &&
        state_input_count(s) >= state_input_count(b));
  if (is_one_of(r->name, "settled")) {
    const void *both = pmap_get(&s->settled, w->pointer);
    CHECK(both && both != pmap_get(&a->settled, w->pointer) &&
          both != pmap_get(&b->settled, w->pointer));
  }
  if (is_one_of(r->name, "skipped"))
    CHECK(s->skipped.id && !expr_same(s->skipped, a->skipped) &&
          !expr_same(s->skipped, b->skipped));
  join_check(w->m.x, a, s);
  join_check(w->m.x, b, s);
}

/* Undefined values of one side only are asked for, and not said of the other's bytes. */
static unsigned joins_keep_both(world *w) {
  unsigned pairs = 0;
  const expr side = below(w, w->old, 100);
  for (unsigned k = 0; k < ROWS; k++) {
    if (is_one_of(rows[k].name, "pc unasked made left")) continue;
    for (unsigned n = 0;; n++, pairs++) {
      state *a = state_copy(w->head), *b = state_copy(w->head);
      CHECK(path_assume(w->m.chain, &a->path, side) == ANSWER_SAT);
      CHECK(path_assume(w->m.chain, &b->path, expr_not(w->m.t, side)) == ANSWER_SAT);
      const bool is_changed = rows[k].change(w, b, n);
      for (unsigned turn = 0; is_changed && turn < 2; turn++) {
        const state *left = turn ? b : a, *right = turn ? a : b;
        join_stats stats = {0};
        exec_forget_caches(w->m.x);
        state *s = join_states(w->m.x, left, right, &stats);
        if (rows[k].join == JOIN_IS_SAME && s)
          fatal("joins: two that differ in `%s` are joined", rows[k].name);
        if (s) {
          check_numbers(left, right, s, rows[k].name);
          check_joined(w, left, right, s, rows + k);
          state_free(s);
        } else if (rows[k].join != JOIN_IS_SAME && rows[k].join != JOIN_IS_JOINED)
          fatal("joins: `%s` forbids a join", rows[k].name);
      }
      state_free(a);
      state_free(b);
      if (!is_changed) break;
    }
  }
  return pairs;
}

/* Strategies' own ----------------------------------------------------------- */

#define PART_LEFT(F) (p->F == a->F)
#define PART_SUM(F) (p->F == a->F + b->F)
#define PART_LEAST(F) (p->F == (a->F < b->F ? a->F : b->F))
#define PART_CLEARED(F) (!p->F && (void *) a != (void *) b)

/* Of each row of a strategy's table: what a copy and a join have of it, and that no form
 * knows of it. */
#define TRY_NUMBER(ROOM, NAME, JOIN) \
  for (unsigned turn = 0; turn < 2; turn++, pairs++) { \
    state *one = state_copy(w->head), *two = state_copy(w->head); \
    const state *changed = turn ? one : two; \
    BUMP(&ROOM##_of(changed)->NAME); \
    state *copy = state_copy(changed), *both = state_copy(one); \
    state_join_extensions(both, two); \
    const ROOM##_fields *p = ROOM##_of(both), *a = ROOM##_of(one), *b = ROOM##_of(two); \
    if (!(PART_##JOIN(NAME)) || (void *) a == (void *) b) \
      fatal("joins: `%s` of %s is wrong", #NAME, #ROOM); \
    CHECK(ROOM##_of(copy)->NAME == ROOM##_of(changed)->NAME); \
    if (!is_one_of(#NAME, "open_count")) must_not_tell(w, one, two); \
    state_free(one), state_free(two), state_free(copy), state_free(both); \
  }
#define TRY_SCRATCH(ROOM, NAME, JOIN) \
  { \
    state *one = state_copy(w->head); \
    BUMP(&ROOM##_of(one)->NAME); \
    state *copy = state_copy(one); \
    CHECK(!ROOM##_of(copy)->NAME); \
    must_not_tell(w, one, copy); \
    state_free(one), state_free(copy); \
    pairs++; \
  }
#define TRY_LIST(ROOM, NAME, JOIN)      /* test/unit/zeq_fields.c */

static void must_not_tell(world *w, state *one, state *two) {
  zeq_form first = {0}, second = {0};
  CHECK(is_same(form_of_head(w, one, &first), form_of_head(w, two, &second)));
  vec_release(&first);
  vec_release(&second);
}

static unsigned strategies_fields_are_joined(world *w) {
  unsigned pairs = 0;
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TRY_##KIND(zeq, NAME, JOIN)
#include "zeq/state.def"
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TRY_##KIND(compact, NAME, JOIN)
#include "compact/state.def"
#define FIELD(TYPE, NAME, KIND, FILE, JOIN) TRY_##KIND(explore, NAME, JOIN)
#include "explore/state.def"
  return pairs;
}

int main(void) {
  world w;
  harness_begin();
  begin(&w);
  const unsigned returns = must_tell(&w, w.returned, form_of_return, false);
  results_are_told(&w);
  groups_are_told(&w);
  const unsigned heads = must_tell(&w, w.head, form_of_head, true);
  w.whole.encoder.writes_fail = true;   /* of hangs: as it was, and what was printed */
  const unsigned hangs = must_tell(&w, w.head, form_of_head, true);
  const unsigned covers = covers_see_all(&w);
  const unsigned contained = containment_sees_all(&w);
  const unsigned joins = joins_keep_both(&w);
  const unsigned own = strategies_fields_are_joined(&w);
  printf("pairs: %u at returns, %u at heads, %u for hangs, %u for covers, %u for checks, "
         "%u for joins, %u of strategies\n", returns, heads, hangs, covers, contained, joins, own);
  end(&w);
  return 0;
}
