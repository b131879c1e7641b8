/* slre: any expression on any text. */
#include <braid.h>
#include <string.h>
#include "slre.h"

int main(void) {
  char pattern[LENGTH + 1], text[5];
  struct slre_cap caps[2];
  braid_string(pattern, sizeof pattern, "pattern");
  braid_string(text, sizeof text, "text");
  return slre_match(pattern, text, (int) strlen(text), caps, 2, SLRE_IGNORE_CASE) < 0;
}
