#include "test/unit/exec_harness.h"

#include "exec/internal.h"

/*
 * Whether a state contains another, as checks of proofs ask.  Each field of a state is
 * changed in test/unit/explore_pairs.c; here what fields point to, which symbols are bound,
 * and what is wanted of the path.
 */

static const char text[] =
    "void __braid_input(void *, unsigned long, const char *, int);"
    "void *__braid_alloc(unsigned long, unsigned long, int);"
    "static unsigned char input(void) {"
    "  unsigned char x; __braid_input(&x, 1, \"x\", 0); return x; }\n"
    "static unsigned char *h;"
    "static int work(int n) { volatile char *d = __builtin_alloca(n & 0 ? 5 : 4);"
    "  for (int i = 0; i < 3; i++) n += h[i]; return n; }\n"
    "int main(void) {"
    "  unsigned char x = input(), y = input(); h = __braid_alloc(16, 1, 0);"
    "  for (int i = 0; i < 16; i++) h[i] = 0; h[0] = x;"
    "  int keep = x * 3; return keep * 2 + work(y); }";

typedef struct world {
  machine m;
  state *head;                  /* in a loop of a called function */
  uint32_t heap;                /* name of an object of 16 bytes */
  expr old, own;                /* inputs; the first is the object's first byte */
} world;

static bool find_heap(void *context, uint32_t key, void *found) {
  const object *o = found;
  (void) key;
  if (o->kind == OBJECT_HEAP && o->size == 16) *(uint32_t *) context = o->name;
  return true;
}

static void begin(world *w) {
  *w = (world) {.m = machine_begin(text)};
  const ir_function *work = harness_function(w->m.program, "work");
  w->head = machine_start(&w->m);
  while (w->head->top->function != work ||
         !work->blocks[state_insn(w->head)->block].is_loop_head ||
         work->blocks[state_insn(w->head)->block].first != w->head->pc)
    CHECK(exec_run(w->m.x, w->head, 1) == EXEC_RUNS);
  pmap_each(&w->head->memory.objects, find_heap, &w->heap);
  CHECK(w->heap && state_input_count(w->head) == 2);
  w->old = expr_symbol(w->m.t, 0);
  w->own = expr_symbol(w->m.t, 1);
}

static void end(world *w) {
  state_free(w->head);
  machine_end(&w->m);
}

static object *heap_of(world *w, state *s) {
  exec_forget_caches(w->m.x);
  return memory_own(&s->memory, exec_names(w->m.x), w->heap);
}

static expr below(world *w, expr e, uint64_t n) {
  return expr_binary(w->m.t, EXPR_ULT, e, expr_const(w->m.t, expr_width(w->m.t, e), n));
}

static expr new_symbol(world *w, unsigned width) {
  return expr_symbol(w->m.t, expr_new_symbol(w->m.t, SYMBOL_ABSTRACT, width, "any"));
}

static void put_byte(world *w, state *s, uint64_t at, expr e) {
  object_store(heap_of(w, s), w->m.t, at, 1, (value) {.sym = e});
}

static void suppose(world *w, state *s, expr e) {
  CHECK(path_assume(w->m.chain, &s->path, e) == ANSWER_SAT);
}

/* Parts ---------------------------------------------------------------------- */

/* Two copies of the head: whether the second, changed, is contained in the first. */
typedef struct two { state *outer, *inner; } two;

static two copies(world *w) { return (two) {state_copy(w->head), state_copy(w->head)}; }

static void expect(world *w, two s, bool is_contained, bool also_back, const char *what) {
  if (machine_contains(&w->m, s.outer, s.inner) != is_contained)
    fatal("containment: %s is %s", what, is_contained ? "refused" : "accepted");
  if (also_back && machine_contains(&w->m, s.inner, s.outer) != is_contained)
    fatal("containment: %s, the other way round, is %s", what,
          is_contained ? "refused" : "accepted");
  state_free(s.outer);
  state_free(s.inner);
}

