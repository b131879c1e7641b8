/* http-parser: take a URL apart; feed a few bytes after a request line. */
#include <braid.h>
#include <http_parser.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
  static const char line[] = "GET / HTTP/1.1\r\n";
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  if (braid_bool("url")) {
    struct http_parser_url url;
    http_parser_url_init(&url);
    if (!http_parser_parse_url(text, sizeof text, 0, &url))
      for (int i = 0; i < UF_MAX; i++)
        if (url.field_set >> i & 1)
          braid_assert(url.field_data[i].off + url.field_data[i].len <= LENGTH);
  } else {
    http_parser parser;
    http_parser_settings settings;
    http_parser_settings_init(&settings);
    http_parser_init(&parser, HTTP_REQUEST);
    http_parser_execute(&parser, &settings, line, sizeof line - 1);
    http_parser_execute(&parser, &settings, text, sizeof text);
  }
  return 0;
}
