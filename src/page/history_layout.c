#include "page/history_layout.h"

#include "base/mem.h"

#include <stdlib.h>

/* The usual way to draw a graph by levels (Sugiyama, Tagawa and Toda 1981): rows
 * are sorted by barycentres; then places are improved in sweeps, each row at its
 * optimum for the rows beside it. */
enum { SORTS = 7, SWEEPS = 30, MAX_KNOTS = 40000 };

static const double node_room = 1, knot_room = 0.45;

typedef struct list { uint32_t first, count; } list;

typedef struct layout {
  const history_read *s;
  uint32_t count;               /* of points: nodes, then knots */
  uint32_t *depth;
  uint32_t *knots;              /* as in history_layout */
  VEC(history_edge) steps;       /* edges between points */
  list *above, *below;          /* of each point, into ... */
  uint32_t *up, *down;          /* ... these */
  uint32_t *order;              /* points, row by row */
  list *rows;
  uint32_t rows_count;
  double *x;
} layout;

/* Points ----------------------------------------------------------------- */

static uint32_t passed(const history_read *s, history_edge e) {
  return s->nodes.items[e.to].depth - s->nodes.items[e.from].depth - 1;
}

static void add_points(layout *l) {
  const history_read *s = l->s;
  const uint32_t nodes = s->nodes.count, edges = s->edges.count;
  uint32_t knots = 0;
  l->knots = mem_zeroed(edges + 1, sizeof *l->knots);
  for (uint32_t k = 0; k < edges; k++) {
    const uint32_t more = passed(s, s->edges.items[k]);
    l->knots[k] = nodes + knots;
    if (knots + more <= MAX_KNOTS) knots += more;
  }
  l->count = l->knots[edges] = nodes + knots;
  l->depth = mem_zeroed(l->count, sizeof *l->depth);
  for (uint32_t k = 0; k < nodes; k++) l->depth[k] = s->nodes.items[k].depth;
  for (uint32_t k = 0; k < edges; k++) {
    const history_edge e = s->edges.items[k];
    uint32_t from = e.from;
    for (uint32_t p = l->knots[k]; p < l->knots[k + 1]; p++) {
      l->depth[p] = l->depth[from] + 1;
      vec_push(&l->steps, ((history_edge) {from, p}));
      from = p;
    }
    vec_push(&l->steps, ((history_edge) {from, e.to}));
  }
}

static void add_lists(layout *l) {
  l->above = mem_zeroed(l->count, sizeof *l->above);
  l->below = mem_zeroed(l->count, sizeof *l->below);
  l->up = mem_zeroed(l->steps.count, sizeof *l->up);
  l->down = mem_zeroed(l->steps.count, sizeof *l->down);
  for (uint32_t k = 0; k < l->steps.count; k++) {
    l->above[l->steps.items[k].to].count++;
    l->below[l->steps.items[k].from].count++;
  }
  for (uint32_t k = 1; k < l->count; k++) {
    l->above[k].first = l->above[k - 1].first + l->above[k - 1].count;
    l->below[k].first = l->below[k - 1].first + l->below[k - 1].count;
  }
  for (uint32_t k = 0; k < l->count; k++)
    l->above[k].count = l->below[k].count = 0;
  for (uint32_t k = 0; k < l->steps.count; k++) {
    const history_edge e = l->steps.items[k];
    l->up[l->above[e.to].first + l->above[e.to].count++] = e.from;
    l->down[l->below[e.from].first + l->below[e.from].count++] = e.to;
  }
}

static void add_rows(layout *l) {
  for (uint32_t k = 0; k < l->count; k++)
    if (l->depth[k] >= l->rows_count) l->rows_count = l->depth[k] + 1;
  l->rows = mem_zeroed(l->rows_count, sizeof *l->rows);
  for (uint32_t k = 0; k < l->count; k++) l->rows[l->depth[k]].count++;
  for (uint32_t k = 1; k < l->rows_count; k++)
    l->rows[k].first = l->rows[k - 1].first + l->rows[k - 1].count;
  for (uint32_t k = 0; k < l->rows_count; k++) l->rows[k].count = 0;
  l->order = mem_zeroed(l->count, sizeof *l->order);
  l->x = mem_zeroed(l->count, sizeof *l->x);
  for (uint32_t k = 0; k < l->count; k++) {
    list *r = l->rows + l->depth[k];
    l->x[k] = r->count;
    l->order[r->first + r->count++] = k;
  }
}

/* Places ----------------------------------------------------------------- */

