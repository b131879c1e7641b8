#include "compact/compact.h"

#include "base/limits.h"
#include "compact/fields.h"
#include "compact/template.h"

struct compact {
  exec *exec;
  prober *prober;
  void (*covered)(void *, state *);
  void *context;
  template_rules rules;
  loop ***loops;                /* by number of the function, then by block */
  VEC(loop *) all;              /* in the order in which states came to them */
};

/* Iterations on which a condition is a conjunction: as many conjuncts as a slice is searched for
 * bounds (solver/bounds.c), which quantifiers do not give. */
enum { SPELLED = SIZED(64, 1) };

compact *compact_new(exec *x, void (*covered)(void *, state *),
                     void *context) {
  compact *c = mem_zeroed(1, sizeof *c);
  c->exec = x;
  c->prober = prober_new(x);
  c->covered = covered;
  c->context = context;
  c->rules.most_spelled_out = SPELLED;
  c->loops = mem_zeroed(exec_program(x)->functions.count + 1,
                        sizeof *c->loops);
  return c;
}

void compact_free(compact *c) {
  if (!c) return;
  for (uint32_t k = 0; k < exec_program(c->exec)->functions.count; k++)
    free(c->loops[k]);
  for (uint32_t k = 0; k < c->all.count; k++) loop_free(c->all.items[k]);
  vec_release(&c->all);
  free(c->loops);
  prober_free(c->prober);
  free(c);
}

void compact_quantify(compact *c) { c->rules.most_spelled_out = 0; }

static loop *loop_at(compact *c, const ir_function *f, uint32_t block) {
  const ir_program *p = exec_program(c->exec);
  loop ***row = c->loops + p->symbols.items[f->symbol].function;
  if (!*row) *row = mem_zeroed(f->block_count + 1, sizeof **row);
  if (!(*row)[block]) {
    (*row)[block] = loop_new(p, f, block);
    vec_push(&c->all, (*row)[block]);
  }
  return (*row)[block];
}

bool compact_wants(compact *c, const state *s, uint32_t block) {
  const ir_function *f = s->top->function;
  if (!f->blocks[block].is_loop_head) return false;
  loop *l = loop_at(c, f, block);
  l->arrivals++;
  if (!l->patience) return true;
  l->patience--;
  return false;
}

/* To cover what a template skips, and to come to the next head: 2^20 instructions, 10 ms, with a
 * look at the place after each 4,096. */
enum { COVER_SLICES = 256, COVER_FUEL = 4096 };

/* A state takes the iteration by itself, so that what it covers is marked and
 * gets a test. */
static void cover_iteration(compact *c, const loop *l, const state *s,
                            expr first) {
  const uint8_t *seen = prober_edges(c->prober);
  const uint8_t *known = exec_covered_edges(c->exec);
  const ir_function *f = l->function;
  bool is_new = false;
  if (!c->covered) return;
  for (uint32_t k = 0; k < exec_program(c->exec)->edge_count && !is_new; k++)
    is_new = seen[k] && !known[k];
  if (!is_new) return;
  state *own = state_copy(s);
  if (path_assume(exec_solver(c->exec), &own->path, first) != ANSWER_SAT) {
    state_free(own);
    return;
  }
  own->covers_new = false;
  own->needs_test = 0;
  for (unsigned k = 0; k < COVER_SLICES; k++) {
    if (exec_run(c->exec, own, COVER_FUEL) == EXEC_ENDED) return;
    if (own->top->depth < s->top->depth ||
        (own->top->depth == s->top->depth && own->top->function == f &&
         (own->pc == f->blocks[l->head].first ||
          !l->inside[state_insn(own)->block])))
      break;
  }
  if (own->needs_test) c->covered(c->context, own);
  state_free(own);
}

static compact_result miss(loop *l, refusal why) {
  l->refused[why]++;
  if (why == REFUSED_UNKNOWN || why == REFUSED_FORALL) l->failed++;
  if (l->misses < 6) l->misses++;
  l->patience = (1u << l->misses) - 1;
  return COMPACT_UNROLL;
}

/* The way that the state just took comes first: where a loop goes one way for a
 * while and then another, each phase then needs one template.  Else shorter
 * ways come before longer ones. */
static void prefer(look *found, uint64_t trail) {
  for (uint32_t k = 1; k < found->ways.count; k++) {
    if (compact_of(found->ways.items[k].end)->trail != trail) continue;
    const iteration chosen = found->ways.items[k];
    for (; k > 0; k--) found->ways.items[k] = found->ways.items[k - 1];
    found->ways.items[0] = chosen;
    return;
  }
}

/* The state before, with those of its inputs, or with all if they are not known. */
static state *staying(compact *c, const state *before, const application *a) {
  if (!a->stays.id && !a->may_stay) return NULL;
  state *s = exec_split_off(c->exec, (state *) (uintptr_t) before);
  if (a->may_stay || path_assume(exec_solver(c->exec), &s->path, a->stays) != ANSWER_UNSAT)
    return s;
  state_free(s);
  return NULL;
}

