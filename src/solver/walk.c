#include "solver/walk_internal.h"

#include "base/limits.h"
#include "expr/sweep.h"

#include <assert.h>

static const formula UNKNOWN = UINT32_MAX;
enum { POLL = 1 << 10 };
/* Levels of a condition, and inputs one after the other: they bound the stack. */
enum { MOST_DEPTH = 8192 };

walk *walk_new(expr_table *t, domain_cache *domains, evaluator *eval,
               const interrupt *end) {
  walk *w = mem_zeroed(1, sizeof *w);
  w->t = t;
  w->domains = domains;
  w->eval = eval;
  w->end = end;
  return w;
}

void walk_free(walk *w) {
  if (!w) return;
  idmap_release(&w->refused);
  formulas_release(&w->formulas);
  idmap_release(&w->found);
  idmap_release(&w->numbers);
  vec_release(&w->atoms);
  vec_release(&w->spans);
  keys_release(&w->below);
  idmap_release(&w->owners);
  vec_release(&w->symbols);
  vec_release(&w->parts);
  vec_release(&w->inputs);
  vec_release(&w->ranks);
  vec_release(&w->by_rank);
  vec_release(&w->values);
  vec_release(&w->words);
  vec_release(&w->numbers_of);
  keys_release(&w->lists);
  vec_release(&w->exists);
  keys_release(&w->cofactors);
  vec_release(&w->cofactor);
  vec_release(&w->goals);
  vec_release(&w->shares);
  vec_release(&w->ways);
  vec_release(&w->terms);
  free(w);
}

static void clear(walk *w) {
  formulas_clear(&w->formulas);
  idmap_clear(&w->found);
  idmap_clear(&w->numbers);
  vec_clear(&w->atoms);
  vec_clear(&w->spans);
  keys_clear(&w->below);
  idmap_clear(&w->owners);
  vec_clear(&w->symbols);
  vec_clear(&w->parts);
  vec_clear(&w->inputs);
  vec_clear(&w->ranks);
  vec_clear(&w->by_rank);
  vec_clear(&w->values);
  vec_clear(&w->words);
  vec_clear(&w->numbers_of);
  keys_clear(&w->lists);
  vec_clear(&w->exists);
  keys_clear(&w->cofactors);
  vec_clear(&w->cofactor);
  vec_clear(&w->goals);
  vec_clear(&w->shares);
  vec_clear(&w->ways);
  vec_clear(&w->terms);
  w->steps = 0;
  w->is_open = w->is_loose = false;
}

/* Terms known to be no walk: 32 bytes each. */
enum { MOST_REFUSED = SIZED(1 << 15, 4) };

void walk_trim(walk *w) {
  if (w->refused.count > MOST_REFUSED) idmap_release(&w->refused);
}

void walk_mark(walk *w) {
  for (uint32_t i = 0; i < w->refused.capacity; i++)
    sweep_mark(w->t, (expr) {(uint32_t) w->refused.slots[i].key});
}

uint64_t walk_steps(const walk *w) { return w->steps; }

/* Conditions -------------------------------------------------------------- */

static bool is_byte(const walk *w, varset vars, uint32_t *symbol) {
  if (varset_count(w->t, vars) != 1) return false;
  *symbol = varset_symbols(w->t, vars)[0];
  return expr_symbol_width(w->t, *symbol) <= 8;
}

/* False: it is about several inputs, or not understood, and none such may be. */
static bool number_of(walk *w, expr e, bool with_rest, uint32_t *number) {
  uint64_t *known = idmap_at(&w->numbers, e.id);
  if (*known) {
    *number = (uint32_t) *known - 1;
    return true;
  }
  if (expr_has(w->t, e, EXPR_IS_OPEN)) return false;
  atom a = {.term = e, .span = w->spans.count, .next = NONE};
  uint32_t symbol;
  if (!spans_of(w->t, e, &a.input, &w->spans)) {
    if (is_byte(w, varset_of(w->t, e), &symbol)) {
      a.input = expr_symbol(w->t, symbol);
      a.domain = domain_of(w->domains, w->t, w->eval, e, symbol);
    } else {
      a.input = (expr) {0};
      w->is_loose = true;
      if (!with_rest) return false;
    }
  }
  a.span_count = w->spans.count - a.span;
  *number = w->atoms.count;
  vec_push(&w->atoms, a);
  *idmap_at(&w->numbers, e.id) = *number + 1;
  return true;
}

