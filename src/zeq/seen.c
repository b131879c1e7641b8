#include "zeq/seen.h"

#include "base/limits.h"
#include "base/prices.h"
#include "zeq/fields.h"
#include "zeq/forms.h"
#include "zeq/state_form.h"

#include <assert.h>

/*
 * What looks may cost, in units of explore/cost.h.  A look that drops a state is
 * paid for; the others may cost
 *
 *   max(zeq_seen_free, cost / zeq_seen_part)     in all, at heads where few are dropped
 *   zeq_seen_credit * their mean cost * dropped  at a head where some are
 *
 * Beyond that none is looked at; where none was dropped at any head, states do not pause
 * there.
 */

typedef struct head {
  seen_head counts;
  uint32_t least_inputs;        /* that a state had asked for here */
  uint64_t spent;               /* on looks that dropped nothing */
  uint64_t work;                /* on all */
  uint32_t patience, misses;    /* before the next one is split */
} head;

struct seen {
  exec *x;
  zeq_state_form whole;
  zeq *weights;                 /* not owned; may be NULL */
  forms forms;
  head ***heads;                /* by number of the function, then by block */
  VEC(head *) all;
  uint64_t spent;               /* ... at heads where nothing is dropped */
  seen_stats stats;
};

seen *seen_new(exec *x, const state *start, bool writes_fail) {
  seen *n = mem_zeroed(1, sizeof *n);
  n->x = x;
  zeq_state_form_init(&n->whole, x, start, writes_fail);
  n->heads = mem_zeroed(exec_program(x)->functions.count + 1,
                        sizeof *n->heads);
  return n;
}

void seen_free(seen *n) {
  if (!n) return;
  for (uint32_t k = 0; k < exec_program(n->x)->functions.count; k++)
    free(n->heads[k]);
  for (uint32_t k = 0; k < n->all.count; k++) free(n->all.items[k]);
  vec_release(&n->all);
  free(n->heads);
  forms_release(&n->forms);
  zeq_state_form_release(&n->whole);
  free(n);
}

void seen_set_weights(seen *n, zeq *z) { n->weights = z; }

void seen_restart(seen *n) { forms_release(&n->forms); }

static head *head_of(seen *n, const state *s) {
  const ir_program *p = exec_program(n->x);
  const ir_function *f = s->top->function;
  const uint32_t block = state_insn(s)->block;
  assert(block < f->block_count);
  head ***row = n->heads + p->symbols.items[f->symbol].function;
  if (!*row) *row = mem_zeroed(f->block_count + 1, sizeof **row);
  if (!(*row)[block]) {
    head *h = mem_zeroed(1, sizeof *h);
    h->counts = (seen_head) {.function = f, .block = block,
                           .place = state_insn(s)->place};
    (*row)[block] = h;
    vec_push(&n->all, h);
  }
  return (*row)[block];
}

/* Costs -------------------------------------------------------------------- */

static bool is_within_part(const seen *n, uint64_t cost) {
  return n->spent <= limits.zeq_seen_free || n->spent <= cost / limits.zeq_seen_part;
}

static bool is_affordable(const seen *n, const head *h, uint64_t cost) {
  const uint64_t looked = h->counts.looked ? h->counts.looked : 1;
  return h->spent <= limits.zeq_seen_credit * (h->work / looked + 1) * h->counts.dropped ||
         is_within_part(n, cost);
}

/* Longer than needed, to avoid frequent switching. */
uint64_t seen_rests_until(const seen *n, uint64_t cost) {
  if (n->stats.dropped || is_within_part(n, cost)) return 0;
  return n->spent * limits.zeq_seen_part + cost / limits.zeq_seen_rest;
}

static void charge(seen *n, head *h, uint64_t work, bool failed) {
  n->stats.work += work;
  h->work += work;
  if (!failed) return;
  h->spent += work;
  n->spent += work;
}

/* Looking ------------------------------------------------------------------ */

/* The form of the state, in the encoder; false: it cannot be compared. */
static bool encode(seen *n, state *s, uint64_t *work) {
  const bool is_encoded = zeq_state_form_make(&n->whole, s);
  *work += PRICE_LOOK +
           n->whole.encoder.bytes / limits.zeq_seen_bytes +
           (uint64_t) PRICE_LOOK_WORD * n->whole.values;
  if (is_encoded)
    *work += PRICE_LOOK_NODE * zeq_core_nodes(n->whole.core);
  return is_encoded;
}

