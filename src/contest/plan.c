#include "contest/plan.h"

#include "base/build.h"
#include "base/processors.h"
#include "finding/entry.h"
#include "finding/hunting.h"
#include "finding/seeds.h"
#include "jobs/jobs.h"
#include "tier/tier.h"

solver_options plan_solver(const options *o, volatile int *stop) {
  solver_options s = solver_defaults;
  s.range = o->range;
  s.domain = o->domain;
  s.models = o->models;
  s.slices = o->slices;
  s.cores = o->cores;
  s.walk = o->walk;
  s.differences = o->differences;
  s.products = o->products;
  s.floats = o->floats == FLOATS_BITS;
  s.boxes = s.floats && o->boxes;
  s.check = o->solver_check;
  s.max_conflicts = o->max_conflicts;
  if (o->max_solver_ms) s.max_query_ms = o->max_solver_ms;
  s.stop = stop;
  s.cache = o->cache;
  s.cache_build = build_name();
  if (o->solver != SOLVER_CHAIN)
    s.range = s.domain = s.models = s.slices = s.cores = s.walk =
        s.differences = s.products = s.boxes = false;
  s.sat = o->solver != SOLVER_Z3;
  s.z3 = o->solver != SOLVER_SAT;
  return s;
}

/* A bug that neither counts nor ends its path natively is not looked for. */
static bool looks_for(const options *o, const property *p,
                      const ir_program *program, outcome kind) {
  static const outcome harmless[] = {
    OUTCOME_OVERFLOW, OUTCOME_SHIFT, OUTCOME_SHIFT_BASE, OUTCOME_LEAK,
    OUTCOME_POINTER_ORDER, OUTCOME_POINTER_DIFFERENCE, OUTCOME_FLOAT_CAST, OUTCOME_ARRAY_BOUNDS,
    OUTCOME_MEMBER_BOUNDS,
    OUTCOME_ALIGNMENT, OUTCOME_BOOL, OUTCOME_BUILTIN,
    OUTCOME_POINTER_OVERFLOW, OUTCOME_NONNULL, OUTCOME_RETURNS_NONNULL,
    OUTCOME_NULL_MEMBER, OUTCOME_UNSIGNED_OVERFLOW,
    OUTCOME_IMPLICIT_CONVERSION, OUTCOME_VLA_BOUND};
  if (!options_has_check(o, kind)) return false;
  if (kind == OUTCOME_DIV_BY_ZERO && program->target == IR_AARCH64)
    return property_counts(p, kind);
  for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
    if (kind == harmless[k]) return property_counts(p, kind);
  return true;
}

bool plan_uses_relevancy(const options *o) {
  return o->relevancy == RELEVANCY_ON && !o->classic;
}

exec_options plan_exec(const options *o, const property *p, const world *w,
                       const ir_program *program, volatile int *stop) {
  exec_options e = exec_defaults;
  for (int k = 0; k < OUTCOME_COUNT; k++)
    e.checks[k] = outcome_is_bug((outcome) k) &&
                  looks_for(o, p, program, (outcome) k);
  e.must_free_all = p->must_free_all;
  e.tracks_memory = p->tracks_memory;
  e.uninit_is_nondet = o->uninit == UNINIT_NONDET ||
                       !e.checks[OUTCOME_UNINIT] ||
                       !property_counts(p, OUTCOME_UNINIT);
  e.max_loop = (uint32_t) o->max_loop;
  e.max_depth = (uint32_t) o->max_depth;
  e.max_forks = o->max_forks;
  e.max_frames = (uint32_t) o->max_frames;
  e.stack_size = o->stack_size;
  e.error_function = p->error_function;
  e.error_label = p->error_label;
  e.max_heap = o->max_memory_bytes;
  e.max_alloc = o->max_alloc;
  e.host = w->host;
  e.environment = w->environment.items;
  e.has_arguments = w->has_arguments;
  e.arguments_are_chosen = w->has_arguments && o->chosen;
  e.arguments_are_words = w->arguments.count > 1 + o->arguments.count;
  if (o->native == NATIVE_ON && plan_uses_relevancy(o))
    e.native_after = o->native_after;
  entry_set_options(o, &e);
  e.native = &tier_native;
  e.stop = stop;
  return e;
}

