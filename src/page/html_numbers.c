#include "page/html.h"

#include <inttypes.h>
#include <string.h>

/* Shares of the time ----------------------------------------------------- */

typedef struct share { const char *name, *class; double ms; } share;

static double ms_of(const html_run *r, const char *key) {
  return json_double(json_get(json_get(r->stats, "time"), key));
}

static void put_shares(const share *all, unsigned count, double total,
                       FILE *out) {
  fputs("<div class=\"shares\">", out);
  for (unsigned k = 0; k < count; k++)
    if (all[k].ms > 0)
      fprintf(out, "<i class=\"%s\" style=\"width:%.2f%%\" title=\"%s\"></i>",
              all[k].class, 100 * all[k].ms / total, all[k].name);
  fputs("</div><ul class=\"keys\">", out);
  for (unsigned k = 0; k < count; k++) {
    if (all[k].ms <= 0) continue;
    fprintf(out, "<li><i class=\"%s\"></i>%s: ", all[k].class, all[k].name);
    html_duration(out, all[k].ms);
    fprintf(out, " (%.1f%%)</li>", 100 * all[k].ms / total);
  }
  fputs("</ul>", out);
}

/* The parts do not overlap but for rounding; what is left is the engine's. */
static void put_time(const html_run *r, FILE *out) {
  const double total = ms_of(r, "total_ms");
  const double sat = ms_of(r, "sat_ms"), z3 = ms_of(r, "z3_ms");
  double links = ms_of(r, "solver_ms") - sat - z3;
  const double zeq = json_double(json_get(json_get(r->stats, "zeq"), "ms"));
  const double replay = ms_of(r, "replay_ms"), again = ms_of(r, "confirm_ms");
  if (links < 0) links = 0;
  const double diagrams = ms_of(r, "diagram_ms");
  double rest = total - links - sat - z3 - zeq - replay - again - diagrams;
  if (rest < 0) rest = 0;
  const share all[] = {
    {"compiling, loading and executing", "c1", rest},
    {"solver: bit-blasting and SAT", "c2", sat}, {"solver: Z3", "c3", z3},
    {"solver: other links", "c4", links}, {"comparing returns", "c5", zeq},
    {"diagrams of joined values", "c8", diagrams},
    {"re-executing models", "c6", again}, {"native replay", "c7", replay}};
  if (total <= 0) return;
  fputs("<h3>Time</h3>", out);
  put_shares(all, sizeof all / sizeof *all, total, out);
}

static void put_solver(const html_run *r, FILE *out) {
  static const share links[] = {
    {"constants", "c1", 0}, {"ranges", "c2", 0}, {"byte domains", "c3", 0},
    {"earlier models", "c4", 0}, {"slices", "c5", 0},
    {"unsatisfiable cores", "c6", 0}, {"comparisons of inputs", "c3", 0},
    {"SAT", "c7", 0}, {"Z3", "c8", 0}};
  static const char *const keys[] = {"by_constant", "by_range", "by_domain",
      "by_model", "by_slice", "by_core", "by_difference", "by_sat", "by_z3"};
  enum { LINKS = sizeof keys / sizeof *keys };
  const json_value *queries = json_get(r->stats, "queries");
  double total = 0;
  for (unsigned k = 0; k < LINKS; k++)
    total += json_double(json_get(queries, keys[k]));
  if (total <= 0) return;
  fputs("<h3>Who answered the solver's queries</h3><div class=\"shares\">", out);
  for (unsigned k = 0; k < LINKS; k++) {
    const double n = json_double(json_get(queries, keys[k]));
    if (n > 0)
      fprintf(out, "<i class=\"%s\" style=\"width:%.2f%%\" title=\"%s\"></i>",
              links[k].class, 100 * n / total, links[k].name);
  }
  fputs("</div><ul class=\"keys\">", out);
  for (unsigned k = 0; k < LINKS; k++) {
    const double n = json_double(json_get(queries, keys[k]));
    if (n > 0)
      fprintf(out, "<li><i class=\"%s\"></i>%s: %.0f (%.1f%%)</li>",
              links[k].class, links[k].name, n, 100 * n / total);
  }
  fputs("</ul>", out);
}

