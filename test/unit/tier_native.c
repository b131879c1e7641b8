#include "test/unit/ir_harness.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "exec/exec.h"
#include "tier/tier.h"

/*
 * Native code against the interpreter.  A program runs with no native code, and
 * with everything compiled that can be; each in turns of so many instructions.
 * Wherever a turn ends both must stand at the same instruction, after as many
 * instructions, with the same frames below them and the same values in every
 * register that is still of use; and the paths must end alike.
 */

#define PROLOGUE \
  "void __braid_input(void *, unsigned long, const char *, int);" \
  "void *__braid_alloc(unsigned long, unsigned long, int);" \
  "void __braid_free(void *);" \
  "static unsigned char input(void) {" \
  "  unsigned char x; __braid_input(&x, 1, \"x\", 0); return x; }\n"

typedef struct stop {
  uint64_t instructions, calls, stack;  /* hash of frames and registers */
  uint32_t pc;
  int kind;                     /* of the end, or -1: the turn is over */
  uint32_t site;
} stop;

typedef struct trail {
  exec *exec;
  VEC(stop) stops;
  VEC(state *) waiting;
} trail;

static void born(void *context, state *child, const state *parent) {
  trail *t = context;
  (void) parent;
  vec_push(&t->waiting, child);
}

/* Frames, and what is live in them. */
static uint64_t hash_of(const state *s) {
  uint64_t h = s->top->stack, pc = s->pc;
  for (const frame *f = s->top; f;
       pc = f->resume + UINT64_C(1), f = f->caller) {
    const ir_function *function = f->function;
    uint64_t *live = mem_zeroed((function->reg_count + 63) / 64,
                                sizeof *live);
    h = hash_word(hash_word(h, f->serial), pc);
    if (pc >= function->insn_count) pc = 0;
    ir_live_at(function, (uint32_t) pc, live);
    /* What a callee will write is not there yet. */
    for (uint32_t k = 0; f == s->top && k < function->reg_count; k++)
      if (live[k / 64] >> k % 64 & 1) {
        const value v = f->regs[k];
        h = hash_word(hash_word(h, v.sym.id), v.sym.id ? 0 : value_bits(v));
      }
    free(live);
  }
  return h;
}

static void note(trail *t, const state *s, int kind, uint32_t site) {
  vec_push(&t->stops, ((stop) {s->instructions, s->calls, hash_of(s), s->pc,
                               kind, site}));
}

static void ended(void *context, const state *s, const ending *end) {
  note(context, s, (int) end->kind, end->site);
}

static void say(void *context, const char *text) {
  (void) context;
  fatal("the program says: %s", text);
}

static uint64_t count_entries, count_regions;

static void report(void *context, const char *what, const char *function,
                   uint64_t count) {
  (void) context;
  if (!function && !strcmp(what, "entries")) count_entries += count;
  if (!function && !strcmp(what, "regions compiled")) count_regions += count;
}

/* Room for so many calls, of 16 bytes at least. */
#ifdef HOSTILE
enum { STACK = 1 << 13 };       /* colliding names are found slowly */
#else
enum { STACK = 1 << 16 };
#endif

static trail walk(const ir_program *p, uint64_t fuel, uint64_t native_after,
                  uint32_t max_loop) {
  trail t = {0};
  expr_table *table = expr_table_new();
  solver *chain = solver_new(table, &solver_defaults);
  exec_options o = exec_defaults;
  o.native = &tier_native;
  o.native_after = native_after;
  o.max_loop = max_loop;
  o.stack_size = STACK;         /* comparing stops takes as long as it is deep */
  for (int k = 0; k < OUTCOME_COUNT; k++)
    o.checks[k] = outcome_is_bug((outcome) k);
  const exec_hooks hooks = {&t, born, ended, say, NULL, NULL, NULL};
  t.exec = exec_new(p, table, chain, &o, &hooks);
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  state *s = exec_start(t.exec, "main", 1, argv, &message);
  if (!s) fatal("%s", message);
  vec_push(&t.waiting, s);
  while (t.waiting.count) {
    s = vec_pop(&t.waiting);
    while (exec_run(t.exec, s, fuel) == EXEC_RUNS) note(&t, s, -1, 0);
  }
  vec_release(&t.waiting);
  tier_report(t.exec, report, NULL);
  exec_free(t.exec);
  solver_free(chain);
  expr_table_free(table);
  return t;
}

