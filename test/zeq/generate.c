#include "test/blocks.h"

/*
 * Random programs with unknown functions, nested calls, globals, heap objects
 * and pointers from nowhere, printed as C: zeq_generate SEED.  Loops are bounded
 * and calls only go to functions further up, so every program ends; few
 * decisions each, so that the classic engine gets through.
 */
enum { FUNCTIONS = 4, GLOBALS = 3, LOCALS = 3, DEPTH = 2 };

static unsigned function;       /* being printed */
static bool has_pointer;

static void print_operand(void) {
  switch (below(8)) {
  case 0: printf("g%u", below(GLOBALS)); break;
  case 1: printf("%u", below(4)); break;
  case 2: printf("a"); break;
  case 3: printf("unknown%u()", below(3)); break;
  case 4: printf("table[v%u & 3]", below(LOCALS)); break;
  default: printf("v%u", below(LOCALS));
  }
}

static void print_value(unsigned depth) {
  static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "+"};
  if (!depth || !below(2)) {
    print_operand();
    return;
  }
  putchar('(');
  print_value(depth - 1);
  printf(" %s ", operators[below(7)]);
  print_value(depth - 1);
  putchar(')');
}

static void print_condition(void) {
  static const char *const comparisons[] = {"<", "==", ">", "!=", "<=", ">="};
  print_value(1);
  printf(" %s ", comparisons[below(6)]);
  if (below(2)) printf("%u", below(5));
  else print_value(1);
}

static void print_target(void) {
  if (!below(5)) printf("table[v%u & 3]", below(LOCALS));
  else if (below(3)) printf("v%u", below(LOCALS));
  else printf("g%u", below(GLOBALS));
}

static void print_statement(unsigned depth) {
  const unsigned kind = below(14);
  indent(depth);
  if (kind < 4 && decisions && depth < DEPTH) print_if(depth);
  else if (kind == 4 && function) {
    print_target();
    printf(" = f%u(", below(function));
    print_value(1);
    printf(");\n");
  } else if (kind == 5 && decisions) {
    decisions--;
    printf("assert(");
    print_condition();
    printf(" || g0 != %u);\n", below(3));
  } else if (kind == 6 && decisions > 1) {
    decisions -= 2;
    printf("for (int i = 0; i < 2 && unknown%u() > %u; i++) ", below(3),
           below(9));
    print_target();
    printf(" += %s;\n", below(2) ? "unknown0()" : "1");
  } else if (kind == 7 && has_pointer) {
    printf("if (p) v%u = %s;\n", below(LOCALS),
           below(2) ? "p->x" : "(p->x = 3u, p->y)");
  } else if (kind == 8 && depth) {
    printf("return ");
    print_value(1);
    printf(";\n");
  } else if (kind == 9 && below(2)) {
    printf("{ unsigned *h = malloc(4); if (h) { *h = ");
    print_value(0);
    printf("; g1 = *h; %s } }\n",
           below(4) ? "free(h);" : "if (g1 != 1) free(h);");
  } else if (kind == 10 && below(2)) {
    printf("v%u = 7u / (", below(LOCALS));
    print_value(0);
    printf(" + %u);\n", below(2));
  } else {
    print_target();
    printf(" = ");
    print_value(2);
    printf(";\n");
  }
}

static void print_function(unsigned n) {
  function = n;
  decisions = 4;
  has_pointer = below(3) == 0;
  printf("static unsigned f%u(unsigned a) {\n", n);
  for (unsigned k = 0; k < LOCALS; k++)
    printf("  unsigned v%u = %s;\n", k,
           below(3) ? "0" : below(2) ? "a" : "unknown1()");
  if (has_pointer) printf("  struct s *p = find();\n");
  for (unsigned k = 2 + below(3); k--;) print_statement(0);
  printf("  return ");
  print_value(1);
  printf(";\n}\n\n");
}

int main(int argc, char **argv) {
  source.state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  printf("#include <assert.h>\n#include <stdlib.h>\n"
         "struct s { unsigned x, y; };\n"
         "unsigned unknown0(void), unknown1(void), unknown2(void);\n"
         "struct s *find(void);\nstatic unsigned table[4];\n");
  for (unsigned k = 0; k < GLOBALS; k++) printf("unsigned g%u;\n", k);
  const unsigned functions = 2 + below(FUNCTIONS - 1);
  for (unsigned n = 0; n < functions; n++) print_function(n);
  printf("int main(void) {\n  unsigned r = f%u(unknown0());\n", functions - 1);
  printf("  r += f%u(g0);\n", below(functions));
  printf("  if (r == 3) g2 = 1;\n  else if (r < 2) g2 = 2;\n");
  printf("  assert(g2 != %u || r);\n  return g2 == 2;\n}\n", below(3));
  return 0;
}
