#include "page/history_layout.h"
#include "page/html.h"

#include <inttypes.h>
#include <string.h>

static const double step_x = 30, step_y = 44, margin = 30;

typedef struct drawing {
  const html_run *r;
  const history_read *s;
  history_layout at;
  FILE *out;
} drawing;

/* Of a node or a knot. */
static double x_of(const drawing *d, uint32_t point) {
  return margin + step_x * d->at.x[point];
}

static double y_of(const drawing *d, uint32_t n) {
  return margin + step_y * (double) d->s->nodes.items[n].depth;
}

static uint64_t hidden_of(const history_read_node *n) {
  uint64_t sum = 0;
  for (unsigned k = 0; k < HISTORY_KINDS; k++) sum += n->hidden[k];
  return sum;
}

/* What a node looks like: its kind, or how its path ended. */
static const char *look_of(const history_read_node *n) {
  if (n->kind != HISTORY_END) return history_text(n->kind);
  switch (outcome_class_of(n->end)) {
  case OUTCOME_CLASS_BUG: return "bug";
  case OUTCOME_CLASS_CUT: return "cut";
  case OUTCOME_CLASS_END: return n->end == OUTCOME_EXIT ? "exit" : "silent";
  case OUTCOME_CLASS_NONE: break;
  }
  return "silent";
}

/* Edges ------------------------------------------------------------------ */

/* How far edges between the same two nodes are bent apart. */
static double bend_of(const drawing *d, uint32_t k) {
  const history_edge *all = d->s->edges.items, e = all[k];
  unsigned twin = 0, twins = 1;
  for (uint32_t n = k; n-- > 0 && all[n].to == e.to;)
    twin += all[n].from == e.from;
  for (uint32_t n = k + 1; n < d->s->edges.count && all[n].to == e.to; n++)
    twins += all[n].from == e.from;
  twins += twin;
  return twins > 1 ? 26.0 * (twin - (twins - 1) / 2.0) : 0;
}

static void put_edge(const drawing *d, uint32_t k) {
  const history_edge e = d->s->edges.items[k];
  const uint32_t first = d->at.knots[k], last = d->at.knots[k + 1];
  const double bend = first == last ? bend_of(d, k) : 0;
  const bool is_join = d->s->nodes.items[e.to].kind == HISTORY_JOIN;
  double x = x_of(d, e.from), y = y_of(d, e.from);
  fprintf(d->out, "<path class=\"%s\" data-a=\"%u\" data-b=\"%u\" "
          "d=\"M%.1f %.1f", is_join ? "e j" : "e", e.from, e.to, x, y);
  for (uint32_t p = first; p <= last; p++) {
    const bool is_end = p == last;
    const double to_x = x_of(d, is_end ? e.to : p);
    const double to_y = is_end ? y_of(d, e.to) : y + step_y;
    const double middle = (y + to_y) / 2;
    fprintf(d->out, "C%.1f %.1f %.1f %.1f %.1f %.1f", x + bend, middle,
            to_x + bend, middle, to_x, to_y);
    x = to_x;
    y = to_y;
  }
  fputs("\"/>\n", d->out);
}

/* Nodes ------------------------------------------------------------------ */