/* The outcome is one that the program is written to have. */
static void agree_with(const char *text, outcome wanted, uint32_t max_loop,
                       uint64_t least_fuel) {
  /* Native functions are entered only if more than 4096 are left. */
  static const uint64_t fuels[] = {1, 7, 64, 1000, 4200, 5003,
                                   UINT64_C(1) << 40};
  ir_program *p = harness_load("", text);
  bool seen = false;
  count_entries = 0;
  for (unsigned k = 0; k < sizeof fuels / sizeof *fuels; k++) {
    if (fuels[k] < least_fuel) continue;
    trail plain = walk(p, fuels[k], 0, max_loop);
    for (uint64_t after = 1; after <= 1000; after *= 1000) {
      trail native = walk(p, fuels[k], after, max_loop);
      if (plain.stops.count != native.stops.count)
        fatal("%u stops, not %u, fuel %llu, of %s", native.stops.count,
              plain.stops.count, (unsigned long long) fuels[k], text);
      for (uint32_t n = 0; n < plain.stops.count; n++) {
        const stop a = plain.stops.items[n], b = native.stops.items[n];
        seen |= a.kind == (int) wanted;
        if (a.pc != b.pc || a.instructions != b.instructions ||
            a.calls != b.calls || a.stack != b.stack || a.kind != b.kind ||
            a.site != b.site)
          fatal("stop %u: pc %u, not %u; %llu instructions, not %llu; fuel "
                "%llu, of %s", n, b.pc, a.pc,
                (unsigned long long) b.instructions,
                (unsigned long long) a.instructions,
                (unsigned long long) fuels[k], text);
      }
      vec_release(&native.stops);
    }
    vec_release(&plain.stops);
  }
  if (!seen) fatal("no such end: %s", text);
  if (!count_entries) fatal("no native code in %s", text);
  ir_program_free(p);
}

static void agree(const char *body, outcome wanted) {
  char *text = mem_format("%s%s", PROLOGUE, body);
  agree_with(text, wanted, 0, 1);
  free(text);
}

/* Where each stop takes long to compare. */
static void agree_deeply(const char *text, outcome wanted) {
  agree_with(text, wanted, 0, 4200);
}

static void loops_stop_where_the_interpreter_does(void) {
  agree("int main(void) { unsigned x = 1; for (int i = 0; i < 300; i++)"
        "  { x ^= x << 13; x ^= x >> 17; if (x & 1) x += i; } return x == 7; }",
        OUTCOME_EXIT);
  agree("int main(void) { int s = 0; for (int i = 0; i < 20; i++)"
        "  for (int j = i; j > 0; j /= 2)"
        "    switch (j % 5) { case 0: s++; break; case 3: continue;"
        "                     default: s += j; } return s == 7; }",
        OUTCOME_EXIT);
  agree("int main(void) { signed char c = 1; long long l = 3; short h = 5;"
        "  for (int i = 0; i < 200; i++) { c = (signed char) (c * 3 + i);"
        "    l = l * 7 % 1000003 - c; h ^= (short) (l >> (i & 15));"
        "    if (l < 0) l = -l; } return h == 7 && c == 1; }", OUTCOME_EXIT);
  agree("int main(void) { double d = 1; float f = 2; long n = 0;"
        "  for (int i = 1; i < 100; i++) { d = d * 1.5 + i; f = (float) d / i;"
        "    if (f > 1e30f) d = -1; n += (long) f; n ^= (unsigned) i; }"
        "  return n == 7; }", OUTCOME_EXIT);
  /* No natural loop: only the function as a whole can be native. */
  agree("static int duff(int k) { int n = 7, s = 0; switch (k) { case 0: do {"
        "  s++; case 1: s++; case 2: s++; } while (--n > 0); } return s; }"
        "int main(void) { int s = 0; for (int i = 0; i < 9; i++)"
        "  s += duff(i % 4); return s == 1; }", OUTCOME_EXIT);
}

