#include "exec/internal.h"

#include <assert.h>
#include <string.h>

/* Life cycle, and the state in which a program starts. */

const exec_options exec_defaults = {
  .max_frames = 1 << 20,
  .stack_size = UINT64_C(8) << 20,
  .max_alloc = UINT64_C(1) << 30,
  .max_heap = UINT64_C(4) << 30,
  .lazy_null = true,
  .lazy_alias = true,
  .lazy_depth = 3,
  .lazy_array = 4,
};

static bool watches(const exec *x) {
  return x->strategy.joins || x->o.max_loop || x->o.error_label ||
         x->strategy.reports_jumps || x->strategy.pauses_at_heads ||
         x->strategy.stops_at_heads;
}

static exec *make(const ir_program *p, expr_table *t, solver *chain,
                  const exec_options *o, const exec_hooks *hooks) {
  exec *x = mem_zeroed(1, sizeof *x);
  x->p = p;
  x->t = t;
  x->solver = chain;
  x->o = *o;
  x->hooks = *hooks;
  x->strategy.reports_jumps = x->hooks.jumped != NULL;
  x->watch = watches(x);
  x->edges = mem_zeroed(p->edge_count + 1, 1);
  x->functions = mem_zeroed(p->functions.count + 1, 1);
  x->first_site = mem_zeroed(p->functions.count + 1, sizeof *x->first_site);
  x->primitives = mem_zeroed(p->symbols.count + 1, 1);
  for (uint32_t k = 0, site = 1; k < p->functions.count; k++) {
    x->first_site[k] = site;
    if (p->functions.items[k]) site += p->functions.items[k]->insn_count + 1;
  }
  exec_find_primitives(x);
  x->system_call = ir_find_symbol(p, "__braid_syscall");
  return x;
}

static void make_native(exec *x) {
  if (!x->o.native_after || !x->o.native) return;
  x->o.native->make(x);
  x->owns_tier = true;
}

exec *exec_new(const ir_program *p, expr_table *t, solver *chain,
               const exec_options *o, const exec_hooks *hooks) {
  exec *x = make(p, t, chain, o, hooks);
  x->names = names_new(p->object_shift, p->first_free_name);
  x->passed = mem_zeroed(1, sizeof *x->passed);
  if (o->unknowns) x->lazy = o->unknowns->make();
  make_native(x);
  return x;
}

exec *exec_twin(const exec *original, const exec_options *o,
                const exec_hooks *hooks) {
  exec *x = make(original->p, original->t, original->solver, o, hooks);
  x->names = original->names;
  x->passed = original->passed;
  x->lazy = original->lazy;
  x->is_twin = true;
  /* Nobody asks what re-execution covers: there is nothing to mark. */
  memset(x->edges, 1, x->p->edge_count);
  memset(x->functions, 1, x->p->functions.count);
  if (o->max_loop != original->o.max_loop) {
    make_native(x);
    return x;
  }
  x->tier = original->tier;
  x->code = original->code;
  return x;
}

exec_company exec_change_company(exec *x, exec_company new) {
  const exec_company old = {x->solver, x->hooks};
  x->solver = new.solver;
  x->hooks = new.hooks;
  exec_forget_caches(x);
  return old;
}

/* An edge marked as taken is not reported again: library edges stay marked. */
void exec_set_trace(exec *x, exec_trace *trace) {
  assert(x->is_twin);
  for (uint32_t k = 0; k < x->p->functions.count; k++) {
    const ir_function *f = x->p->functions.items[k];
    if (f && !f->is_library)
      memset(x->edges + f->first_edge, !trace, f->edge_count);
  }
  x->trace = trace;
}

void exec_set_look(exec *x, exec_look *look, void *context) {
  x->look = look;
  x->looker = context;
}