/* The middle of the neighbours on these sides; its own place if there are
 * none. */
static double wish(const layout *l, uint32_t p, bool above, bool below) {
  double sum = 0;
  uint32_t count = 0;
  const list up = l->above[p], down = l->below[p];
  for (uint32_t k = 0; above && k < up.count; k++, count++)
    sum += l->x[l->up[up.first + k]];
  for (uint32_t k = 0; below && k < down.count; k++, count++)
    sum += l->x[l->down[down.first + k]];
  return count ? sum / count : l->x[p];
}

typedef struct ranked { double wish; uint32_t at, point; } ranked;

static int by_wish(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->wish < y->wish || x->wish > y->wish) return x->wish < y->wish ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

/* In the order of the row above, or of the one below. */
static void sort_row(layout *l, list r, bool is_down, ranked *all) {
  for (uint32_t k = 0; k < r.count; k++) {
    const uint32_t p = l->order[r.first + k];
    all[k] = (ranked) {wish(l, p, is_down, !is_down), k, p};
  }
  qsort(all, r.count, sizeof *all, by_wish);
  for (uint32_t k = 0; k < r.count; k++) {
    l->order[r.first + k] = all[k].point;
    l->x[all[k].point] = k - (r.count - 1) / 2.0;
  }
}

static double room(const layout *l, uint32_t p) {
  return p < l->s->nodes.count ? node_room : knot_room;
}

/* Least squares under the distances: points that would come too close form a
 * block, which stands where its members wish on average. */
typedef struct block { double sum; uint32_t count; } block;

static double mean(block b) { return b.sum / b.count; }

static void place_row(layout *l, list r, bool above, bool below,
                      block *blocks) {
  uint32_t count = 0, at = 0;
  double offset = 0;
  const uint32_t *row = l->order + r.first;
  for (uint32_t k = 0; k < r.count; k++) {
    if (k) offset += (room(l, row[k - 1]) + room(l, row[k])) / 2;
    blocks[count++] = (block) {wish(l, row[k], above, below) - offset, 1};
    while (count > 1 && mean(blocks[count - 2]) > mean(blocks[count - 1])) {
      blocks[count - 2].sum += blocks[count - 1].sum;
      blocks[count - 2].count += blocks[count - 1].count;
      count--;
    }
  }
  offset = 0;
  for (uint32_t b = 0; b < count; b++)
    for (uint32_t k = 0; k < blocks[b].count; k++, at++) {
      if (at) offset += (room(l, row[at - 1]) + room(l, row[at])) / 2;
      l->x[row[at]] = mean(blocks[b]) + offset;
    }
}

static void place_all(layout *l) {
  ranked *all = mem_zeroed(l->count, sizeof *all);
  block *blocks = mem_zeroed(l->count, sizeof *blocks);
  for (unsigned round = 0; round < SORTS; round++)
    for (uint32_t k = 0; k < l->rows_count; k++) {
      const bool is_down = round % 2 == 0;
      sort_row(l, l->rows[is_down ? k : l->rows_count - 1 - k], is_down, all);
    }
  /* Down by what is above, up by what is below, at last by both. */
  for (unsigned round = 0; round < SWEEPS; round++)
    for (uint32_t k = 0; k < l->rows_count; k++) {
      const bool is_late = round >= SWEEPS / 2, is_down = round % 2 == 0;
      place_row(l, l->rows[is_down ? k : l->rows_count - 1 - k],
                is_late || is_down, is_late || !is_down, blocks);
    }
  free(all);
  free(blocks);
}

history_layout history_lay_out(const history_read *s) {
  layout l = {.s = s};
  add_points(&l);
  add_lists(&l);
  add_rows(&l);
  place_all(&l);
  history_layout out = {.x = l.x, .knots = l.knots};
  double least = l.count ? l.x[0] : 0;
  for (uint32_t k = 0; k < l.count; k++)
    if (l.x[k] < least) least = l.x[k];
  for (uint32_t k = 0; k < l.count; k++) {
    l.x[k] -= least;
    if (l.x[k] > out.width) out.width = l.x[k];
  }
  out.depth = l.rows_count ? l.rows_count - 1 : 0;
  vec_release(&l.steps);
  free(l.depth);
  free(l.above);
  free(l.below);
  free(l.up);
  free(l.down);
  free(l.order);
  free(l.rows);
  return out;
}

void history_layout_release(history_layout *l) {
  free(l->x);
  free(l->knots);
  *l = (history_layout) {0};
}
