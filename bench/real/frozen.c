/* frozen: scan a short document. */
#include <braid.h>
#include <stdlib.h>
#include "frozen.h"

int main(void) {
  char text[LENGTH];
  int a = 0, b = 0;
  char *c = NULL;
  braid_make_symbolic(text, sizeof text, "text");
  json_scanf(text, sizeof text, "{a: %d, b: %B, c: %Q}", &a, &b, &c);
  free(c);
  return a;
}