static bool read_condition(walk *w, expr e, bool with_rest, unsigned depth,
                           formula *out);

static bool is_connective(const expr_node *n) {
  return n->op == EXPR_NOT || n->op == EXPR_AND || n->op == EXPR_OR ||
         n->op == EXPR_ITE || n->op == EXPR_CHOICE;
}

/* A diagram's atom and those of its arms: the order of inputs is had from them. */
static void note_order(walk *w, const expr_node *n) {
  const uint64_t *above = idmap_find(&w->numbers, n->arg[0].id);
  for (unsigned k = 1; above && *above && k < 3; k++) {
    const expr_node arm = expr_get(w->t, n->arg[k]);
    if (arm.op != EXPR_CHOICE) continue;
    const uint64_t *below = idmap_find(&w->numbers, arm.arg[0].id);
    if (below && *below)
      keys_add(&w->below, (uint32_t) *above - 1, (uint32_t) *below - 1, 0,
               NULL);
  }
}

static bool read_connective(walk *w, const expr_node *n, bool with_rest,
                            unsigned depth, formula *out) {
  formula part[3] = {0};
  for (unsigned k = 0; k < expr_arity((expr_op) n->op); k++)
    if (!read_condition(w, n->arg[k], with_rest, depth + 1, &part[k]))
      return false;
  switch ((int) n->op) {
  case EXPR_NOT: *out = formula_not(part[0]); break;
  case EXPR_AND: *out = formula_both(&w->formulas, part[0], part[1]); break;
  case EXPR_OR: *out = formula_either(&w->formulas, part[0], part[1]); break;
  case EXPR_CHOICE: note_order(w, n);   /* falls through */
  default:
    *out = formula_choice(&w->formulas, part[0], part[1], part[2]);
  }
  return true;
}

static bool read_condition(walk *w, expr e, bool with_rest, unsigned depth,
                           formula *out) {
  const uint64_t *known = idmap_find(&w->found, e.id);
  if (known && *known) {
    *out = (formula) *known - 1;
    return true;
  }
  const uint64_t *refused = idmap_find(&w->refused, e.id);
  if (depth > MOST_DEPTH ||
      (refused && *refused > (unsigned) with_rest))
    return false;
  const expr_node n = expr_get(w->t, e);
  bool fits = true;
  w->steps++;
  if (n.op == EXPR_CONST)
    *out = expr_is_true(w->t, e) ? FORMULA_TRUE : FORMULA_FALSE;
  else if (is_connective(&n))
    fits = read_connective(w, &n, with_rest, depth, out);
  else {
    uint32_t number;
    fits = number_of(w, e, with_rest, &number);
    if (fits) *out = formula_atom(&w->formulas, number);
  }
  if (fits) *idmap_at(&w->found, e.id) = (uint64_t) *out + 1;
  else *idmap_at(&w->refused, e.id) = 1 + with_rest;
  return fits;
}

/* The walk ---------------------------------------------------------------- */

/* The formula where the input of this rank, the first that it has, is of this
 * class. */
static formula cofactor_of(walk *w, formula f, uint32_t rank, uint32_t class) {
  assert(formula_first(&w->formulas, f) >= rank);
  uint32_t part[3];
  formula is_negated = f & 1;
  for (;;) {
    w->steps++;
    if (formula_first(&w->formulas, f) > rank) return f;
    const formula_kind kind = formula_open(&w->formulas, f, part);
    is_negated = f & 1;
    if (kind == FORMULA_ATOM) {
      const uint64_t word =
          w->words.items[w->atoms.items[part[0]].bits + class / 64];
      return (word >> class % 64 & 1 ? FORMULA_TRUE : FORMULA_FALSE) ^
             is_negated;
    }
    if (kind != FORMULA_CHOICE) break;
    const formula c = cofactor_of(w, part[0], rank, class);
    if (c > FORMULA_FALSE) break;
    f = part[c == FORMULA_TRUE ? 1 : 2] ^ is_negated;
  }
  bool is_new;
  const uint32_t number =
      keys_add(&w->cofactors, f >> 1, rank, class, &is_new);
  if (is_new) {
    vec_push(&w->cofactor, FORMULA_TRUE);
    const bool is_choice = part[2] != NONE;
    formula left[3];
    for (unsigned k = 0; k < (is_choice ? 3u : 2u); k++)
      left[k] = cofactor_of(w, part[k], rank, class);
    w->cofactor.items[number] =
        is_choice ? formula_choice(&w->formulas, left[0], left[1], left[2])
                  : formula_both(&w->formulas, left[0], left[1]);
  }
  return w->cofactor.items[number] ^ is_negated;
}