static void errors_end_the_path_at_their_place(void) {
  agree("int main(void) { int a[10], s = 0; for (int i = 0; i < 10; i++)"
        "  a[i] = i; for (int i = 0; i < 11; i++) s += a[i]; return s; }",
        OUTCOME_OUT_OF_BOUNDS);
  agree("int main(void) { int x = 1; for (int i = 0; i < 50; i++) x *= 3;"
        "  return x; }", OUTCOME_OVERFLOW);
  agree("int main(void) { int s = 0; for (int i = 40; i > -5; i--)"
        "  s += 100 / i; return s; }", OUTCOME_DIV_BY_ZERO);
  agree("int main(void) { unsigned s = 0; for (int i = 0; i < 40; i++)"
        "  s += 1u << i; return (int) s; }", OUTCOME_SHIFT);
  agree("int main(void) { int a[8]; for (int i = 0; i < 7; i++) a[i] = i;"
        "  for (int i = 0; i < 8; i++) if (a[i] == 9) return 1; return 0; }",
        OUTCOME_UNINIT);
  agree("static const int t[3] = {1, 2, 3};"
        "int main(void) { int *p[20], x; for (int i = 0; i < 20; i++)"
        "  p[i] = i < 15 ? &x : (int *) t; for (int i = 0; i < 20; i++)"
        "  *p[i] = i; return 0; }", OUTCOME_READ_ONLY);
  agree("int main(void) { int *p = __braid_alloc(40, 4, 1); int s = 0;"
        "  for (int i = 0; i < 30; i++) { if (i == 20) __braid_free(p);"
        "    s += p[i % 10]; } return s; }", OUTCOME_USE_AFTER_FREE);
  agree("int main(void) { int *q = 0, s = 0; for (int i = 0; i < 10; i++) {"
        "  int b[4] = {i}; s += b[i & 3]; if (i == 6) q = b; }"
        "  return s + *q; }",
        OUTCOME_USE_AFTER_SCOPE);
}

static void calls_become_part_of_the_code(void) {
  agree("static unsigned mix(unsigned a, unsigned b)"
        "  { return (a ^ b) * 2654435761u + (a >> 3); }"
        "static unsigned twice(unsigned a) { return mix(a, 1) ^ mix(1, a); }"
        "int main(void) { unsigned h = 1; for (unsigned i = 0; i < 60; i++)"
        "  h = mix(h, i) + twice(i); return h == 7; }", OUTCOME_EXIT);
  agree("static int get(const int *a, int i) { int v; if (i < 40) v = a[i];"
        "  else v = a[i - 40]; return v + 1; }"
        "static int two(const int *a, int i) { return get(a, i) - get(a, 0); }"
        "int main(void) { int a[10] = {0}, s = 0; for (int i = 0; i < 11; i++)"
        "  s += two(a, i); return s; }", OUTCOME_OUT_OF_BOUNDS);
  agree("static int gcd(int a, int b) { while (b) { int t = a % b; a = b;"
        "  b = t; } return a; }"
        "int main(void) { int s = 0; for (int i = 0; i < 30; i++)"
        "  s += gcd(i * 12, 90); return s == 7; }", OUTCOME_EXIT);
}

/* Calls that the stack has room for. */
#ifdef HOSTILE
#define MANY_CALLS "400"
#else
#define MANY_CALLS "1200"
#endif

