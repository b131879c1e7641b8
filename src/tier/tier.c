#include "tier/activation.h"

#include "base/limits.h"
#include "base/prices.h"

#include <assert.h>
#include <string.h>

enum { REFUSED = UINT32_MAX };  /* as a region: it cannot be compiled */

/* Samples that an estimate of hot code rests on, and side exits after which a function is judged:
 * the mean of 32 is off by a sixth (1 / sqrt 32). */
enum { SAMPLES = 32 };

static exec_tier *tier_new(const ir_program *p, const names *n, uint64_t after,
                    const native_options *o) {
  exec_tier *t = mem_zeroed(1, sizeof *t);
  t->program = p;
  t->names = n;
  t->options = *o;
  t->interval = after / SAMPLES;
  if (!t->interval) t->interval = 1;
  t->after = after;
  t->functions = mem_zeroed(p->functions.count + 1, sizeof *t->functions);
  t->code = mem_zeroed(p->functions.count + 1, sizeof *t->code);
  t->options.entries = mem_zeroed(p->functions.count + 1,
                                  sizeof *t->options.entries);
  return t;
}

static void tier_free(exec_tier *t) {
  if (!t) return;
  for (uint32_t k = 0; k < t->regions.count; k++)
    if (t->regions.items[k].code && !t->regions.items[k].code->call)
      native_region_free(t->regions.items[k].code);
  vec_release(&t->regions);
  for (uint32_t k = 0; k < t->called.count; k++)
    native_region_free(t->called.items[k]);
  vec_release(&t->called);
  vec_release(&t->fresh);
  free(t->options.entries);
  native_compiler_free(t->compiler);
  for (uint32_t k = 0; k < t->program->functions.count; k++) {
    free(t->code[k]);
    free(t->functions[k].samples);
    free(t->functions[k].enough);
    free(t->functions[k].regions);
  }
  free(t->functions);
  free(t->code);
  free(t);
}

/* Compiling -------------------------------------------------------------- */

uint32_t tier_covered(const exec_tier *t, const ir_function *f) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < f->edge_count; k++)
    count += t->options.edges[f->first_edge + k] != 0;
  return count;
}

static ir_insn **code_of(const exec_tier *t, const ir_function *f) {
  return t->code + t->program->symbols.items[f->symbol].function;
}

static void mark(exec_tier *t, const ir_function *f, uint32_t block,
                 tier_region r) {
  assert(block < f->block_count && tier_entry(t, f)->regions);
  tier_function *of = tier_entry(t, f);
  vec_push(&t->regions, r);
  of->regions[block] = t->regions.count;
  ir_insn **code = code_of(t, f);
  if (!*code)
    *code = memcpy(mem_resize(NULL, f->insn_count, sizeof **code), f->insns,
                   f->insn_count * sizeof **code);
  (*code)[f->blocks[block].first].op = TIER_ENTRY;
}

static bool has_compiler(exec_tier *t) {
  if (!t->compiler && !t->is_off) {
    t->compiler = native_compiler_new(t->program, t->names);
    t->is_off = !t->compiler;
  }
  return !t->is_off;
}

/* Functions come many at a time: code that calls some is compiled only while all of
 * them cost less than a part of what was executed, however hot it seems, since a
 * short run would end before they pay. */
static bool can_afford(const exec_tier *t, uint64_t instructions) {
  return t->interval == 1 ||
         t->spent + PRICE_COMPILE +
                 PRICE_COMPILE_EACH * instructions <=
             t->executed / limits.tier_compile_share;
}

/* The function, for native code to call.  What is called already stays. */
static native_region *make_function(exec_tier *t, const ir_function *f,
                                    bool is_good) {
  native_entry *e = tier_native_entry(t, f);
  for (uint32_t k = 0; k < t->called.count && e->code && !is_good; k++)
    if (t->called.items[k]->call == e->code) return t->called.items[k];
  native_region *g = native_compile_function(t->compiler, f, &t->options,
                                             is_good);
  e->is_refused = !g;
  if (!g) return NULL;
  t->spent += PRICE_COMPILE +
              PRICE_COMPILE_EACH * (uint64_t) f->insn_count;
  t->stats.compiled += is_good ? 4 * f->insn_count : f->insn_count;
  g->born = t->stats.instructions;
  g->covered = tier_covered(t, f);
  vec_push(&t->called, g);
  if (frame_bytes(f) > t->largest_frame) t->largest_frame = frame_bytes(f);
  e->code = g->call;
  t->stats.functions++;
  return g;
}