compact_result compact_enter(compact *c, state *s, bool joins, state **stays,
                             compact_staying *how) {
  const uint64_t *calls = &exec_get_stats(c->exec)->system_calls, called = *calls;
  *stays = NULL;
  *how = COMPACT_STAYS_ACTIVE;
  const ir_function *f = s->top->function;
  const uint64_t trail = compact_of(s)->trail;
  compact_of(s)->trail = 0;
  loop *l = loop_at(c, f, state_insn(s)->block);
  if (s->path.uncertain) return COMPACT_UNROLL;
  if (l->arrivals < limits.compact_arrivals &&
      prober_is_decided(c->prober, l, s, joins))
    return miss(l, REFUSED_CONCRETE);
  look found;
  solver_set_limit(exec_solver(c->exec), limits.compact_conflicts);
  refusal why = prober_look(c->prober, l, s, &found);
  state *before = state_copy(s);
  application a = {0};
  bool is_done = false;
  if (why == REFUSED_NONE) prefer(&found, trail);
  for (uint32_t k = 0; why == REFUSED_NONE && k < found.ways.count; k++) {
    a = template_apply(c->prober, c->exec, found.ways.items + k,
                       &found.carried, s, &c->rules);
    is_done = a.refusal == REFUSED_NONE || a.refusal == REFUSED_CONCRETE;
    if (!found.ways.items[k].asked && called == *calls)
      *how = a.may_stay && !a.is_endless ? COMPACT_MAY_STAY : COMPACT_STAYS;
    if (is_done) break;
  }
  if (why == REFUSED_NONE) why = a.refusal;
  look_release(&found);
  solver_set_limit(exec_solver(c->exec), 0);
  compact_result result;
  if (why != REFUSED_NONE) result = miss(l, why);
  else {
    l->misses = 0;
    l->refused[REFUSED_NONE]++;
    l->applied += !a.is_endless;
    l->endless += a.is_endless;
    cover_iteration(c, l, before, a.first);
    if (!a.is_endless) *stays = staying(c, before, &a);
    result = a.is_endless ? COMPACT_ENDLESS : COMPACT_APPLIED;
  }
  state_free(before);
  return result;
}

/* To the next head of a loop.  False: the state is gone, or did not come to one. */
static bool run_to_head(exec *x, state *s, bool *ended) {
  for (unsigned k = 0; k < COVER_SLICES; k++) {
    *ended = exec_run(x, s, COVER_FUEL) == EXEC_ENDED;
    if (*ended) return false;
    const ir_block *b = s->top->function->blocks + state_insn(s)->block;
    if (b->is_loop_head && b->first == s->pc) return true;
  }
  return false;
}

bool compact_never_leaves(exec *x, state *s, unsigned heads, bool *ended) {
  const exec_strategy before = exec_get_strategy(x);
  exec_strategy pausing = before;
  pausing.pauses_at_heads = true;
  exec_set_strategy(x, pausing);
  compact *c = compact_new(x, NULL, NULL);
  bool never = false;
  *ended = false;
  for (unsigned k = 0; k < heads && !never && run_to_head(x, s, ended); k++) {
    state *stays;
    compact_staying how;
    loop_at(c, s->top->function, state_insn(s)->block)->arrivals = limits.compact_arrivals;
    never = compact_enter(c, s, false, &stays, &how) == COMPACT_ENDLESS &&
            how == COMPACT_STAYS;
    state_free(stays);          /* numbers either stay or do not */
  }
  compact_free(c);
  exec_set_strategy(x, before);
  return never;
}

/* Reports ------------------------------------------------------------------ */

compact_totals compact_count(const compact *c) {
  compact_totals t = {0};
  for (uint32_t k = 0; k < c->all.count; k++) {
    const loop *l = c->all.items[k];
    t.loops += !l->function->is_library;
    t.cycles += l->function->is_library ? 0 : l->cycles;
    t.templates += l->refused[REFUSED_NONE] > 0;
    t.applied += l->applied;
    t.endless += l->endless;
    t.failed += l->failed;
  }
  return t;
}

uint32_t compact_loop_count(const compact *c) { return c->all.count; }

compact_loop compact_get_loop(const compact *c, uint32_t number) {
  const loop *l = c->all.items[number];
  compact_loop found = {.function = l->function, .place = l->place,
                        .arrivals = l->arrivals,
                        .applied = l->refused[REFUSED_NONE]};
  uint64_t most = 0;
  for (unsigned r = REFUSED_NONE + 1; r < REFUSALS; r++) {
    found.unrolled += l->refused[r];
    if (l->refused[r] <= most) continue;
    most = l->refused[r];
    found.reason = refusal_text((refusal) r);
  }
  return found;
}

void compact_print(const compact *c, FILE *out) {
  const ir_program *p = exec_program(c->exec);
  for (uint32_t k = 0; k < c->all.count; k++) {
    const loop *l = c->all.items[k];
    if (l->function->is_library && !l->refused[REFUSED_NONE]) continue;
    const ir_place *at = p->places.items + l->place;
    fprintf(out, "loop in %s", l->function->name);
    if (l->place)
      fprintf(out, " at %s:%u", p->files.items[at->file], at->line);
    fprintf(out, ": %u cycle%s, %llu arrival%s\n", l->cycles,
            l->cycles == 1 ? "" : "s", (unsigned long long) l->arrivals,
            l->arrivals == 1 ? "" : "s");
    for (unsigned r = 0; r < REFUSALS; r++)
      if (l->refused[r])
        fprintf(out, "  %8llu  %s\n", (unsigned long long) l->refused[r],
                refusal_text((refusal) r));
    if (l->endless)
      fprintf(out, "  %8llu  of them never leave it\n",
              (unsigned long long) l->endless);
  }
}