void exec_free(exec *x) {
  if (!x) return;
  if (x->owns_tier) x->o.native->free(x->tier);
  if (!x->is_twin) {
    names_free(x->names);
    idmap_release(x->passed);
    free(x->passed);
    if (x->lazy) x->o.unknowns->free(x->lazy);
  }
  free(x->edges);
  vec_release(&x->news);
  free(x->functions);
  free(x->first_site);
  idmap_release(&x->tolls);
  for (uint32_t k = 0; x->join_points && k < x->p->functions.count; k++)
    free(x->join_points[k]);
  free(x->join_points);
  exec_release_marks(x);
  forkfree_free(x->forkfree);
  free(x->primitives);
  vec_release(&x->input_keys);
  index_release(&x->input_index);
  vec_release(&x->input_places);
  vec_release(&x->fixed_used);
  vec_release(&x->fixed_places);
  for (uint32_t k = 0; k < x->interned.count; k++)
    free(x->interned.items[k]);
  vec_release(&x->interned);
  index_release(&x->intern_index);
  vec_release(&x->notes);
  idmap_release(&x->mixed);
  idmap_release(&x->noted);
  vec_release(&x->twins);
  free(x);
}

exec_strategy exec_get_strategy(const exec *x) { return x->strategy; }

void exec_set_strategy(exec *x, exec_strategy strategy) {
  x->strategy = strategy;
  x->strategy.reports_jumps &= x->hooks.jumped != NULL;
  x->watch = watches(x);
}

/* Jumps matter until the next head, and then only after the next split, which ends the
 * slice. */
void exec_watch_heads(exec *x, const state *s) {
  x->watch = watches(x) || !exec_is_head_noted(x, s) ||
             (s->forks && s->instructions - s->still_from < limits.exec_head_noted);
}

bool exec_has_jumps(const exec *x) { return x->has_jumps; }

void exec_use_relevancy(exec *x, const relevancy_options *o,
                        uint64_t after_each, uint32_t enough) {
  uint64_t size = 0;
  for (uint32_t k = 0; k < x->p->functions.count; k++)
    if (x->p->functions.items[k]) size += x->p->functions.items[k]->insn_count;
  x->asks = *o;
  x->mark_after = size * after_each;
  x->forkfree = forkfree_new(x->p, enough);
}

double exec_relevancy_ms(const exec *x) { return x->relevancy_ms; }

bool exec_is_forkfree(const exec *x, const state *s) {
  const uint32_t place = exec_place(x, s->top, state_insn(s)->block);
  return place && (!x->strategy.reports_jumps ||
                   forkfree_is_known(x->forkfree, place));
}

void exec_note_template(exec *x, const state *s) {
  const uint32_t place = exec_place(x, s->top, state_insn(s)->block);
  if (place) x->forkfree->places.items[place].has_templates = true;
}

value exec_make_undefined(exec *x, state *s, unsigned width, uint32_t name,
                          uint64_t offset) {
  return exec_define_at(x, s, width, name, offset);
}

exec_stats *exec_get_stats(exec *x) { return &x->stats; }
const exec_options *exec_get_options(const exec *x) { return &x->o; }
const ir_program *exec_program(const exec *x) { return x->p; }
expr_table *exec_table(const exec *x) { return x->t; }
solver *exec_solver(const exec *x) { return x->solver; }
const names *exec_names(const exec *x) { return x->names; }
uint8_t *exec_covered_edges(exec *x) { return x->edges; }

exec_news exec_get_news(const exec *x, uint32_t place) {
  return x->news.items[place - 1];
}
uint8_t *exec_covered_functions(exec *x) { return x->functions; }

static uint64_t add_argument_object(exec *x, state *s, uint32_t number,
                                    const void *bytes, uint64_t size) {
  const uint32_t name = names_intern(x->names, OBJECT_ARGUMENTS, 0, number,
                                     names_needed(x->names, size));
  object *o = object_new(name, OBJECT_ARGUMENTS, size, false);
  memcpy(o->bytes, bytes, size);
  memory_add(&s->memory, x->names, o);
  return (uint64_t) name << x->p->object_shift;
}

/* argv and the environment, each with its terminating NULL: the first's
 * address. */
