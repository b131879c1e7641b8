#include "solver/sat.h"

#include "base/limits.h"
#include "base/prices.h"
#include "base/vec.h"
#include "base/yield.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/*
 * A small CDCL solver for many small incremental queries: two watched literals
 * with blockers, learning at the first unique implication point, activities
 * with a heap, saved phases, Luby restarts, clauses with a high LBD dropped.
 * No preprocessing, so a query costs what it propagates.
 *
 * It differs from a general solver in one thing: only variables in focus, and
 * those that conflicts of this query touched, are decided.  The clauses define
 * gates, so once the inputs in focus are assigned without a conflict every
 * gate that matters is assigned too, and gates of other queries in the same
 * solver can always be completed.
 *
 * Literals inside are 2 * variable + sign.
 */
typedef uint32_t lit;
typedef struct watch { uint32_t clause; lit blocker; } watch;
typedef VEC(watch) watches;

/* Lists of watches are cut from pieces of memory, since to free millions of them one by one
 * takes seconds; their capacities are powers of two. */
enum { LEAST_POWER = 2, POWERS = 32, FIRST_PIECE = 1 << 8, LAST_PIECE = 1 << 16 };

typedef struct watch_room {
  VEC(watch *) pieces;          /* all, to be freed */
  watch *next;                  /* what is left of the last one: */
  uint32_t left, piece;         /* so much, of so much */
  watch *unused[POWERS];        /* lists that were outgrown, each with the next in it */
} watch_room;

/* A clause is `HEADER` words and then its literals, in one array of words, and
 * is named by its offset there; 0 is none. */
enum { SIZE, LBD, HEADER };
enum { LEARNT_ONLY = 1u << 31 };        /* in LBD: not an original clause */
enum { POLL = 255, POLL_VISITS = 1 << 20 };    /* steps, or clauses visited meanwhile */
#define NOWHERE UINT32_MAX
#define DECAY 0.95
#define RESCALE 1e100

typedef struct variable {
  uint32_t level, reason;
  uint32_t heap;                /* its place there, or NOWHERE */
  uint32_t candidate;           /* the query in which it may be decided */
  double activity;
  uint8_t phase, seen, failed;  /* failed: bit 1 << sign */
} variable;

/* Learnt clauses before the first reduction, and the LBD of those that are never dropped: as in
 * Glucose (Audemard and Simon 2009). */
enum { FIRST_REDUCTION = SIZED(2000, 4), KEPT_LBD = 2 };

typedef struct light {
  const interrupt *end;
  uint64_t yielded;             /* visits by then */
  VEC(uint32_t) words;
  VEC(uint32_t) learnt;         /* clauses */
  VEC(variable) vars;
  int8_t *value;                /* by literal: 1 true, -1 false, 0 open */
  watches *watching;            /* by literal: clauses to visit when false */
  watch_room room;              /* of those */
  uint32_t literals;            /* capacity of the two */
  VEC(lit) trail;
  VEC(uint32_t) limits;         /* of the levels, in the trail */
  uint32_t propagated;
  VEC(uint32_t) heap;
  VEC(lit) assumptions, focus, clause, marked;
  VEC(uint32_t) level_stamp;
  uint32_t stamp, query;
  double increment;
  uint64_t conflicts, visits;
  uint32_t max_learnt;
  bool is_refuted;              /* without any assumption */
  bool has_failed;              /* marks of the last core are to be cleared */
} light;

static lit inner(int literal) {
  assert(literal && literal != INT_MIN);
  return 2 * (uint32_t) abs(literal) + (literal < 0);
}

static uint32_t level(const light *s) { return s->limits.count; }

/* Watches ------------------------------------------------------------------- */

