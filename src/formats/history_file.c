#include "formats/history_file.h"

#include "files/json.h"

#include <string.h>

/* Writing ---------------------------------------------------------------- */

static int by_end(const void *a, const void *b) {
  const history_edge *x = a, *y = b;
  return x->to != y->to ? (x->to > y->to) - (x->to < y->to)
                        : (x->from > y->from) - (x->from < y->from);
}

static void put_counts(FILE *out, const char *key, const uint64_t *counts) {
  const char *between = "";
  fprintf(out, "\"%s\": {", key);
  for (unsigned k = 0; k < HISTORY_KINDS; k++) {
    if (!counts[k]) continue;
    fprintf(out, "%s\"%s\": %llu", between, history_text((history_kind) k),
            (unsigned long long) counts[k]);
    between = ", ";
  }
  fputc('}', out);
}

static bool has_hidden(const history_node *n) {
  for (unsigned k = 0; k < HISTORY_KINDS; k++)
    if (n->hidden[k]) return true;
  return false;
}

static void put_node(const history_node *n, const ir_program *p, FILE *out) {
  fprintf(out, "{\"kind\": \"%s\"", history_text(n->kind));
  if (n->kind == HISTORY_END)
    fprintf(out, ", \"outcome\": \"%s\"", outcome_text(n->end));
  if (n->place) {
    const ir_place *at = p->places.items + n->place;
    fputs(", \"file\": ", out);
    json_put_string(out, p->files.items[at->file]);
    fprintf(out, ", \"line\": %u", at->line);
  }
  if (n->function) {
    fputs(", \"function\": ", out);
    json_put_string(out, n->function->name);
  }
  if (!has_hidden(n)) return;
  fputs(", ", out);
  put_counts(out, "hidden", n->hidden);
  if (n->hidden_bugs)
    fprintf(out, ", \"hidden_bugs\": %llu",
            (unsigned long long) n->hidden_bugs);
}

bool history_write(const history *s, const ir_program *p, outdir *d) {
  FILE *out = outdir_begin(d, HISTORY_FILE);
  const uint32_t count = s->edges.count;
  history_edge *edges = mem_zeroed(count, sizeof *edges);
  if (count) {
    memcpy(edges, s->edges.items, count * sizeof *edges);
    qsort(edges, count, sizeof *edges, by_end);
  }
  fputs("{\n", out);
  put_counts(out, "totals", s->totals);
  fputs(",\n\"nodes\": [\n", out);
  for (uint32_t k = 0, e = 0; k < s->nodes.count; k++) {
    put_node(s->nodes.items + k, p, out);
    fputs(", \"from\": [", out);
    for (const char *between = ""; e < count && edges[e].to == k; e++) {
      fprintf(out, "%s%u", between, edges[e].from);
      between = ", ";
    }
    fprintf(out, "]}%s\n", k + 1 < s->nodes.count ? "," : "");
  }
  fputs("]\n}\n", out);
  free(edges);
  return outdir_end(d);
}

/* Reading ---------------------------------------------------------------- */

enum { MAX_NODES = 20000 };     /* no run writes as many */

static void take_counts(const json_value *v, uint64_t *counts) {
  history_kind kind;
  for (const json_value *c = v ? v->first : NULL; c; c = c->next)
    if (c->key && history_find(c->key, &kind)) counts[kind] = json_whole(c);
}

static bool take_node(history_read *s, const json_value *v) {
  history_read_node n = {.file = json_text(json_get(v, "file")),
                   .function = json_text(json_get(v, "function")),
                   .line = (uint32_t) json_whole(json_get(v, "line")),
                   .hidden_bugs = json_whole(json_get(v, "hidden_bugs"))};
  const char *kind = json_text(json_get(v, "kind"));
  const char *end = json_text(json_get(v, "outcome"));
  if (!kind || !history_find(kind, &n.kind)) return false;
  if (end) n.end = outcome_find(end);
  take_counts(json_get(v, "hidden"), n.hidden);
  vec_push(&s->nodes, n);
  return true;
}

/* Edges may lead back to nodes that came later, if those were joined further;
 * but never in a circle. */
static bool take_edges(history_read *s, const json_value *v, uint32_t to) {
  const json_value *from = json_get(v, "from");
  for (const json_value *f = from ? from->first : NULL; f; f = f->next) {
    const uint64_t number = json_whole(f);
    if (f->kind != JSON_NUMBER || number >= s->nodes.count) return false;
    vec_push(&s->edges, ((history_edge) {(uint32_t) number, to}));
  }
  return true;
}

/* The longest way to each node; false if they go in a circle. */
static bool set_depths(history_read *s) {
  bool changes = true;
  for (uint32_t round = 0; changes; round++) {
    if (round > s->nodes.count) return false;
    changes = false;
    for (uint32_t k = 0; k < s->edges.count; k++) {
      const history_edge e = s->edges.items[k];
      const uint32_t depth = s->nodes.items[e.from].depth + 1;
      if (s->nodes.items[e.to].depth >= depth) continue;
      s->nodes.items[e.to].depth = depth;
      changes = true;
    }
  }
  return true;
}

char *history_take(history_read *s, const json_value *v) {
  *s = (history_read) {0};
  const json_value *nodes = json_get(v, "nodes");
  const char *wrong = !nodes || !nodes->first ? "there are no nodes"
                      : json_length(nodes) > MAX_NODES ? "there are too many"
                                                       : NULL;
  take_counts(json_get(v, "totals"), s->totals);
  for (const json_value *n = nodes ? nodes->first : NULL; n && !wrong;
       n = n->next)
    if (!take_node(s, n)) wrong = "a node is of no known kind";
  uint32_t number = 0;
  for (const json_value *n = nodes ? nodes->first : NULL; n && !wrong;
       n = n->next)
    if (!take_edges(s, n, number++)) wrong = "an edge comes from no node";
  if (!wrong && !set_depths(s)) wrong = "its edges go in a circle";
  if (!wrong) return NULL;
  history_read_release(s);
  return mem_string(wrong);
}

void history_read_release(history_read *s) {
  vec_release(&s->nodes);
  vec_release(&s->edges);
}
