#include "page/html.h"

#include <inttypes.h>

static void put_row(const html_file *f, unsigned file, uint32_t number,
                    FILE *out) {
  static const html_line none;
  const html_line *l = number <= f->lines.count ? f->lines.items + number - 1
                                                : &none;
  const char *kind = !l->has_code ? "" : !l->is_hit ? "miss"
                     : l->taken < l->ways ? "part" : "hit";
  fprintf(out, "<tr id=\"f%uL%u\" class=\"%s%s\"><td>%u</td><td>", file, number,
          kind, l->bugs ? " bugline" : "", number);
  if (l->ways)
    fprintf(out, "<span title=\"%u of %u ways out of its branches were "
                 "taken\">%u/%u</span>", l->taken, l->ways, l->taken, l->ways);
  fputs("</td><td>", out);
  html_text(out, f->text.items[number - 1]);
  fputs("</td></tr>\n", out);
}

static void put_file(const html_file *f, unsigned number, bool is_open,
                     FILE *out) {
  fprintf(out, "<details class=\"file\" id=\"f%u\"%s><summary><code>", number,
          is_open ? " open" : "");
  html_text(out, f->name);
  fprintf(out, "</code><span class=\"figures\">%" PRIu64 " of %" PRIu64
               " lines, %" PRIu64 " of %" PRIu64 " branches ", f->lines_hit,
          f->lines_found, f->taken, f->ways);
  html_bar(out, html_percent(f->lines_hit, f->lines_found));
  fputs("</span></summary>", out);
  if (f->missing) {
    fputs("<p class=\"warn\">The source text is not there: ", out);
    html_text(out, f->missing);
    fputs(".</p>", out);
  }
  if (f->is_newer)
    fputs("<p class=\"warn\">This file was changed after the run: the marks may "
          "stand beside the wrong lines.</p>", out);
  if (f->text.count) {
    fputs("<table class=\"src\">\n", out);
    for (uint32_t n = 1; n <= f->text.count; n++) put_row(f, number, n, out);
    fputs("</table>", out);
  }
  fputs("</details>\n", out);
}

void html_sources(const html_run *r, FILE *out) {
  fputs("<section id=\"sources\"><h2>Sources</h2>\n", out);
  if (r->no_coverage) {
    fputs("<p class=\"warn\">What was covered is not known: ", out);
    html_text(out, r->no_coverage);
    fputs(".</p>", out);
  } else {
    fputs("<p class=\"legend\"><span class=\"hit\">ran</span>"
          "<span class=\"part\">ran, but a branch went one way only</span>"
          "<span class=\"miss\">never ran</span> on the paths that were "
          "explored; 1/2: ways out of its branches that were taken.</p>", out);
  }
  for (uint32_t k = 0; k < r->files.count; k++)
    put_file(r->files.items + k, k, r->files.count == 1, out);
  fputs("</section>\n", out);
}