/* Too long to become part of their callers, or recursive. */
static void functions_call_each_other(void) {
  agree("static unsigned fib(unsigned n)"
        "  { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
        "int main(void) { unsigned s = 0; for (unsigned i = 0; i < 11; i++)"
        "  s += fib(i); return s == 7; }", OUTCOME_EXIT);
  agree("static int odd(int n); static int even(int n)"
        "  { return n ? odd(n - 1) : 1; }"
        "static int odd(int n) { return n ? even(n - 1) : 0; }"
        "int main(void) { int s = 0; for (int i = 0; i < 40; i++)"
        "  s += even(i); return s == 7; }", OUTCOME_EXIT);
  agree_deeply("static long deep(long n, long *t) { if (!n) return t[n];"
        "  long v = deep(n - 1, t); return v + t[n % 4]; }"
        "int main(void) { long t[4] = {1, 2, 3, 4}, s = 0;"
        "  for (int i = 0; i < 3; i++) s += deep(" MANY_CALLS " + i, t);"
        "  return s == 7; }", OUTCOME_EXIT);
  agree_deeply("static int deeper(int n, int m)"
               "  { return n == m ? 0 : deeper(n + 1, m) + 1; }"
               "int main(void) { int s = 0; for (int i = 9; i >= -1; i--)"
               "  s += deeper(0, i); return s; }", OUTCOME_STACK_OVERFLOW);
}

#define COUNT \
  "static int count(const char *s) { int n = 0; while (s[n]) n++;" \
  "  return n ? count(s + n) + n : 0; }"

static void functions_have_objects_of_their_own(void) {
  agree("static int fill(char *b, int n) { for (int i = 0; i < n; i++)"
        "  b[i] = (char) (i + 1); return n > 0 ? fill(b, n - 3) + n : 0; }"
        "static int sum(int n) { char b[16]; int s = fill(b, n);"
        "  { char c[8]; fill(c, n / 2); s += c[0]; }"
        "  for (int i = 0; i < n; i++) s += b[i];"
        "  return n > 4 ? s + sum(n - 1) : s; }"
        "int main(void) { int s = 0; for (int i = 4; i < 15; i++) s += sum(i);"
        "  return s == 7; }", OUTCOME_EXIT);
  agree(COUNT "struct s { struct s *next; char name[8]; };"
        "static struct s *push(struct s *l, int n) { if (!n) return l;"
        "  struct s *new = __braid_alloc(sizeof *new, 8, 1); new->next = l;"
        "  __builtin_memset(new->name, 'a', 5); return push(new, n - 1); }"
        "static int drop(struct s *l) { if (!l) return 0; struct s *n = l->next;"
        "  int c = count(l->name); __braid_free(l); return c + drop(n); }"
        "int main(void) { int s = 0; for (int i = 0; i < 12; i++)"
        "  s += drop(push(0, i)); return s == 7; }", OUTCOME_EXIT);
  agree("static int *keep(int n) { int b[4] = {n}; int *volatile p = b;"
        "  if (n > 20) return keep(n - 1); return n > 8 ? p : 0; }"
        "int main(void) { int s = 0, k = 3; for (int i = 0; i < 12; i++) {"
        "  int *p = keep(i); if (p) s += *p; s += k; } return s; }",
        OUTCOME_USE_AFTER_SCOPE);
  agree("static int twice(int *p, int n) { if (n > 9) __braid_free(p);"
        "  return n > 0 ? twice(p, n - 1) + *p : 0; }"
        "int main(void) { int s = 0; for (int i = 0; i < 12; i++) {"
        "  int *p = __braid_alloc(4, 4, 1); s += twice(p, i);"
        "  __braid_free(p); } return s; }", OUTCOME_USE_AFTER_FREE);
}

/* One check each, in a function that native code calls and that has passed it
 * often before. */