static void put_shape(const drawing *d, const char *look, double x, double y) {
  FILE *out = d->out;
  if (!strcmp(look, "join"))
    fprintf(out, "<path d=\"M%.1f %.1fl8 8l-8 8l-8 -8z\"/>", x, y - 8);
  else if (!strcmp(look, "template"))
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/>"
                 "<circle class=\"in\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
            x, y, x, y);
  else if (!strcmp(look, "widen"))
    fprintf(out, "<path d=\"M%.1f %.1fl8 14h-16z\"/>", x, y - 8);
  else if (!strcmp(look, "drop") || !strcmp(look, "fold") || !strcmp(look, "call"))
    fprintf(out, "<path class=\"line\" d=\"M%.1f %.1fl10 10m0 -10l-10 10\"/>",
            x - 5, y - 5);
  else if (!strcmp(look, "cut"))
    fprintf(out, "<path class=\"line\" d=\"M%.1f %.1fh16\"/>", x - 8, y);
  else if (!strcmp(look, "exit") || !strcmp(look, "silent"))
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\" "
                 "rx=\"2\"/>", x - 4.5, y - 4.5);
  else
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>", x, y,
            !strcmp(look, "bug") ? 9 : !strcmp(look, "start") ? 8 : 5);
  if (!strcmp(look, "bug"))
    fprintf(out, "<text class=\"mark\" x=\"%.1f\" y=\"%.1f\">!</text>", x,
            y + 4);
}

static void put_hidden(FILE *out, const history_read_node *n) {
  const char *between = " Not drawn below it: ";
  for (unsigned k = 0; k < HISTORY_KINDS; k++) {
    if (!n->hidden[k]) continue;
    fprintf(out, "%s%" PRIu64 " %s%s", between, n->hidden[k],
            history_text((history_kind) k), n->hidden[k] == 1 ? "" : "s");
    between = ", ";
  }
  if (n->hidden_bugs)
    fprintf(out, " (%" PRIu64 " of them with a bug)", n->hidden_bugs);
  if (hidden_of(n)) fputc('.', out);
}

/* Beside a node there is room for a few characters only. */
static void put_short(FILE *out, uint64_t n) {
  if (n < 1000) fprintf(out, "+%" PRIu64, n);
  else if (n < 1000000) fprintf(out, "+%" PRIu64 "k", n / 1000);
  else fprintf(out, "+%" PRIu64 "M", n / 1000000);
}

/* All that is known of the node is its title, which the script shows, too. */
static void put_node(const drawing *d, uint32_t number) {
  const history_read_node *n = d->s->nodes.items + number;
  const html_file *f = html_find(d->r, n->file);
  const char *look = look_of(n);
  const double x = x_of(d, number), y = y_of(d, number);
  const uint64_t hidden = hidden_of(n);
  FILE *out = d->out;
  fprintf(out, "<g class=\"n %s\" data-n=\"%u\"", look, number);
  if (f && n->line && n->line <= f->text.count)
    fprintf(out, " data-at=\"f%uL%u\"", (unsigned) (f - d->r->files.items),
            n->line);
  fputs("><title>", out);
  if (n->kind == HISTORY_END && n->end != OUTCOME_NONE) {
    fprintf(out, "%s: ", outcome_text(n->end));
    html_text(out, outcome_sentence(n->end));
  } else {
    fprintf(out, "%s: %s", history_text(n->kind), history_sentence(n->kind));
  }
  if (n->file && n->line) {
    fputs(" ", out);
    html_text(out, n->file);
    fprintf(out, ":%u", n->line);
  }
  if (n->function) {
    fputs(" in ", out);
    html_text(out, n->function);
  }
  put_hidden(out, n);
  fputs("</title>", out);
  put_shape(d, look, x, y);
  if (n->line && n->kind != HISTORY_START)
    fprintf(out, "<text class=\"at\" x=\"%.1f\" y=\"%.1f\">%u</text>",
            x + 10, y + 3, n->line);
  if (hidden) {
    fprintf(out, "<text class=\"more\" x=\"%.1f\" y=\"%.1f\">", x, y + 19);
    put_short(out, hidden);
    fputs("</text>", out);
  }
  fputs("</g>\n", out);
}

/* The section ------------------------------------------------------------ */

static void put_key(FILE *out, const drawing *d, const char *look,
                    const char *text) {
  drawing small = *d;
  small.out = out;
  fprintf(out, "<span><svg class=\"key history\" viewBox=\"0 0 20 20\" "
               "aria-hidden=\"true\"><g class=\"n %s\">", look);
  put_shape(&small, look, 10, 10);
  fprintf(out, "</g></svg>%s</span>", text);
}