static uint64_t add_arguments(exec *x, state *s, int argc, char **argv) {
  const unsigned word = x->p->pointer_bits / 8;
  static char *nothing[] = {NULL};
  char **const environment = x->o.environment ? x->o.environment : nothing;
  uint32_t variables = 0;
  while (environment[variables]) variables++;
  const uint32_t count = (uint32_t) argc + 1 + variables;
  const size_t size = ((size_t) count + 1) * word;
  uint8_t *table = mem_zeroed(size, 1);
  for (uint32_t k = 0; k < count; k++) {
    if (k == (uint32_t) argc) continue;
    const char *text = k < (uint32_t) argc
                           ? argv[k] : environment[k - (uint32_t) argc - 1];
    const uint64_t at = add_argument_object(x, s, k + 1, text,
                                            strlen(text) + 1);
    object *o = exec_own(x, s, (uint32_t) (at >> x->p->object_shift));
    object_align(o, 1);
    if (!k && argc) o->exists = expr_true(x->t);  /* a fact of the run: noted when it
                                                   * is read */
    memcpy(table + (size_t) k * word, &at, word);
  }
  const uint64_t address = add_argument_object(x, s, 0, table, size);
  free(table);
  return address;
}

/* What the library does otherwise, and nothing shows at run time. */
static void note_references(exec *x) {
  static const struct { const char *name, *text; } assumptions[] = {
#define ASSUMPTION(NAME, WORD, TEXT) {#NAME, TEXT},
#include "runtime/posix/assumptions.def"
  };
  for (size_t i = 0; i < sizeof assumptions / sizeof *assumptions; i++)
    if (x->p->refers & IR_REFERS_ENVIRON &&
        !strcmp(assumptions[i].name, "ENVIRONMENT"))
      exec_note_text(x, assumptions[i].text);
  if (x->p->refers & IR_REFERS_ARGUMENTS && !x->o.has_arguments)
    exec_note_text(x, "the program is given no arguments (--sym-args and what "
                      "follows -- give some)");
  if (x->p->refers & IR_REFERS_ARGUMENTS && x->o.arguments_are_chosen)
    exec_note_text(x, "the program is given no other arguments than braid chose "
                      "(--sym-args chooses others)");
  if (x->p->refers & IR_REFERS_ERRNO && x->p->refers & IR_REFERS_MATH)
    exec_note_text(x, "the functions of <math.h> do not set errno");
}

bool exec_constructs_late(const exec *x) {
  for (uint32_t k = 0; x->o.arguments_are_words && k < x->p->constructors.count; k++) {
    const ir_function *c = x->p->functions.items[x->p->constructors.items[k]];
    if (c && c->param_count) return true;
  }
  return false;
}

bool exec_push_constructors(exec *x, state *s, const value args[3]) {
  for (uint32_t k = x->p->constructors.count; k-- > 0;) {
    const ir_function *c = x->p->functions.items[x->p->constructors.items[k]];
    if (c && c->param_count <= 3 && !exec_push(x, s, c, args, NULL)) return false;
  }
  return true;
}

state *exec_start(exec *x, const char *entry, int argc, char **argv,
                  char **message) {
  const uint32_t symbol = ir_find_symbol(x->p, entry);
  const ir_function *f = symbol ? ir_function_of(x->p, symbol) : NULL;
  if (!f) {
    *message = mem_format("the program has no function \"%s\"", entry);
    return NULL;
  }
  note_references(x);
  state *s = state_new();
  s->id = x->next_state++;
  exec_add_globals(x, s);
  const uint64_t table = add_arguments(x, s, argc, argv);
  const unsigned word = x->p->pointer_bits / 8;
  const value args[3] = {value_of((uint64_t) argc), value_of(table),
                         value_of(table + ((uint64_t) argc + 1) * word)};
  if (f->param_count > 3) {
    *message = mem_format("\"%s\" takes more than three parameters", entry);
    state_free(s);
    return NULL;
  }
  if (!exec_push(x, s, f, args, NULL)) {
    *message = mem_format("\"%s\" cannot be entered", entry);
    return NULL;
  }
  const bool later = exec_constructs_late(x) && !strcmp(entry, "__braid_start");
  if (!later && !exec_push_constructors(x, s, args)) {
    *message = mem_string("a constructor cannot be entered");
    return NULL;
  }
  return s;
}