/* Tables ----------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end) {
  const size_t a = strlen(text), b = strlen(end);
  return a >= b && !strcmp(text + a - b, end);
}

/* The key in words; the figure says its unit itself. */
static void put_name(FILE *out, const char *key) {
  char *text = mem_string(key);
  if (ends_with(key, "_ms") || ends_with(key, "_bytes"))
    *strrchr(text, '_') = 0;
  for (char *c = text; *c; c++)
    if (*c == '_') *c = ' ';
  html_text(out, text);
  free(text);
}

/* Three digits and a thin space. */
static void put_whole(FILE *out, uint64_t n) {
  char digits[24];
  const int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
  for (int k = 0; k < length; k++) {
    if (k && (length - k) % 3 == 0) fputs("&#8239;", out);
    fputc(digits[k], out);
  }
}

static void put_numbers(const json_value *v, const char *title, FILE *out) {
  bool is_empty = true;
  for (const json_value *m = v ? v->first : NULL; m; m = m->next)
    is_empty &= m->kind != JSON_NUMBER;
  if (is_empty) return;
  fprintf(out, "<div><h3>%s</h3><table class=\"numbers\">", title);
  for (const json_value *m = v->first; m; m = m->next) {
    if (m->kind != JSON_NUMBER || !m->key) continue;
    fputs("<tr><th>", out);
    put_name(out, m->key);
    fputs("</th><td>", out);
    if (ends_with(m->key, "_ms")) html_duration(out, m->number);
    else if (ends_with(m->key, "_bytes"))
      fprintf(out, "%.1f MiB", m->number / (1 << 20));
    else put_whole(out, m->whole);
    fputs("</td></tr>", out);
  }
  fputs("</table></div>\n", out);
}

static void put_returns(const html_run *r, FILE *out) {
  const json_value *all = json_get(json_get(r->stats, "zeq"), "functions");
  if (!all || !all->first) return;
  fputs("<div><h3>Returns that were compared</h3><table class=\"numbers\">"
        "<tr><th>function</th><th>returned</th><th>kept</th><th>paths</th>"
        "</tr>", out);
  for (const json_value *f = all->first; f; f = f->next) {
    fputs("<tr><th>", out);
    html_text(out, json_text(json_get(f, "name")));
    fputs("</th><td>", out);
    put_whole(out, json_whole(json_get(f, "returned")));
    fputs("</td><td>", out);
    put_whole(out, json_whole(json_get(f, "kept")));
    fprintf(out, "</td><td>%.4g</td></tr>",
            json_double(json_get(f, "paths")));
  }
  fputs("</table></div>\n", out);
}

/* What a proof rests on. */
static void put_invariants(const html_run *r, FILE *out) {
  const json_value *all = json_get(r->stats, "invariants");
  if (!all || !all->first) return;
  fputs("<section id=\"invariants\"><h2>Invariants that the proof rests on</h2>"
        "<table class=\"numbers\">", out);
  for (const json_value *i = all->first; i; i = i->next) {
    fputs("<tr><th>", out);
    html_text(out, json_text(json_get(i, "place")));
    fputs("</th><td><code>", out);
    html_text(out, json_text(json_get(i, "invariant")));
    fputs("</code></td></tr>", out);
  }
  fputs("</table></section>\n", out);
}

void html_numbers(const html_run *r, FILE *out) {
  put_invariants(r, out);
  fputs("<section id=\"numbers\"><h2>Numbers</h2>\n", out);
  put_time(r, out);
  put_solver(r, out);
  html_jobs(r, out);
  fputs("<div class=\"tables\">", out);
  put_numbers(r->stats, "The run", out);
  put_numbers(json_get(r->stats, "joining"), "Joining", out);
  put_numbers(json_get(r->stats, "queries"), "Solver", out);
  put_returns(r, out);
  /* What other strategies say of themselves, whatever it is. */
  static const char *const shown[] = {"joining", "queries", "time", "coverage"};
  for (const json_value *m = r->stats->first; m; m = m->next) {
    bool is_shown = m->kind != JSON_OBJECT || !m->key;
    for (size_t k = 0; k < sizeof shown / sizeof *shown && !is_shown; k++)
      is_shown = !strcmp(m->key, shown[k]);
    if (is_shown) continue;
    char *title = mem_string(m->key);
    for (char *c = title; *c; c++)
      if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'))) *c = ' ';
    put_numbers(m, title, out);
    free(title);
  }
  put_numbers(json_get(r->stats, "time"), "Times", out);
  fputs("</div></section>\n", out);
}
