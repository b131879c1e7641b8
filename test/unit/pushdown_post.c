#include "base/random.h"
#include "base/vec.h"
#include "pushdown/pushdown.h"
#include "test/check.h"

#include <stdlib.h>

/* Random pushdown systems against the exploration of every configuration. */

enum { LOCATIONS = 4, SYMBOLS = 6, LEVELS = 3, DEPTH = LEVELS, RULES = 14 };

/* Costs up to a bound: the smaller of two ways, the sum along one. */
enum { DEAREST = 40 };
static weight cheaper(weight a, weight b) { return a < b ? a : b; }
static weight sum(weight a, weight b) {
  return a + b < DEAREST ? a + b : DEAREST;
}
static const semiring costs = {DEAREST, 0, cheaper, sum};

/* Functions on two points, as bit pairs: what becomes of 0, what of 1.  All
 * nine relations of "may become" make a semiring whose product does not
 * commute. */
static weight either(weight a, weight b) { return a | b; }
static weight then(weight a, weight b) {
  weight r = 0;
  for (unsigned from = 0; from < 2; from++)
    for (unsigned via = 0; via < 2; via++)
      if (a >> (2 * from + via) & 1) r |= (b >> 2 * via & 3) << 2 * from;
  return r;
}
static const semiring relations = {0, 1 | 8, either, then};

typedef struct config { uint32_t location, depth, stack[DEPTH]; } config;

/* A number for each configuration: a location and symbols from the top. */
static uint32_t number_of(const config *c) {
  uint32_t n = 0;
  for (uint32_t k = DEPTH; k-- > 0;)
    n = n * (SYMBOLS + 1) + (k < c->depth ? c->stack[k] + 1 : 0);
  return n * LOCATIONS + c->location;
}

static config config_of(uint32_t n) {
  config c = {.location = n % LOCATIONS};
  for (n /= LOCATIONS; n; n /= SYMBOLS + 1)
    c.stack[c.depth++] = n % (SYMBOLS + 1) - 1;
  return c;
}

/* Some numbers have a hole in their stack. */
static bool is_config(const config *c) {
  for (uint32_t k = 0; k < c->depth; k++)
    if (c->stack[k] >= SYMBOLS) return false;
  return true;
}

static uint32_t all_configs(void) {
  uint32_t n = LOCATIONS;
  for (unsigned k = 0; k < DEPTH; k++) n *= SYMBOLS + 1;
  return n;
}

/* Symbols have levels and a call goes one up, so that no stack grows beyond
 * DEPTH; with recursion it may. */
static uint32_t level(uint32_t symbol) { return symbol % LEVELS; }

static bool next(const config *c, const pushdown_rule *r, config *to) {
  if (!c->depth || c->location != r->from || c->stack[0] != r->top)
    return false;
  *to = (config) {.location = r->to};
  if (r->first != PUSHDOWN_NONE) to->stack[to->depth++] = r->first;
  if (r->second != PUSHDOWN_NONE) to->stack[to->depth++] = r->second;
  if (to->depth + c->depth - 1 > DEPTH) return false;
  for (uint32_t k = 1; k < c->depth; k++) to->stack[to->depth++] = c->stack[k];
  return true;
}

/* The weight of every configuration by brute force. */
static weight *explore(const semiring *s, const pushdown_rule *rules,
                       uint32_t count, const config *start, weight first) {
  weight *w = mem_zeroed(all_configs(), sizeof *w);
  for (uint32_t n = 0; n < all_configs(); n++) w[n] = s->zero;
  w[number_of(start)] = first;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = 0; n < all_configs(); n++) {
      const config c = config_of(n);
      if (w[n] == s->zero || !is_config(&c)) continue;
      for (uint32_t k = 0; k < count; k++) {
        config to;
        if (!next(&c, rules + k, &to)) continue;
        weight *at = w + number_of(&to);
        const weight more = s->combine(*at, s->extend(w[n], rules[k].weight));
        changed |= more != *at;
        *at = more;
      }
    }
  }
  return w;
}

static uint32_t random_symbol(random_source *r, uint32_t at_level) {
  return (uint32_t) (random_below(r, SYMBOLS / LEVELS) * LEVELS + at_level);
}

static pushdown_rule random_rule(random_source *r, const semiring *s,
                                 bool recursive) {
  const uint32_t top = (uint32_t) random_below(r, SYMBOLS);
  pushdown_rule rule = {
    .from = (uint32_t) random_below(r, LOCATIONS), .top = top,
    .to = (uint32_t) random_below(r, LOCATIONS), .first = PUSHDOWN_NONE,
    .second = PUSHDOWN_NONE,
    .weight = (weight) random_below(r, s == &costs ? 5 : 16)};
  const uint64_t kind = random_below(r, 3);
  if (kind) rule.first = random_symbol(r, level(top));
  if (kind == 2 && (recursive || level(top) + 1 < LEVELS)) {
    rule.second = rule.first;
    rule.first = recursive ? (uint32_t) random_below(r, SYMBOLS)
                           : random_symbol(r, level(top) + 1);
  }
  return rule;
}

/* Transitions and rules come in any order; the hook sees every value. */
typedef struct seen { const pushdown *p; weight last[LOCATIONS]; } seen;

static void see(void *context, uint32_t location, weight value) {
  seen *s = context;
  s->last[location] = value;
}