static watch *take_room(watch_room *r, unsigned power) {
  watch *list = r->unused[power];
  const uint32_t count = 1u << power;
  if (list) {
    memcpy(r->unused + power, (void *) list, sizeof list);
    return list;
  }
  if (count > LAST_PIECE / 4) {
    list = mem_resize(NULL, count, sizeof *list);
    vec_push(&r->pieces, list);
    return list;
  }
  if (r->left < count) {
    r->piece = !r->piece ? FIRST_PIECE : r->piece < LAST_PIECE ? 2 * r->piece : LAST_PIECE;
    if (r->piece < count) r->piece = count;
    r->next = mem_resize(NULL, r->piece, sizeof *r->next);
    r->left = r->piece;
    vec_push(&r->pieces, r->next);
  }
  list = r->next;
  r->next += count;
  r->left -= count;
  return list;
}

static void add_watch(light *s, lit l, watch w) {
  watches *list = s->watching + l;
  if (list->count == list->capacity) {
    const unsigned old = list->capacity ? (unsigned) __builtin_ctz(list->capacity) : 0;
    const unsigned power = list->capacity ? old + 1 : LEAST_POWER;
    watch *items = take_room(&s->room, power);
    if (list->capacity) {
      memcpy(items, list->items, list->count * sizeof *items);
      memcpy((void *) list->items, s->room.unused + old, sizeof items);
      s->room.unused[old] = list->items;
    }
    list->items = items;
    list->capacity = 1u << power;
  }
  list->items[list->count++] = w;
}

/* The heap of decision candidates ------------------------------------------ */

static bool before(const light *s, uint32_t a, uint32_t b) {
  return s->vars.items[a].activity > s->vars.items[b].activity;
}

static void put(light *s, uint32_t at, uint32_t v) {
  assert(at < s->heap.count && s->heap.count <= s->vars.count);
  s->heap.items[at] = v;
  s->vars.items[v].heap = at;
}

static void sift_up(light *s, uint32_t at) {
  const uint32_t v = s->heap.items[at];
  for (uint32_t up; at && before(s, v, s->heap.items[up = (at - 1) / 2]);
       at = up) put(s, at, s->heap.items[up]);
  put(s, at, v);
}

static void sift_down(light *s, uint32_t at) {
  const uint32_t v = s->heap.items[at], count = s->heap.count;
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count &&
        before(s, s->heap.items[child + 1], s->heap.items[child])) child++;
    if (!before(s, s->heap.items[child], v)) break;
    put(s, at, s->heap.items[child]);
  }
  put(s, at, v);
}

static void offer(light *s, uint32_t v) {
  s->vars.items[v].candidate = s->query;
  if (s->vars.items[v].heap != NOWHERE) return;
  vec_push(&s->heap, v);
  sift_up(s, s->heap.count - 1);
}

static uint32_t take(light *s) {
  const uint32_t best = s->heap.items[0], last = vec_pop(&s->heap);
  s->vars.items[best].heap = NOWHERE;
  if (s->heap.count) {
    s->heap.items[0] = last;
    sift_down(s, 0);
  }
  return best;
}

static void bump(light *s, uint32_t v) {
  variable *x = s->vars.items + v;
  if ((x->activity += s->increment) > RESCALE) {
    for (uint32_t i = 0; i < s->vars.count; i++)
      s->vars.items[i].activity /= RESCALE;
    s->increment /= RESCALE;
  }
  if (x->heap != NOWHERE) sift_up(s, x->heap);
}

/* The trail ---------------------------------------------------------------- */

static void assign(light *s, lit l, uint32_t reason) {
  assert(!s->value[l] && !s->value[l ^ 1]);
  s->value[l] = 1;
  s->value[l ^ 1] = -1;
  variable *x = s->vars.items + l / 2;
  x->level = level(s);
  x->reason = reason;
  vec_push(&s->trail, l);
}

static void backtrack(light *s, uint32_t to) {
  if (level(s) <= to) return;
  assert(to < s->limits.count && s->limits.items[to] <= s->trail.count);
  const uint32_t limit = s->limits.items[to];
  while (s->trail.count > limit) {
    const lit l = vec_pop(&s->trail);
    s->value[l] = s->value[l ^ 1] = 0;
    variable *x = s->vars.items + l / 2;
    x->phase = l & 1;
    if (x->candidate == s->query) offer(s, l / 2);
  }
  s->limits.count = to;
  s->propagated = limit;
}

