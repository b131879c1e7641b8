#include "solver/differences.h"

#include "base/vec.h"
#include "solver/spans.h"

#include <assert.h>

/* Levels of a condition, and goals one inside the other: they bound the stack. */
enum { MOST_LEVELS = 200, MOST_GOALS = 3000 };
/* Of an input: a sum of bounds, one for each unknown, fits 64. */
enum { MOST_BITS = 32 };
static_assert(DIFFERENCE_TERMS <= 1 << (62 - MOST_BITS), "sums fit");

/* Shapes ------------------------------------------------------------------ */

static bool is_side(expr_table *t, expr e) {
  if (expr_width(t, e) > MOST_BITS) return false;
  if (expr_get(t, e).op == EXPR_CONST) return true;
  return spans_is_input(t, e);
}

static unsigned shape_of(idmap *shapes, expr_table *t, expr e, unsigned depth);

static unsigned find_shape(idmap *shapes, expr_table *t, expr e,
                           unsigned depth) {
  const expr_node n = expr_get(t, e);
  const unsigned arity = expr_arity((expr_op) n.op);
  unsigned all = DIFFERENCE_FITS;
  switch ((int) n.op) {
  case EXPR_CONST: return all;
  case EXPR_EQ: case EXPR_ULT: case EXPR_ULE: case EXPR_SLT: case EXPR_SLE:
    if (expr_width(t, n.arg[0]) == 1 || !is_side(t, n.arg[0]) ||
        !is_side(t, n.arg[1]))
      return 0;
    for (unsigned k = 0; k < 2; k++)
      if (expr_get(t, n.arg[k]).op == EXPR_CONST) all |= DIFFERENCE_NUMBERS;
    if (n.op == EXPR_EQ) return all;
    return all | (n.op == EXPR_SLT || n.op == EXPR_SLE ? DIFFERENCE_SIGNED
                                                       : DIFFERENCE_UNSIGNED);
  case EXPR_NOT: case EXPR_AND: case EXPR_OR: case EXPR_ITE: case EXPR_CHOICE:
    for (unsigned k = 0; k < arity; k++) {
      const unsigned one = shape_of(shapes, t, n.arg[k], depth + 1);
      if (!(one & DIFFERENCE_FITS)) return 0;
      all |= one;
    }
    return n.op == EXPR_NOT ? all : all | DIFFERENCE_BRANCHES;
  default: return 0;            /* every other operator computes something */
  }
}

static unsigned shape_of(idmap *shapes, expr_table *t, expr e,
                         unsigned depth) {
  const uint64_t *known = idmap_find(shapes, e.id);
  if (known && *known) return (unsigned) *known;
  const unsigned found =
      DIFFERENCE_KNOWN | (depth < MOST_LEVELS && expr_width(t, e) == 1
                              ? find_shape(shapes, t, e, depth) : 0);
  *idmap_at(shapes, e.id) = found;
  return found;
}

unsigned difference_shape_of(idmap *shapes, expr_table *t, expr condition) {
  return shape_of(shapes, t, condition, 0);
}

/* The graph --------------------------------------------------------------- */

/* An edge from u to v of weight w: v <= u + w.  The potentials satisfy all of
 * them, so they are values of the unknowns, that of number 0 taken off. */
typedef struct edge { uint8_t from, to; int64_t before; } edge;

/* A side of a comparison is an unknown, or number 0 and an offset. */
typedef struct side { uint32_t term; int64_t offset; } side;

typedef struct apart { side x, y; } apart;

typedef struct graph {
  differences *d;
  const expr_table *t;
  bool is_signed;
  uint64_t max_steps;
  int64_t weight[DIFFERENCE_TERMS][DIFFERENCE_TERMS];
  int64_t *potential;           /* the unknowns' values */
  VEC(edge) trail;              /* what edges were before they were tightened */
  VEC(apart) apart;             /* what must not be equal: looked at last */
  uint32_t looked_at;           /* edges of the trail with which no pair is equal */
} graph;

/* To come back to. */
typedef struct mark {
  uint32_t trail, apart;
  int64_t potential[DIFFERENCE_TERMS];
} mark;

#define NO_EDGE INT64_MAX

static bool is_spent(const graph *g) { return g->d->steps >= g->max_steps; }

/* Whether the potentials can still satisfy everything; else they mean nothing
 * until taken back. */
