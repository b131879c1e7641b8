#include "solver/ways.h"

#include "base/idmap.h"
#include "base/keys.h"

#include <assert.h>

/* Goals one inside the other: they bound the stack. */
enum { MOST_GOALS = 3000 };

/* A list of conditions that are to be true or false; equal lists have equal
 * numbers, 0 is the empty one. */
typedef struct goal {
  expr condition;
  bool is_true;
  uint32_t next;
  uint64_t points;              /* of all inputs that the list speaks of */
} goal;

typedef struct walk {
  orderings *o;
  expr_table *t;
  expr terms[ORDERING_POINTS];
  unsigned count;
  idmap points;                 /* by condition: a bit for each term */
  keys lists;
  VEC(goal) goals;              /* by number less 1 */
  keys tried;                   /* list and ordering */
  way *way;                     /* so far */
  uint64_t steps, max_steps;
} walk;

/* The number of the input; ORDERING_POINTS if there are too many. */
static unsigned point_of(walk *w, expr term) {
  for (unsigned k = 0; k < w->count; k++)
    if (expr_same(w->terms[k], term)) return k;
  if (w->count == ORDERING_POINTS) return ORDERING_POINTS;
  w->terms[w->count] = term;
  return w->count++;
}

static bool is_comparison(const expr_node *n) {
  return n->op >= EXPR_EQ && n->op <= EXPR_SLE;
}

static unsigned ways_of(const expr_node *n) {
  if (n->op == EXPR_EQ) return WAY_SAME;
  return n->op == EXPR_ULT || n->op == EXPR_SLT ? WAY_LESS
                                                : WAY_LESS | WAY_SAME;
}

/* The inputs of a condition.  False: there are too many. */
static bool find_points(walk *w, expr e, uint64_t *points) {
  const uint64_t *known = idmap_find(&w->points, e.id);
  if (known) {
    *points = *known;
    return true;
  }
  const expr_node n = expr_get(w->t, e);
  *points = 0;
  for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++) {
    uint64_t below;
    if (is_comparison(&n)) {
      const unsigned point = point_of(w, n.arg[k]);
      if (point == ORDERING_POINTS) return false;
      below = UINT64_C(1) << point;
    } else if (!find_points(w, n.arg[k], &below)) return false;
    *points |= below;
  }
  *idmap_at(&w->points, e.id) = *points;
  return true;
}

static uint32_t list_of(walk *w, expr condition, bool is_true, uint32_t next) {
  bool is_new;
  const uint32_t number =
      keys_add(&w->lists, condition.id, is_true, next, &is_new);
  if (is_new) {
    uint64_t points;
    find_points(w, condition, &points);
    if (next) points |= w->goals.items[next - 1].points;
    assert(number == w->goals.count && next <= number);
    vec_push(&w->goals, ((goal) {condition, is_true, next, points}));
  }
  return number + 1;
}

/* The comparison made true or false.  WAYS_NONE: it cannot be. */
static ways_answer compare(walk *w, expr e, const expr_node *n, bool is_true,
                           ordering *known) {
  const unsigned x = point_of(w, n->arg[0]), y = point_of(w, n->arg[1]);
  assert(x < ORDERING_POINTS && y < ORDERING_POINTS);
  const unsigned wanted = is_true ? ways_of(n) : ways_of(n) ^ WAY_ANY;
  const unsigned left = ordering_ways(w->o, *known, x, y);
  if (!(left & wanted)) return WAYS_NONE;
  if (!(left & ~wanted)) return WAYS_FOUND;
  vec_push(w->way, is_true ? e : expr_not(w->t, e));
  return ordering_add(w->o, *known, x, y, wanted, known) ? WAYS_FOUND
                                                         : WAYS_NONE;
}

static ways_answer reach(walk *w, uint32_t list, ordering known,
                         unsigned depth);

/* One of two lists. */
static ways_answer either(walk *w, uint32_t one, uint32_t other,
                          ordering known, unsigned depth) {
  const uint32_t before = w->way->count;
  const ways_answer a = reach(w, one, known, depth + 1);
  if (a != WAYS_NONE) return a;
  w->way->count = before;
  return reach(w, other, known, depth + 1);
}

static ways_answer reach(walk *w, uint32_t list, ordering known,
                         unsigned depth) {
  if (depth > MOST_GOALS) return WAYS_OPEN;
  while (list) {
    if (w->steps >= w->max_steps) return WAYS_OPEN;
    w->steps++;
    const goal g = w->goals.items[list - 1];
    const expr_node n = expr_get(w->t, g.condition);
    if (n.op == EXPR_CONST) {
      if (expr_is_true(w->t, g.condition) != g.is_true) return WAYS_NONE;
      list = g.next;
      continue;
    }
    if (n.op == EXPR_NOT) {
      list = list_of(w, n.arg[0], !g.is_true, g.next);
      continue;
    }
    if (is_comparison(&n)) {
      if (compare(w, g.condition, &n, g.is_true, &known) == WAYS_NONE)
        return WAYS_NONE;
      list = g.next;
      continue;
    }
    const bool is_choice = n.op == EXPR_ITE || n.op == EXPR_CHOICE;
    assert(is_choice || n.op == EXPR_AND || n.op == EXPR_OR);
    if (!is_choice && (n.op == EXPR_AND) == g.is_true) {
      list = list_of(w, n.arg[0], g.is_true,
                     list_of(w, n.arg[1], g.is_true, g.next));
      continue;
    }
    bool is_new;
    known = ordering_about(w->o, known, g.points);
    keys_add(&w->tried, list, known.id, 0, &is_new);
    if (!is_new) return WAYS_NONE;
    if (!is_choice)
      return either(w, list_of(w, n.arg[0], g.is_true, g.next),
                    list_of(w, n.arg[1], g.is_true, g.next), known, depth);
    const uint32_t then = list_of(w, n.arg[1], g.is_true, g.next);
    const uint32_t other = list_of(w, n.arg[2], g.is_true, g.next);
    return either(w, list_of(w, n.arg[0], true, then),
                  list_of(w, n.arg[0], false, other), known, depth);
  }
  return WAYS_FOUND;
}

ways_answer ways_find(orderings *o, expr_table *t, const expr *conditions,
                      uint32_t count, uint64_t max_steps, way *found,
                      uint64_t *steps) {
  walk w = {.o = o, .t = t, .way = found, .max_steps = max_steps};
  uint32_t list = 0;
  uint64_t points;
  bool fits = true;
  orderings_make_room(o);
  for (uint32_t k = count; k-- > 0 && fits;) {
    fits = find_points(&w, conditions[k], &points);
    if (fits) list = list_of(&w, conditions[k], true, list);
  }
  const ways_answer a = fits ? reach(&w, list, (ordering) {0}, 0) : WAYS_OPEN;
  *steps = w.steps;
  idmap_release(&w.points);
  keys_release(&w.lists);
  keys_release(&w.tried);
  vec_release(&w.goals);
  return a;
}