/* Only of what is there. */
static void put_keys(const drawing *d) {
  static const char *const keys[][2] = {
    {"start", "start"}, {"split", "split"}, {"join", "join"},
    {"template", "loop taken at once"}, {"widen", "widened"},
    {"drop", "an equivalent return is kept"},
    {"fold", "an earlier iteration subsumes it"},
    {"call", "claims about all calls go on"}, {"exit", "end"},
    {"silent", "assumed away"}, {"bug", "bug"}, {"cut", "cut"}};
  fputs("<p class=\"legend keysrow\">", d->out);
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    for (uint32_t n = 0; n < d->s->nodes.count; n++)
      if (!strcmp(look_of(d->s->nodes.items + n), keys[k][0])) {
        put_key(d->out, d, keys[k][0], keys[k][1]);
        break;
      }
  fputs("</p>\n", d->out);
}

static void put_totals(const history_read *s, FILE *out) {
  uint64_t hidden = 0;
  const char *between = "";
  for (uint32_t k = 0; k < s->nodes.count; k++)
    hidden += hidden_of(s->nodes.items + k);
  fputs("<p>", out);
  for (unsigned k = HISTORY_SPLIT; k < HISTORY_KINDS; k++) {
    if (!s->totals[k]) continue;
    fputs(between, out);
    html_count(out, s->totals[k], history_text((history_kind) k));
    between = ", ";
  }
  if (!*between) fputs("One path, without any choice", out);
  if (hidden) {
    fputs(". The drawing is bounded: ", out);
    html_count(out, hidden, "event");
    fputs(hidden == 1 ? " is" : " are", out);
    fputs(" only counted, as +N below the last node that is drawn", out);
  }
  fputs(".</p>\n", out);
}

static void put_drawing(const drawing *d) {
  FILE *out = d->out;
  fputs("<div class=\"canvas\"><div class=\"tools\">"
        "<button type=\"button\" data-do=\"in\" title=\"larger\">+</button>"
        "<button type=\"button\" data-do=\"out\" title=\"smaller\">&minus;"
        "</button><button type=\"button\" data-do=\"fit\" title=\"all of it\">"
        "all</button><button type=\"button\" data-do=\"top\" "
        "title=\"the start, large\">start</button></div>", out);
  fprintf(out, "<svg id=\"braid\" class=\"history\" viewBox=\"0 0 %.0f %.0f\" "
               "preserveAspectRatio=\"xMidYMin meet\" role=\"img\" "
               "aria-label=\"How the paths split and joined\">\n",
          2 * margin + step_x * d->at.width,
          2 * margin + step_y * (double) d->at.depth);
  for (uint32_t k = 0; k < d->s->edges.count; k++) put_edge(d, k);
  for (uint32_t k = 0; k < d->s->nodes.count; k++) put_node(d, k);
  fputs("</svg></div>\n<p class=\"picked\" id=\"picked\">Drag to move, use the "
        "buttons or Ctrl and the wheel to zoom; click a node for how it came "
        "there.</p>\n", out);
}

void html_history(const html_run *r, FILE *out) {
  fputs("<section id=\"paths\"><h2>Paths</h2>\n", out);
  if (r->no_history) {
    fputs("<p class=\"warn\">How the paths split is not known: ", out);
    html_text(out, r->no_history);
    fputs(".</p>", out);
  } else {
    drawing d = {r, &r->history, history_lay_out(&r->history), out};
    put_totals(d.s, out);
    put_keys(&d);
    put_drawing(&d);
    history_layout_release(&d.at);
  }
  if (r->explained) {
    fputs("<h3>What became of them</h3>\n<pre class=\"excerpt\">", out);
    html_text(out, r->explained);
    fputs("</pre>\n", out);
  }
  fputs("</section>\n", out);
}