/* The state encoded last is dropped for a state that went on. */
static bool is_seen(seen *n, const state *s) {
  const form_entry *old = forms_find(&n->forms, &n->whole.encoder.words);
  if (old && n->weights)
    zeq_add_weight(n->weights, old->weight, zeq_of(s)->weight);
  return old;
}

/* Words of all forms, then they are forgotten: 64 MiB.  Values by which a state is split: each is
 * open and splits it once at least, so more give more states than zeq_seen_parts. */
enum { MOST_WORDS = 1 << 23, MOST_SLOTS = 64 };

/* The state encoded last goes on: from now on it may subsume others. */
static void keep(seen *n, state *s) {
  if (n->forms.words.count > MOST_WORDS) {
    n->stats.forgotten += n->forms.all.count;
    forms_release(&n->forms);
  }
  const form_entry *old = forms_look_up(&n->forms, &n->whole.encoder.words);
  assert(!old);
  if (old || !n->weights) return;
  uint32_t *own = &zeq_of(s)->weight;
  *own = zeq_weigh(n->weights, *own);
  vec_last(&n->forms.all).weight = *own;
}

/* Splitting ---------------------------------------------------------------- */

/* A slot of the state with several values, each a storable number. */
static bool is_open(const seen *n, const zeq_slot *slot) {
  const expr_table *t = n->whole.encoder.t;
  return !slot->is_any && expr_width(t, slot->term) <= 64;
}

/* Whether all open slots can be taken apart, and there are some. */
static bool is_divisible(const seen *n, const state *s) {
  const zeq_encoder *e = &n->whole.encoder;
  uint32_t open = 0;
  if (s->path.uncertain || s->abstraction) return false;
  for (uint32_t k = 0; k < e->constraint.slots.count; k++) {
    const zeq_slot *slot = e->constraint.slots.items + k;
    if (slot->is_any) continue;
    if (expr_width(e->t, slot->term) > 64 || ++open > MOST_SLOTS) return false;
    const varset set = varset_of(e->t, slot->term);
    for (uint32_t i = 0; i < varset_count(e->t, set); i++)
      if (zeq_look(e, varset_symbols(e->t, set)[i]).sight != ZEQ_FREE)
        return false;
  }
  return open > 0;
}

typedef struct part { path path; VEC(uint64_t) values; } part;
typedef VEC(part) part_list;

static void part_release(part *p) {
  path_release(&p->path);
  vec_release(&p->values);
}

/* Takes one part apart by the values of the term; the first value stays with it,
 * the others are added to the list.  False: too many, or unknown. */
static bool divide(seen *n, part_list *list, uint32_t at, expr term,
                   uint64_t *work) {
  solver *chain = exec_solver(n->x);
  expr_table *t = n->whole.encoder.t;
  assert(expr_width(t, term) <= 64);
  for (;;) {
    part *p = list->items + at;
    const uint64_t bits = path_value(chain, &p->path, term);
    const expr same = expr_eq(t, term, expr_const(t, expr_width(t, term),
                                                  bits));
    const expr other = expr_not(t, same);
    const answer more = path_may(chain, &p->path, other);
    *work += PRICE_LOOK_QUERY;
    if (more == ANSWER_UNKNOWN) return false;
    if (more == ANSWER_UNSAT) {
      vec_push(&p->values, bits);
      return true;
    }
    if (list->count == limits.zeq_seen_parts) return false;
    part one = {.path = path_copy(p->path)};
    for (uint32_t k = 0; k < p->values.count; k++)
      vec_push(&one.values, p->values.items[k]);
    vec_push(&one.values, bits);
    if (path_assume(chain, &one.path, same) != ANSWER_SAT ||
        path_assume(chain, &p->path, other) != ANSWER_SAT) {
      part_release(&one);
      return false;
    }
    vec_push(list, one);
  }
}

/* The parts of the state encoded last: each open slot has one value in each. */
static bool find_parts(seen *n, const state *s, part_list *list,
                       uint64_t *work) {
  const zeq_constraint *c = &n->whole.encoder.constraint;
  vec_push(list, ((part) {.path = path_copy(s->path)}));
  for (uint32_t k = 0; k < c->slots.count; k++) {
    if (!is_open(n, c->slots.items + k)) continue;
    const uint32_t count = list->count;
    for (uint32_t at = 0; at < count; at++)
      if (!divide(n, list, at, c->slots.items[k].term, work)) return false;
  }
  return true;
}

