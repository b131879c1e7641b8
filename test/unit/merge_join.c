#include "test/unit/ir_harness.h"

#include "base/mem.h"
#include "expr/eval.h"
#include "merge/join_check.h"
#include "merge/merger.h"
#include "summary/summary.h"

#include <sys/wait.h>
#include <unistd.h>

/*
 * The join of two states, held against the two.  Small programs with one byte of
 * input split once; both sides run until they meet, and are joined.  For each of the
 * 256 inputs the joined path holds where one of the two does, and every register and
 * every byte of memory has the value that this one has.  A join by a lattice may lose
 * something, but must still have room for it: the two's values are among its own.
 */

#define PROLOGUE \
  "void __braid_input(void *, unsigned long, const char *, int);" \
  "void *__braid_alloc(unsigned long, unsigned long, int);" \
  "void __braid_free(void *);" \
  "static unsigned char input(void) {" \
  "  unsigned char x; __braid_input(&x, 1, \"x\", 0); return x; }\n"

typedef enum mode { PLAIN, DIAGRAMS, LATTICE, MODES } mode;

typedef struct world {
  expr_table *table;
  solver *chain;
  summaries *diagrams;
  exec *exec;
  evaluator *eval;
  VEC(state *) born;
  unsigned ended;
} world;

static void born(void *context, state *child, const state *parent) {
  world *w = context;
  (void) parent;
  vec_push(&w->born, child);
}

