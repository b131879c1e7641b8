#include "explore/drops.h"

#include "base/mem.h"
#include "base/random.h"
#include "exec/event.h"
#include "exec/model.h"
#include "explore/cost.h"
#include "explore/fields.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  KEPT = 256,                   /* states at most */
  INSTRUCTIONS = 100000,        /* for each of them, with all that splits off */
  COST = 10000000,              /* likewise; about 0.1 s */
  SLICE = 1000,                 /* instructions between looks at the cost */
  MESSAGES = 10
};

typedef struct kept {
  state *state;
  unsigned row;
} kept;

/* Of the executor's counts; a kept state runs while both are below. */
typedef struct bounds {
  uint64_t instructions, cost;
} bounds;

typedef struct found {
  outcome kind;
  uint32_t site;                /* of a bug; 0 of other ends */
} found;

struct drops {
  VEC(kept) kept;
  VEC(found) ends;              /* of the run, and those that were reported since */
  VEC(state *) waiting;         /* of the kept state that runs */
  random_source random;
  bool is_cut;
  const kept *origin;
  const ir_program *program;
  drops_result result;
};

drops *drops_new(void) { return mem_zeroed(1, sizeof(drops)); }

static void clear(drops *h) {
  for (uint32_t k = 0; k < h->kept.count; k++) state_free(h->kept.items[k].state);
  vec_clear(&h->kept);
}

void drops_free(drops *h) {
  if (!h) return;
  clear(h);
  assert(!h->waiting.count);
  vec_release(&h->kept);
  vec_release(&h->ends);
  vec_release(&h->waiting);
  free(h);
}

void drops_start_anew(drops *h) {
  clear(h);
  vec_clear(&h->ends);
  h->is_cut = false;
  h->result.dropped = 0;
}

static found found_of(const ending *end) {
  return (found) {end->kind, outcome_is_bug(end->kind) ? end->site : 0};
}

static bool is_known(const drops *h, found f) {
  for (uint32_t k = 0; k < h->ends.count; k++)
    if (h->ends.items[k].kind == f.kind && h->ends.items[k].site == f.site) return true;
  return false;
}

void drops_note_end(drops *h, const ending *end) {
  h->is_cut |= outcome_is_cut(end->kind);
  const found f = found_of(end);
  if (!is_known(h, f)) vec_push(&h->ends, f);
}

/* What a claim of all calls returns to is nobody's. */
static bool is_of_claim(const state *s) {
  for (const frame *f = s->top; f; f = f->caller)
    if (f->is_any_call) return true;
  return false;
}

void drops_keep(drops *h, const state *s, unsigned row) {
  if (is_of_claim(s)) return;
  const uint64_t number = h->result.dropped++;
  const uint64_t at = number < KEPT ? number : random_below(&h->random, number + 1);
  if (at >= KEPT) return;
  state *copy = state_copy(s);
  explore_of(copy)->schedule = NULL;
  event_release(copy->left);
  copy->left = NULL;
  copy->at_head = copy->at_call = copy->at_return = copy->covers_new = false;
  copy->needs_test = 0;
  if (at < h->kept.count) {
    state_free(h->kept.items[at].state);
    h->kept.items[at] = (kept) {copy, row};
  } else {
    vec_push(&h->kept, ((kept) {copy, row}));
  }
}

static const char *file_of(const ir_program *p, uint32_t place, unsigned *line) {
  const ir_place *at = p->places.items + place;
  *line = at->line;
  return at->line ? p->files.items[at->file] : "?";
}

/* The dropped state, and what it shows. */
static void complain(drops *h, const char *what, uint32_t place) {
  unsigned line, own;
  const char *file = file_of(h->program, place, &line);
  const state *s = h->origin->state;
  const char *dropped = file_of(h->program, state_insn(s)->place, &own);
  if (h->result.violations++ < MESSAGES)
    fprintf(stderr, "braid: internal error: state %" PRIu32 ", dropped by \"%s\" at %s:%u, shows "
            "%s at %s:%u, and no state of the run does\n", s->id,
            strategies[h->origin->row].name, dropped, own, what, file, line);
}