/* Each part of a frame, of the top one and of its caller. */
static void frames_are_compared(world *w) {
  enum { PARTS = 9 };
  for (unsigned n = 0; n < 2 * PARTS; n++) {
    two s = copies(w);
    frame **at = &s.inner->top;
    frame_own(at);
    if (n >= PARTS) frame_own(at = &(*at)->caller);
    frame *f = *at;
    switch (n % PARTS) {
    case 0: f->resume--; break;
    case 1: f->restart++; break;
    case 2: f->first_slot++; break;
    case 3: f->stack_bytes++; break;
    case 4: f->variadic++; break;
    case 5: f->is_any_call = true; break;
    case 6: f->depth++; break;
    case 7: f->stack++; break;
    case 8: f->function = harness_function(w->m.program, "input"); break;
    }
    expect(w, s, false, false, "another frame");
  }
  for (unsigned jumps = 0; jumps < 2; jumps++) {
    two s = copies(w);
    w->m.x->has_jumps = jumps;
    expect(w, s, true, true, "the same state");
    s = copies(w);
    state_own_top(s.inner)->serial++;
    expect(w, s, !jumps, true, "another serial number");
  }
  w->m.x->has_jumps = false;
  two s = copies(w);
  frame **last = &s.inner->top;
  for (frame_own(last); (*last)->caller; frame_own(last)) last = &(*last)->caller;
  (*last)->caller = frame_new((*last)->function, NULL, UINT32_MAX, false);
  expect(w, s, false, true, "one caller more");
  s = copies(w);
  CHECK(s.inner->dynamics && s.inner->dynamics->refs > 1 && !s.inner->dynamics->before);
  s.inner->dynamics->refs--;
  s.inner->dynamics = NULL;
  expect(w, s, false, true, "one dynamic object less");
}

static uint32_t live_register(const ir_function *f, uint32_t pc) {
  uint64_t *live = mem_zeroed(f->reg_count / 64 + 1, sizeof *live);
  uint32_t k = 0;
  ir_live_at(f, pc, live);
  while (k < f->reg_count && !(live[k / 64] >> k % 64 & 1)) k++;
  free(live);
  CHECK(k < f->reg_count);
  return k;
}

/* Terms and numbers in registers, which have no widths. */
static void registers_are_compared(world *w) {
  expr_table *t = w->m.t;
  const frame *top = w->head->top, *caller = top->caller;
  const uint32_t k = live_register(top->function, w->head->pc);
  const uint32_t kept = live_register(caller->function, top->resume + 1);
  const value none = {.sym = EXPR_UNDEFINED}, five = value_of(5);
  const value wide = value_of(UINT64_C(1) << 32 | 5);
  const value term = {.sym = expr_zext(t, w->own, 32)};
  const value longer = {.sym = expr_zext(t, w->own, 64)};
  const struct { value outer, inner; bool is_same; } rows[] = {
    {none, none, true}, {none, five, false}, {none, term, false}, {five, five, true},
    {five, wide, false}, {term, five, true}, {term, wide, false}, {term, longer, true},
    {term, value_of(6), false}};
  for (unsigned n = 0; n < sizeof rows / sizeof *rows; n++) {
    two s = copies(w);
    state_own_top(s.outer)->regs[k] = rows[n].outer;
    state_own_top(s.inner)->regs[k] = rows[n].inner;
    for (unsigned i = 0; i < 2; i++)
      suppose(w, i ? s.inner : s.outer, expr_eq(t, w->own, expr_const(t, 8, 5)));
    expect(w, s, rows[n].is_same, true, "a pair of registers");
  }
  two s = copies(w);
  frame **at = &s.inner->top;
  frame_own(at);
  frame_own(at = &(*at)->caller);
  (*at)->regs[kept] = none;
  expect(w, s, false, true, "a caller's register");
}

/* Words of memory, undefined bytes, and objects without terms. */
static void words_are_compared(world *w) {
  expr_table *t = w->m.t;
  const expr any = new_symbol(w, 32), word = expr_zext(t, w->own, 32);
  for (unsigned n = 0; n < 9; n++) {
    two s = copies(w);
    object *a = heap_of(w, s.outer), *b = heap_of(w, s.inner);
    bool is_same = false;
    object_store(a, t, 4, 4, (value) {.sym = any});
    object_store(b, t, 4, 4, (value) {.sym = word});
    object_mark_undefined(a, 8, 2);
    object_mark_undefined(b, 8, 2);
    switch (n) {
    case 0: is_same = true; break;
    case 1: object_mark_undefined(b, 5, 1); break;
    case 2: object_store(b, t, 9, 1, value_of(0)); break;
    case 3: object_mark_undefined(b, 10, 1); break;
    case 4:                     /* the same word once more, but for one byte */
    case 5:
      object_store(a, t, 12, 4, (value) {.sym = any});
      object_store(b, t, 12, 4, (value) {.sym = word});
      object_store(a, t, 13, 1, value_of(9));
      object_store(b, t, n == 4 ? 13 : 12, 1, value_of(9));
      is_same = n == 4;
      break;
    case 6:                     /* what was there before does not count */
      object_store(a, t, 10, 1, value_of(1));
      object_store(b, t, 10, 1, value_of(2));
      object_mark_undefined(a, 10, 1);
      object_mark_undefined(b, 10, 1);
      is_same = true;
      break;
    case 7: a->actual_size = expr_zext(t, w->own, 64); break;
    case 8:
      a->place = expr_zext(t, w->old, 16);
      b->place = w->old;
      break;
    }
    expect(w, s, is_same, false, "a pair of words");
  }
  for (unsigned n = 0; n < 4; n++) {
    two s = copies(w);
    for (unsigned i = 0; i < 2; i++) {
      const uint32_t name = names_intern(w->m.x->names, OBJECT_HEAP, n == 3 ? 77 + i : 77, 1, 1);
      object *o = n == 2 ? object_new_sized(name, OBJECT_HEAP, 64, expr_zext(t, w->own, 64), i)
                         : object_new(name, OBJECT_HEAP, 4, false);
      if (!n && i) object_store(o, t, 0, 1, (value) {.sym = w->own});
      if (n == 1) object_store(o, t, 0, 1, value_of(i));
      memory_add(i ? &s.inner->memory : &s.outer->memory, exec_names(w->m.x), o);
    }
    expect(w, s, false, true, "a pair of objects");
  }
}

