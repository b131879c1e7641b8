/*
 * A random event loop over finite state, by its number: one step of it, as C.
 *
 *   endless_generate SEED
 *
 * The step is written in macros for what its two users keep differently: braid
 * runs it with pointers and a heap (loop.h), the oracle (enumerate.h) with
 * numbers, so that it can tell states apart.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t seed;
static int frees;               /* every fourth program: what is allocated anew in
                                 * each iteration has a new name, and few of them
                                 * are decided */

static unsigned below(unsigned n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned) (seed >> 20) % n;
}

enum { VARIABLES = 3, CELLS = 3, INPUTS = 8 };
static const unsigned most[VARIABLES] = {3, 1, 3};

static void value(void) {
  switch (below(8)) {
  case 0: printf("%u", below(4)); break;
  case 1: case 2: printf("in"); break;
  case 3: printf("CELL(in %% %d)", CELLS); break;
  case 4: printf("POINTED()"); break;
  case 5: printf("HELD()"); break;
  default: printf("V(%u)", below(VARIABLES)); break;
  }
}

static void term(void) {
  static const char *const operators[] = {"+", "^", "&", "|", "-"};
  if (below(2)) {
    value();
    return;
  }
  printf("(");
  value();
  printf(" %s ", operators[below(5)]);
  value();
  printf(")");
}

static void condition(void) {
  static const char *const operators[] = {"==", "!=", "<", ">"};
  term();
  printf(" %s %u", operators[below(4)], below(5));
}

static void statement(unsigned depth);

static void block(unsigned depth) {
  const unsigned count = 1 + below(3);
  for (unsigned k = 0; k < count; k++) statement(depth);
}

static void indent(unsigned depth) { printf("%*s", (int) (2 * depth), ""); }

static void statement(unsigned depth) {
  const unsigned kind = below(depth > 3 ? 6 : 9), v = below(VARIABLES);
  indent(depth);
  switch (kind) {
  case 0: case 1:
    printf("SET(%u, (", v);
    term();
    printf(") & %u);\n", most[v]);
    break;
  case 2:
    printf("PUT(in %% %d, (", CELLS);
    term();
    printf(") & 1);\n");
    break;
  case 3: printf("POINT((unsigned char) ("); term(); printf(") %% %d);\n", CELLS); break;
  case 4: printf("HOLD(("); term(); printf(") & 1);\n"); break;
  case 5:
    printf(frees && below(2) ? "DROP();\n" : "PRINT('0' + V(0));\n");
    break;
  case 6: case 7:
    printf("if (");
    condition();
    printf(") {\n");
    block(depth + 1);
    indent(depth);
    printf("}%s\n", kind == 6 ? " else {" : "");
    if (kind == 7) break;
    block(depth + 1);
    indent(depth);
    printf("}\n");
    break;
  default:
    printf("for (unsigned i = 0; i < V(0); i++) {\n");
    indent(depth + 1);
    printf("SET(1, (V(1) + CELL(i %% %d)) & 1);\n", CELLS);
    indent(depth);
    printf("}\n");
    break;
  }
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: endless_generate SEED\n");
    return 1;
  }
  seed = strtoull(argv[1], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) | 1;
  frees = strtoull(argv[1], NULL, 10) % 4 == 0;
  for (unsigned k = 0; k < 8; k++) below(2);
  printf("enum { VARIABLES = %d, CELLS = %d, INPUTS = %d };\n", VARIABLES, CELLS,
         INPUTS);
  printf("STEP {\n");
  for (unsigned k = 0; k < 3; k++) {
    block(1);
    /* So that it does not stand still. */
    const unsigned v = below(VARIABLES);
    printf("  if (in == %u) SET(%u, (V(%u) + %u) & %u);\n", below(INPUTS), v, v,
           1 + below(2), most[v]);
  }
  printf("  LEAVE();\n");
  printf("}\n");
  return 0;
}