/* Calls that find no code before the callee is compiled: half of SAMPLES. */
enum { WANTED = 16 };

static void want(exec_tier *t, const ir_function *f) {
  native_entry *e = tier_native_entry(t, f);
  if (e->code || e->is_refused) return;
  if (t->interval > 1 && ++e->wanted < WANTED) return;
  if (native_is_callable(t->program, f, &t->options)) make_function(t, f, false);
  else e->is_refused = true;
}

static void judge_function(exec_tier *t, native_region *g) {
  native_entry *e = tier_native_entry(t, g->function);
  const uint64_t ran = t->stats.instructions - g->born;
  const bool is_worth_it = ran >= (uint64_t) g->exits * limits.tier_between_exits;
  g->exits = 0;
  g->born = t->stats.instructions;
  if (is_worth_it || e->code != g->call) return;
  e->code = NULL;
  /* More of it may have been reached since. */
  if (tier_covered(t, g->function) > g->covered &&
      native_is_callable(t->program, g->function, &t->options))
    make_function(t, g->function, false);
  else e->is_refused = true;
  t->stats.given_up += e->is_refused;
}

/* Ends of slices are samples of where native code is: a small function in which many
 * end gets better code. */
static void note_late(exec_tier *t, const native_region *g) {
  native_entry *e = tier_native_entry(t, g->function);
  if (!g->is_quick || e->code != g->call ||
      g->function->insn_count > limits.tier_small_function ||
      ++e->late != limits.tier_late_exits)
    return;
  make_function(t, g->function, true);
}

void tier_note_exit(exec_tier *t, const ir_function *f, uint32_t insn,
                    const native_region *from, bool is_late) {
  assert(insn < f->insn_count);
  if (is_late && from) note_late(t, from);
  if (is_late) return;
  const ir_insn *i = f->insns + insn;
  const ir_call *c = i->op == IR_CALL ? f->calls.items + i->imm : NULL;
  const ir_function *callee = c && c->callee != IR_INDIRECT
                                  ? ir_function_of(t->program, c->callee)
                                  : NULL;
  /* Only what cannot be helped speaks against the caller. */
  if (callee && !tier_native_entry(t, callee)->is_refused &&
      native_may_call(t->program, f, i, &t->options)) {
    want(t, callee);
    return;
  }
  native_region *g = (native_region *) (uintptr_t) from;
  if (g && ++g->exits >= SAMPLES) judge_function(t, g);
}

static void make_region(exec_tier *t, const ir_function *f, uint32_t block,
                        const bool *symbolic, bool is_good) {
  tier_function *of = tier_entry(t, f);
  const uint32_t first = f->blocks[block].first, old = of->regions[block];
  const uint32_t tries = old && old != REFUSED
      ? t->regions.items[old - 1].tries : 0;
  of->regions[block] = REFUSED;
  ir_insn *code = *code_of(t, f);
  if (code) code[first].op = f->insns[first].op;
  if (!has_compiler(t)) return;
  native_region *g = NULL;
  if (!block && !symbolic && !f->blocks[0].is_loop_head &&
      native_is_callable(t->program, f, &t->options))
    g = make_function(t, f, is_good);
  if (!g) {
    bool has_calls;
    const uint64_t size = native_region_size(t->program, f, block, &t->options, &has_calls);
    g = native_compile(t->compiler, f, block, &t->options, symbolic, is_good);
    if (!g) return;
    t->stats.regions++;
    t->stats.compiled += is_good ? 4 * size : size;
  }
  assert(g->function == f && g->entry == first);
  mark(t, f, block, (tier_region) {.code = g, .tries = tries + 1,
                                   .covered = tier_covered(t, f)});
}

void tier_compile(exec_tier *t, const ir_function *f, uint32_t block,
                  const bool *symbolic) {
  assert(block < f->block_count);
  make_region(t, f, block, symbolic, false);
}