static void errors_in_functions_are_found(void) {
#define DEEP(BODY) \
  "static int f(int *t, int n, int k) { if (n) return f(t, n - 1, k) + 1;" \
  "  " BODY " }" \
  "int main(void) { int t[8] = {1, 2, 3, 4, 5, 6, 7, 8}, s = 0;" \
  "  for (int k = 0; k < 40; k++) s ^= f(t, k % 5, k); return s; }"
  agree(DEEP("return t[k / 4];"), OUTCOME_OUT_OF_BOUNDS);
  agree(DEEP("t[k / 4] = k; return 0;"), OUTCOME_OUT_OF_BOUNDS);
  agree(DEEP("return 2147483620 + k;"), OUTCOME_OVERFLOW);
  agree(DEEP("return -2147483620 - k;"), OUTCOME_OVERFLOW);
  agree(DEEP("return k * 65000000;"), OUTCOME_OVERFLOW);
  agree(DEEP("return 100 / (k - 30);"), OUTCOME_DIV_BY_ZERO);
  agree(DEEP("return 100 % (k - 30);"), OUTCOME_DIV_BY_ZERO);
  agree(DEEP("return (int) (100u / (unsigned) (k - 30));"),
        OUTCOME_DIV_BY_ZERO);
  agree(DEEP("return (-2147483647 - (k > 30)) / (k > 30 ? -1 : 2);"),
        OUTCOME_OVERFLOW);
  agree(DEEP("return 1u << k & 1;"), OUTCOME_SHIFT);
  agree(DEEP("return (int) (4096u >> k);"), OUTCOME_SHIFT);
  agree(DEEP("return k >> k;"), OUTCOME_SHIFT);
  agree(DEEP("if (k > 30) t = 0; return t[1];"), OUTCOME_NULL_POINTER);
  agree(DEEP("int u; if (k < 30) u = k; if (u > 3) return 1; return 0;"),
        OUTCOME_UNINIT);
  agree(DEEP("int u[4]; for (int i = 0; i < 4 - k / 30; i++) u[i] = i;"
             "  if (u[3] > 3) return 1; return 0;"), OUTCOME_UNINIT);
  agree(DEEP("static const int c[2] = {1, 2}; int *p = k > 30 ? (int *) c : t;"
             "  p[1] = k; return 0;"), OUTCOME_READ_ONLY);
  agree(DEEP("int a[2] = {0}; return k > 30 && t < a;"),
        OUTCOME_POINTER_ORDER);
  agree(DEEP("__builtin_memcpy(t, t + (k > 30 ? 1 : 4), 16); return 0;"),
        OUTCOME_OVERLAP);
  agree(DEEP("__builtin_memset(t, 0, (unsigned) k); return 0;"),
        OUTCOME_OUT_OF_BOUNDS);
#undef DEEP
}

static void symbolic_data_ends_native_functions(void) {
  agree(COUNT "int main(void) { char t[12]; for (int i = 0; i < 11; i++)"
        "  t[i] = 'a'; t[11] = 0; int s = 0; for (int k = 0; k < 20; k++) {"
        "  if (k == 15) t[7] = (char) input(); s += count(t + k % 9); }"
        "  return s == 7; }", OUTCOME_EXIT);
  agree("static int sum(const unsigned char *t, int n)"
        "  { return n ? t[n - 1] + sum(t, n - 1) : 0; }"
        "int main(void) { unsigned char t[9] = {1, 2, 3}; int s = 0;"
        "  for (int k = 0; k < 30; k++) { if (k == 20) t[4] = input();"
        "    s += sum(t, k % 9); } return s > 1000 ? 100 / (s - s) : 0; }",
        OUTCOME_DIV_BY_ZERO);
  agree("static void move(unsigned char *to, const unsigned char *from, int n)"
        "  { if (n > 3) { move(to, from, n - 3); return; }"
        "    __builtin_memcpy(to, from, (unsigned) n); }"
        "int main(void) { unsigned char t[6] = {1}, u[6] = {0}; int s = 0;"
        "  for (int k = 0; k < 30; k++) { if (k == 20) t[1] = input();"
        "    move(u, t, k % 6); s += u[1] == 9; } return s == 7; }",
        OUTCOME_EXIT);
}

static void objects_come_and_go(void) {
  agree("struct n { struct n *next; int v; };"
        "int main(void) { struct n *h = 0; int s = 0;"
        "  for (int i = 0; i < 20; i++) { struct n *x ="
        "    __braid_alloc(sizeof *x, 8, 0); x->v = i; x->next = h; h = x; }"
        "  for (int k = 0; k < 3; k++) for (struct n *p = h; p; p = p->next)"
        "    s += p->v; while (h) { struct n *x = h->next; __braid_free(h);"
        "    h = x; } return s == 7; }", OUTCOME_EXIT);
  agree("int main(void) { int s = 0; for (int i = 0; i < 30; i++) {"
        "  char b[16]; for (int k = 0; k < 16; k++) b[k] = (char) (i + k);"
        "  char c[16]; __builtin_memcpy(c, b, 16); s += c[i & 15]; }"
        "  return s == 7; }", OUTCOME_EXIT);
}