static void hold_against_exploration(const semiring *s, uint64_t seed,
                                     bool recursive) {
  random_source r = {seed};
  pushdown_rule rules[RULES];
  const uint32_t count = 1 + (uint32_t) random_below(&r, RULES);
  for (uint32_t k = 0; k < count; k++) rules[k] = random_rule(&r, s, recursive);
  const config start = {.location = 0, .depth = 1, .stack = {0}};
  const weight first = s == &costs ? 3 : 1 | 4;
  pushdown *p = pushdown_new(s, LOCATIONS);
  seen values = {.p = p};
  for (uint32_t k = 0; k < LOCATIONS; k++) values.last[k] = s->zero;
  pushdown_on_change(p, see, &values);
  for (uint32_t k = 0; k < count; k++) pushdown_add_rule(p, rules[k]);
  const uint32_t end = pushdown_add_state(p);
  if (seed % 2) pushdown_set_final(p, end);
  pushdown_add(p, start.location, start.stack[0], end, first, PUSHDOWN_NONE);
  pushdown_saturate(p);
  if (!(seed % 2)) pushdown_set_final(p, end);
  pushdown_saturate(p);
  weight *want = explore(s, rules, count, &start, first);
  weight value[LOCATIONS];
  for (uint32_t k = 0; k < LOCATIONS; k++) value[k] = s->zero;
  for (uint32_t n = 0; n < all_configs(); n++) {
    const config c = config_of(n);
    if (!is_config(&c) || !c.depth) continue;
    const weight got = pushdown_weight(p, c.location, c.stack, c.depth);
    /* A stack that grows past the bound and shrinks again is seen by
     * saturation alone. */
    if (recursive) CHECK(s->combine(got, want[n]) == got);
    else CHECK(got == want[n]);
    value[c.location] = s->combine(value[c.location], want[n]);
  }
  for (uint32_t k = 0; k < LOCATIONS; k++) {
    CHECK(values.last[k] == pushdown_value(p, k));
    if (!recursive) CHECK(pushdown_value(p, k) == value[k]);
  }
  free(want);
  pushdown_free(p);
}

static void saturation_agrees_with_exploration(void) {
  for (uint64_t seed = 0; seed < 300; seed++) {
    hold_against_exploration(&costs, seed, false);
    hold_against_exploration(&relations, seed, false);
    hold_against_exploration(&costs, seed, true);
    hold_against_exploration(&relations, seed, true);
  }
}

/* f calls itself or returns: a return meets the call that it belongs to, at any
 * depth. */
static void a_return_meets_its_own_call(void) {
  enum { MAIN, FUNCTION, AFTER_A, AFTER_B };
  enum { X, Y, IN, BACK_X, BACK_Y };
  pushdown *p = pushdown_new(&costs, 5);
  const uint32_t none = PUSHDOWN_NONE;
  pushdown_add_rule(p, (pushdown_rule) {X, MAIN, IN, FUNCTION, AFTER_A, 1});
  pushdown_add_rule(p, (pushdown_rule) {Y, MAIN, IN, FUNCTION, AFTER_B, 1});
  pushdown_add_rule(p, (pushdown_rule) {IN, FUNCTION, IN, FUNCTION, FUNCTION,
                                        2});
  pushdown_add_rule(p, (pushdown_rule) {IN, FUNCTION, IN, none, none, 4});
  pushdown_add_rule(p, (pushdown_rule) {IN, AFTER_A, BACK_X, MAIN, none, 0});
  pushdown_add_rule(p, (pushdown_rule) {IN, AFTER_B, BACK_Y, MAIN, none, 0});
  const uint32_t end = pushdown_add_state(p);
  pushdown_set_final(p, end);
  pushdown_add(p, X, MAIN, end, 0, none);
  pushdown_saturate(p);
  CHECK(pushdown_value(p, BACK_X) == 1 + 4);
  CHECK(pushdown_value(p, BACK_Y) == costs.zero);
  /* Three levels down and back takes three more calls. */
  const uint32_t deep[] = {FUNCTION, FUNCTION, FUNCTION, FUNCTION, AFTER_A};
  CHECK(pushdown_weight(p, IN, deep, 5) == 1 + 3 * 2);
  pushdown_free(p);
}

/* The chain of causes leads back to what was added by hand. */
static void a_cause_leads_back_to_the_start(void) {
  enum { A, B, C, IN_F = 7, AFTER = 8 };
  pushdown *p = pushdown_new(&costs, 3);
  const uint32_t none = PUSHDOWN_NONE;
  pushdown_add_rule(p, (pushdown_rule) {A, 0, B, IN_F, AFTER, 0});
  pushdown_add_rule(p, (pushdown_rule) {B, IN_F, C, none, none, 0});
  const uint32_t end = pushdown_add_state(p);
  pushdown_set_final(p, end);
  pushdown_add(p, A, 0, end, 0, none);
  pushdown_saturate(p);
  uint32_t t = pushdown_origin(p, C);
  CHECK(pushdown_location(p, t) == C);
  t = pushdown_cause(p, t);
  CHECK(pushdown_location(p, t) == B);
  t = pushdown_cause(p, t);
  CHECK(pushdown_location(p, t) == A);
  CHECK(pushdown_cause(p, t) == none);
  pushdown_free(p);
}

int main(void) {
  saturation_agrees_with_exploration();
  a_return_meets_its_own_call();
  a_cause_leads_back_to_the_start();
  return 0;
}