static void attach(light *s, uint32_t clause) {
  assert(s->words.items[clause + SIZE] > 1);
  const lit *l = s->words.items + clause + HEADER;
  add_watch(s, l[0], (watch) {clause, l[1]});
  add_watch(s, l[1], (watch) {clause, l[0]});
}

static uint32_t store(light *s, const lit *literals, uint32_t count,
                      uint32_t lbd) {
  const uint32_t clause = s->words.count;
  vec_reserve(&s->words, clause + HEADER + count);
  s->words.count += HEADER + count;
  s->words.items[clause + SIZE] = count;
  s->words.items[clause + LBD] = lbd;
  memcpy(s->words.items + clause + HEADER, literals, count * sizeof *literals);
  attach(s, clause);
  return clause;
}

/* The clause that became false, or 0. */
static uint32_t propagate(light *s) {
  while (s->propagated < s->trail.count) {
    const lit is_false = s->trail.items[s->propagated++] ^ 1;
    watches *list = s->watching + is_false;
    if (!list->count) continue;
    watch *from = list->items, *to = from, *end = from + list->count;
    uint32_t conflict = 0;
    s->visits += 1 + list->count;
    while (from < end) {
      const watch w = *from++;
      if (s->value[w.blocker] > 0) {
        *to++ = w;
        continue;
      }
      uint32_t *c = s->words.items + w.clause;
      lit *l = c + HEADER;
      assert(l[0] == is_false || l[1] == is_false);
      if (l[0] == is_false) {
        l[0] = l[1];
        l[1] = is_false;
      }
      if (s->value[l[0]] > 0) {
        *to++ = (watch) {w.clause, l[0]};
        continue;
      }
      uint32_t i = 2;
      while (i < c[SIZE] && s->value[l[i]] < 0) i++;
      if (i < c[SIZE]) {
        l[1] = l[i];
        l[i] = is_false;
        add_watch(s, l[1], (watch) {w.clause, l[0]});
        continue;
      }
      *to++ = w;
      if (s->value[l[0]] < 0) {
        conflict = w.clause;
        while (from < end) *to++ = *from++;
      } else {
        assert(l[1] == is_false);
        assign(s, l[0], w.clause);
      }
    }
    list->count = (uint32_t) (to - list->items);
    if (conflict) return conflict;
  }
  return 0;
}

/* Learning ----------------------------------------------------------------- */

/* Implied by the other literals of the learnt clause? */
static bool is_redundant(const light *s, lit l) {
  const uint32_t reason = s->vars.items[l / 2].reason;
  if (!reason) return false;
  const uint32_t *c = s->words.items + reason;
  for (uint32_t i = 0; i < c[SIZE]; i++) {
    const variable *x = s->vars.items + c[HEADER + i] / 2;
    if (c[HEADER + i] / 2 != l / 2 && !x->seen && x->level) return false;
  }
  return true;
}

static uint32_t count_levels(light *s) {
  uint32_t count = 0;
  s->stamp++;
  while (s->level_stamp.count <= level(s)) vec_push(&s->level_stamp, 0);
  for (uint32_t i = 0; i < s->clause.count; i++) {
    const uint32_t l = s->vars.items[s->clause.items[i] / 2].level;
    if (s->level_stamp.items[l] != s->stamp) count++;
    s->level_stamp.items[l] = s->stamp;
  }
  return count;
}

/* The learnt clause into s->clause, its asserting literal first, one of the
 * level to return to second. */
