#include "test/unit/ir_harness.h"

#include "base/mem.h"
#include "base/random.h"
#include "exec/exec.h"
#include "expr/eval.h"

/*
 * Reads and writes at symbolic places.  Random sequences of them over two arrays
 * and a pointer that may be either, 1 to 8 bytes at a time, at offsets and with
 * values computed from one byte of input.  The oracle plays the same sequence on
 * plain arrays, for each of the 256 inputs: what the program computed of all that it
 * read must be the same on the path that the input takes.  And accesses round the
 * end of an array: which inputs are outside.
 */
enum { A = 24, B = 17, STEPS = 10, PROGRAMS = 40 };

typedef enum target { IN_A, IN_B, IN_EITHER, TARGETS } target;

typedef struct step {
  bool writes;
  target where;
  unsigned size;                /* 1, 2, 4, 8 */
  unsigned factor, offset, modulus;     /* of the input: where */
  unsigned value;               /* added to the input, if it is written */
  bool is_symbolic;             /* ... or the number alone */
} step;

static unsigned room(target where) { return where == IN_A ? A : B; }

static step draw(random_source *r) {
  step s = {.writes = random_below(r, 2) != 0, .where = (target) random_below(r, TARGETS),
            .size = 1u << random_below(r, 4), .factor = (unsigned) random_below(r, 6),
            .offset = (unsigned) random_below(r, 9),
            .value = (unsigned) random_below(r, 256),
            .is_symbolic = random_below(r, 2) != 0};
  s.modulus = room(s.where) - s.size + 1;
  if (random_below(r, 3)) s.modulus = 1 + (unsigned) random_below(r, s.modulus);
  return s;
}

/* In C.  Words of a packed structure, so that nothing has to be aligned; sometimes
 * by memcpy. */
static void spell(FILE *out, const step *s) {
  static const char *const direct[] = {"a", "b", "(x & 4 ? a : b)"};
  static const char *const through[] = {"a", "b", "t[x >> 2 & 1]"};
  const char *base = (s->offset & 1 ? direct : through)[s->where];
  fprintf(out, "{ unsigned long v = 0; unsigned char *p = %s + (x * %uu + %uu) "
               "%% %uu; ", base, s->factor, s->offset, s->modulus);
  if (s->writes)
    fprintf(out, "v = (%s + %uul) * 0x0102040810204081ul; ",
            s->is_symbolic ? "x" : "0", s->value);
  if (s->value % 8 == 0)
    fprintf(out, "__builtin_memcpy(%s, %u); ", s->writes ? "p, &v" : "&v, p",
            s->size);
  else
    fprintf(out, s->writes ? "((struct w%u *) p)->v = v; "
                           : "v = ((struct w%u *) p)->v; ", s->size);
  fputs(s->writes ? "}\n" : "result = result * 31 + v; }\n", out);
}

/* On plain arrays. */
static void play(const step *s, unsigned x, uint8_t *a, uint8_t *b,
                 uint64_t *result) {
  uint8_t *base = s->where == IN_A ? a : s->where == IN_B ? b : x & 4 ? a : b;
  uint8_t *p = base + (x * s->factor + s->offset) % s->modulus;
  uint64_t v = ((s->is_symbolic ? x : 0) + (uint64_t) s->value) *
               UINT64_C(0x0102040810204081);
  for (unsigned k = 0; k < s->size && s->writes; k++)
    p[k] = (uint8_t) (v >> 8 * k);
  if (s->writes) return;
  v = 0;
  for (unsigned k = 0; k < s->size; k++) v |= (uint64_t) p[k] << 8 * k;
  *result = *result * 31 + v;
}

static char *spell_all(const step *steps) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out,
          "void __braid_input(void *, unsigned long, const char *, int);\n"
          "struct w1 { unsigned char v; } __attribute__((packed));\n"
          "struct w2 { unsigned short v; } __attribute__((packed));\n"
          "struct w4 { unsigned v; } __attribute__((packed));\n"
          "struct w8 { unsigned long v; } __attribute__((packed));\n"
          "static unsigned char a[%u] = {1, 2, 3}, b[%u] = {9, 8, 7};\n"
          "static unsigned char *t[2] = {b, a};\n"
          "unsigned long result;\n"
          "int main(void) { unsigned char y; __braid_input(&y, 1, \"x\", 0);\n"
          "unsigned x = y;\n", A, B);
  for (unsigned k = 0; k < STEPS; k++) spell(out, steps + k);
  fputs("return 0; }\n", out);
  fclose(out);
  return text;
}

static uint64_t play_all(const step *steps, unsigned x) {
  uint8_t a[A] = {1, 2, 3}, b[B] = {9, 8, 7};
  uint64_t result = 0;
  for (unsigned k = 0; k < STEPS; k++) play(steps + k, x, a, b, &result);
  return result;
}

/* One path's condition and result. */
typedef struct end {
  expr *conjuncts;
  uint32_t count;
  expr result;
  bool is_outside;
} end;

typedef struct explored {
  const ir_program *program;
  expr_table *table;
  bool may_be_outside;
  VEC(end) ends;
  VEC(state *) waiting;
} explored;

static void born(void *context, state *child, const state *parent) {
  explored *e = context;
  (void) parent;
  vec_push(&e->waiting, child);
}

