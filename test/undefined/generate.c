#include "base/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Random programs full of what UBSan reports, printed as C:
 * undefined_generate SEED.  One byte is the input, of which INPUTS values count.
 * Compiled natively, the program runs itself on each of them in a child process
 * and prints how it ended; so UBSan's reports say what braid has to find.
 *
 * Each statement is on a line of its own and goes wrong for some values of a few
 * bits of the input, or for none.  It stays inside its object, where only the
 * compiler's checks see anything; what it computes is kept in r, on which later
 * statements hang.  Lines that only the host's own target computes are marked
 * "// host", those under another rounding mode "// rounding".
 */
enum { STATEMENTS = 7, INPUTS = 64, HELPERS = 2 };

static random_source source;
static bool in_helper, is_in_loop;

static unsigned below(unsigned n) {
  return (unsigned) random_below(&source, n);
}

/* Some bits of the input, as an int that is not negative; at most 7. */
static void print_bits(void) {
  static const unsigned masks[] = {1, 3, 7, 7};
  if (is_in_loop && below(2)) printf("i");
  else if (in_helper && below(2)) printf("(v & %u)", masks[below(4)]);
  else printf("(in >> %u & %u)", below(4), masks[below(4)]);
}

static void print_shift(void) {
  static const char *const types[] = {"signed char", "unsigned char", "short",
                                      "unsigned short", "int", "long",
                                      "unsigned"};
  const unsigned type = below(7);
  printf("r += (unsigned) ((%s) (", types[type]);
  print_bits();
  printf(" * %u - %u) << ", 1 + below(below(2) ? 8 : 70), below(3) ? 0 : below(4));
  if (below(2)) printf("%u", 20 + below(type == 5 ? 43 : 12));
  else {
    print_bits();
    printf(" + %u", 18 + below(type == 5 ? 44 : 14));
  }
  printf(");");
}

static void print_right_shift(void) {
  printf("r += 200u >> (");
  print_bits();
  printf(" + %u);", 24 + below(7));
}

static void print_literal(void) {
  static const char *const literals[] = {
    "INT_MAX + 1", "1 << 31", "1 << 33", "-(-INT_MAX - 1)", "-1 << 2",
    "LONG_MAX * 2 > 0", "1 / 0", "7 << 2", "INT_MIN - 1", "3 % 0"};
  printf("if (");
  print_bits();
  printf(" == %u) r += (unsigned) (%s);", below(7), literals[below(10)]);
}

static void print_inner(void) {
  switch (below(5)) {
  case 0: printf("r += (unsigned) m[%u][", below(2)); break;
  case 1: printf("r += (unsigned) s.name["); break;
  case 2: printf("r += (unsigned) q->name["); break;
  case 3: printf("q->post["); break;
  default: printf("m[%u][", below(2)); break;
  }
  print_bits();
  if (below(3) == 0) printf(" + %u", below(2));
  printf("]");
  printf(below(2) ? ";" : "++;");
}

static void print_bool(void) {
  printf("{ unsigned char c = (unsigned char) ");
  print_bits();
  printf("; %s b; memcpy(&b, &c, 1); if (b) r += %u; }",
         below(3) ? "_Bool" : "unsigned char", 1 + below(3));
}

static void print_unaligned(void) {
  static const char *const types[] = {"int", "short", "long", "char",
                                      "double"};
  printf("r += (unsigned) *(%s *) (bytes + ", types[below(5)]);
  print_bits();
  printf(below(2) ? ");" : " * %u);", 1 + below(4));
}

static void print_cast(void) {
  static const char *const types[] = {"int", "unsigned", "signed char",
                                      "unsigned char", "long",
                                      "unsigned short"};
  printf("r += (unsigned) (%s) %s[", types[below(6)],
         below(2) ? "doubles" : "floats");
  print_bits();
  printf(" + %u];", 8 * below(2));
}

static void print_vla(void) {
  printf("{ int a[");
  print_bits();
  printf(" - %u]; a[0] = %u; r += (unsigned) a[0] + sizeof a; }", below(4),
         below(4));
}

/* The pointer is null for some inputs. */
static void print_null(void) {
  printf("{ struct s *p = ");
  print_bits();
  printf(" %s %u ? q : 0; ", below(2) ? "!=" : "<", below(5));
  switch (below(6)) {
  case 0: printf("r += use(&p->post[1]);"); break;
  case 1: printf("r += use(&p->pre);"); break;
  case 2: printf("r += use(p + 1);"); break;
  case 3:
    printf("char *c = (char *) p; r += use(c + ");
    print_bits();
    printf(");");
    break;
  case 4: printf("wants(p);"); break;
  default: printf("r += use(gives(p));"); break;
  }
  printf(" }");
}

static void print_zeros(void) {
  printf("r += (unsigned) __builtin_%s(",
         below(2) ? below(2) ? "clz" : "ctz" : below(2) ? "clzl" : "ctzll");
  print_bits();
  printf(below(3) ? ");" : " + %u);", below(2));
}

static void print_division(void) {
  printf("r += (unsigned) (%s / (", below(2) ? "INT_MIN" : "100");
  print_bits();
  printf(" - %u));", below(4));
}

