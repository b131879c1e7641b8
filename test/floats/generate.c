#include "base/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Random programs about floats, printed as C: floats_generate SEED.  Their inputs are
 * floats, doubles and ints within bounds; what they compute is compared with
 * numbers and with each other, one assertion a line.  With -DNATIVE the program
 * tries TRIES random inputs and prints the lines that failed: those a run of braid
 * has to find, and a program that braid proves prints none.
 */
enum { INPUTS = 3, VALUES = 5, CLAIMS = 3, MOST = INPUTS + VALUES };

static random_source source;
static char kinds[MOST];        /* of the variables: f, d or i */
static unsigned count;

static unsigned below(unsigned n) {
  return (unsigned) random_below(&source, n);
}

static const char *type_of(char kind) {
  return kind == 'f' ? "float" : kind == 'd' ? "double" : "int";
}

static void print_number(void) {
  static const char *const numbers[] = {
    "0.0", "-0.0", "1.0", "-1.0", "0.5", "0.1", "3.0", "1e-3", "100.0",
    "16777217.0", "0x1p-126", "0x1p-149", "0x1.fffffep127", "1e300",
    "0x1.8p1", "2.5", "-1.5", "1e10",
  };
  printf("%s%s", numbers[below(below(2) ? 9 : 18)], below(2) ? "" : "f");
}

/* A variable of some kind; ints as well, which are converted. */
static void print_variable(void) { printf("v%u", below(count)); }

static void print_operand(void) {
  if (below(4)) print_variable();
  else print_number();
}

static void print_call(void) {
  static const char *const one[] = {
    "sqrt", "sqrtf", "fabs", "fabsf", "floor", "ceilf", "trunc", "rintf",
    "round", "floorf",
  };
  static const char *const two[] = {"fmin", "fmaxf", "copysign", "fmin"};
  if (below(3)) {
    printf("%s(", one[below(10)]);
    print_operand();
  } else if (below(3)) {
    printf("%s(", two[below(4)]);
    print_variable();
    printf(", ");
    print_operand();
  } else {
    printf("%s(", below(2) ? "fma" : "fmaf");
    print_variable();
    printf(", ");
    print_operand();
    printf(", ");
    print_operand();
  }
  printf(")");
}

static void print_value(void) {
  static const char *const operators[] = {"+", "-", "*", "/", "+", "*"};
  const char kind = below(2) ? 'f' : 'd';
  printf("  %s v%u = ", type_of(kind), count);
  switch (below(8)) {
  case 0: case 1: print_call(); break;
  case 2:
    print_variable();
    printf(" < ");
    print_operand();
    printf(" ? ");
    print_operand();
    printf(" : ");
    print_variable();
    break;
  case 3:
    printf("(%s) ", below(2) ? "float" : "double");
    print_variable();
    break;
  default:
    print_variable();
    printf(" %s ", operators[below(6)]);
    print_operand();
  }
  printf(";\n");
  kinds[count++] = kind;
}

static void print_claim(void) {
  static const char *const compare[] = {"<", "<=", "==", "!=", ">", ">="};
  static const char *const classes[] = {"isnan", "isinf", "signbit", "isnormal",
                                        "isfinite"};
  printf("  assert(%s(", below(2) ? "!" : "");
  const unsigned last = INPUTS + below(count - INPUTS);
  switch (below(6)) {
  case 0: printf("%s(v%u)", classes[below(5)], last); break;
  case 1:
    printf("v%u %s v%u + ", last, compare[below(6)], last);
    print_operand();
    break;
  case 2:
    printf("v%u > -1e6 && v%u < 1e6 && (int) v%u %s %u", last, last, last,
           compare[below(6)], below(20));
    break;
  default:
    printf("v%u %s ", last, compare[below(6)]);
    print_operand();
  }
  printf("));\n");
}