/* Onto w->goals, conjunctions part by part; false: it is false. */
static bool add_goal(walk *w, formula f) {
  uint32_t part[3];
  if (f <= FORMULA_FALSE) return f == FORMULA_TRUE;
  if (f & 1 || formula_open(&w->formulas, f, part) != FORMULA_BOTH) {
    vec_push(&w->goals, f);
    return true;
  }
  return add_goal(w, part[0]) && add_goal(w, part[1]);
}

static int compare_formulas(const void *a, const void *b) {
  const formula f = *(const formula *) a, g = *(const formula *) b;
  return (f < g) - (f > g);
}

/* The goals from this one on as a list; they are taken off.  False: two of them
 * contradict each other. */
static bool list_of(walk *w, uint32_t from, uint32_t *position) {
  const uint32_t count = w->goals.count - from;
  formula *goals = w->goals.items + from;
  if (count > 1) qsort(goals, count, sizeof *goals, compare_formulas);
  *position = 0;
  w->goals.count = from;
  for (uint32_t k = 0; k < count; k++) {
    if (k && goals[k] == goals[k - 1]) continue;
    if (k && goals[k] == (goals[k - 1] ^ 1)) return false;
    *position = 1 + keys_add(&w->lists, goals[k], *position, 0, NULL);
  }
  while (w->exists.count < w->lists.count) vec_push(&w->exists, UNKNOWN);
  assert(*position <= w->exists.count);
  return true;
}

static uint32_t first_rank(const walk *w, uint32_t position) {
  uint32_t rank = UINT32_MAX;
  while (position) {
    const uint32_t *list = w->lists.items[position - 1].word;
    const uint32_t first = formula_first(&w->formulas, list[0]);
    if (first < rank) rank = first;
    position = list[1];
  }
  assert(rank < w->by_rank.count);
  return rank;
}

bool walk_next(walk *w, uint32_t position, uint32_t rank, uint32_t class,
               uint32_t *next) {
  assert(position && position <= w->lists.count && rank < w->by_rank.count);
  const uint32_t from = w->goals.count;
  while (position) {
    const uint32_t *list = w->lists.items[position - 1].word;
    const formula goal = list[0];
    position = list[1];
    if (!add_goal(w, cofactor_of(w, goal, rank, class))) {
      w->goals.count = from;
      return false;
    }
  }
  return list_of(w, from, next);
}

/* For which truths of the undecided atoms there are values of the inputs. */
static formula walk_from(walk *w, uint32_t position, unsigned depth) {
  if (!position) return FORMULA_TRUE;
  if (w->exists.items[position - 1] != UNKNOWN)
    return w->exists.items[position - 1];
  if (w->steps > w->max_steps || depth > MOST_DEPTH ||
      (++w->visited % POLL == 0 && interrupt_is_set(w->end))) w->is_open = true;
  if (w->is_open) return FORMULA_FALSE;
  const uint32_t rank = first_rank(w, position);
  const input in = w->inputs.items[w->by_rank.items[rank]];
  formula result = FORMULA_FALSE, arms[2];
  arms[0] = arms[1] = FORMULA_FALSE;
  const uint32_t from = w->ways.count;
  const uint32_t count = walk_find_steps(w, position, rank);
  for (uint32_t k = 0; k < count && result != FORMULA_TRUE; k++) {
    const step to = w->ways.items[from + k];
    const formula one = walk_from(w, to.next, depth + 1);
    if (in.is_decided) result = formula_either(&w->formulas, result, one);
    else arms[to.class] = one;
  }
  w->ways.count = from;
  if (!in.is_decided)
    result = formula_choice(&w->formulas,
                            formula_atom(&w->formulas, in.atoms), arms[1],
                            arms[0]);
  w->exists.items[position - 1] = result;
  return result;
}

