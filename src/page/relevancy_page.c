#include "page/relevancy_page.h"

#include "base/source_names.h"
#include "files/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum line_kind {
  LINE_EMPTY, LINE_UNREACHED, LINE_CONCRETE, LINE_SYMBOLIC
} line_kind;

typedef struct source {
  uint32_t file;
  uint8_t *lines;               /* a line_kind each, from line 1 */
  uint32_t count;
} source;

/* Counts ----------------------------------------------------------------- */

typedef struct counts { uint32_t all, relevant; } counts;

static counts count_marks(const ir_program *p, const relevancy *r,
                          uint32_t k) {
  const relevancy_marks *m = relevancy_of(r, k);
  counts c = {.all = p->functions.items[k]->insn_count};
  for (uint32_t i = 0; i < c.all; i++) c.relevant += relevancy_has(m, i);
  return c;
}

static bool is_shown(const ir_program *p, uint32_t k) {
  return p->functions.items[k] && !p->functions.items[k]->is_library;
}

static const char *kind_of(const relevancy_marks *m) {
  return !m->is_reached ? "unreached" : m->is_closed ? "concrete"
         : m->is_irrelevant ? "concrete, calls others" : "symbolic";
}

/* Lines ------------------------------------------------------------------ */

static void mark_line(source *s, uint32_t line, line_kind kind) {
  if (line >= s->count) {
    const uint32_t count = line + 64;
    s->lines = mem_resize(s->lines, count, 1);
    memset(s->lines + s->count, LINE_EMPTY, count - s->count);
    s->count = count;
  }
  if (s->lines[line] < kind) s->lines[line] = (uint8_t) kind;
}

static source collect(const ir_program *p, const relevancy *r,
                      uint32_t file) {
  source s = {.file = file};
  for (uint32_t k = 0; k < p->functions.count; k++) {
    if (!is_shown(p, k)) continue;
    const ir_function *f = p->functions.items[k];
    const relevancy_marks *m = relevancy_of(r, k);
    for (uint32_t i = 0; i < f->insn_count; i++) {
      const ir_place *at = p->places.items + f->insns[i].place;
      if (!f->insns[i].place || at->file != file || !at->line) continue;
      mark_line(&s, at->line, !m->is_reached ? LINE_UNREACHED
                              : relevancy_has(m, i) ? LINE_SYMBOLIC
                                                    : LINE_CONCRETE);
    }
  }
  return s;
}

/* Calls back for each line of each file that the user's code comes from; the
 * text is NULL if the file cannot be read. */
typedef void line_writer(FILE *out, uint32_t line, line_kind, const char *text);

static void write_file(const ir_program *p, const source *s, FILE *out,
                       line_writer *write) {
  char *path = source_names_path(p->files.items[s->file]);
  FILE *in = fopen(path, "r");
  char *text = NULL;
  size_t size = 0;
  free(path);
  for (uint32_t line = 1; in || line < s->count; line++) {
    ssize_t length = in ? getline(&text, &size, in) : -1;
    if (in && length < 0) break;
    if (length > 0 && text[length - 1] == '\n') text[length - 1] = 0;
    write(out, line, line < s->count ? s->lines[line] : LINE_EMPTY,
          in ? text : NULL);
  }
  free(text);
  if (in) fclose(in);
}

static void each_file(const ir_program *p, const relevancy *r, FILE *out,
                      void (*title)(FILE *, const char *), line_writer *write) {
  for (uint32_t k = 0; k < p->files.count; k++) {
    source s = collect(p, r, k);
    if (s.count) {
      title(out, p->files.items[k]);
      write_file(p, &s, out, write);
    }
    free(s.lines);
  }
}

/* Text ------------------------------------------------------------------- */

static void title_text(FILE *out, const char *file) {
  fprintf(out, "%s\n", file);
}

static void line_text(FILE *out, uint32_t line, line_kind kind,
                      const char *text) {
  static const char *const signs[] = {" ", "-", ".", "S"};
  if (!text && kind == LINE_EMPTY) return;
  fprintf(out, "%s %5u%s%s\n", signs[kind], line, text && *text ? "  " : "",
          text ? text : "");
}

static void write_totals(const ir_program *p, const relevancy *r, FILE *out) {
  counts own = {0}, all = {0};
  for (uint32_t k = 0; k < p->functions.count; k++) {
    if (!p->functions.items[k] || !relevancy_of(r, k)->is_reached) continue;
    const counts c = count_marks(p, r, k);
    all.all += c.all;
    all.relevant += c.relevant;
    if (!is_shown(p, k)) continue;
    own.all += c.all;
    own.relevant += c.relevant;
  }
  fprintf(out, "%u of %u instructions of the program may be symbolic",
          own.relevant, own.all);
  fprintf(out, "; with the libraries %u of %u\n", all.relevant, all.all);
}

void relevancy_write_text(const ir_program *p, relevancy *r, FILE *out) {
  each_file(p, r, out, title_text, line_text);
  fprintf(out, "S symbolic  . concrete  - unreached\n\n");
  fprintf(out, "%-28s %12s %10s\n", "function", "instructions", "symbolic");
  for (uint32_t k = 0; k < p->functions.count; k++) {
    if (!is_shown(p, k)) continue;
    const counts c = count_marks(p, r, k);
    fprintf(out, "%-28s %12u %10u  %s\n", p->functions.items[k]->name, c.all,
            c.relevant, kind_of(relevancy_of(r, k)));
  }
  relevancy_memory m;
  fputc('\n', out);
  for (uint32_t o = 0; relevancy_next_memory(r, &o, &m);) {
    fprintf(out, "symbolic memory: %s%s\n", m.name,
            m.is_whole ? "" : " (parts)");
    free(m.name);
  }
  write_totals(p, r, out);
}