static void take_part(seen *n, state *s, part *p,
                      const zeq_slot *slots, uint32_t count) {
  path_release(&s->path);
  s->path = p->path;
  p->path = (path) {0};
  uint32_t used = 0;
  for (uint32_t k = 0; k < count; k++)
    if (is_open(n, slots + k))
      zeq_set_slot(&n->whole.encoder, s, slots + k, p->values.items[used++]);
  assert(used == p->values.count);
}

/* The state becomes its parts, with numbers as values; parts seen before are gone.  The
 * state itself is not kept: only its parts go on.  False: too many parts. */
static bool split(seen *n, head *h, state *s, const seen_rule *rule,
                  uint64_t *work, bool *goes_on) {
  part_list parts = {0};
  VEC(zeq_slot) slots = {0};
  const zeq_constraint *c = &n->whole.encoder.constraint;
  for (uint32_t k = 0; k < c->slots.count; k++)
    vec_push(&slots, c->slots.items[k]);
  const bool is_split = find_parts(n, s, &parts, work);
  for (uint32_t k = 0; is_split && k < parts.count; k++) {
    const bool is_last = k + 1 == parts.count;
    state *one = is_last ? s : exec_split_off(n->x, s);
    take_part(n, one, parts.items + k, slots.items, slots.count);
    const bool is_encoded = encode(n, one, work);
    const bool is_new = !is_encoded || !is_seen(n, one);
    if (is_encoded && is_new) keep(n, one);
    h->counts.dropped += !is_new;
    n->stats.dropped += !is_new;
    if (is_last) *goes_on = is_new;
    else if (is_new) rule->born(rule->context, one, s);
    else state_free(one);
  }
  if (is_split) {
    h->counts.split++;
    n->stats.split++;
    h->counts.parts += parts.count;
    n->stats.parts += parts.count;
  }
  for (uint32_t k = 0; k < parts.count; k++) part_release(parts.items + k);
  vec_release(&parts);
  vec_release(&slots);
  return is_split;
}

/* Whether the loop takes inputs: some state came here with fewer.  Only then states
 * are split: other loops end, or come round to what they were. */
static bool takes_inputs(head *h, const state *s) {
  const uint32_t count = state_input_count(s);
  if (h->counts.looked == 1 || count < h->least_inputs) h->least_inputs = count;
  return count > h->least_inputs;
}

static bool is_time_to_split(head *h) {
  if (!h->patience) return true;
  h->patience--;
  return false;
}

static void miss(head *h) {
  if (h->misses < 12) h->misses++;
  h->patience = (UINT32_C(1) << h->misses) - 1;
}

bool seen_goes_on(seen *n, state *s, const seen_rule *rule) {
  assert(!s->unasked.id);
  s->at_head = false;
  const ir_function *f = s->top->function;
  const ir_block *b = f->blocks + state_insn(s)->block;
  if (!b->is_loop_head || s->pc != b->first || s->waits) return true;
  head *h = head_of(n, s);
  if (!is_affordable(n, h, rule->cost)) {
    n->stats.skipped++;
    return true;
  }
  uint64_t work = 0;
  n->stats.looked++;
  h->counts.looked++;
  const bool takes_input = takes_inputs(h, s);
  bool goes_on = true;
  if (!encode(n, s, &work)) {
    n->stats.refused++;
  } else if (is_seen(n, s)) {
    h->counts.dropped++;
    n->stats.dropped++;
    goes_on = false;
  } else if (rule->splits && takes_input && is_divisible(n, s) &&
             is_time_to_split(h)) {
    if (!split(n, h, s, rule, &work, &goes_on)) {
      miss(h);
      if (encode(n, s, &work)) keep(n, s);
    }
  } else {
    keep(n, s);
  }
  charge(n, h, work, goes_on);
  return goes_on;
}

seen_stats seen_get_stats(const seen *n) { return n->stats; }
uint32_t seen_head_count(const seen *n) { return n->all.count; }
seen_head seen_get_head(const seen *n, uint32_t k) {
  return n->all.items[k]->counts;
}
