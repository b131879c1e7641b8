#include "page/html.h"

#include "base/sha.h"
#include "files/utf8.h"

#include <inttypes.h>
#include <string.h>

/* Written as files of their own; the build converts them to arrays of bytes. */
static const char style[] = {
#include "page_css.inc"
  0};
static const char script[] = {
#include "page_js.inc"
  0};

/* Text ------------------------------------------------------------------- */

/* Marks that change the direction of what follows, or are not seen at all. */
static bool is_tricky(uint32_t code) {
  return (code < 0x20 && code != '\t' && code != '\n') ||
         (code >= 0x7f && code < 0xa0) ||
         (code >= 0x200b && code <= 0x200f) ||
         (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x2069) || code == 0xfeff;
}

void html_text(FILE *out, const char *text) {
  while (text && *text) {
    uint32_t code;
    const unsigned length = utf8_read(text, &code);
    if (!length) fputs("\xef\xbf\xbd", out);
    else if (code == '<') fputs("&lt;", out);
    else if (code == '>') fputs("&gt;", out);
    else if (code == '&') fputs("&amp;", out);
    else if (code == '"') fputs("&quot;", out);
    else if (code == '\'') fputs("&#39;", out);
    else if (is_tricky(code)) fprintf(out, "[U+%04" PRIX32 "]", code);
    else fwrite(text, 1, length, out);
    text += length ? length : 1;
  }
}

void html_count(FILE *out, uint64_t n, const char *noun) {
  fprintf(out, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

void html_duration(FILE *out, double ms) {
  if (ms < 1) fprintf(out, "%.2f ms", ms);
  else if (ms < 1000) fprintf(out, "%.0f ms", ms);
  else if (ms < 120000) fprintf(out, "%.1f s", ms / 1000);
  else fprintf(out, "%.0f min", ms / 60000);
}

double html_percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * (double) part / (double) whole : 100.0;
}

void html_bar(FILE *out, double percent) {
  fprintf(out, "<span class=\"bar\"><i style=\"width:%.1f%%\"></i></span>",
          percent);
}

void html_place(FILE *out, const html_run *r, const char *file,
                uint64_t line) {
  const html_file *f = html_find(r, file);
  const bool is_shown = f && line && line <= f->text.count;
  if (is_shown)
    fprintf(out, "<a href=\"#f%uL%" PRIu64 "\">",
            (unsigned) (f - r->files.items), line);
  html_text(out, file);
  fprintf(out, ":%" PRIu64 "%s", line, is_shown ? "</a>" : "");
}

/* An excerpt ------------------------------------------------------------- */

enum { ROUND = 3 };

void html_excerpt(FILE *out, const html_run *r, const char *file,
                  uint64_t line, uint64_t column) {
  const html_file *f = html_find(r, file);
  if (!f || !line || line > f->text.count) {
    if (file) fputs("<p class=\"dim\">The source text is not there.</p>", out);
    return;
  }
  fputs("<pre class=\"excerpt\">", out);
  const uint64_t first = line > ROUND ? line - ROUND : 1;
  for (uint64_t n = first; n <= line + ROUND && n <= f->text.count; n++) {
    const char *text = f->text.items[n - 1];
    fprintf(out, "<span class=\"row%s\"><i>%" PRIu64 "</i>",
            n == line ? " here" : "", n);
    html_text(out, text);
    fputs("</span>\n", out);
    if (n != line || !column || column > strlen(text) + 1) continue;
    fputs("<span class=\"row caret\"><i></i>", out);
    /* One blank a character, and a tab stays one. */
    for (uint64_t c = 0; c + 1 < column; c++)
      if ((text[c] & 0xc0) != 0x80) fputc(text[c] == '\t' ? '\t' : ' ', out);
    fputs("^</span>\n", out);
  }
  fputs("</pre>\n", out);
}

/* The head --------------------------------------------------------------- */

/* The digest as a policy names it: base64 of its bytes. */
static void put_digest(FILE *out, const char *hex) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char bytes[33] = {0};
  for (unsigned k = 0; k < 32; k++) {
    const char pair[] = {hex[2 * k], hex[2 * k + 1], 0};
    bytes[k] = (unsigned char) strtoul(pair, NULL, 16);
  }
  for (unsigned k = 0; k < 33; k += 3) {
    const unsigned b = (unsigned) bytes[k] << 16 |
                       (unsigned) bytes[k + 1] << 8 | bytes[k + 2];
    fprintf(out, "%c%c%c%c", digits[b >> 18], digits[b >> 12 & 63],
            digits[b >> 6 & 63], k + 3 > 32 ? '=' : digits[b & 63]);
  }
}

