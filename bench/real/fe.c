/* fe: read one expression and evaluate it. */
#include <braid.h>
#include <stdlib.h>
#include "fe.h"

static char heap[1 << 16];

static void failed(fe_Context *c, const char *why, fe_Object *stack) {
  (void) c, (void) why, (void) stack;
  exit(1);
}

static char next(fe_Context *c, void *at) {
  (void) c;
  const char **p = at;
  return **p ? *(*p)++ : 0;
}

int main(void) {
  char text[LENGTH + 1];
  const char *at = text;
  braid_string(text, sizeof text, "text");
  fe_Context *c = fe_open(heap, sizeof heap);
  fe_handlers(c)->error = failed;
  fe_Object *o = fe_read(c, next, &at);
  if (o) fe_eval(c, o);
  fe_close(c);
  return 0;
}
