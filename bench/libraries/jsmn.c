/* jsmn: find the tokens of a short text; each lies within it. */
#include <braid.h>
#include <jsmn.h>

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void) {
  char text[LENGTH];
  jsmn_parser parser;
  jsmntok_t token[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  jsmn_init(&parser);
  const int found = jsmn_parse(&parser, text, sizeof text, token, LENGTH);
  for (int i = 0; i < found; i++)
    braid_assert(0 <= token[i].start && token[i].start <= token[i].end &&
                 token[i].end <= LENGTH);
  return 0;
}
