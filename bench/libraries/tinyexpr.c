/* tinyexpr: compile a short expression with one variable, evaluate, free. */
#include <braid.h>
#include <tinyexpr.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  char text[LENGTH + 1];
  double x = 2;
  const te_variable variable[] = {{"x", &x}};
  int error;
  braid_string(text, sizeof text, "text");
  te_expr *expression = te_compile(text, variable, 1, &error);
  if (expression) te_eval(expression);
  te_free(expression);
  return 0;
}