void tier_improve(exec_tier *t, const ir_function *f, uint32_t block) {
  make_region(t, f, block, NULL, true);
}

void tier_give_up(exec_tier *t, const ir_function *f, uint32_t block) {
  assert(tier_entry(t, f)->regions[block] && tier_entry(t, f)->regions[block] != REFUSED);
  tier_function *of = tier_entry(t, f);
  const uint32_t first = f->blocks[block].first;
  t->stats.given_up += t->regions.items[of->regions[block] - 1].code != NULL;
  (*code_of(t, f))[first].op = f->insns[first].op;
  of->regions[block] = REFUSED;
}

static uint32_t enough_for(const exec_tier *t, const ir_function *f,
                           uint32_t block) {
  bool has_calls;
  const uint64_t size = native_region_size(t->program, f, block,
                                           &t->options, &has_calls);
  if (!size) return UINT32_MAX;
  if (t->interval == 1) return 1;
  const bool is_small = f->blocks[block].is_loop_head && size <= limits.native_small_loop;
  const uint64_t needed =
      t->after * (16 + size + (is_small ? size * size / 8 : 0)) / 16;
  return (uint32_t) (needed / t->interval) + 1;
}

/* Instructions of an iteration with calls that still counts as one: tier_watched of them take
 * 0.2 s. */
enum { LONGEST_ITERATION = 1 << 16 };

static void take_up(exec_tier *t, const ir_function *f, uint32_t block) {
  bool has_calls;
  const uint32_t size = native_region_size(t->program, f, block, &t->options,
                                           &has_calls);
  const bool is_loop = f->blocks[block].is_loop_head;
  tier_function *of = tier_entry(t, f);
  if (has_calls && !can_afford(t, size)) return;
  if (t->interval == 1) tier_compile(t, f, block, NULL);
  else if (is_loop)
    mark(t, f, block, (tier_region) {.longest = has_calls
                                          ? LONGEST_ITERATION
                                                          : 4 * size});
  else if (size < limits.tier_worth && !has_calls) of->regions[block] = REFUSED;
  else tier_compile(t, f, block, NULL);
}

/* Counts the innermost loop round the block that is not yet compiled, or else
 * the function, and takes it up if it may.  Whether the loop of a caller may be
 * what is hot. */
static bool credit(exec_tier *t, const ir_function *f, uint32_t block,
                   bool may_take) {
  tier_function *of = tier_entry(t, f);
  if (!of->samples) {
    of->samples = mem_zeroed(f->block_count, sizeof *of->samples);
    of->regions = mem_zeroed(f->block_count, sizeof *of->regions);
    of->enough = mem_zeroed(f->block_count, sizeof *of->enough);
  }
  uint32_t at = 0;
  bool in_loop = f->blocks[block].loop_depth != 0;
  if (in_loop) {
    at = f->blocks[block].loop_head;
    while (of->regions[at]) {
      const uint32_t around = ir_loop_around(f, at);
      in_loop = around != at;
      at = around;
      if (!in_loop) break;
    }
    if (!in_loop) at = 0;
  }
  if (!of->regions[at]) {
    if (!of->enough[at]) of->enough[at] = enough_for(t, f, at);
    if (++of->samples[at] >= of->enough[at] && may_take) {
      /* More of it may have been reached by now. */
      of->enough[at] = enough_for(t, f, at);
      if (of->samples[at] >= of->enough[at]) {
        take_up(t, f, at);
        /* It cannot be afforded yet: to look takes time, too. */
        if (!of->regions[at] && of->samples[at] < UINT32_MAX / 2)
          of->enough[at] = 2 * of->samples[at];
      }
    }
  }
  return !in_loop;
}

/* In --native-after: 16 times 80,000 instructions are what making the compiler costs, and one more
 * for 40 forks is 2,000 instructions a fork: PRICE_FORK and PRICE_QUERY. */
enum { COMPILER_AFTER = 16, COMPILER_FORKS = 40 };

/* Making the compiler takes as long as a million instructions: a run that is over soon
 * is better off without, and so is one that forks all the time, since what lies
 * between two forks is short. */
