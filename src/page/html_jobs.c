#include "page/html.h"

#include <inttypes.h>

/* How many jobs there were over the time of the run: stats.json's
 * "jobs_over_time". */

enum { WIDTH = 800, HEIGHT = 200 };

typedef struct line {
  const char *key, *class, *text;
  double scale;                 /* of the figure that is said */
  const char *unit;
} line;

static double most_of(const json_value *all, const char *key) {
  double most = 0;
  for (const json_value *m = all->first; m; m = m->next) {
    const double n = json_double(json_get(m, key));
    if (n > most) most = n;
  }
  return most;
}

/* From 0 to the line's own maximum, or to 1 of shares. */
static void put_line(const json_value *all, const line *l, double last, double most,
                     FILE *out) {
  fprintf(out, "<polyline class=\"%s\" points=\"", l->class);
  for (const json_value *m = all->first; m; m = m->next)
    fprintf(out, "%.1f,%.1f ",
            WIDTH * json_double(json_get(m, "ms")) / last,
            HEIGHT - HEIGHT * json_double(json_get(m, l->key)) / most);
  fputs("\"/>", out);
}

void html_jobs(const html_run *r, FILE *out) {
  static const line lines[] = {
    {"open", "l1", "jobs open", 1, ""}, {"done", "l2", "jobs done", 1, ""},
    {"processes", "l3", "processes", 1, ""},
    {"share", "l4", "of the tree, estimated", 100, "%"},
    {"branches", "l5", "of branches covered", 100, "%"}};
  const json_value *all = json_get(r->stats, "jobs_over_time");
  const double last = all ? most_of(all, "ms") : 0;
  if (!all || !all->first || !all->first->next || last <= 0) return;
  fprintf(out, "<h3>Jobs over time</h3><svg class=\"jobs\" viewBox=\"0 -4 %d %d\" "
          "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Jobs over time\">",
          WIDTH, HEIGHT + 8);
  for (unsigned k = 0; k < sizeof lines / sizeof *lines; k++) {
    const line *l = lines + k;
    const double most = l->scale > 1 ? 1 : most_of(all, l->key);
    if (most > 0) put_line(all, l, last, most, out);
  }
  fputs("</svg><ul class=\"keys jobs\">", out);
  for (unsigned k = 0; k < sizeof lines / sizeof *lines; k++) {
    const line *l = lines + k;
    fprintf(out, "<li><i class=\"%s\"></i>%s, at most %.0f%s</li>", l->class,
            l->text, l->scale * most_of(all, l->key), l->unit);
  }
  fputs("<li>from the start to ", out);
  html_duration(out, last);
  fputs(", each line from 0 to its maximum</li></ul>\n", out);
}