static uint32_t analyze(light *s, uint32_t conflict) {
  assert(level(s) && conflict);
  uint32_t open = 0, at = s->trail.count, back = 0;
  lit uip = 0;
  vec_clear(&s->clause);
  vec_clear(&s->marked);
  vec_push(&s->clause, 0);
  do {
    for (uint32_t i = 0; i < s->words.items[conflict + SIZE]; i++) {
      const lit l = s->words.items[conflict + HEADER + i];
      variable *x = s->vars.items + l / 2;
      if (l == uip || x->seen || !x->level) continue;
      x->seen = 1;
      vec_push(&s->marked, l);
      bump(s, l / 2);
      if (x->level == level(s)) open++;
      else vec_push(&s->clause, l);
    }
    do uip = s->trail.items[--at]; while (!s->vars.items[uip / 2].seen);
    conflict = s->vars.items[uip / 2].reason;
    s->vars.items[uip / 2].seen = 0;
  } while (--open);
  s->clause.items[0] = uip ^ 1;
  uint32_t kept = 1;
  for (uint32_t i = 1; i < s->clause.count; i++)
    if (!is_redundant(s, s->clause.items[i]))
      s->clause.items[kept++] = s->clause.items[i];
  s->clause.count = kept;
  for (uint32_t i = 0; i < s->marked.count; i++)
    s->vars.items[s->marked.items[i] / 2].seen = 0;
  for (uint32_t i = 1; i < kept; i++) {
    const uint32_t l = s->vars.items[s->clause.items[i] / 2].level;
    if (l <= back) continue;
    back = l;
    const lit swap = s->clause.items[1];
    s->clause.items[1] = s->clause.items[i];
    s->clause.items[i] = swap;
  }
  assert(back < level(s));
  return back;
}

static void learn(light *s, uint32_t conflict) {
  const uint32_t back = analyze(s, conflict), lbd = count_levels(s);
  backtrack(s, back);
  for (uint32_t i = 0; i < s->marked.count; i++) {
    const uint32_t v = s->marked.items[i] / 2;
    if (s->value[2 * v]) s->vars.items[v].candidate = s->query;
    else offer(s, v);
  }
  uint32_t reason = 0;
  if (s->clause.count > 1) {
    reason = store(s, s->clause.items, s->clause.count, LEARNT_ONLY | lbd);
    vec_push(&s->learnt, reason);
  }
  assert(!s->value[s->clause.items[0]] && (s->clause.count < 2 ||
         s->value[s->clause.items[1]] < 0));
  assign(s, s->clause.items[0], reason);
  s->increment /= DECAY;
}

/* Drops half of the learnt clauses, those with the highest LBD, and rebuilds
 * the array and the watches without them.  Only at level 0, where reasons are
 * never looked at. */
static void reduce(light *s) {
  assert(!level(s) && s->propagated == s->trail.count);
  uint32_t count[64] = {0}, bound = 63, sum = 0;
  for (uint32_t i = 0; i < s->learnt.count; i++) {
    const uint32_t lbd = s->words.items[s->learnt.items[i] + LBD] &
                         ~(uint32_t) LEARNT_ONLY;
    count[lbd < 63 ? lbd : 63]++;
  }
  while (bound > KEPT_LBD && (sum += count[bound]) < s->learnt.count / 2)
    bound--;
  for (uint32_t l = 0; l < 2 * s->vars.count; l++) vec_clear(&s->watching[l]);
  for (uint32_t i = 0; i < s->trail.count; i++)
    s->vars.items[s->trail.items[i] / 2].reason = 0;
  uint32_t to = 1, next;
  const uint32_t end = s->words.count;
  vec_clear(&s->learnt);
  for (uint32_t from = 1; from < end; from = next) {
    const uint32_t size = s->words.items[from + SIZE];
    const uint32_t lbd = s->words.items[from + LBD];
    next = from + HEADER + size;
    const bool is_learnt = lbd & LEARNT_ONLY;
    if (is_learnt && (lbd & ~(uint32_t) LEARNT_ONLY) >= bound &&
        (lbd & ~(uint32_t) LEARNT_ONLY) > KEPT_LBD) continue;
    memmove(s->words.items + to, s->words.items + from,
            (HEADER + size) * sizeof *s->words.items);
    attach(s, to);
    if (is_learnt) vec_push(&s->learnt, to);
    to += HEADER + size;
  }
  s->words.count = to;
  s->max_learnt += s->max_learnt / 10 + 1;
}

/* Assumptions -------------------------------------------------------------- */