static void sample(exec *x, const state *s) {
  exec_tier *t = x->tier;
  t->executed = x->stats.instructions;
  x->next_sample = x->stats.instructions + t->interval;
  const bool is_watched = exec_is_watched(x);
  if (t->is_off || (is_watched && !exec_is_forkfree(x, s))) return;
  const uint64_t first =
      (COMPILER_AFTER + x->stats.forks / COMPILER_FORKS) *
      t->after;
  const bool may_take = t->compiler || t->interval == 1 ||
                        x->stats.instructions >= first;
  uint32_t pc = s->pc;
  unsigned levels = 4;
  for (const frame *f = s->top; f && levels--; f = f->caller) {
    if (is_watched && !exec_place(x, f, f->function->insns[pc].block)) break;
    if (!credit(t, f->function, f->function->insns[pc].block, may_take))
      break;
    pc = f->resume;
    if (pc == UINT32_MAX) break;
  }
}

/* Telling ---------------------------------------------------------------- */

static void report_forkfree(const exec *x, tier_reporter report,
                       void *context) {
  for (uint32_t k = 0; k < x->p->functions.count; k++)
    if (x->forkfree->functions[k].forks)
      report(context, TIER_FORKED, x->p->functions.items[k]->name,
           x->forkfree->functions[k].forks);
}

tier_stats tier_get_stats(const exec *x) { return x->tier ? x->tier->stats : (tier_stats) {0}; }

bool tier_has_compiler(const exec *x) { return x->tier && x->tier->compiler; }

void tier_report(const exec *x, tier_reporter report, void *context) {
  const exec_tier *t = x->tier;
  if (x->forkfree) report_forkfree(x, report, context);
  if (!t) return;
  const struct { const char *text; uint64_t count; } counts[] = {
#define STAT(NAME, TEXT) {TEXT, t->stats.NAME},
#include "tier/stats.def"
  };
  for (uint32_t k = 0; k < sizeof counts / sizeof *counts; k++)
    if (counts[k].count) report(context, counts[k].text, NULL, counts[k].count);
  for (uint32_t k = 0; k < t->program->functions.count; k++) {
    const char *name = t->program->functions.items[k]->name;
    if (t->functions[k].ran)
      report(context, TIER_RAN_NATIVELY, name, t->functions[k].ran);
    if (t->functions[k].symbolic)
      report(context, TIER_MET_SYMBOLIC, name, t->functions[k].symbolic);
  }
}

/* As the executor calls it ------------------------------------------------ */

static native_call kind_of_call(void *context, uint32_t symbol) {
  const exec *x = context;
  const ir_symbol *s = x->p->symbols.items + symbol;
  if (!s->is_defined || x->primitives[symbol] ||
      exec_is_error_function(x, s->name))
    return NATIVE_CALL_HERE;
  /* The state before it is remembered, or the function is not yet covered. */
  return x->strategy.has_events || !x->functions[s->function] ? NATIVE_CALL_AWAY
                                                     : NATIVE_CALL_PLAIN;
}

static native_heap heap_of_call(void *context, uint32_t symbol) {
  const exec *x = context;
  switch (x->primitives[symbol]) {
  case DO_ALLOC: return NATIVE_HEAP_ALLOC;
  case DO_FREE: return NATIVE_HEAP_FREE;
  case DO_OBJECT_SIZE: return NATIVE_HEAP_SIZE;
  case DO_IS_SYMBOLIC: return NATIVE_HEAP_IS_SYMBOLIC;
  case DO_LENGTH: return NATIVE_HEAP_LENGTH;
  }
  return NATIVE_HEAP_NONE;
}

static uint64_t user_site_of(void *context, const ir_function *f,
                             uint32_t insn) {
  return (uint64_t) f->insns[insn].place << 32 | exec_site(context, f, insn);
}

static void make(exec *x) {
  const native_options o = {
    .check_overflow = x->o.checks[OUTCOME_OVERFLOW], .checks = x->o.checks,
    .max_loop = x->o.max_loop, .error_label = x->o.error_label,
    .edges = x->edges, .kind_of = kind_of_call, .heap_of = heap_of_call,
    .user_site = user_site_of, .context = x};
  x->tier = tier_new(x->p, x->names, x->o.native_after, &o);
  x->code = x->tier->code;
}

const exec_native tier_native = {make, tier_free, sample, tier_enter};