static void ended(void *context, const state *s, const ending *how) {
  explored *e = context;
  const bool is_outside = how->kind == OUTCOME_OUT_OF_BOUNDS;
  if (how->kind != OUTCOME_EXIT && !(is_outside && e->may_be_outside))
    fatal("a path ends by %s: %s", outcome_text(how->kind),
          how->message ? how->message : "");
  const ir_program *p = e->program;
  const uint64_t at = harness_symbol(p, "result")->address;
  const object *o = memory_find(&s->memory, (uint32_t) (at >> p->object_shift));
  CHECK(o);
  const value v = object_load(o, e->table, 0, 8);
  end one = {.count = path_count(&s->path), .is_outside = is_outside,
             .result = v.sym.id ? v.sym
                                : expr_const(e->table, 64, value_bits(v))};
  one.conjuncts = mem_resize(NULL, one.count + 1, sizeof *one.conjuncts);
  path_conjuncts(&s->path, one.conjuncts);
  vec_push(&e->ends, one);
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

static void explore_all(explored *e, solver *chain) {
  const exec_hooks hooks = {e, born, ended, say, NULL, NULL, NULL};
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  exec *x = exec_new(e->program, e->table, chain, &exec_defaults, &hooks);
  state *s = exec_start(x, "main", 1, argv, &message);
  CHECK(s);
  vec_push(&e->waiting, s);
  while (e->waiting.count) {
    s = vec_pop(&e->waiting);
    while (exec_run(x, s, 1 << 20) == EXEC_RUNS) state_check(x, s);
  }
  vec_release(&e->waiting);
  exec_free(x);
}

static bool takes(evaluator *v, const end *one) {
  for (uint32_t k = 0; k < one->count; k++)
    if (!evaluator_value(v, one->conjuncts[k])) return false;
  return true;
}

static void set_input(evaluator *v, const expr_table *t, unsigned x) {
  evaluator_clear(v);
  for (uint32_t k = 0; k < expr_symbol_count(t); k++)
    if (expr_symbol_class(t, k) == SYMBOL_INPUT) evaluator_assign(v, k, x);
}

static void compare(const step *steps) {
  char *text = spell_all(steps);
  ir_program *p = harness_load("", text);
  explored e = {.program = p, .table = expr_table_new()};
  solver *chain = solver_new(e.table, &solver_defaults);
  explore_all(&e, chain);
  evaluator *v = evaluator_new(e.table);
  for (unsigned x = 0; x < 256; x++) {
    unsigned taken = 0;
    set_input(v, e.table, x);
    for (uint32_t k = 0; k < e.ends.count; k++) {
      if (!takes(v, e.ends.items + k)) continue;
      taken++;
      if (evaluator_value(v, e.ends.items[k].result) != play_all(steps, x))
        fatal("input %u: another result\n%s", x, text);
    }
    if (taken != 1) fatal("input %u takes %u paths\n%s", x, taken, text);
  }
  for (uint32_t k = 0; k < e.ends.count; k++) free(e.ends.items[k].conjuncts);
  vec_release(&e.ends);
  evaluator_free(v);
  solver_free(chain);
  expr_table_free(e.table);
  ir_program_free(p);
  free(text);
}

/* An access of so many bytes at offset x, a symbol or a number: outside of the
 * array for just those inputs for which it is. */
static void bounds_are_exact(unsigned size, bool is_symbolic) {
  char *text = mem_format(
      "void __braid_input(void *, unsigned long, const char *, int);\n"
      "struct w { unsigned char v[%u]; }; static unsigned char a[%u];\n"
      "unsigned long result; static struct w to;\n"
      "int main(void) { unsigned char x; __braid_input(&x, 1, \"x\", 0);\n"
      "if (%d) { to = *(struct w *) (a + x); return 0; }\n"
      "for (unsigned k = 0; k < 256; k++)\n"
      "  if (x == k) to = *(struct w *) (a + k);\n"
      "return 0; }\n", size, A, is_symbolic);
  ir_program *p = harness_load("", text);
  explored e = {.program = p, .table = expr_table_new(),
                .may_be_outside = true};
  solver *chain = solver_new(e.table, &solver_defaults);
  explore_all(&e, chain);
  evaluator *v = evaluator_new(e.table);
  for (unsigned x = 0; x < 256; x++) {
    unsigned taken = 0;
    set_input(v, e.table, x);
    for (uint32_t k = 0; k < e.ends.count; k++) {
      if (!takes(v, e.ends.items + k)) continue;
      taken++;
      CHECK(e.ends.items[k].is_outside == (x + size > A));
    }
    CHECK(taken == 1);
  }
  for (uint32_t k = 0; k < e.ends.count; k++) free(e.ends.items[k].conjuncts);
  vec_release(&e.ends);
  evaluator_free(v);
  solver_free(chain);
  expr_table_free(e.table);
  ir_program_free(p);
  free(text);
}

int main(void) {
  random_source r = {7};
  harness_begin();
  for (unsigned n = 0; n < PROGRAMS; n++) {
    step steps[STEPS];
    for (unsigned k = 0; k < STEPS; k++) steps[k] = draw(&r);
    compare(steps);
  }
  for (unsigned size = 1; size <= 8; size++) {
    bounds_are_exact(size, true);
    bounds_are_exact(size, false);
  }
  return 0;
}
