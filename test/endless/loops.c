/*
 * A random loop, by its number, as C: for proofs by invariants.
 *
 *   endless_loops SEED
 *
 * By turns of three: variables that are added to, compared and swapped; values that
 * come from the iterations before the last, with a proposed invariant, for induction over
 * several iterations; arrays that are written at an index, by a pointer, up or down.  What
 * is claimed behind the loop may be wrong.  test/endless/planted.sh tries inputs natively.
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

static const char *variable(void) {
  static const char *const names[] = {"x", "y", "z"};
  return names[below(3)];
}

static void claim(void) {
  const char *a = variable(), *b = variable();
  switch (below(4)) {
  case 0: printf("%s <= %u", a, below(6)); break;
  case 1: printf("%s <= %s + 1", a, b); break;
  case 2: printf("%s %% 2 == 0", a); break;
  default: printf("%s != %u", a, 2 + below(5)); break;
  }
}

static void plain(void) {
  const unsigned steps = 1 + below(3);
  printf("  %s n = IN & 7, x = 0, y = %u * n, z = %u;\n", below(2) ? "unsigned" : "int",
         below(2), below(3));
  printf("  while (IN & 1) {\n    if (x >= 100) break;\n");
  for (unsigned k = 0; k < steps; k++) {
    const char *a = variable(), *b = variable();
    printf("    if (%s < 1000) { ", a);
    switch (below(5)) {
    case 0: printf("%s++;", a); break;
    case 1: printf("x += 2;"); break;
    case 2: printf("if (%s > %s) %s = %s;", a, b, b, a); break;
    case 3: printf("%s ^= 1;", a); break;
    default: printf("if (IN & 1) %s += 2;", a); break;
    }
    printf(" }\n");
  }
  printf("  }\n  if (!(");
  claim();
  printf(")) reach_error();\n");
}

/* What all of the values have at first, and none of those that are added changes. */
static void lagging(void) {
  const unsigned modulus = 4u << below(2), rest = below(modulus), count = 2 + below(2);
  static const char *const names[] = {"x", "y", "z"};
  printf("  unsigned x = IN, y = IN, z = IN;\n  if (");
  for (unsigned k = 0; k < count; k++)
    printf("%s%s %% %u == %u", k ? " || " : "", names[k], modulus, rest);
  printf(") return 0;\n  while (IN & 1) {\n");
  if (below(4)) printf("    BRAID_INVARIANT(%s %% %u != %u);\n", names[count - 1], modulus, rest);
  printf("    unsigned old = x;\n");
  for (unsigned k = 0; k + 1 < count; k++)
    printf("    %s = %s + %u * (IN & 3);\n", names[k], names[k + 1],
           below(5) ? modulus : modulus / 2);
  printf("    %s = old;\n", names[count - 1]);
  if (!below(3)) printf("    if (IN & 2) %s = %s;\n", variable(), variable());
  printf("  }\n  if (%s %% %u == %u) reach_error();\n", names[below(3) ? count - 1 : below(3)],
         modulus, rest);
}

static void arrays(void) {
  const unsigned cells = 3 + below(3), value = below(8), down = below(2), is_open = below(2);
  const unsigned written = below(4);
  printf("  static int a[%u], b[%u];\n", cells, cells);
  printf("  int n = IN & 7, j = IN & 7;\n  if (n > %u || j >= %u) return 0;\n", cells, cells);
  printf("  int *p = IN & 1 ? a : b;\n");
  if (is_open) {                /* for ever, round and round */
    printf("  int i = 0;\n  while (IN & 1) {\n");
    printf("    a[i] = %u + (IN & 1);\n", value);
    if (!below(3)) printf("    p[%u] = %u;\n", below(cells), value + below(3));
    printf("    i = i + 1 < %u ? i + 1 : 0;\n  }\n", cells);
    printf("  if (a[j] > %u) reach_error();\n", value + below(3));
    return;
  }
  if (down) printf("  for (int i = n - 1; i >= 0; i--) {\n");
  else printf("  for (int i = 0; i < n; i++) {\n");
  switch (written) {
  case 0: printf("    a[i] = i;\n"); break;
  case 1: printf("    a[i] = %u;\n    b[i] = a[i] + 1;\n", value); break;
  case 2: printf("    p[i] = %u;\n", value); break;
  default: printf("    a[i] = %u;\n", value); break;
  }
  if (!below(4)) printf("    if (i == %u) p[0] = %u;\n", below(cells), below(8));
  printf("  }\n");
  switch (written) {
  case 0: printf("  if (j < n && a[j] != j) reach_error();\n"); break;
  case 2: printf("  if (j < n && p[j] != %u) reach_error();\n", value); break;
  default:
    if (below(2)) printf("  if (j < n && a[j] != %u) reach_error();\n", value);
    else printf("  if (j >= n && a[j]) reach_error();\n");
    break;
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const uint64_t number = strtoull(argv[1], NULL, 10);
  seed = number * UINT64_C(0x9e3779b97f4a7c15) + 1;
  for (unsigned k = 0; k < 8; k++) below(2);
  printf("/* endless_loops %" PRIu64 " */\n", number);
  puts("#include <braid.h>");
  puts("extern unsigned char __VERIFIER_nondet_uchar(void);");
  puts("extern void reach_error(void);");
  puts("#define IN __VERIFIER_nondet_uchar()");
  puts("int main(void) {");
  switch (number % 3) {
  case 0: plain(); break;
  case 1: lagging(); break;
  default: arrays(); break;
  }
  puts("  return 0;\n}");
  return 0;
}
