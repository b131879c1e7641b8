#include "base/mem.h"
#include "files/source_text.h"
#include "files/yaml_read.h"
#include "files/outdir.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The YAML that verification tools write, and what is found in a C file by line and
 * column. */

static json_value *parse(const char *text) {
  char *message = NULL;
  json_value *v = yaml_parse(text, &message);
  CHECK(!v == !!message);
  free(message);
  return v;
}

static bool is_refused(const char *text) {
  json_value *v = parse(text);
  json_free(v);
  return !v;
}

static bool says(const json_value *v, const char *key, const char *text) {
  const char *found = json_text(key ? json_get(v, key) : v);
  return found && !strcmp(found, text);
}

static void reads_blocks_and_flows(void) {
  json_value *v = parse("\n\n# first\n---\n"
            "- a: 1   # one\n"
            "  b: 'it''s'\n"
            "  \"c d\": \"x\\ty\\\\result\"\n"
            "  list:\n"
            "  - p\n"
            "  -   q: r\n"
            "      s: [t, {u: v, w: }, 'x,y']\n"
            "  text: |\n"
            "    two\n"
            "      lines\n"
            "  folded: >-\n"
            "    to\n"
            "    gether\n"
            "  none:\n"
            "- 2.0\n");
  CHECK(v && v->kind == JSON_ARRAY && json_length(v) == 2);
  const json_value *a = v->first;
  CHECK(says(a, "a", "1") && says(a, "b", "it's"));
  CHECK(says(a, "c d", "x\ty\\result"));
  const json_value *list = json_get(a, "list");
  CHECK(json_length(list) == 2 && says(list->first, NULL, "p"));
  const json_value *s = json_get(list->first->next, "s");
  CHECK(json_length(s) == 3 && says(s->first, NULL, "t"));
  CHECK(says(s->first->next, "u", "v"));
  CHECK(json_get(s->first->next, "w")->kind == JSON_NULL);
  CHECK(says(s->first->next->next, NULL, "x,y"));
  CHECK(says(a, "text", "two\n  lines\n") && says(a, "folded", "to gether"));
  CHECK(json_get(a, "none")->kind == JSON_NULL);
  CHECK(says(a->next, NULL, "2.0"));
  json_free(v);
}

static void keeps_colons_inside_words(void) {
  json_value *v = parse("t: CHECK( init(main()), LTL(G ! call(f())) )\n"
                        "u: 2026-01-01T00:00:00Z\nv: a#b\n");
  CHECK(says(v, "t", "CHECK( init(main()), LTL(G ! call(f())) )"));
  CHECK(says(v, "u", "2026-01-01T00:00:00Z") && says(v, "v", "a#b"));
  json_free(v);
}

static void refuses_what_it_does_not_know(void) {
  CHECK(is_refused("") && is_refused("a: [1, 2") && is_refused("a: 'x"));
  CHECK(is_refused("a: &b c") && is_refused("a: *b") && is_refused("a: !t c"));
  CHECK(is_refused("a: 1\n  b: 2") && is_refused("- a\nb: c"));
  CHECK(is_refused("a: 1\n---\nb: 2") && is_refused("a: \"\\q\""));
}

static source_text source(const char *text) {
  char path[] = "/tmp/braid-unit-XXXXXX";
  const int fd = mkstemp(path);
  CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t) strlen(text));
  close(fd);
  source_text s;
  CHECK(!source_read(&s, path));
  unlink(path);
  return s;
}

static void finds_calls_and_conditions(void) {
  source_text s = source("int main(void) {\n"
                         "  int x = f(\")\", ')', /* ) */ g());\n"
                         "  for (i = h(\";\"); i < 3; i++) if (x) do {\n"
                         "    x--;\n"
                         "  } while (x > (2)); else y();\n"
                         "}\n");
  size_t begin, end;
  uint32_t line, column;
  const size_t call = source_at(&s, 2, 11);
  CHECK(s.text[call] == 'f');
  const size_t close = source_close(&s, call + 1);
  source_place(&s, close, &line, &column);
  CHECK(line == 2 && column == 34 && s.text[close + 1] == ';');
  CHECK(source_call_begin(&s, close) == call);
  CHECK(source_call_begin(&s, close - 1) == source_at(&s, 2, 31));
  CHECK(source_condition(&s, source_at(&s, 3, 3), &begin, &end));
  CHECK(!strncmp(s.text + begin, "; i < 3;", 8) && end == begin + 7);
  CHECK(source_condition(&s, source_at(&s, 3, 39), &begin, &end));
  CHECK(!strncmp(s.text + begin, "(x > (2))", 9) && end == begin + 8);
  CHECK(source_at(&s, 9, 1) == SOURCE_NOWHERE);
  CHECK(source_at(&s, 1, 99) == SOURCE_NOWHERE);
  CHECK(!source_condition(&s, call, &begin, &end));
  source_release(&s);
}

int main(void) {
  reads_blocks_and_flows();
  keeps_colons_inside_words();
  refuses_what_it_does_not_know();
  finds_calls_and_conditions();
  return 0;
}
