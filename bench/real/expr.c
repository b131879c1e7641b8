/* expr: parse and evaluate. */
#include <braid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "expr.h"

static struct expr_func functions[] = {{NULL, NULL, NULL, 0}};

int main(void) {
  char text[LENGTH + 1];
  braid_string(text, sizeof text, "text");
  struct expr_var_list vars = {0};
  struct expr *e = expr_create(text, strlen(text), &vars, functions);
  if (!e) return 1;
  const float r = expr_eval(e);
  expr_destroy(e, &vars);
  return r > 1;
}