/* Writes at unknown places, and which bytes are newer than these. */
static void updates_are_compared(world *w) {
  expr_table *t = w->m.t;
  const expr at = expr_zext(t, w->own, 64), one = expr_const(t, 8, 1);
  const update first = {.bytes = 1, .at = at, .value = one};
  const update run = {.at = at, .value = one, .length = expr_const(t, 64, 2)};
  update others[] = {first, first, first, run, run, run};
  others[0].at = expr_zext(t, w->old, 64);
  others[1].value = expr_const(t, 8, 2);
  others[2].guard = below(w, w->own, 77);
  others[3].length = expr_const(t, 64, 3);
  others[4].place = 1;
  others[5] = (update) {.bytes = 2, .at = at, .value = expr_const(t, 16, 1)};
  for (unsigned n = 0; n < 12; n++) {
    two s = copies(w);
    object *a = heap_of(w, s.outer), *b = heap_of(w, s.inner);
    const update last = n >= 3 && n < 6 ? run : first;
    object_update(a, first);
    object_update(b, first);
    if (n < 6) {
      object_update(a, last);
      object_update(b, others[n]);
    } else if (n == 6) {
      object_update(b, first);
    } else if (n < 11) {        /* bytes of a word: newer, or not */
      const expr word = expr_zext(t, w->own, 32);
      const uint32_t from = n - 7;
      object_store(a, t, 4, 4, (value) {.sym = word});
      object_store(b, t, 4, 4, (value) {.sym = word});
      object_update(a, first);
      object_update(b, first);
      if (n > 7) object_store(b, t, 4 + from, 1, object_base(b, t, 4 + from, 1));
    }
    expect(w, s, n == 7 || n == 11, true, "a pair of updates");
  }
}

/* What is wanted ------------------------------------------------------------- */

/* A symbol stands for one value, everywhere in the outer state and its path. */
static void symbols_are_bound_once(world *w) {
  expr_table *t = w->m.t;
  const expr any = new_symbol(w, 8);
  const expr none = expr_symbol(t, expr_new_symbol(t, SYMBOL_UNINIT, 8, "none"));
  state *outer = state_copy(w->head), *inner = state_copy(w->head);
  put_byte(w, outer, 1, any);
  put_byte(w, outer, 2, any);
  put_byte(w, inner, 1, w->own);
  CHECK(!machine_contains(&w->m, outer, inner));
  put_byte(w, inner, 2, w->own);
  CHECK(machine_contains(&w->m, outer, inner) && !machine_contains(&w->m, inner, outer));
  put_byte(w, inner, 2, w->old);
  CHECK(!machine_contains(&w->m, outer, inner));
  suppose(w, inner, expr_eq(t, w->old, w->own));
  CHECK(machine_contains(&w->m, outer, inner));
  put_byte(w, inner, 1, none);
  put_byte(w, inner, 2, none);
  CHECK(!machine_contains(&w->m, outer, inner));
  state_free(outer);
  state_free(inner);
}

/* A candidate that does not hold is refused, whichever it is, and so is a path of which a
 * conjunct is missing. */