/* The assumptions that make this one false. */
static void explain(light *s, lit assumption) {
  assert(s->value[assumption] < 0);
  s->vars.items[assumption / 2].failed |= (uint8_t) (1 << (assumption & 1));
  if (!level(s)) return;
  s->vars.items[assumption / 2].seen = 1;
  for (uint32_t i = s->trail.count; i-- > s->limits.items[0];) {
    const lit l = s->trail.items[i];
    variable *x = s->vars.items + l / 2;
    if (!x->seen) continue;
    x->seen = 0;
    if (!x->reason) x->failed |= (uint8_t) (1 << (l & 1));
    else
      for (uint32_t j = 0; j < s->words.items[x->reason + SIZE]; j++) {
        const lit o = s->words.items[x->reason + HEADER + j];
        if (o / 2 != l / 2 && s->vars.items[o / 2].level)
          s->vars.items[o / 2].seen = 1;
      }
  }
  s->vars.items[assumption / 2].seen = 0;
}

/* The next assumption or decision; SAT_UNKNOWN when one was made. */
static sat_answer decide(light *s) {
  while (level(s) < s->assumptions.count) {
    const lit l = s->assumptions.items[level(s)];
    if (s->value[l] < 0) {
      explain(s, l);
      return SAT_NO;
    }
    vec_push(&s->limits, s->trail.count);
    if (!s->value[l]) {
      assign(s, l, 0);
      return SAT_UNKNOWN;
    }
  }
  while (s->heap.count) {
    const uint32_t v = take(s);
    if (s->value[2 * v]) continue;
    vec_push(&s->limits, s->trail.count);
    assign(s, 2 * v + s->vars.items[v].phase, 0);
    return SAT_UNKNOWN;
  }
  assert(s->propagated == s->trail.count);
  return SAT_YES;
}

/* Luby's unit in conflicts: MiniSat has 100 for larger queries. */
enum { RESTART_UNIT = SIZED(64, 2) };

/* 1 1 2 1 1 2 4 1 1 2 ... */
static uint32_t luby(uint32_t n) {
  assert(n < UINT32_MAX / 2);
  uint32_t size = 1, power = 0;
  while (size < n + 1) {
    size = 2 * size + 1;
    power++;
  }
  while (size - 1 != n) {
    size = (size - 1) / 2;
    power--;
    n %= size;
  }
  return 1u << power;
}

static bool should_stop(light *s, uint64_t steps) {
  if ((steps & POLL) != 0 && s->visits - s->yielded < POLL_VISITS) return false;
  const uint64_t work = (s->visits - s->yielded) / (PRICE_CONFLICT / PRICE_VISIT);
  yield(work);
  s->yielded += work * (PRICE_CONFLICT / PRICE_VISIT);
  return interrupt_is_set(s->end);
}

static bool is_beyond(const light *s, sat_limits most) {
  return (most.conflicts && s->conflicts >= most.conflicts) ||
         (most.visits && s->visits >= most.visits);
}

/* The limits are of all calls. */
static sat_answer search(light *s, sat_limits most) {
  uint64_t steps = 0;
  for (uint32_t restart = 0;; restart++) {
    uint64_t left = (uint64_t) RESTART_UNIT * luby(restart);
    for (;;) {
      if (is_beyond(s, most)) return SAT_UNKNOWN;
      const uint32_t conflict = propagate(s);
      if (should_stop(s, steps++)) return SAT_UNKNOWN;
      if (conflict) {
        s->conflicts++;
        if (!level(s)) {
          s->is_refuted = true;
          return SAT_NO;
        }
        learn(s, conflict);
        if (left) left--;
        continue;
      }
      if (!left) break;
      const sat_answer a = decide(s);
      if (a != SAT_UNKNOWN) return a;
    }
    backtrack(s, 0);
    if (s->learnt.count > s->max_learnt) reduce(s);
  }
}

/* The table ---------------------------------------------------------------- */

static void *create(const interrupt *end) {
  light *s = mem_zeroed(1, sizeof *s);
  s->end = end;
  s->increment = 1;
  s->max_learnt = FIRST_REDUCTION;
  vec_push(&s->words, 0);
  return s;
}