static bool tighten(graph *g, uint32_t from, uint32_t to, int64_t weight) {
  assert(from < g->d->count && to < g->d->count);
  if (is_spent(g)) return true;         /* the caller sees it soon */
  if (from == to) return weight >= 0;
  int64_t *w = &g->weight[from][to];
  if (*w <= weight) return true;
  vec_push(&g->trail, ((edge) {(uint8_t) from, (uint8_t) to, *w}));
  *w = weight;
  int64_t *p = g->potential;
  if (p[to] <= p[from] + weight) return true;
  /* What sinks may pull others down; a circle would pull down its beginning. */
  p[to] = p[from] + weight;
  uint64_t open = UINT64_C(1) << to;
  while (open && !is_spent(g)) {
    const uint32_t u = (uint32_t) __builtin_ctzll(open);
    open &= open - 1;
    g->d->steps++;
    for (uint32_t v = 0; v < g->d->count; v++) {
      if (g->weight[u][v] == NO_EDGE || p[v] <= p[u] + g->weight[u][v])
        continue;
      if (v == from) return false;
      p[v] = p[u] + g->weight[u][v];
      open |= UINT64_C(1) << v;
    }
  }
  return true;
}

static void set_mark(const graph *g, mark *m) {
  m->trail = g->trail.count;
  m->apart = g->apart.count;
  for (uint32_t k = 0; k < g->d->count; k++) m->potential[k] = g->potential[k];
}

static void take_back(graph *g, const mark *m) {
  assert(g->trail.count >= m->trail && g->apart.count >= m->apart);
  while (g->trail.count > m->trail) {
    const edge e = vec_pop(&g->trail);
    g->weight[e.from][e.to] = e.before;
  }
  g->apart.count = m->apart;
  if (g->looked_at > m->trail) g->looked_at = m->trail;
  for (uint32_t k = 0; k < g->d->count; k++) g->potential[k] = m->potential[k];
}

static int64_t signed_value(uint64_t bits, unsigned width) {
  const uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t) ((bits ^ sign) - sign);
}

/* False: there are too many. */
static bool side_of(graph *g, expr e, side *out) {
  differences *d = g->d;
  uint64_t bits;
  const unsigned width = expr_width(g->t, e);
  if (expr_value(g->t, e, &bits)) {
    *out = (side) {0, g->is_signed ? signed_value(bits, width)
                                   : (int64_t) bits};
    return true;
  }
  for (uint32_t k = 1; k < d->count; k++)
    if (expr_same(d->terms[k], e)) {
      *out = (side) {k, 0};
      return true;
    }
  if (d->count == DIFFERENCE_TERMS) return false;
  const uint32_t new = d->count++;
  for (uint32_t k = 0; k < d->count; k++)
    g->weight[new][k] = g->weight[k][new] = NO_EDGE;
  d->terms[new] = e;
  g->potential[new] = g->potential[0];
  assert(width && width < 63);
  const int64_t half = INT64_C(1) << (width - 1);
  g->weight[0][new] = g->is_signed ? half - 1 : 2 * half - 1;
  g->weight[new][0] = g->is_signed ? half : 0;
  *out = (side) {new, 0};
  return true;
}

/* x <= y + slack */
static bool bound(graph *g, side x, side y, int64_t slack) {
  return tighten(g, y.term, x.term, y.offset + slack - x.offset);
}

/* Ways -------------------------------------------------------------------- */

typedef struct goal {
  expr condition;
  bool is_true;
  const struct goal *next;
} goal;

static difference_answer reach(graph *g, const goal *todo, unsigned depth);

/* One of two ways to go on. */
static difference_answer either(graph *g, const goal *one, const goal *other,
                                unsigned depth) {
  mark before;
  set_mark(g, &before);
  const difference_answer a = reach(g, one, depth + 1);
  if (a != DIFFERENCE_NO) return a;
  take_back(g, &before);
  return reach(g, other, depth + 1);
}

/* Whether two edges already make them equal. */
static bool are_equal(const graph *g, const apart *p) {
  const int64_t by = p->y.offset - p->x.offset;
  return p->x.term == p->y.term
             ? by == 0
             : g->weight[p->y.term][p->x.term] == by &&
                   g->weight[p->x.term][p->y.term] == -by;
}

/* As far as edges say, nothing is equal that must not be; if they are the same as
 * when that was asked last, only the newest pair can be. */
static bool are_apart(graph *g) {
  const uint32_t first =
      g->trail.count > g->looked_at || !g->apart.count ? 0 : g->apart.count - 1;
  for (uint32_t k = first; k < g->apart.count; k++)
    if (are_equal(g, g->apart.items + k)) return false;
  g->looked_at = g->trail.count;
  return true;
}