static void each_conjunct_is_asked(world *w) {
  enum { CONJUNCTS = 3 };
  expr_table *t = w->m.t;
  const expr any = new_symbol(w, 8);
  const expr sum = expr_binary(t, EXPR_ADD, w->old, any);
  const expr claimed[CONJUNCTS] = {below(w, any, 90), below(w, sum, 100),
                                   expr_not(t, below(w, any, 10))};
  const expr own_sum = expr_binary(t, EXPR_ADD, w->old, w->own);
  const expr known[CONJUNCTS] = {below(w, w->own, 80), below(w, own_sum, 95),
                                 expr_not(t, below(w, w->own, 20))};
  state *outer = state_copy(w->head);
  put_byte(w, outer, 1, any);
  for (unsigned k = 0; k < CONJUNCTS; k++) suppose(w, outer, claimed[k]);
  for (unsigned without = 0; without <= CONJUNCTS; without++) {
    state *inner = state_copy(w->head);
    put_byte(w, inner, 1, w->own);
    for (unsigned k = 0; k < CONJUNCTS; k++)
      if (k != without) suppose(w, inner, known[k]);
    containment c;
    containment_begin(&c, w->m.x, outer, inner);
    containment_compare(&c, path_count(&outer->path));
    CHECK(containment_holds(&c) == (without == CONJUNCTS));
    if (without < CONJUNCTS) CHECK(expr_same(c.wrong, claimed[without]));
    CHECK(containment_assume(&c, inner) == ANSWER_SAT && machine_contains(&w->m, outer, inner));
    containment_release(&c);
    containment_begin(&c, w->m.x, outer, inner);
    containment_compare(&c, path_count(&outer->path) + 1);
    CHECK(!containment_holds(&c));
    containment_release(&c);
    state_free(inner);
  }
  state_free(outer);
}

/* Of a return: only results and changed cells have new values, and no address is one. */
static void other_symbols_keep_their_values(world *w) {
  expr_table *t = w->m.t;
  const expr any = new_symbol(w, 8);
  state *outer = state_copy(w->head), *inner = state_copy(w->head);
  put_byte(w, outer, 1, any);
  put_byte(w, inner, 1, w->own);
  suppose(w, inner, below(w, w->own, 80));
  for (unsigned turn = 0; turn < 4; turn++) {
    containment c;
    containment_begin(&c, w->m.x, outer, inner);
    containment_fix(&c);
    if (turn) containment_bind(&c, any, w->own);
    if (turn > 1) containment_want(&c, below(w, any, turn == 2 ? 80 : 79));
    containment_compare(&c, path_count(&outer->path));
    CHECK(containment_holds(&c) == (turn == 1 || turn == 2));
    containment_release(&c);
  }
  const unsigned width = w->m.program->pointer_bits;
  const expr place = new_symbol(w, width);
    for (unsigned is_address = 0; is_address < 2; is_address++) {
    containment c;
    containment_begin(&c, w->m.x, outer, inner);
    containment_fix(&c);
    containment_bind(&c, place, expr_const(t, width, is_address
                         ? (uint64_t) w->heap << w->m.program->object_shift : 77));
    containment_bind(&c, any, w->own);
    containment_compare(&c, path_count(&outer->path));
    CHECK(containment_holds(&c) == !is_address);
    containment_release(&c);
  }
  state_free(outer);
  state_free(inner);
}

static bool falls(world *w, const containment *c, expr e, bool is_signed, bool is_greater) {
  const expr before = containment_measure(w->m.t, e, is_signed, is_greater);
  return containment_falls(w->m.x, &c->inner->path, before, containment_said(c, before));
}

/* A number that goes down without an end below, or not always, proves no end. */
static void numbers_fall(world *w) {
  expr_table *t = w->m.t;
  const expr any = new_symbol(w, 8);
  const expr less = expr_binary(t, EXPR_SUB, any, expr_const(t, 8, 1));
  const expr zero = expr_const(t, 8, 0);
  const expr known[] = {expr_true(t), expr_binary(t, EXPR_ULT, zero, any),
                        expr_binary(t, EXPR_SLT, zero, any)};
  for (unsigned k = 0; k < 3; k++) {
    state *outer = state_copy(w->head), *inner = state_copy(w->head);
    put_byte(w, outer, 1, any);
    put_byte(w, inner, 1, less);
    suppose(w, inner, known[k]);
    containment c;
    containment_begin(&c, w->m.x, outer, inner);
    containment_compare(&c, path_count(&outer->path));
    CHECK(containment_holds(&c));
    for (unsigned n = 0; n < 4; n++)
      CHECK(falls(w, &c, any, n & 1, n & 2) == (n < 2 && k > n));
    CHECK(!falls(w, &c, w->old, false, false));
    CHECK(falls(w, &c, expr_binary(t, EXPR_SUB, expr_const(t, 8, 255), any), false, true) ==
          (k > 0));
    containment_release(&c);
    state_free(outer);
    state_free(inner);
  }
}

int main(void) {
  world w;
  harness_begin();
  begin(&w);
  frames_are_compared(&w);
  registers_are_compared(&w);
  words_are_compared(&w);
  updates_are_compared(&w);
  symbols_are_bound_once(&w);
  each_conjunct_is_asked(&w);
  other_symbols_keep_their_values(&w);
  numbers_fall(&w);
  end(&w);
  return 0;
}