/* --classic switches every strategy off.  What --refine is to undo are the joins
 * that the program asks for: no others are tried then. */
uint64_t plan_merge(const options *o, uint32_t annotations) {
  if (o->classic || o->loops == LOOPS_INVARIANT) return MERGE_OFF;
  if (o->merge == MERGE_ANNOTATED && !annotations) return MERGE_OFF;
  return o->merge == MERGE_SUMMARY && o->join == JOIN_PAYS && annotations && o->refine
             ? MERGE_ANNOTATED : o->merge;
}

/* Unless an option says otherwise, where functions without code return
 * anything. */
bool plan_compares_returns(const options *o, const exec_options *e) {
  if (o->classic || o->zeq == ZEQ_OFF || o->loops == LOOPS_INVARIANT)
    return false;
  return o->zeq != ZEQ_AUTO || e->unknown;
}

/* What was printed is no part of a state that comes round: not where all paths are
 * asked for. */
bool plan_looks_back(const options *o) {
  return !o->classic && !o->test_paths;
}

/* Exact joins have to pay, unless asked for: then contenders try them. */
bool plan_contends(const options *o, uint64_t merge) {
  return (merge == MERGE_ITE || merge == MERGE_SUMMARY) && o->join == JOIN_PAYS &&
         !o->check_drops;
}

/* Where one place decides, or where loops end at once but are entered again in
 * phases without end, depth first may never come to where others are. */
static bool wants_coverage(const options *o, const property *p,
                           bool compares) {
  return compares || p->is_narrow || o->loops == LOOPS_TEMPLATE ||
         o->loops == LOOPS_INVARIANT;
}

bool plan_follows_seeds(const options *o, uint64_t merge) {
  return o->seed_files && o->search == SEARCH_AUTO && !o->classic && !o->entry &&
         (merge == MERGE_OFF || plan_contends(o, merge)) &&
         o->loops != LOOPS_INVARIANT && o->loops != LOOPS_TEMPLATE;
}

explore_options plan_explore(const options *o, const property *p, uint64_t merge,
                             bool compares, double began_ms, volatile int *stop) {
  const bool covers = wants_coverage(o, p, compares);
  const char *searches[] = {covers       ? "coverage"
                                  : o->classic ? "dfs"
                                  : o->chosen  ? "seeking"
                                               : "interleaved",
                                  "dfs", "bfs", "random-path", "coverage",
                                  "function"};
  unsigned set = merge != MERGE_OFF && !plan_contends(o, merge) ? STRATEGY_JOIN : 0;
  if (!o->classic && o->loops == LOOPS_TEMPLATE && !p->must_end)
    set |= STRATEGY_TEMPLATE;
  if (!o->classic && o->loops == LOOPS_INVARIANT) set |= STRATEGY_CALL | STRATEGY_FOLD;
  if (o->seed_files) searches[SEARCH_AUTO] = "interleaved";
  return (explore_options) {
    .search = searches[o->search], .strategies = set,
    .only_annotated = merge == MERGE_ANNOTATED, .refines = o->refine,
    .puts_off = !o->classic && !o->entry && !jobs_queue_url(o),
    .seed = o->seed,
    .deadline_ns = o->max_time_ms
        ? (uint64_t) (began_ms * 1e6) + o->max_time_ms * 1000000u : 0,
    .max_memory_bytes = o->max_memory_bytes,
    .max_instructions = o->max_instructions,
    .max_states = (uint32_t) o->max_states,
    .seeds = plan_follows_seeds(o, merge) ? &o->seed_files->source : NULL,
    .sweeping = o->sweep == SWEEP_ALWAYS  ? SWEEPING_ALWAYS
                : o->sweep == SWEEP_NEVER ? SWEEPING_NEVER
                                          : SWEEPING_AUTO,
    .stop = stop};
}