/* Rounded once it is not what it is rounded twice; that decides an index. */
static void print_contraction(void) {
  printf("{ double x = near[");
  print_bits();
  printf("], y = x * x; m[0][x * x %s y != 0 ? %u : 0]++; }  // host",
         below(2) ? "-" : "+ -", 4 + below(2));
}

static void print_rounding(void) {
  printf("if (");
  print_bits();
  printf(" == %u) { fesetround(FE_UPWARD); double x = 1, y = 3; "
         "m[0][x / y > 1.0 / 3 ? 4 : 0]++; fesetround(FE_TONEAREST); }"
         "  // rounding", below(4));
}

static void print_statement(void) {
  switch (below(20)) {
  case 0: case 1: case 2: print_shift(); break;
  case 3: print_right_shift(); break;
  case 4: print_literal(); break;
  case 5: case 6: case 7: print_inner(); break;
  case 8: case 9: print_bool(); break;
  case 10: case 11: print_unaligned(); break;
  case 12: case 13: print_cast(); break;
  case 14: print_vla(); break;
  case 15: case 16: print_null(); break;
  case 17: print_zeros(); break;
  case 18: print_division(); break;
  default: print_contraction();
  }
}

static void print_line(unsigned depth) {
  printf("  ");
  const unsigned form = below(depth ? 8 : 4);
  if (form == 4 || form == 5) {
    printf("if (");
    print_bits();
    printf(" %s %u) ", below(2) ? "<" : "==", below(5));
    print_statement();
  } else if (form == 6 && !is_in_loop) {
    printf("for (int i = 0; i < ");
    if (below(3)) print_bits();
    else printf("%u", below(8));
    printf("; i++) {\n  ");
    is_in_loop = true;
    print_line(0);
    is_in_loop = false;
    printf("  }\n");
    return;
  } else if (form == 7 && !in_helper) {
    printf("r += helper%u(", below(HELPERS));
    print_bits();
    printf(");");
  } else {
    print_statement();
  }
  printf("\n");
}

static const char before[] =
  "#include <braid.h>\n#include <fenv.h>\n#include <limits.h>\n"
  "#include <stdlib.h>\n#include <string.h>\n"
  "#ifndef __BRAID__\n#include <stdio.h>\n#include <sys/wait.h>\n"
  "#include <unistd.h>\n#endif\n"
  "struct s { int pre; char name[5]; int post[4]; long last[2]; };\n"
  "static struct s s, *q = &s;\n"
  "static int m[4][4];\n"
  "static _Alignas(16) char bytes[48];\n"
  "static const double doubles[16] = {0, -0.5, 127.5, 128, 255.9, 256, -1, "
  "2147483647.5, 2147483648, -2147483648.5, -2147483649, 4294967296, 1e19, "
  "-129, 1e300 * 1e300, 65536};\n"
  "static const float floats[16] = {-0.9f, 127, 128.5f, -128.9f, -129, "
  "2147483520, 2147483648, 255.5f, 256, -2147483648, 1e10f, 65535.5f, 3e38f, "
  "9223372036854775808.f, -1, 0};\n"
  "static const double near[8] = {1, 1.1, 1.5, 0x1.0000001p0, 2, 3, 1e8 + 1, "
  "0.1};\n"
  "static unsigned char in;\nstatic unsigned r;\n"
  "__attribute__((noinline)) static unsigned use(const void *p) "
  "{ return p != 0; }\n"
  "__attribute__((noinline, nonnull)) static void wants(const void *p) "
  "{ (void) p; }\n"
  "__attribute__((noinline, returns_nonnull)) static void *gives(void *p) "
  "{ return p; }\n";

static const char after[] =
  "int main(void) {\n#ifdef __BRAID__\n"
  "  braid_make_symbolic(&in, 1, \"in\");\n  braid_assume(in < %u);\n"
  "  return program();\n#else\n"
  "  for (unsigned k = 0; k < %u; k++) {\n    int status;\n"
  "    const pid_t child = fork();\n"
  "    if (!child) { in = (unsigned char) k; _exit(program()); }\n"
  "    if (waitpid(child, &status, 0) != child) return 1;\n"
  "    if (WIFSIGNALED(status)) printf(\"signal %%d\\n\", WTERMSIG(status));\n"
  "  }\n  return 0;\n#endif\n}\n";

int main(int argc, char **argv) {
  source.state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  fputs(before, stdout);
  in_helper = true;
  for (unsigned k = 0; k < HELPERS; k++) {
    printf("static unsigned helper%u(int v) {\n  (void) v;\n", k);
    print_line(1);
    if (below(2)) print_line(1);
    printf("  return r & 3;\n}\n");
  }
  in_helper = false;
  printf("static int program(void) {\n");
  const unsigned count = 2 + below(STATEMENTS);
  for (unsigned k = 0; k < count; k++) {
    print_line(1);
    if (below(4) == 0) printf("  if (r & %u) return %u;\n", 1 + below(3), below(9));
  }
  if (below(12) == 0) {
    printf("  ");
    print_rounding();
    printf("\n");
  }
  printf("  return (int) (r & 15);\n}\n");
  printf(after, INPUTS, INPUTS);
  return 0;
}