static bool compare(graph *g, const expr_node *n, bool is_true) {
  apart p;
  if (!side_of(g, n->arg[0], &p.x) || !side_of(g, n->arg[1], &p.y))
    return false;
  if (n->op == EXPR_EQ) {
    if (!is_true) vec_push(&g->apart, p);
    else if (!bound(g, p.x, p.y, 0) || !bound(g, p.y, p.x, 0)) return false;
    return are_apart(g);
  }
  const bool is_strict = n->op == EXPR_ULT || n->op == EXPR_SLT;
  return is_true ? bound(g, p.x, p.y, is_strict ? -1 : 0)
                 : bound(g, p.y, p.x, is_strict ? 0 : -1);
}

/* At the end: the values may be equal where they must not.  Then one is below
 * the other, or above. */
static difference_answer keep_apart(graph *g, unsigned depth) {
  const int64_t *value = g->potential;
  apart p = {0};
  uint32_t k = 0;
  for (; k < g->apart.count; k++) {
    p = g->apart.items[k];
    if (value[p.x.term] + p.x.offset == value[p.y.term] + p.y.offset) break;
  }
  if (k == g->apart.count) return DIFFERENCE_YES;
  mark before;
  set_mark(g, &before);
  if (bound(g, p.x, p.y, -1)) {
    const difference_answer a = reach(g, NULL, depth + 1);
    if (a != DIFFERENCE_NO) return a;
  }
  take_back(g, &before);
  return bound(g, p.y, p.x, -1) ? reach(g, NULL, depth + 1) : DIFFERENCE_NO;
}

static difference_answer reach(graph *g, const goal *todo, unsigned depth) {
  const expr_table *t = g->t;
  goal both[2];
  if (is_spent(g) || depth > MOST_GOALS) return DIFFERENCE_OPEN;
  g->d->steps++;
  if (!todo) return keep_apart(g, depth);
  const expr_node n = expr_get(t, todo->condition);
  const bool is_true = todo->is_true;
  const goal *rest = todo->next;
  switch ((int) n.op) {
  case EXPR_CONST:
    return expr_is_true(t, todo->condition) == is_true
               ? reach(g, rest, depth + 1) : DIFFERENCE_NO;
  case EXPR_NOT:
    both[0] = (goal) {n.arg[0], !is_true, rest};
    return reach(g, both, depth + 1);
  case EXPR_AND: case EXPR_OR:
    both[0] = (goal) {n.arg[0], is_true, rest};
    both[1] = (goal) {n.arg[1], is_true, rest};
    if ((n.op == EXPR_AND) != is_true)
      return either(g, &both[0], &both[1], depth);
    both[0].next = &both[1];
    return reach(g, both, depth + 1);
  case EXPR_ITE: case EXPR_CHOICE: {
    both[0] = (goal) {n.arg[1], is_true, rest};
    both[1] = (goal) {n.arg[2], is_true, rest};
    const goal yes = {n.arg[0], true, &both[0]};
    const goal no = {n.arg[0], false, &both[1]};
    return either(g, &yes, &no, depth);
  }
  default: break;
  }
  return compare(g, &n, is_true) ? reach(g, rest, depth + 1) : DIFFERENCE_NO;
}

/* All unknowns first, so that none is missing when a way is taken back; the
 * conditions are shared, so each is looked at once. */
static bool enter(graph *g, idmap *seen, expr e) {
  uint64_t *is_seen = idmap_at(seen, e.id);
  if (*is_seen) return true;
  *is_seen = 1;
  const expr_node n = expr_get(g->t, e);
  side ignored;
  if (n.op >= EXPR_EQ && n.op <= EXPR_SLE)
    return side_of(g, n.arg[0], &ignored) && side_of(g, n.arg[1], &ignored);
  for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++)
    if (!enter(g, seen, n.arg[k])) return false;
  return true;
}

difference_answer differences_decide(differences *d, const expr_table *t,
                                     const expr *conjuncts, uint32_t count,
                                     bool is_signed, uint64_t max_steps) {
  *d = (differences) {.count = 1};
  graph g = {.d = d, .t = t, .is_signed = is_signed, .max_steps = max_steps,
             .potential = d->values};
  idmap seen = {0};
  bool fits = true;
  for (uint32_t k = 0; k < count && fits; k++)
    fits = enter(&g, &seen, conjuncts[k]);
  idmap_release(&seen);
  difference_answer a = DIFFERENCE_OPEN;
  if (fits) {
    goal *todo = mem_resize(NULL, count + 1, sizeof *todo);
    for (uint32_t k = 0; k < count; k++)
      todo[k] = (goal) {conjuncts[k], true, k + 1 < count ? todo + k + 1
                                                          : NULL};
    a = reach(&g, count ? todo : NULL, 0);
    free(todo);
  }
  assert(d->count <= DIFFERENCE_TERMS);
  vec_release(&g.trail);
  vec_release(&g.apart);
  for (uint32_t k = d->count; k-- > 0;) d->values[k] -= d->values[0];
  return a;
}