static void destroy(void *self) {
  light *s = self;
  for (uint32_t i = 0; i < s->room.pieces.count; i++) free(s->room.pieces.items[i]);
  vec_release(&s->room.pieces);
  free(s->watching);
  free(s->value);
  vec_release(&s->words);
  vec_release(&s->learnt);
  vec_release(&s->vars);
  vec_release(&s->trail);
  vec_release(&s->limits);
  vec_release(&s->heap);
  vec_release(&s->assumptions);
  vec_release(&s->focus);
  vec_release(&s->clause);
  vec_release(&s->marked);
  vec_release(&s->level_stamp);
  free(s);
}

/* Room for the literal's variable. */
static lit enter(light *s, int literal) {
  const lit l = inner(literal);
  while (s->vars.count <= l / 2)
    vec_push(&s->vars, ((variable) {.heap = NOWHERE, .phase = 1}));
  if (s->literals < 2 * s->vars.count) {
    const uint32_t old = s->literals;
    s->literals = mem_grown(old, 2 * s->vars.capacity);
    s->value = mem_resize(s->value, s->literals, sizeof *s->value);
    s->watching = mem_resize(s->watching, s->literals, sizeof *s->watching);
    memset(s->value + old, 0, s->literals - old);
    memset(s->watching + old, 0, (s->literals - old) * sizeof *s->watching);
  }
  return l;
}

static void add_clause(void *self, const int *literals, unsigned count) {
  light *s = self;
  bool is_true = false;
  assert(count);
  backtrack(s, 0);
  vec_clear(&s->clause);
  for (unsigned i = 0; i < count; i++) {
    const lit l = enter(s, literals[i]);
    is_true |= s->value[l] > 0;
    if (!s->value[l]) vec_push(&s->clause, l);
  }
  if (is_true) return;
  if (!s->clause.count) s->is_refuted = true;
  else if (s->clause.count == 1) assign(s, s->clause.items[0], 0);
  else store(s, s->clause.items, s->clause.count, 0);
}

static void add_assumption(void *self, int literal) {
  light *s = self;
  vec_push(&s->assumptions, enter(s, literal));
}

static void add_focus(void *self, int literal) {
  light *s = self;
  vec_push(&s->focus, enter(s, literal));
}

static sat_answer solve(void *self, sat_limits most) {
  light *s = self;
  if (most.conflicts) most.conflicts += s->conflicts;
  if (most.visits) most.visits += s->visits;
  backtrack(s, 0);
  while (s->heap.count) s->vars.items[vec_pop(&s->heap)].heap = NOWHERE;
  for (uint32_t i = 0; s->has_failed && i < s->vars.count; i++)
    s->vars.items[i].failed = 0;
  s->has_failed = false;
  assert(!level(s));
  s->query++;
  for (uint32_t i = 0; i < s->focus.count; i++)
    offer(s, s->focus.items[i] / 2);
  const sat_answer a = s->is_refuted ? SAT_NO : search(s, most);
  s->has_failed = a == SAT_NO;
  if (a != SAT_YES) backtrack(s, 0);
  vec_clear(&s->assumptions);
  vec_clear(&s->focus);
  return a;
}

static bool value(void *self, int literal) {
  const light *s = self;
  const lit l = inner(literal);
  return l / 2 < s->vars.count && s->value[l] ? s->value[l] > 0 : literal < 0;
}

static bool failed(void *self, int assumption) {
  assert(((light *) self)->has_failed && inner(assumption) / 2 < ((light *) self)->vars.count);
  const lit l = inner(assumption);
  return ((light *) self)->vars.items[l / 2].failed >> (l & 1) & 1;
}

static uint64_t conflicts(void *self) { return ((light *) self)->conflicts; }

static uint64_t visits(void *self) { return ((light *) self)->visits; }

const sat_table sat_light = {
  "light", create, destroy, add_clause, add_assumption, add_focus, solve,
  value, failed, conflicts, visits
};
