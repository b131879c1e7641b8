#include "test/unit/ir_harness.h"

#include "base/limits.h"
#include "base/random.h"
#include "explore/explore.h"
#include "expr/sweep.h"

/*
 * What techniques must not change, as a test: theorems 2 and 3 of the paper on
 * compact execution, and section 3.4 of the one on MultiSE.  Random functions
 * with loops are explored path by path and with templates, with joins, and with
 * both.  Each gives leaves: a condition on the inputs, an outcome, and final
 * values.  By solver,
 *
 *   every input of a leaf with the technique, for some number of iterations,
 *   belongs to a leaf without, and vice versa, and there outcome and values are
 *   the same.
 *
 * Numbers of turns are instantiated one by one, up to more than any of the
 * functions can take.
 */
enum { VALUES = 4, MAX_TURNS = 28, MAX_LEAVES = 60,
       FUNCTIONS = LIMITS_ARE_HOSTILE ? 8 : 40 };

typedef struct leaf {
  outcome kind;
  uint32_t site;
  expr condition;
  expr values[VALUES];
} leaf;

typedef struct exploration {
  ir_program *program;
  expr_table *table;
  solver *solver;
  exec *exec;
  VEC(leaf) leaves;
  uint32_t inputs[8];           /* symbols, by number of the input */
  bool was_cut;
  uint64_t applied;             /* templates, or joins */
} exploration;

static void say(void *context, const char *text) {
  (void) context;
  (void) text;
}

static void tick(void *context) { (void) context; }

static void covered(void *context, const state *s) {
  (void) context;
  (void) s;
}

/* Symbols of this run become those of the numbered inputs. */
static void note_inputs(exploration *e, const state *s) {
  for (const input *i = s->inputs; i; i = i->before) {
    CHECK(i->index < 8 && i->size == 1);
    e->inputs[i->index] = i->symbol;
  }
}