static void put_head(const html_run *r, FILE *out) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\""
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        "style-src 'unsafe-inline'; script-src 'sha256-", out);
  put_digest(out, sha256(script, strlen(script)).hex);
  fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>", out);
  html_text(out, json_text(json_get(r->stats, "program")));
  fprintf(out, " - braid</title>\n<style>%s</style></head>\n<body>\n", style);
}

/* The verdict ------------------------------------------------------------ */

static uint64_t number(const html_run *r, const char *key) {
  return json_whole(json_get(r->stats, key));
}

static bool is_true(const json_value *v) { return v && v->kind == JSON_TRUE; }

typedef struct bug_counts { uint32_t sure, possible, beside; } bug_counts;

static bug_counts count_bugs(const html_run *r) {
  bug_counts c = {0};
  const json_value *bugs = json_get(r->stats, "bugs");
  for (const json_value *b = bugs ? bugs->first : NULL; b; b = b->next)
    ++*(is_true(json_get(b, "counts")) ? &c.sure
        : is_true(json_get(b, "possible")) ? &c.possible : &c.beside);
  return c;
}

static void put_verdict(const html_run *r, FILE *out) {
  const char *verdict = json_text(json_get(r->stats, "verdict"));
  const bug_counts c = count_bugs(r);
  const uint64_t paths = number(r, "paths_completed");
  const bool is_cut = json_length(json_get(r->stats, "cut")) ||
                      number(r, "paths_cut") ||
                      is_true(json_get(r->stats, "interrupted"));
  fputs("<header class=\"verdict ", out);
  html_text(out, verdict);
  fputs("\"><p class=\"what\">", out);
  html_text(out, json_text(json_get(r->stats, "program")));
  fputs("</p><h1>", out);
  if (!strcmp(verdict, "proved")) {
    fputs("Proved</h1><p>There is no bug on any path (", out);
    html_count(out, paths, "path");
    fputs("). Nothing was cut, assumed or left undecided.</p>", out);
  } else if (!strcmp(verdict, "proved-under-assumptions")) {
    fputs("Proved under assumptions</h1><p>There is no bug on any path (", out);
    html_count(out, paths, "path");
    fputs("), if what is listed below holds.</p>", out);
  } else if (!strcmp(verdict, "explored")) {
    fputs("Explored</h1><p>", out);
    html_text(out, json_text(json_get(r->stats, "explored")));
    fputs(" (", out);
    html_count(out, paths, "path");
    fputs("). That is no proof.</p>", out);
  } else if (!strcmp(verdict, "bug")) {
    html_count(out, c.sure, "bug");
    fputs(" found</h1><p>On ", out);
    html_count(out, paths, "completed path");
    fputs(is_cut ? "; there may be more, since the search was cut short.</p>"
                 : "; every path was explored.</p>", out);
  } else {
    fputs("Inconclusive</h1><p>No bug is known on ", out);
    html_count(out, paths, "completed path");
    fputs(", but not everything was decided.</p>", out);
  }
}

