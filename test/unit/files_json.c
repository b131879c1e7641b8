#include "base/mem.h"
#include "files/json.h"
#include "files/json_read.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

/* What the writer writes, the reader reads; and it refuses all else. */

static json_value *parse(const char *text) {
  char *message = NULL;
  json_value *v = json_parse(text, &message);
  CHECK(!v == !!message);
  free(message);
  return v;
}

static bool is_refused(const char *text) {
  json_value *v = parse(text);
  json_free(v);
  return !v;
}

static char *written(void) {
  char *text = NULL;
  size_t size;
  json j = {.out = open_memstream(&text, &size)};
  json_begin(&j, NULL, '{');
  json_string(&j, "any \"text\"\\", "a\tb\n\x01 \xc3\xa4 \xf0\x9f\x98\x80 </script>");
  json_string(&j, "broken", "\xff\xc0\x80z");
  json_string(&j, "none", NULL);
  json_number(&j, "large", UINT64_MAX);
  json_ms(&j, "ms", 1234.5678);
  json_begin(&j, "list", '[');
  json_bool(&j, NULL, true);
  json_bool(&j, NULL, false);
  json_begin(&j, NULL, '{');
  json_end(&j, '}');
  json_end(&j, ']');
  json_end(&j, '}');
  fclose(j.out);
  return text;
}

static void what_is_written_is_read(void) {
  char *text = written();
  json_value *v = parse(text);
  CHECK(v && v->kind == JSON_OBJECT && json_length(v) == 6);
  CHECK(!strcmp(json_text(json_get(v, "any \"text\"\\")),
                "a\tb\n\x01 \xc3\xa4 \xf0\x9f\x98\x80 </script>"));
  CHECK(!strcmp(json_text(json_get(v, "broken")),
                "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz"));
  CHECK(json_get(v, "none")->kind == JSON_NULL);
  CHECK(!json_text(json_get(v, "none")));
  CHECK(json_whole(json_get(v, "large")) == UINT64_MAX);
  CHECK(json_double(json_get(v, "ms")) > 1234.5677 &&
        json_double(json_get(v, "ms")) < 1234.5681);
  const json_value *list = json_get(v, "list");
  CHECK(json_length(list) == 3 && list->first->kind == JSON_TRUE);
  CHECK(list->first->next->kind == JSON_FALSE);
  json_free(v);
  free(text);
}

static void no_part_of_it_is_taken_for_all_of_it(void) {
  char *text = written();
  size_t length = strlen(text);
  while (length && text[length - 1] != '}') text[--length] = 0;
  CHECK(!is_refused(text));
  while (length) {
    text[--length] = 0;
    CHECK(is_refused(text));
  }
  free(text);
}

static void escapes_are_characters(void) {
  json_value *v = parse("[\"\\ud83d\\ude00\\u00e4\\/\\u0000\\ud83d\"]");
  CHECK(v && !strcmp(v->first->text, "\xf0\x9f\x98\x80\xc3\xa4/"
                                     "\xef\xbf\xbd\xef\xbf\xbd"));
  json_free(v);
}

static void what_is_no_json_is_refused(void) {
  static const char *const wrong[] = {
    "", " ", "{", "[1,]", "{\"a\":}", "{a:1}", "[1 2]", "nul", "tru", "-", "+1",
    ".5", "1..2", "1e", "\"\n\"", "\"\\x\"", "\"\\u12g4\"", "\"\xff\"", "[] []",
    "{\"a\" 1}", "01x"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    CHECK(is_refused(wrong[k]));
}

static void depth_is_bounded(void) {
  char *text = mem_zeroed(200001, 1);
  memset(text, '[', 200000);
  CHECK(is_refused(text));
  free(text);
}

static void the_message_names_the_line(void) {
  char *message = NULL;
  CHECK(!json_parse("{\n\"a\": 1,\n\"b\" 2}", &message));
  CHECK(!strcmp(message, "line 3: expected :"));
  free(message);
}

static void looking_into_nothing_finds_nothing(void) {
  CHECK(!json_get(NULL, "a") && !json_text(NULL) && !json_whole(NULL) &&
        !json_length(NULL));
}

int main(void) {
  what_is_written_is_read();
  no_part_of_it_is_taken_for_all_of_it();
  escapes_are_characters();
  what_is_no_json_is_refused();
  depth_is_bounded();
  the_message_names_the_line();
  looking_into_nothing_finds_nothing();
  return 0;
}