/* A page ----------------------------------------------------------------- */

static void put_html(FILE *out, const char *text) {
  for (; text && *text; text++)
    switch (*text) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    default: fputc(*text, out);
    }
}

static void title_html(FILE *out, const char *file) {
  fputs("</pre><h2>", out);
  put_html(out, file);
  fputs("</h2><pre>", out);
}

static void line_html(FILE *out, uint32_t line, line_kind kind,
                      const char *text) {
  static const char *const classes[] = {"e", "u", "c", "s"};
  fprintf(out, "<span class=%s><i>%5u</i> ", classes[kind], line);
  put_html(out, text);
  fputs("</span>\n", out);
}

void relevancy_write_html(const ir_program *p, relevancy *r, FILE *out) {
  fputs("<!DOCTYPE html><html lang=en><head><meta charset=utf-8>"
        "<title>Relevancy</title><style>"
        "body{font:15px sans-serif;max-width:70em;margin:2em auto;color:#222}"
        "pre{font:13px/1.4 monospace}"
        "pre span{display:inline-block;width:100%}"
        "i{color:#888;font-style:normal}"
        ".s{background:#fde2d4}.c{background:#e3f2e1}.u{background:#e8e8e8}"
        "td,th{text-align:right;padding:.1em .8em}"
        "td:first-child,th:first-child{text-align:left;font-family:monospace}"
        "</style></head><body><h1>Where symbolic values may come</h1>"
        "<p><span class=s>&nbsp;symbolic&nbsp;</span> "
        "<span class=c>&nbsp;concrete&nbsp;</span> "
        "<span class=u>&nbsp;unreached&nbsp;</span></p>"
        "<table><tr><th>function<th>instructions<th>symbolic<th></tr>\n", out);
  for (uint32_t k = 0; k < p->functions.count; k++) {
    if (!is_shown(p, k)) continue;
    const counts c = count_marks(p, r, k);
    fputs("<tr><td>", out);
    put_html(out, p->functions.items[k]->name);
    fprintf(out, "<td>%u<td>%u<td>%s</tr>\n", c.all, c.relevant,
            kind_of(relevancy_of(r, k)));
  }
  fputs("</table><p>", out);
  write_totals(p, r, out);
  fputs("</p><pre>", out);
  each_file(p, r, out, title_html, line_html);
  fputs("</pre></body></html>\n", out);
}

/* For tools -------------------------------------------------------------- */

void relevancy_write_json(const ir_program *p, relevancy *r, FILE *out) {
  static const char *const kinds[] = {"", "unreached", "concrete", "symbolic"};
  json j = {.out = out};
  json_begin(&j, NULL, '{');
  json_begin(&j, "functions", '[');
  for (uint32_t k = 0; k < p->functions.count; k++) {
    const ir_function *f = p->functions.items[k];
    if (!f) continue;
    const relevancy_marks *m = relevancy_of(r, k);
    const counts c = count_marks(p, r, k);
    json_begin(&j, NULL, '{');
    json_string(&j, "name", f->name);
    json_bool(&j, "library", f->is_library);
    json_bool(&j, "reached", m->is_reached);
    json_bool(&j, "irrelevant", m->is_irrelevant);
    json_bool(&j, "closed", m->is_closed);
    json_number(&j, "instructions", c.all);
    json_number(&j, "symbolic", c.relevant);
    json_end(&j, '}');
  }
  json_end(&j, ']');
  json_begin(&j, "files", '[');
  for (uint32_t k = 0; k < p->files.count; k++) {
    source s = collect(p, r, k);
    if (s.count) {
      json_begin(&j, NULL, '{');
      json_string(&j, "name", p->files.items[k]);
      json_begin(&j, "lines", '[');
      for (uint32_t n = 1; n < s.count; n++) {
        if (s.lines[n] == LINE_EMPTY) continue;
        json_begin(&j, NULL, '{');
        json_number(&j, "line", n);
        json_string(&j, "is", kinds[s.lines[n]]);
        json_end(&j, '}');
      }
      json_end(&j, ']');
      json_end(&j, '}');
    }
    free(s.lines);
  }
  json_end(&j, ']');
  json_begin(&j, "memory", '[');
  relevancy_memory m;
  for (uint32_t o = 0; relevancy_next_memory(r, &o, &m);) {
    json_string(&j, NULL, m.name);
    free(m.name);
  }
  json_end(&j, ']');
  const relevancy_stats *s = relevancy_get_stats(r);
  json_begin(&j, "analysis", '{');
  json_number(&j, "instances", s->instances);
  json_number(&j, "objects", s->objects);
  json_number(&j, "cells", s->cells);
  json_number(&j, "symbolic_cells", s->relevant_cells);
  json_number(&j, "rules", s->rules);
  json_number(&j, "transitions", s->transitions);
  json_end(&j, '}');
  json_end(&j, '}');
  fputc('\n', out);
}