static void born(void *context, state *s, const state *parent) {
  drops *h = context;
  (void) parent;
  vec_push(&h->waiting, s);
}

static void ended(void *context, const state *s, const ending *end) {
  drops *h = context;
  (void) s;
  const found f = found_of(end);
  if (outcome_is_cut(end->kind) || is_known(h, f)) return;
  vec_push(&h->ends, f);
  complain(h, outcome_text(end->kind), end->place);
}

static void say(void *context, const char *text) {
  (void) context;
  (void) text;
}

static void gone(void *context, state *s) {
  (void) context;
  (void) s;
}

void drops_mark(const drops *h, expr_table *t) {
  for (uint32_t k = 0; k < h->kept.count; k++)
    states_mark(t, &h->kept.items[k].state, 1);
  states_mark(t, h->waiting.items, h->waiting.count);
}

/* Of the user's functions: what z-equivalence leaves out, such as how full a stream's buffer
 * is, decides branches of the library. */
static void compare_edges(drops *h, uint8_t *had, const uint8_t *edges) {
  for (uint32_t k = 0; k < h->program->functions.count; k++) {
    const ir_function *f = h->program->functions.items[k];
    for (uint32_t n = 0; f && !f->is_library && n < f->edge_count; n++) {
      const uint32_t edge = f->first_edge + n;
      if (!edges[edge] || had[edge]) continue;
      char text[256];
      snprintf(text, sizeof text, "branch %" PRIu32 " of %s", n, f->name);
      had[edge] = 1;
      complain(h, text, f->insns[0].place);
    }
  }
}

/* One path of the kept state, and what splits off waits.  Pauses are those of rows. */
static void run_one(exec *x, state *s, const bounds *b, volatile int *stop) {
  const exec_stats *stats = exec_get_stats(x);
  if (exec_catch_up(x, s) == EXEC_ENDED) return;
  while (stats->instructions < b->instructions && cost_so_far(x, 0) < b->cost && !*stop) {
    const uint64_t left = b->instructions - stats->instructions;
    if (exec_run_within(x, s, left < SLICE ? left : SLICE, UINT64_MAX) != EXEC_RUNS) return;
  }
  state_free(s);
}

drops_result drops_run(drops *h, exec *x, bool is_exact, volatile int *stop) {
  h->program = exec_program(x);
  if (h->is_cut || *stop) return h->result;
  const exec_strategy was = exec_get_strategy(x);
  const exec_company others = exec_change_company(
      x, (exec_company) {exec_solver(x), {h, born, ended, say, NULL, gone, NULL}});
  exec_set_strategy(x, (exec_strategy) {.summaries = was.summaries});
  exec_put_off(x, false);
  exec_lead_nowhere(x);
  const uint32_t edges = h->program->edge_count;
  uint8_t *had = mem_zeroed(edges + 1, 1);
  memcpy(had, exec_covered_edges(x), edges);
  const uint64_t begun = exec_get_stats(x)->instructions;
  for (uint32_t k = 0; k < h->kept.count && !*stop; k++) {
    h->origin = h->kept.items + k;
    vec_push(&h->waiting, state_copy(h->origin->state));
    const bounds until = {exec_get_stats(x)->instructions + INSTRUCTIONS,
                          cost_so_far(x, 0) + COST};
    while (h->waiting.count) run_one(x, vec_pop(&h->waiting), &until, stop);
    h->result.ran++;
    if (is_exact) compare_edges(h, had, exec_covered_edges(x));
  }
  h->result.instructions = exec_get_stats(x)->instructions - begun;
  exec_change_company(x, others);
  exec_set_strategy(x, was);
  free(had);
  return h->result;
}
