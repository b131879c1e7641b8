#include "page/html.h"
#include "replay/fence.h"

#include <inttypes.h>
#include <string.h>

static const char *text_of(const json_value *v, const char *key) {
  return json_text(json_get(v, key));
}

static bool is_true(const json_value *v) { return v && v->kind == JSON_TRUE; }

static void put_field(FILE *out, const char *name, const char *text) {
  if (!text) return;
  fprintf(out, "<dt>%s</dt><dd>", name);
  html_text(out, text);
  fputs("</dd>", out);
}

/* Who called whom; the innermost frame is the bug's own place. */
static void put_stack(const html_run *r, const json_value *bug, FILE *out) {
  const json_value *stack = json_get(bug, "stack");
  if (!stack || !stack->first) return;
  fputs("<ol class=\"stack\">", out);
  for (const json_value *f = stack->first; f; f = f->next) {
    const char *file = text_of(f, "file"), *name = text_of(f, "function");
    const uint64_t line = json_whole(json_get(f, "line"));
    const bool is_first = f == stack->first;
    fprintf(out, "<li><details%s><summary><code>", is_first ? " open" : "");
    html_text(out, name ? name : "?");
    fputs("</code> ", out);
    if (file) html_place(out, r, file, line);
    fputs("</summary>", out);
    if (file)
      html_excerpt(out, r, file, line,
                   is_first ? json_whole(json_get(bug, "column")) : 0);
    fputs("</details></li>", out);
  }
  fputs("</ol>", out);
}

static void put_input(const json_value *bug, FILE *out) {
  const json_value *values = json_get(bug, "input");
  if (is_true(json_get(bug, "possible"))) return;
  fputs("<dt>Input</dt><dd>", out);
  if (!values || !values->first)
    fputs("it needs none", out);
  for (const json_value *i = values ? values->first : NULL; i; i = i->next) {
    fputs("<code class=\"input\">", out);
    html_text(out, json_text(i));
    fputs("</code>", out);
  }
  fputs("</dd>", out);
}

static void put_replay(const html_run *r, const json_value *bug, FILE *out) {
  const char *test = text_of(bug, "test"), *tier = text_of(bug, "confirmed");
  const char *detail = text_of(bug, "detail");
  replay_tier known;
  const bool is_known = tier && replay_tier_find(tier, &known);
  if (is_true(json_get(bug, "possible"))) {
    fputs("<dt>Checked</dt><dd class=\"no\">no input is known that shows "
          "it</dd>", out);
    return;
  }
  fprintf(out, "<dt>Checked</dt><dd class=\"%s\">",
          is_known && replay_tier_confirms(known) ? "yes" : "no");
  html_text(out, is_known ? replay_tier_sentence(known) : tier);
  if (detail) {
    fputs("<br><span class=\"dim\">", out);
    html_text(out, detail);
    fputs("</span>", out);
  }
  fputs("</dd>", out);
  if (!test) return;
  fputs("<dt>Again</dt><dd><code>braid replay --test=", out);
  fprintf(out, "%" PRIu64 " ", (uint64_t) strtoull(
              test + strcspn(test, "0123456789"), NULL, 10));
  html_text(out, r->directory);
  fputs("</code></dd>", out);
}

/* By which other calls it comes about. */
static void put_more(const html_run *r, const json_value *bug, FILE *out) {
  const json_value *more = json_get(bug, "more");
  if (!more || !more->first) return;
  fputs("<dt>Also</dt><dd>", out);
  for (const json_value *m = more->first; m; m = m->next) {
    const char *test = text_of(m, "test");
    fputs("<details><summary><code>", out);
    html_text(out, test ? test : "without a test");
    fputs("</code></summary>", out);
    put_stack(r, m, out);
    fputs("</details>", out);
  }
  if (is_true(json_get(bug, "more_beyond")))
    fputs("and by further calls, which are not listed", out);
  fputs("</dd>", out);
}

static void put_bug(const html_run *r, const json_value *bug, unsigned number,
                    FILE *out) {
  const char *kind = text_of(bug, "kind"), *file = text_of(bug, "file");
  const uint64_t cwe = json_whole(json_get(bug, "cwe"));
  const bool is_possible = is_true(json_get(bug, "possible"));
  const outcome known = kind ? outcome_find(kind) : OUTCOME_NONE;
  fprintf(out, "<article class=\"finding%s\" id=\"bug%u\"><h3>%u. ",
          is_true(json_get(bug, "counts")) ? "" : " minor", number, number);
  html_text(out, kind);
  if (cwe) fprintf(out, " <span class=\"tag\">CWE-%" PRIu64 "</span>", cwe);
  if (is_possible) fputs(" <span class=\"tag\">possible</span>", out);
  else if (!is_true(json_get(bug, "counts")))
    fputs(" <span class=\"tag\">does not count</span>", out);
  fputs("</h3><p>", out);
  if (known != OUTCOME_NONE) html_text(out, outcome_sentence(known));
  if (file) {
    fputs(" At ", out);
    html_place(out, r, file, json_whole(json_get(bug, "line")));
    fputs(".", out);
  }
  fputs("</p>", out);
  put_stack(r, bug, out);
  fputs("<dl>", out);
  put_field(out, "Exactly", text_of(bug, "message"));
  put_field(out, "Provided", text_of(bug, "precondition"));
  put_field(out, "Called so", text_of(bug, "calls"));
  put_field(out, "Because of", text_of(bug, "blame"));
  put_input(bug, out);
  put_replay(r, bug, out);
  put_more(r, bug, out);
  fputs("</dl></article>\n", out);
}

void html_bugs(const html_run *r, FILE *out) {
  const json_value *bugs = json_get(r->stats, "bugs");
  const char *fence = text_of(r->stats, "fence");
  fence_kind kind;
  unsigned number = 0;
  fputs("<section id=\"bugs\"><h2>Bugs</h2>\n", out);
  if (fence && fence_find(fence, &kind)) {
    fputs("<p class=\"dim\">Native runs: ", out);
    html_text(out, fence_sentence(kind));
    fputs(".</p>\n", out);
  }
  for (const json_value *b = bugs ? bugs->first : NULL; b; b = b->next)
    put_bug(r, b, ++number, out);
  if (!number) fputs("<p class=\"dim\">None was found.</p>", out);
  fputs("</section>\n", out);
}