static void symbolic_data_is_left_to_the_interpreter(void) {
  agree("int main(void) { unsigned char a[16]; for (int i = 0; i < 16; i++)"
        "  a[i] = (unsigned char) i; a[9] = input(); int s = 0;"
        "  for (int k = 0; k < 4; k++) for (int i = 0; i < 16; i++) s += a[i];"
        "  if (s > 500) return 1; return 0; }", OUTCOME_EXIT);
  agree("int main(void) { unsigned char x = input(); int s = 0;"
        "  for (int i = 0; i < 40; i++) { s += i; if (i == 20 && x == 7)"
        "    s = 100 / (s - 210); } return s == x; }", OUTCOME_DIV_BY_ZERO);
  agree("static int f(int a) { return a * 2 + 1; }"
        "int main(void) { unsigned char x = input(); int s = 0, t = 0;"
        "  for (int i = 0; i < 40; i++) { s += f(i); t ^= f(i == 33 ? x : i); }"
        "  return t == 5 ? s : 0; }", OUTCOME_EXIT);
  agree("int main(void) { unsigned char x = input(); int a[4] = {0};"
        "  for (int i = 0; i < 20; i++) { if (i == 10 && x < 3) a[x] = 5;"
        "    for (int k = 0; k < 4; k++) a[k]++; } return a[1] == 25; }",
        OUTCOME_EXIT);
}

static void turns_are_counted(void) {
  agree_with("int main(void) { int s = 0; for (int i = 0; i < 9; i++)"
             "  for (int k = 0; k < 12 + i; k++) s += k; return s; }",
             OUTCOME_CUT_LOOP, 15, 1);
  agree_with("int main(void) { int s = 0; for (int i = 0; i < 9; i++)"
             "  for (int k = 0; k < 12; k++) s += k; return s; }",
             OUTCOME_EXIT, 15, 1);
}

/* Turns end a loop's native code again and again, and every sixteenth entry judges the code:
 * what ran before counts as well. */
static void code_that_runs_long_is_compiled_better_once(void) {
  enum { TURN = 5000, TRIAL = 16, WHOLE = 500000 };
  const struct { uint32_t long_run; uint64_t improved; } rows[] = {
      {WHOLE / 10, 1}, {TRIAL * TURN * 2, 1}, {TRIAL * TURN * 4, 1}, {WHOLE * 4, 0}};
  const limits_table were = limits;
  ir_program *p = harness_load(
      "", "int main(void) { unsigned x = 1; for (int i = 0; i < 80000; i++)"
          "  { x ^= x << 13; x ^= x >> 17; } return x == 7; }");
  uint64_t quick = 0;
  limits.tier_trial = TRIAL;
  limits.native_small_loop = 0; /* else the first code is as good as it gets */
  for (int k = sizeof rows / sizeof *rows; k--;) {
    limits.tier_long_run = rows[k].long_run;
    count_regions = 0;
    trail t = walk(p, TURN, 1, 0);
    CHECK(t.stops.count > WHOLE / TURN);
    vec_release(&t.stops);
    if (!rows[k].improved) quick = count_regions;
    CHECK(quick && count_regions == quick + rows[k].improved);
  }
  limits = were;
  ir_program_free(p);
}

int main(void) {
  harness_begin();
  code_that_runs_long_is_compiled_better_once();
  loops_stop_where_the_interpreter_does();
  errors_end_the_path_at_their_place();
  calls_become_part_of_the_code();
  functions_call_each_other();
  functions_have_objects_of_their_own();
  errors_in_functions_are_found();
  symbolic_data_ends_native_functions();
  objects_come_and_go();
  symbolic_data_is_left_to_the_interpreter();
  turns_are_counted();
  return 0;
}
