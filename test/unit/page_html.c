#include "base/mem.h"
#include "base/random.h"
#include "page/html.h"
#include "page/history_layout.h"
#include "files/utf8.h"
#include "test/check.h"

#include <string.h>

/* The page's text is only ever text, and its drawing keeps its distances. */

static char *escaped(const char *text) {
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  html_text(out, text);
  fclose(out);
  return result;
}

static void check_text(const char *text, const char *wanted) {
  char *got = escaped(text);
  CHECK(!strcmp(got, wanted));
  free(got);
}

static void markup_becomes_text(void) {
  check_text("a<b>&\"'c", "a&lt;b&gt;&amp;&quot;&#39;c");
  check_text("\xff<\xc0\x80", "\xef\xbf\xbd&lt;\xef\xbf\xbd\xef\xbf\xbd");
  check_text("\x01\x7f", "[U+0001][U+007F]");
  check_text("if \xe2\x80\xae x", "if [U+202E] x");      /* right to left */
  check_text("\xc3\xa4\t\xf0\x9f\x98\x80", "\xc3\xa4\t\xf0\x9f\x98\x80");
}

/* The first and the last of each range of unseen characters are named, their neighbours are
 * not. */
static void unseen_characters_are_named(void) {
  static const uint32_t unseen[] = {0x80, 0x9f, 0x200b, 0x200f, 0x202a, 0x202e,
                                    0x2060, 0x2069, 0xfeff};
  static const uint32_t seen[] = {0xa0, 0x200a, 0x2010, 0x2029, 0x202f, 0x205f,
                                  0x206a, 0xfefe, 0xff00};
  for (unsigned k = 0; k < sizeof unseen / sizeof *unseen; k++) {
    char bytes[5] = {0}, name[16];
    utf8_write(unseen[k], bytes);
    snprintf(name, sizeof name, "[U+%04X]", unseen[k]);
    check_text(bytes, name);
  }
  for (unsigned k = 0; k < sizeof seen / sizeof *seen; k++) {
    char bytes[5] = {0};
    utf8_write(seen[k], bytes);
    check_text(bytes, bytes);
  }
}

/* Whatever the bytes: no markup, nothing but UTF-8, nothing unseen. */
static void no_bytes_escape(void) {
  random_source random = {1};
  for (unsigned turn = 0; turn < 20000; turn++) {
    char text[24] = {0};
    for (unsigned k = 0; k < sizeof text - 1; k++)
      text[k] = (char) (1 + random_below(&random, 255));
    char *got = escaped(text);
    CHECK(!strpbrk(got, "<>\"'"));
    for (const char *p = got; *p;) {
      uint32_t code;
      const unsigned length = utf8_read(p, &code);
      CHECK(length && (code >= 0x20 || code == '\t' || code == '\n'));
      CHECK(*p != '&' || strspn(p + 1, "abcdefghijklmnopqrstuvwxyz#0123456789") ==
                             strcspn(p + 1, ";"));
      p += length;
    }
    free(got);
  }
}

static void characters_are_written_as_they_are_read(void) {
  for (uint32_t code = 1; code <= 0x10ffff; code++) {
    char bytes[5] = {0};
    uint32_t again;
    const unsigned length = utf8_write(code, bytes);
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    const unsigned read = utf8_read(bytes, &again);
    CHECK(is_surrogate ? !read : read == length && again == code);
  }
}

/* A graph of so many nodes, each below some earlier ones. */
static history_read any_graph(random_source *random, uint32_t count) {
  history_read s = {0};
  for (uint32_t k = 0; k < count; k++) {
    history_read_node n = {.kind = k ? HISTORY_SPLIT : HISTORY_START};
    for (uint64_t p = k ? 1 + random_below(random, 3) : 0; p; p--) {
      const uint32_t near = k < 8 ? k : 8;
      const uint32_t from = k - 1 - (uint32_t) random_below(
                                random, random_below(random, 5) ? near : k);
      vec_push(&s.edges, ((history_edge) {from, k}));
      if (n.depth <= s.nodes.items[from].depth)
        n.depth = s.nodes.items[from].depth + 1;
    }
    vec_push(&s.nodes, n);
  }
  return s;
}

static void points_of_a_row_stand_apart(void) {
  random_source random = {2};
  for (unsigned turn = 0; turn < 200; turn++) {
    history_read s =
        any_graph(&random, 1 + (uint32_t) random_below(&random, 60));
    history_layout at = history_lay_out(&s);
    for (uint32_t a = 0; a < s.nodes.count; a++) {
      CHECK(at.x[a] >= 0 && at.x[a] <= at.width);
      CHECK(s.nodes.items[a].depth <= at.depth);
      for (uint32_t b = 0; b < a; b++) {
        const double gap = at.x[a] - at.x[b];
        CHECK(s.nodes.items[a].depth != s.nodes.items[b].depth ||
              gap > 0.999 || gap < -0.999);
      }
    }
    for (uint32_t k = 0; k < s.edges.count; k++) {
      const history_edge e = s.edges.items[k];
      CHECK(at.knots[k + 1] - at.knots[k] ==
            s.nodes.items[e.to].depth - s.nodes.items[e.from].depth - 1);
    }
    history_layout_release(&at);
    history_read_release(&s);
  }
}

static void a_parent_stands_in_the_middle(void) {
  history_read s = {0};
  vec_push(&s.nodes, ((history_read_node) {.kind = HISTORY_START}));
  for (uint32_t k = 1; k <= 3; k++) {
    vec_push(&s.nodes, ((history_read_node) {.kind = HISTORY_END, .depth = 1}));
    vec_push(&s.edges, ((history_edge) {0, k}));
  }
  history_layout at = history_lay_out(&s);
  CHECK(at.x[0] > 0.99 && at.x[0] < 1.01 && at.width > 1.99 && at.width < 2.01);
  CHECK(at.x[1] < at.x[2] && at.x[2] < at.x[3]);
  history_layout_release(&at);
  history_read_release(&s);
}

static char *take(const char *text) {
  char *message = NULL;
  json_value *v = json_parse(text, &message);
  CHECK(v);
  history_read s;
  message = history_take(&s, v);
  CHECK(!message == !!s.nodes.count);
  history_read_release(&s);
  json_free(v);
  return message;
}

static void damaged_records_are_refused(void) {
  static const char *const wrong[] = {
    "{}", "[]", "{\"nodes\": []}", "{\"nodes\": [{\"kind\": \"knot\"}]}",
    "{\"nodes\": [{\"kind\": \"start\", \"from\": [1]}]}",
    "{\"nodes\": [{\"kind\": \"start\", \"from\": [0]}]}",
    "{\"nodes\": [{\"kind\": \"start\", \"from\": [\"x\"]}]}",
    ("{\"nodes\": [{\"kind\": \"start\", \"from\": [1]}, "
     "{\"kind\": \"join\", \"from\": [0]}]}")};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char *message = take(wrong[k]);
    CHECK(message);
    free(message);
  }
  CHECK(!take("{\"nodes\": [{\"kind\": \"start\", \"from\": []}]}"));
}

int main(void) {
  markup_becomes_text();
  unseen_characters_are_named();
  no_bytes_escape();
  characters_are_written_as_they_are_read();
  points_of_a_row_stand_apart();
  a_parent_stands_in_the_middle();
  damaged_records_are_refused();
  return 0;
}