static bool read_all(walk *w, const expr *conjuncts, uint32_t count,
                     bool with_rest) {
  for (uint32_t k = 0; k < count; k++) {
    const uint64_t *refused = idmap_find(&w->refused, conjuncts[k].id);
    if (refused && *refused > (unsigned) with_rest) return false;
  }
  for (uint32_t k = 0; k < count; k++) {
    formula f;
    if (!read_condition(w, conjuncts[k], with_rest, 0, &f)) return false;
    if (!add_goal(w, f)) vec_push(&w->goals, FORMULA_FALSE);
  }
  return true;
}

walk_answer walk_decide(walk *w, const expr *conjuncts, uint32_t count,
                        bool with_rest, uint64_t max_steps) {
  clear(w);
  w->max_steps = max_steps;
  if (!read_all(w, conjuncts, count, with_rest) ||
      !walk_find_inputs(w, with_rest))
    return WALK_OPEN;
  for (uint32_t k = 0; k < w->goals.count; k++)
    if (w->goals.items[k] == FORMULA_FALSE) return WALK_NO;
  if (!list_of(w, 0, &w->root)) return WALK_NO;
  w->rest = walk_from(w, w->root, 0);
  if (w->is_open) return WALK_OPEN;
  return w->rest == FORMULA_TRUE ? WALK_YES
         : w->rest == FORMULA_FALSE ? WALK_NO : WALK_REST;
}

/* What is left ------------------------------------------------------------ */

/* As a term; made of choices, which no operator is applied to. */
static expr term_of(walk *w, formula f) {
  expr_table *t = w->t;
  while (w->terms.count <= f >> 1) vec_push(&w->terms, (expr) {0});
  expr e = w->terms.items[f >> 1];
  if (!e.id) {
    uint32_t part[3];
    switch (formula_open(&w->formulas, f & ~UINT32_C(1), part)) {
    case FORMULA_CONSTANT: e = expr_true(t); break;
    case FORMULA_ATOM: e = w->atoms.items[part[0]].term; break;
    case FORMULA_BOTH:
      e = expr_choice(t, term_of(w, part[0]), term_of(w, part[1]),
                      expr_false(t));
      break;
    case FORMULA_CHOICE:
      e = expr_choice(t, term_of(w, part[0]), term_of(w, part[1]),
                      term_of(w, part[2]));
    }
    w->terms.items[f >> 1] = e;
  }
  return f & 1 ? expr_choice(t, e, expr_false(t), expr_true(t)) : e;
}

expr walk_rest(walk *w) {
  assert(w->rest > FORMULA_FALSE && !w->is_open);
  return term_of(w, w->rest);
}

static bool is_true(walk *w, formula f) {
  if (f <= FORMULA_FALSE) return f == FORMULA_TRUE;
  return evaluator_value(w->eval, term_of(w, f)) != 0;
}

void walk_values(walk *w, void (*visit)(void *, uint32_t, uint64_t),
                 void *context) {
  assert(w->rest != FORMULA_FALSE && !w->is_open);
  uint32_t position = w->root;
  w->max_steps = UINT64_MAX;
  while (position) {
    const uint32_t rank = first_rank(w, position);
    const input in = w->inputs.items[w->by_rank.items[rank]];
    uint32_t k = 0, next = 0;
    if (!in.is_decided) {
      k = evaluator_value(w->eval, w->atoms.items[in.atoms].term) != 0;
      if (!walk_next(w, position, rank, k, &next)) return;
    } else {
      /* In the order of the walk, so that what it left out stays so. */
      const uint32_t from = w->ways.count;
      const uint32_t count = walk_find_steps(w, position, rank);
      while (k < count &&
             !is_true(w, walk_from(w, w->ways.items[from + k].next, 0))) k++;
      w->ways.count = from;
      if (k == count) return;   /* the assignment is not as it should be */
      const step to = w->ways.items[from + k];
      next = to.next;
      for (uint32_t s = 0; s < in.symbol_count; s++)
        visit(context, w->symbols.items[in.symbols + s],
              w->values.items[in.values + to.class * in.symbol_count + s]);
    }
    position = next;
  }
}