static void ended(void *context, const state *s, const ending *end) {
  world *w = context;
  (void) s;
  (void) end;
  w->ended++;
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static void begin(world *w, const ir_program *p, mode how) {
  *w = (world) {.table = expr_table_new()};
  w->chain = solver_new(w->table, &solver_defaults);
  const exec_hooks hooks = {w, born, ended, say, NULL, NULL, NULL};
  exec_options o = exec_defaults;
  w->exec = exec_new(p, w->table, w->chain, &o, &hooks);
  w->eval = evaluator_new(w->table);
  if (how != DIAGRAMS) return;
  w->diagrams = summaries_new(w->table, 1 << 16);
  summaries_lift(w->diagrams, true);
  exec_strategy strategy = exec_get_strategy(w->exec);
  strategy.summaries = w->diagrams;
  exec_set_strategy(w->exec, strategy);
}

static void end(world *w) {
  evaluator_free(w->eval);
  while (w->born.count) state_free(vec_pop(&w->born));
  vec_release(&w->born);
  exec_free(w->exec);
  summaries_free(w->diagrams);
  solver_free(w->chain);
  expr_table_free(w->table);
}

/* Runs it until it splits: it and what was born are the two sides. */
static state *split(world *w, state **other) {
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  state *s = exec_start(w->exec, "main", 1, argv, &message);
  CHECK(s);
  while (!w->born.count) CHECK(exec_run(w->exec, s, 1) == EXEC_RUNS);
  CHECK(w->born.count == 1);
  *other = vec_pop(&w->born);
  CHECK(exec_catch_up(w->exec, *other) == EXEC_RUNS);
  return s;
}

/* Both one instruction after the other, until both are at the same place.  False:
 * they never are. */
static bool meet(world *w, state **left, state **right) {
  VEC(state *) seen = {0};
  bool met = false;
  do vec_push(&seen, state_copy(*left));
  while (exec_run(w->exec, *left, 1) == EXEC_RUNS && seen.count < 5000);
  if (seen.count == 5000) fatal("the left side does not end");
  *left = NULL;
  while (!met) {
    for (uint32_t k = 0; k < seen.count && !met; k++)
      if (join_is_possible(seen.items[k], *right)) {
        *left = seen.items[k];
        seen.items[k] = NULL;
        met = true;
      }
    if (met || exec_run(w->exec, *right, 1) != EXEC_RUNS) break;
  }
  for (uint32_t k = 0; k < seen.count; k++) state_free(seen.items[k]);
  vec_release(&seen);
  if (!met) *right = NULL;
  return met;
}

static void set_input(world *w, unsigned byte) {
  evaluator_clear(w->eval);
  for (uint32_t k = 0; k < expr_symbol_count(w->table); k++)
    if (expr_symbol_class(w->table, k) == SYMBOL_INPUT)
      evaluator_assign(w->eval, k, byte);
}

static bool holds(world *w, const path *p) {
  const uint32_t count = path_count(p);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(p, all);
  bool all_hold = true;
  for (uint32_t k = 0; k < count; k++)
    all_hold &= evaluator_value(w->eval, all[k]) != 0;
  free(all);
  return all_hold;
}

/* Where both have a value: what is undefined on one side must stay so, or be a
 * choice that has a value only on the other. */
static bool is_known(const expr_table *t, value v) {
  return !v.sym.id || (v.sym.id != EXPR_UNDEFINED.id &&
                       !expr_has(t, v.sym, EXPR_HAS_UNINIT));
}

static uint64_t bits_of(world *w, value v, unsigned width) {
  return (v.sym.id ? evaluator_value(w->eval, v.sym) : value_bits(v)) &
         bits_mask(width);
}

/* Registers have no widths: what is wider in one is compared as far as both go. */
static unsigned width_of(const world *w, value v) {
  return v.sym.id ? expr_width(w->table, v.sym) : 64;
}

/* Visits each pair of values of the two states that both have, frames first. */
typedef void (*visitor)(world *, value joined, value own, unsigned width);

typedef struct walk {
  world *w;
  const state *joined;
  visitor visit;
} walk;

static bool visit_object(void *context, uint32_t key, void *found) {
  const walk *k = context;
  const object *own = found;
  const object *o = memory_find(&k->joined->memory, own->name);
  (void) key;
  CHECK(o && o->size == own->size && o->kind == own->kind);
  if (o->exists.id) k->visit(k->w, (value) {.sym = o->exists},
                             (value) {.raw = 1}, 1);
  for (uint64_t i = 0; i < own->size; i++) {
    if (!object_is_defined(own, i, 1) || !object_is_defined(o, i, 1)) continue;
    const value a = object_load(o, k->w->table, i, 1),
                b = object_load(own, k->w->table, i, 1);
    k->visit(k->w, a, b, 8);
  }
  return true;
}

static void visit_all(world *w, const state *joined, const state *own,
                      visitor visit) {
  walk k = {w, joined, visit};
  const frame *g = own->top;
  for (const frame *f = joined->top; f; f = f->caller, g = g->caller) {
    CHECK(g && f->function == g->function);
    for (uint32_t r = 0; r < f->function->reg_count; r++) {
      const unsigned a = width_of(w, f->regs[r]), b = width_of(w, g->regs[r]);
      if (f->regs[r].sym.id != EXPR_UNDEFINED.id &&
          g->regs[r].sym.id != EXPR_UNDEFINED.id)
        visit(w, f->regs[r], g->regs[r], a < b ? a : b);
    }
  }
  pmap_each(&own->memory.objects, visit_object, &k);
}

static void must_be_same(world *w, value joined, value own, unsigned width) {
  if (width > 64 || !is_known(w->table, own)) return;
  CHECK(is_known(w->table, joined) || expr_has(w->table, joined.sym, EXPR_HAS_UNINIT));
  CHECK(bits_of(w, joined, width) == bits_of(w, own, width));
}

/* What the lattice's symbols would have to be; collected for the solver. */
static VEC(expr) wanted;

static void must_have_room(world *w, value joined, value own, unsigned width) {
  expr_table *t = w->table;
  if (width > 64 || !is_known(t, own) || !is_known(t, joined)) return;
  const uint64_t bits = bits_of(w, own, width);
  const expr e = joined.sym.id ? joined.sym
                               : expr_const(t, width, value_bits(joined) & bits_mask(width));
  vec_push(&wanted, expr_eq(t, expr_extract(t, e, 0, width),
                            expr_const(t, width, bits)));
}

/* For this input, that the joined state has room for all that the own one has. */
static void check_room(world *w, const state *joined, const state *own,
                       unsigned byte) {
  expr_table *t = w->table;
  vec_clear(&wanted);
  visit_all(w, joined, own, must_have_room);
  for (uint32_t k = 0; k < expr_symbol_count(t); k++)
    if (expr_symbol_class(t, k) == SYMBOL_INPUT)
      vec_push(&wanted, expr_eq(t, expr_symbol(t, k),
                                expr_const(t, 8, byte)));
  const uint32_t count = path_count(&joined->path), had = wanted.count;
  vec_reserve(&wanted, had + count);
  path_conjuncts(&joined->path, wanted.items + had);
  wanted.count = had + count;
  CHECK(solver_check(w->chain, wanted.items, wanted.count) == ANSWER_SAT);
}

/* The check of joins, in a process of its own. */
static bool is_join_of(exec *x, const state *side, const state *joined) {
  int status;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (!child) {
    fclose(stderr);
    join_check(x, side, joined);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

static void compare(const char *text, mode how, lattice by, join_refusal why) {
  ir_program *p = harness_load("", text);
  world w;
  begin(&w, p, how);
  state *right, *left = split(&w, &right);
  if (!meet(&w, &left, &right)) fatal("they never meet: %s", text);
  join_stats stats = {0};
  const lattice_sizes sizes = lattice_for_all(by);
  merger *m = how == LATTICE ? merger_new(w.exec, &sizes) : NULL;
  state *joined = m ? merger_join(m, left, right, &stats)
                    : join_states(w.exec, left, right, &stats);
  if (why) {
    CHECK(!joined && stats.refused[why] == 1 && !stats.joined);
  } else {
    CHECK(joined && stats.joined == 1);
    state_check(w.exec, joined);
    CHECK(joined->paths == left->paths + right->paths);
    unsigned sides[2] = {0};
    for (unsigned byte = 0; byte < 256; byte++) {
      set_input(&w, byte);
      const bool in[2] = {holds(&w, &left->path), holds(&w, &right->path)};
      CHECK(in[0] + in[1] <= 1);
      for (unsigned k = 0; k < 2; k++) {
        const state *own = k ? right : left;
        if (!in[k]) continue;
        sides[k]++;
        if (how == LATTICE) {
          if (sides[k] % 16 == 1) check_room(&w, joined, own, byte);
        } else {
          CHECK(holds(&w, &joined->path));
          visit_all(&w, joined, own, must_be_same);
        }
      }
      if (how != LATTICE && !in[0] && !in[1]) CHECK(!holds(&w, &joined->path));
    }
    CHECK(sides[0] && sides[1]);
    if (how != LATTICE) {
      CHECK(is_join_of(w.exec, left, joined) && is_join_of(w.exec, right, joined));
      CHECK(!is_join_of(w.exec, left, right) && !is_join_of(w.exec, right, left));
    }
    state_free(joined);
  }
  merger_free(m);
  state_free(left);
  state_free(right);
  end(&w);
  ir_program_free(p);
}

static const char *const programs[] = {
  PROLOGUE "int main(void) { unsigned char x = input(); int r = 3, s = x;"
           " if (x > 100) { r = x - 4; s = 9; } return r + s; }",
  PROLOGUE "static unsigned char t[6]; int main(void) { unsigned char x = input();"
           " if (x & 1) { t[2] = x; t[5] = 1; } else t[3] = 7;"
           " return t[2] + t[3] + t[5]; }",
  /* a pointer to either of two, and what it points to */
  PROLOGUE "int a = 1, b = 2; int main(void) { unsigned char x = input();"
           " int *p = &a; if (x < 9) { p = &b; b = x; } return *p; }",
  /* an object that only one side has */
  PROLOGUE "char *kept; int main(void) { unsigned char x = input();"
           " if (x == 77) { kept = __braid_alloc(4, 1, 0); kept[1] = 5; }"
           " return kept ? kept[1] : 0; }",
  /* below a call */
  PROLOGUE "static int pick(unsigned char x, int k) { if (x % 3 == 1) k = -x;"
           " return k; } int main(void) { unsigned char x = input();"
           " return pick(x, 1000) > 5; }",
  /* words of several sizes, and parts of one */
  PROLOGUE "static unsigned long w; static short h; int main(void) {"
           " unsigned char x = input(); if (x > 3 && x < 200) { w = x * 77ul;"
           " h = -3; } else { ((char *) &w)[3] = x; h = x; }"
           " return (int) (w >> 8) + h; }",
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static void exact_joins_lose_nothing(void) {
  for (unsigned k = 0; k < PROGRAMS; k++) {
    compare(programs[k], PLAIN, LATTICE_ITE, JOIN_NONE);
    compare(programs[k], DIAGRAMS, LATTICE_ITE, JOIN_NONE);
  }
}

static void lattices_have_room_for_both(void) {
  for (unsigned k = 0; k < PROGRAMS; k++)
    for (lattice by = 0; by < LATTICES; by++)
      if (!lattice_needs_expressions(by))
        compare(programs[k], LATTICE, by, JOIN_NONE);
}

/* A byte on one side and the int round it on the other are one word, in either order. */
static void each_byte_is_joined_once(void) {
  static const char *const texts[] = {
    PROLOGUE "static int w; int main(void) { unsigned char x = input();"
             " if (x > 9) *(unsigned char *) &w = x; else w = x * 77; return w; }",
    PROLOGUE "static int w; int main(void) { unsigned char x = input();"
             " if (x > 9) w = x * 77; else *(unsigned char *) &w = x; return w; }"};
  for (unsigned k = 0; k < 2; k++) {
    ir_program *p = harness_load("", texts[k]);
    world w;
    begin(&w, p, PLAIN);
    state *right, *left = split(&w, &right);
    if (!meet(&w, &left, &right)) fatal("they never meet: %s", texts[k]);
    join_stats stats = {0};
    state *joined = join_states(w.exec, left, right, &stats);
    CHECK(joined && stats.values == 1);
    state_free(joined);
    state_free(left);
    state_free(right);
    end(&w);
    ir_program_free(p);
    compare(texts[k], PLAIN, LATTICE_ITE, JOIN_NONE);
    compare(texts[k], DIAGRAMS, LATTICE_ITE, JOIN_NONE);
  }
}

/* What cannot be said of a joined state. */
static void some_joins_are_refused(void) {
  compare(PROLOGUE
          "int main(void) { unsigned char x = input(); if (x > 9) {"
          " char *p = __builtin_alloca(4); p[0] = x; *(volatile char *) p; }"
          " return x; }", PLAIN, LATTICE_ITE, JOIN_STACK);
}

/* Places must be the same ones, with the same calls below. */
static void other_places_do_not_join(void) {
  ir_program *p = harness_load("", PROLOGUE
      "static int f(int x) { return x + 1; } int main(void) {"
      " unsigned char x = input(); if (x > 9) return f(x); return f(3); }");
  world w;
  begin(&w, p, PLAIN);
  state *right, *left = split(&w, &right);
  const ir_function *f = harness_function(p, "f");
  while (left->top->function != f) CHECK(exec_run(w.exec, left, 1) == EXEC_RUNS);
  CHECK(!join_is_possible(left, right));
  while (right->top->function != f)
    CHECK(exec_run(w.exec, right, 1) == EXEC_RUNS);
  /* the same function and instruction, but called from elsewhere */
  CHECK(left->pc == right->pc && !join_is_possible(left, right));
  state_free(left);
  state_free(right);
  end(&w);
  ir_program_free(p);
}

int main(void) {
  harness_begin();
  exact_joins_lose_nothing();
  lattices_have_room_for_both();
  each_byte_is_joined_once();
  some_joins_are_refused();
  other_places_do_not_join();
  vec_release(&wanted);
  return 0;
}