static void print_input(void) {
  static const char *const bounds[][2] = {
    {"0", "1"}, {"-1", "1"}, {"0", "10"}, {"-100", "100"}, {"1", "2"},
    {"-3", "5"}, {"0", "1000"},
  };
  const char kind = "ffddi"[below(5)];
  const unsigned k = below(7);
  printf("  %s v%u = any_%s(%s, %s);\n", type_of(kind), count, type_of(kind),
         bounds[k][0], bounds[k][1]);
  printf("  if (!(v%u >= %s && v%u <= %s)) return 0;\n", count, bounds[k][0],
         count, bounds[k][1]);
  kinds[count++] = kind;
}

static void print_unbounded(void) {
  const char kind = below(2) ? 'f' : 'd';
  printf("  %s v%u = any_%s(0, 0);\n", type_of(kind), count, type_of(kind));
  kinds[count++] = kind;
}

static const char head[] =
  "#include <math.h>\n"
  "#ifdef NATIVE\n"
  "#include <stdio.h>\n"
  "#include <stdlib.h>\n"
  "#include <string.h>\n"
  "static unsigned char seen[256];\n"
  "#define assert(c) do { if (!(c)) { seen[__LINE__] = 1; return 0; } } while (0)\n"
  "static unsigned long state = 1;\n"
  "static unsigned long next(void) {\n"
  "  state = state * 6364136223846793005ul + 1442695040888963407ul;\n"
  "  return state >> 33 ^ state << 20;\n"
  "}\n"
  "static double part(double low, double high) {\n"
  "  switch (next() % 4) {\n"
  "  case 0: return next() % 2 ? low : high;\n"
  "  case 1: return low + (double) (next() % 9) / 8 * (high - low);\n"
  "  }\n"
  "  return low + (double) (next() % 0x80000000) / 0x7fffffff * (high - low);\n"
  "}\n"
  "static int any_int(int low, int high) {\n"
  "  return low + (int) (next() % (unsigned long) (high - low + 1));\n"
  "}\n"
  "static float any_float(float low, float high) {\n"
  "  if (low < high) return (float) part(low, high);\n"
  "  unsigned bits = (unsigned) next();\n"
  "  float x;\n"
  "  memcpy(&x, &bits, sizeof x);\n"
  "  return next() % 4 ? x : (float) part(-2, 2);\n"
  "}\n"
  "static double any_double(double low, double high) {\n"
  "  if (low < high) return part(low, high);\n"
  "  unsigned long bits = next();\n"
  "  double x;\n"
  "  memcpy(&x, &bits, sizeof x);\n"
  "  return next() % 4 ? x : part(-2, 2);\n"
  "}\n"
  "#else\n"
  "#include <assert.h>\n"
  "int __VERIFIER_nondet_int(void);\n"
  "float __VERIFIER_nondet_float(void);\n"
  "double __VERIFIER_nondet_double(void);\n"
  "#define any_int(LOW, HIGH) __VERIFIER_nondet_int()\n"
  "#define any_float(LOW, HIGH) __VERIFIER_nondet_float()\n"
  "#define any_double(LOW, HIGH) __VERIFIER_nondet_double()\n"
  "#define program main\n"
  "#endif\n"
  "int program(void) {\n";

static const char tail[] =
  "  return 0;\n"
  "}\n"
  "#ifdef NATIVE\n"
  "int main(void) {\n"
  "  for (int i = 0; i < TRIES; i++) program();\n"
  "  for (int i = 0; i < 256; i++) if (seen[i]) printf(\"%d\\n\", i);\n"
  "}\n"
  "#endif\n";

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  source = (random_source) {strtoull(argv[1], NULL, 10)};
  fputs(head, stdout);
  const unsigned inputs = 1 + below(INPUTS);
  for (unsigned i = 0; i < INPUTS; i++) {
    if (i >= inputs) {
      printf("  double v%u = ", count);
      print_number();
      printf(";\n");
      kinds[count++] = 'd';
    } else if (below(5)) print_input();
    else print_unbounded();
  }
  const unsigned values = 1 + below(VALUES);
  for (unsigned i = 0; i < values; i++) print_value();
  for (unsigned i = 0; i < CLAIMS; i++) print_claim();
  fputs(tail, stdout);
  return 0;
}