/* Of the user's code, which is all that invariants look at. */
static bool has_loops(const ir_program *program) {
  for (uint32_t k = 0; k < program->functions.count; k++) {
    const ir_function *f = program->functions.items[k];
    for (uint32_t b = 0; b < f->block_count && !f->is_library; b++)
      if (f->blocks[b].is_loop_head) return true;
  }
  return false;
}

/* So many at a time. */
unsigned plan_processes(const options *o) {
  return o->jobs ? (unsigned) o->jobs : processors_available();
}

/* A ledger is kept of runs path by path.  What was made up is described by no input,
 * and budgets for all processes together are no process's. */
bool plan_keeps_ledger(const options *o, const explore_options *e) {
  /* What seeds leave behind is described by no job, unless it is asked about. */
  if (e->seeds && o->jobs <= 1 && !jobs_queue_url(o)) return false;
  return !o->check_drops && e->store && !o->max_forks && !o->max_instructions && !o->max_states &&
         !o->entry && !o->goal && !o->witness;
}

/* Where the target can be built, and native runs were not ruled out.  Seeds are followed by
 * the order of --search=auto; native runs have no malloc that fails. */
static bool may_hunt(const session *s, bool compares) {
  const options *o = s->o;
  return hunting_may(s) && o->replay != REPLAY_OFF && o->search == SEARCH_AUTO && !compares &&
         !o->entry && !o->malloc_may_fail && !o->resume && !jobs_queue_url(o) && !o->test_paths;
}

/* Each contender's options, as the paths have them but for what makes it
 * one. */
contend_options plan_contenders(const session *s, const property *p, uint64_t merge,
                                bool compares, uint32_t annotations,
                                const explore_options *paths, volatile int *stop) {
  const options *o = s->o;
  contend_options c = {.jobs = plan_processes(o), .stop = stop, .has_unknown = compares};
  /* Neither where what each path does is asked for, nor where iterations are counted
   * or objects are made up. */
  const bool may_fold = o->loops == LOOPS_AUTO && s->looks_back && !s->merger &&
                        !o->max_loop && !o->entry &&
                        (has_loops(s->program) || s->program->components);
  /* A template tells of the inputs with which a loop ends. */
  const unsigned without =
      o->loops == LOOPS_AUTO && !p->must_end ? 0 : STRATEGY_TEMPLATE;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    const contender_row *row = contender_rows + k;
    const bool is_paths = k == CONTENDER_PATHS;
    const unsigned set = row->strategies & ~without;
    c.of[k] = *paths;
    c.of[k].strategies |= set;
    c.of[k].only_annotated = set & STRATEGY_BLOCK;
    if (!is_paths) c.of[k].store = NULL;
    if (!is_paths) c.of[k].ledger = NULL;
    c.of[k].is_sliced = !is_paths;
    const bool has_own_start = row->hunts || row->resizes;
    if (!is_paths && !has_own_start && o->search == SEARCH_AUTO) c.of[k].search = "coverage";
    if (row->hunts) c.of[k].seeds = hunting_seeds();
    /* The first path may have split in a loop: what is known of it begins before. */
    if (set & STRATEGY_FOLD || row->hunts) c.of[k].from = s->start;
    c.has[k] = is_paths || set & (STRATEGY_JOIN | STRATEGY_TEMPLATE) ||
               (set & STRATEGY_RETURN && o->zeq == ZEQ_AUTO && !compares) ||
               (set & STRATEGY_FOLD && may_fold);
    if (set & STRATEGY_JOIN && row->has_diagrams) c.has[k] = merge == MERGE_SUMMARY;
    if (set & STRATEGY_BLOCK) c.has[k] = annotations > 0;
    if (row->hunts) c.has[k] = may_hunt(s, compares);
    if (row->resizes) c.has[k] = o->chosen && !compares;
  }
  if (c.has[CONTENDER_HUNT]) c.build = hunting_build_cost(s->program);
  return c;
}