static void put_grounds(const html_run *r, FILE *out) {
  const json_value *assumed = json_get(r->stats, "assumptions");
  const json_value *cut = json_get(r->stats, "cut");
  const char *property = json_text(json_get(r->stats, "property"));
  const bug_counts c = count_bugs(r);
  fputs("<h2>What this rests on</h2><ul class=\"grounds\">", out);
  if (property) {
    fputs("<li>Only this decides: <code>", out);
    html_text(out, property);
    fputs("</code></li>", out);
  } else {
    fputs("<li>Every check of braid decides.</li>", out);
  }
  const char *scope = json_text(json_get(r->stats, "scope"));
  if (scope) {
    fputs("<li><b>Scope:</b> ", out);
    html_text(out, scope);
    fputs("</li>", out);
  }
  for (const json_value *a = assumed ? assumed->first : NULL; a; a = a->next) {
    fputs("<li><b>Assumed:</b> ", out);
    html_text(out, json_text(a));
    fputs("</li>", out);
  }
  for (const json_value *k = cut ? cut->first : NULL; k; k = k->next) {
    fputs("<li><b>Cut:</b> ", out);
    html_text(out, json_text(json_get(k, "what")));
    fprintf(out, " (%" PRIu64 ")</li>", json_whole(json_get(k, "count")));
  }
  if (is_true(json_get(r->stats, "interrupted")))
    fputs("<li><b>Cut:</b> the run was interrupted.</li>", out);
  if (!json_length(assumed) && !json_length(cut))
    fputs("<li>Nothing was assumed and nothing was cut.</li>", out);
  if (c.possible) {
    fputs("<li>", out);
    html_count(out, c.possible, "possible bug");
    fputs(" below a join that lost something: no input shows it.</li>", out);
  }
  if (c.beside) {
    fputs("<li>", out);
    html_count(out, c.beside, "error");
    fputs(" of another kind ended paths and did not count.</li>", out);
  }
  fputs("</ul><p class=\"command\"><code>", out);
  html_text(out, json_text(json_get(r->stats, "command")));
  fputs("</code></p></header>\n", out);
}

/* Some figures ----------------------------------------------------------- */

static void put_tile(FILE *out, const char *name) {
  fprintf(out, "</b><span>%s</span></div>", name);
}

static void put_tiles(const html_run *r, FILE *out) {
  const json_value *covered = json_get(r->stats, "coverage");
  const json_value *time = json_get(r->stats, "time");
  fputs("<div class=\"tiles\"><div><b>", out);
  fprintf(out, "%" PRIu64, number(r, "paths_completed"));
  put_tile(out, "paths completed");
  fprintf(out, "<div><b>%" PRIu64, number(r, "paths_cut"));
  put_tile(out, "paths cut");
  fprintf(out, "<div><b>%" PRIu64, number(r, "joins"));
  put_tile(out, "joins");
  static const char *const kinds[] = {"lines", "branches"};
  for (unsigned k = 0; k < 2; k++) {
    const json_value *c = json_get(covered, kinds[k]);
    const uint64_t total = json_whole(json_get(c, "total"));
    if (!total) continue;
    fprintf(out, "<div><b>%.1f%%",
            html_percent(json_whole(json_get(c, "covered")), total));
    put_tile(out, k ? "of branches covered" : "of lines covered");
  }
  fprintf(out, "<div><b>%" PRIu64, number(r, "tests"));
  put_tile(out, "tests");
  fputs("<div><b>", out);
  html_duration(out, json_double(json_get(time, "total_ms")));
  put_tile(out, "in all");
  fputs("</div>\n", out);
}

void html_write(const html_run *r, FILE *out) {
  put_head(r, out);
  fputs("<nav><b>braid</b><a href=\"#bugs\">Bugs</a>"
        "<a href=\"#paths\">Paths</a><a href=\"#sources\">Sources</a>"
        "<a href=\"#numbers\">Numbers</a></nav>\n<main>\n", out);
  put_verdict(r, out);
  put_grounds(r, out);
  put_tiles(r, out);
  html_bugs(r, out);
  html_history(r, out);
  html_sources(r, out);
  html_numbers(r, out);
  fputs("</main>\n<footer>braid ", out);
  html_text(out, json_text(json_get(r->stats, "version")));
  fputs(", the run in <code>", out);
  html_text(out, r->directory);
  fprintf(out, "</code></footer>\n<script>%s</script>\n</body></html>\n",
          script);
}
