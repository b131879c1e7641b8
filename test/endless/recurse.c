/*
 * A random program of functions that call themselves and each other, by its number, as C.
 *
 *   endless_recurse SEED
 *
 * Calls end: the first argument gets smaller down to nothing, or greater up to a bound.
 * Globals, an array at a computed index, a pointer to one of several variables, inputs
 * within calls, loops within calls, and claims in between and at the end, which may be
 * wrong.  test/endless/recursion.sh tries all small inputs natively.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t seed;

static unsigned below(unsigned n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned) (seed >> 20) % n;
}

static unsigned functions;
static int has_pointer, goes_up, is_main;
static const char *type;

static void variable(void) {
  static const char *const names[] = {"a", "b", "x", "y", "g", "h", "k[b & 1]", "*p"};
  if (is_main) printf("%s", below(2) ? "a" : "b");
  else printf("%s", names[below(has_pointer ? 8 : below(3) ? 4 : 7)]);
}

static void term(void) {
  static const char *const operators[] = {"+", "-", "^", "&", "+", "-"};
  switch (below(4)) {
  case 0: printf("%u", below(4)); break;
  case 1:
    printf("(");
    variable();
    printf(" %s ", operators[below(6)]);
    if (below(2)) variable();
    else printf("%u", 1 + below(3));
    printf(")");
    break;
  default: variable(); break;
  }
}

static void condition(void) {
  static const char *const operators[] = {"==", "!=", "<", ">", "<=", ">="};
  term();
  printf(" %s ", operators[below(6)]);
  if (below(2)) printf("%u", below(6));
  else variable();
}

static void call(void) {
  printf("f%u(a %s %u, ", below(functions), goes_up ? "+" : "-", 1 + below(2));
  term();
  if (has_pointer) printf(", %s", below(6) ? "p" : below(2) ? "&g" : "&h");
  printf(")");
}

static void statement(unsigned depth) {
  static const char *const targets[] = {"x", "y", "x", "y", "g", "h", "k[b & 1]", "*p"};
  switch (below(depth ? 9 : 5)) {
  case 0: case 1: case 2:
    printf("%s = ", targets[below(has_pointer ? 8 : below(3) ? 4 : 7)]);
    term();
    printf(";\n");
    break;
  case 3:
    printf("x = ");
    call();
    printf(";\n");
    break;
  case 4:
    printf("y += ");
    call();
    printf(";\n");
    break;
  case 5:
    printf("if (");
    condition();
    printf(") {\n");
    statement(depth - 1);
    printf("} else {\n");
    statement(depth - 1);
    printf("}\n");
    break;
  case 6:
    printf("if (__VERIFIER_nondet_uchar() & 1) {\n");
    statement(depth - 1);
    printf("}\n");
    break;
  case 7:
    printf("for (int i%u = 0; i%u < %u; i%u++) {\n", depth, depth, 1 + below(2), depth);
    statement(depth - 1);
    printf("}\n");
    break;
  default:
    printf("if (");
    condition();
    printf(") return ");
    term();
    printf(";\n");
    break;
  }
}

static void header(unsigned k, const char *end) {
  printf("static %s f%u(%s a, %s b%s)%s", type, k, type, type,
         has_pointer ? ", int *p" : "", end);
}

static void function(unsigned k) {
  header(k, " {\n");
  printf("%s x = b, y = %u;\n", type, below(3));
  printf(goes_up ? "if (a >= %u) return " : "if (a <= %u) return ",
         goes_up ? 6 + below(4) : 1);
  term();
  printf(";\n");
  for (unsigned n = 1 + below(3); n--;) statement(2);
  if (!below(5)) {
    printf("if (");
    condition();
    printf(" && a == %u) reach_error();\n", below(20));
  }
  printf("return ");
  if (below(2)) call();
  else term();
  printf(";\n}\n");
}

int main(int argc, char **argv) {
  static const char *const types[] = {"int", "int", "unsigned", "signed char", "long"};
  seed = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (unsigned k = 0; k < 9; k++) below(2);
  functions = 1 + !below(3);
  has_pointer = !below(4);
  goes_up = !below(3);
  type = types[below(5)];
  printf("extern unsigned char __VERIFIER_nondet_uchar(void);\n"
         "extern void reach_error(void);\nstatic int g, h, k[2];\n");
  for (unsigned k = 0; k < functions; k++) header(k, ";\n");
  for (unsigned k = 0; k < functions; k++) function(k);
  printf("int main(void) {\n%s a = __VERIFIER_nondet_uchar() & 7, "
         "b = __VERIFIER_nondet_uchar() & 7;\ng = %u; h = 0; k[0] = k[1] = 1;\n",
         type, below(3));
  if (has_pointer) printf("int l = 0;\n");
  printf("%s r = f0(a, b%s);\n", type,
         has_pointer ? below(2) ? ", &l" : ", &g" : "");
  if (!below(3))
    printf("r %s f%u(%u, r%s);\n", below(2) ? "+=" : "=", below(functions), below(5),
           has_pointer ? ", &h" : "");
  is_main = 1;
  printf("if (");
  switch (below(6)) {
  case 0: printf("r == %u", below(12)); break;
  case 1: printf("r > a + %u", below(12)); break;
  case 2: printf("r < b"); break;
  case 3: printf("g > h && r != %u", below(4)); break;
  case 4: printf("r %% 2 != (a + b) %% 2"); break;
  default: printf("r != b && a == %u", below(8)); break;
  }
  printf(") reach_error();\nreturn 0;\n}\n");
  return 0;
}