static void take_leaf(void *context, const state *s, const ending *end) {
  exploration *e = context;
  if (outcome_is_cut(end->kind)) e->was_cut = true;
  if (outcome_is_cut(end->kind) || end->kind == OUTCOME_ENDLESS) return;
  const ir_program *p = e->program;
  leaf l = {.kind = end->kind, .site = end->site,
            .condition = expr_true(e->table)};
  const uint32_t count = path_count(&s->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(&s->path, all);
  for (uint32_t k = 0; k < count; k++)
    l.condition = expr_and(e->table, l.condition, all[k]);
  free(all);
  const uint32_t symbol = ir_find_symbol(p, "out");
  const object *o = memory_find(
      &s->memory,
      (uint32_t) (p->symbols.items[symbol].address >> p->object_shift));
  for (uint32_t k = 0; k < VALUES; k++)
    l.values[k] = value_term(e->table, object_load(o, e->table, 4 * k, 4), 32);
  note_inputs(e, s);
  vec_push(&e->leaves, l);
}

/* Leaves outlive the run whose terms they are. */
static void mark_leaves(void *context, expr_table *t) {
  const exploration *e = context;
  for (uint32_t k = 0; k < e->leaves.count; k++) {
    const leaf *l = e->leaves.items + k;
    sweep_mark(t, l->condition);
    for (uint32_t v = 0; v < VALUES; v++) sweep_mark(t, l->values[v]);
  }
}

typedef struct technique {
  const char *name;
  bool templates, joins;
  bool has_diagrams;
  bool quantifies;
} technique;

static const technique techniques[] = {
  {"path by path", false, false, false, false},
  {"templates", true, false, false, false},
  {"quantifiers", true, false, false, true},
  {"joined terms", false, true, false, false},
  {"summaries", false, true, true, false},
  {"summaries and templates", true, true, true, false},
  {"summaries and quantifiers", true, true, true, true},
};
enum { TECHNIQUES = sizeof techniques / sizeof *techniques };

static void explore_function(exploration *e, const char *name,
                             const technique *by) {
  static volatile int stop;
  const explore_options o = {.search = "dfs", .max_instructions = 4000,
                             .strategies = (by->templates ? STRATEGY_TEMPLATE : 0) |
                                           (by->joins ? STRATEGY_JOIN : 0),
                             .quantifies = by->quantifies,
                             .stop = &stop};
  stop = 0;
  explore *x = explore_new(&o, take_leaf, covered, tick, e);
  exec_options checks = exec_defaults;
  for (int k = 0; k < OUTCOME_COUNT; k++)
    checks.checks[k] = outcome_is_bug((outcome) k);
  const exec_hooks hooks = explore_hooks(x, say);
  e->exec = exec_new(e->program, e->table, e->solver, &checks, &hooks);
  summaries *diagrams = by->has_diagrams ? summaries_new(e->table, 2048) : NULL;
  if (diagrams) summaries_lift(diagrams, true);
  exec_strategy strategy = exec_get_strategy(e->exec);
  strategy.summaries = diagrams;
  exec_set_strategy(e->exec, strategy);
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  state *s = exec_start(e->exec, name, 1, argv, &message);
  if (!s) fatal("%s", message);
  explore_run(x, e->exec, s);
  if (by->templates)
    e->applied += compact_count(explore_get_loops(x)).applied;
  e->applied += explore_get_progress(x).joins.joined;
  explore_free(x);
  exec_free(e->exec);
  summaries_free(diagrams);
}

/* Comparison --------------------------------------------------------------- */

static answer ask(solver *chain, expr e) { return solver_check(chain, &e, 1); }

static expr rename_inputs(const exploration *from, const exploration *to,
                          expr e) {
  expr symbols[8];
  uint32_t used[8], count = 0;
  for (uint32_t k = 0; k < 8; k++)
    if (from->inputs[k] != UINT32_MAX && to->inputs[k] != UINT32_MAX) {
      used[count] = from->inputs[k];
      symbols[count++] = expr_symbol(from->table, to->inputs[k]);
    }
  return expr_substitute(from->table, e, used, symbols, count);
}

/* Where the leaf's condition holds for some numbers of turns up to the bound. */
static expr for_some_turns(expr_table *t, expr condition) {
  const varset set = varset_of(t, condition);
  for (uint32_t k = 0; k < varset_count(t, set); k++) {
    const uint32_t symbol = varset_symbols(t, set)[k];
    if (expr_symbol_class(t, symbol) != SYMBOL_FRESH) continue;
    expr any = expr_false(t);
    const unsigned width = expr_symbol_width(t, symbol);
    for (uint64_t n = 0; n < MAX_TURNS && n <= bits_mask(width); n++) {
      const expr number = expr_const(t, width, n);
      any = expr_or(t, any, for_some_turns(t, expr_substitute(
                                                t, condition, &symbol, &number,
                                                1)));
    }
    return any;
  }
  return condition;
}

static uint32_t count_turn_symbols(expr_table *t, expr e) {
  const varset set = varset_of(t, e);
  uint32_t count = 0;
  for (uint32_t k = 0; k < varset_count(t, set); k++)
    count += expr_symbol_class(t, varset_symbols(t, set)[k]) == SYMBOL_FRESH;
  return count;
}

static bool compare(exploration *classic, exploration *other,
                    const char *name) {
  expr_table *t = classic->table;
  expr all = expr_false(t), all_other = expr_false(t);
  for (uint32_t k = 0; k < other->leaves.count; k++) {
    leaf *l = other->leaves.items + k;
    l->condition = rename_inputs(other, classic, l->condition);
    for (uint32_t v = 0; v < VALUES; v++)
      l->values[v] = rename_inputs(other, classic, l->values[v]);
    if (count_turn_symbols(t, l->condition) > 1) return false;
    all_other = expr_or(t, all_other, for_some_turns(t, l->condition));
  }
  for (uint32_t k = 0; k < classic->leaves.count; k++) {
    const leaf *c = classic->leaves.items + k;
    all = expr_or(t, all, c->condition);
    for (uint32_t n = 0; n < other->leaves.count; n++) {
      const leaf *l = other->leaves.items + n;
      const expr both = expr_and(t, c->condition, l->condition);
      expr differs = expr_true(t);
      if (c->kind == l->kind && c->site == l->site) {
        differs = expr_false(t);
        for (uint32_t v = 0; v < VALUES; v++)
          differs = expr_or(t, differs, expr_ne(t, c->values[v],
                                                l->values[v]));
      }
      const answer a = ask(classic->solver, expr_and(t, both, differs));
      if (a == ANSWER_UNKNOWN) return false;
      if (a == ANSWER_SAT)
        fatal("%s: leaves %u (%s) and %u (%s) disagree", name, k,
              outcome_text(c->kind), n, outcome_text(l->kind));
    }
  }
  for (uint32_t k = 0; k < classic->leaves.count; k++)
    if (ask(classic->solver,
            expr_and(t, classic->leaves.items[k].condition,
                     expr_not(t, all_other))) == ANSWER_SAT)
      fatal("%s: an input of leaf %u (%s) is lost", name, k,
            outcome_text(classic->leaves.items[k].kind));
  for (uint32_t k = 0; k < other->leaves.count; k++)
    if (ask(classic->solver, expr_and(t, other->leaves.items[k].condition,
                                      expr_not(t, all))) == ANSWER_SAT)
      fatal("%s: an input of compact leaf %u (%s) is made up", name, k,
            outcome_text(other->leaves.items[k].kind));
  return true;
}

/* Programs ------------------------------------------------------------------ */

typedef struct writer {
  random_source random;
  FILE *out;
} writer;

static uint32_t pick(writer *w, uint32_t count) {
  return (uint32_t) random_below(&w->random, count);
}

static const char *const variables[] = {"v", "w", "x", "y"};

static const char *variable(writer *w) {
  return variables[pick(w, 4)];
}

static void write_operand(writer *w) {
  switch (pick(w, 4)) {
  case 0: fprintf(w->out, "a"); break;
  case 1: fprintf(w->out, "b"); break;
  case 2: fprintf(w->out, "%s", variable(w)); break;
  default: fprintf(w->out, "%u", pick(w, 9)); break;
  }
}

static void write_condition(writer *w) {
  static const char *const operators[] = {"<", "<=", ">", ">=", "!=", "=="};
  if (!pick(w, 5)) fprintf(w->out, "array[%s & 7] ", variable(w));
  else fprintf(w->out, "%s ", variable(w));
  fprintf(w->out, "%s ", operators[pick(w, 6)]);
  write_operand(w);
}

static void write_update(writer *w) {
  const char *v = variable(w);
  switch (pick(w, 14)) {
  case 0: case 1: case 2:
    fprintf(w->out, "%s += %u;", v, 1 + pick(w, 4));
    break;
  case 3: fprintf(w->out, "%s -= %u;", v, 1 + pick(w, 3)); break;
  case 4: fprintf(w->out, "%s += %s;", v, variable(w)); break;
  case 5: fprintf(w->out, "%s = ", v); write_operand(w);
    fprintf(w->out, " + %u;", pick(w, 3)); break;
  case 6: fprintf(w->out, "%s ^= %u;", v, 1 + pick(w, 200)); break;
  case 7: fprintf(w->out, "%s = %s * %u + %u;", v, v, 2 + pick(w, 3),
                  pick(w, 3)); break;
  case 8: fprintf(w->out, "%s >>= 1;", v); break;
  case 9: fprintf(w->out, "%s %s %u;", v, pick(w, 2) ? "&=" : "|=",
                  pick(w, 250)); break;
  case 10: fprintf(w->out, "g += %s;", variable(w)); break;
  case 11: fprintf(w->out, "array[%s & 7] += %s;", v, variable(w)); break;
  case 12: fprintf(w->out, "array[%s & 7] = array[(%s + %u) & 7] ^ %s;", v, v,
                   pick(w, 8), variable(w)); break;
  default: fprintf(w->out, "array[%s %s] = %s;", v, pick(w, 2) ? "& 7" : "",
                   variable(w)); break;
  }
}

static void write_loop(writer *w) {
  fprintf(w->out, "  while (");
  if (pick(w, 4)) fprintf(w->out, "t < %s%u", pick(w, 2) ? "a + " : "",
                          2 + pick(w, 8));
  else write_condition(w);
  if (!pick(w, 3)) {
    fprintf(w->out, " && ");
    write_condition(w);
  }
  fprintf(w->out, ") {\n    t++;\n");
  for (unsigned k = pick(w, 3) + 1; k-- > 0;) {
    fprintf(w->out, "    ");
    if (!pick(w, 4)) {
      fprintf(w->out, "if (");
      write_condition(w);
      fprintf(w->out, ") ");
      if (pick(w, 2)) fprintf(w->out, "break;");
      else write_update(w);
      fprintf(w->out, "\n");
      continue;
    }
    write_update(w);
    fprintf(w->out, "\n");
  }
  fprintf(w->out, "  }\n");
}

static void write_function(writer *w, unsigned number) {
  static const char *const types[] = {"unsigned char", "signed char",
                                      "unsigned short", "int", "unsigned"};
  fprintf(w->out, "void f%u(void) {\n  unsigned a = input() & %u, "
                  "b = input() & 7; int t = 0;\n", number, pick(w, 2) ? 7 : 15);
  fprintf(w->out, "  unsigned char array[8] = {1, 2, 3, 4, b, a, 0, 9};\n");
  for (unsigned k = 0; k < 4; k++) {
    fprintf(w->out, "  %s %s = ", types[pick(w, 5)], variables[k]);
    if (pick(w, 2)) fprintf(w->out, "%u;\n", pick(w, 12));
    else fprintf(w->out, "%s;\n", pick(w, 2) ? "a" : "b");
  }
  write_loop(w);
  if (!pick(w, 3)) write_loop(w);
  fprintf(w->out, "  out[0] = v + 256 * w; out[1] = x; out[2] = y; "
                  "out[3] = g + array[b] * 65536 + t * 1024;\n}\n");
}

static char *write_program(uint64_t seed) {
  char *text;
  size_t size;
  writer w = {{seed}, open_memstream(&text, &size)};
  fprintf(w.out, "void __braid_input(void *, unsigned long, const char *, "
                 "int);\nstatic unsigned char input(void) {\n  unsigned char "
                 "x; __braid_input(&x, 1, \"x\", 0); return x; }\n"
                 "unsigned out[4]; unsigned g;\n");
  for (unsigned k = 0; k < FUNCTIONS; k++) write_function(&w, k);
  fprintf(w.out, "int main(void) { return 0; }\n");
  fclose(w.out);
  return text;
}

static void techniques_have_the_leaves_of_paths(uint64_t seed) {
  char *text = write_program(seed);
  ir_program *p = harness_load("", text);
  unsigned compared[TECHNIQUES] = {0}, applied[TECHNIQUES] = {0};
  for (unsigned k = 0; k < FUNCTIONS; k++)
    for (unsigned by = 1; by < TECHNIQUES; by++) {
      exploration runs[2];
      expr_table *t = expr_table_new();
      solver_options few = solver_defaults;
      few.max_conflicts = 20000;
      few.z3 = false;
      solver *chain = solver_new(t, &few);
      char name[16];
      snprintf(name, sizeof name, "f%u", k);
      for (unsigned n = 0; n < 2; n++) {
        runs[n] = (exploration) {.program = p, .table = t, .solver = chain};
        memset(runs[n].inputs, 0xff, sizeof runs[n].inputs);
        sweep_add_root(t, (sweep_root) {"test", runs + n, mark_leaves, NULL});
        explore_function(runs + n, name, techniques + (n ? by : 0));
      }
      if (!runs[0].was_cut && !runs[1].was_cut && runs[1].applied &&
          runs[0].leaves.count <= MAX_LEAVES &&
          runs[1].leaves.count <= MAX_LEAVES) {
        compared[by] += compare(runs, runs + 1, name);
        applied[by] += (unsigned) runs[1].applied;
      }
      vec_release(&runs[0].leaves);
      vec_release(&runs[1].leaves);
      solver_free(chain);
      expr_table_free(t);
    }
  for (unsigned by = 1; by < TECHNIQUES; by++) {
    printf("seed %llu, %s: %u of %u functions compared, applied %u times\n",
           (unsigned long long) seed, techniques[by].name, compared[by],
           FUNCTIONS, applied[by]);
    CHECK(compared[by] >= FUNCTIONS / 8);
  }
  ir_program_free(p);
  free(text);
}

int main(int argc, char **argv) {
  harness_begin();
  if (argc > 1 && !strcmp(argv[1], "--print")) {
    char *text = write_program(strtoull(argv[2], NULL, 10));
    fputs(text, stdout);
    free(text);
    return 0;
  }
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (uint64_t k = 0; k < count; k++)
    techniques_have_the_leaves_of_paths(first + k);
  return 0;
}
