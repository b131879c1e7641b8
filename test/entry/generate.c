#include "test/blocks.h"

/*
 * Random functions to be entered with any arguments, printed as C:
 * entry_generate SEED.  They follow pointers into lists and arrays, checked or
 * not, keep, exchange and free them, ask unknown functions and count in loops;
 * few decisions each, so that the classic engine gets through.
 */
enum { HELPERS = 2, POINTERS = 3, NUMBERS = 3, DEPTH = 2 };

static unsigned helper;         /* that may be called: those below it */

/* A pointer's value; it may be null. */
static void print_pointer(void) {
  switch (below(9)) {
  case 0: printf("p%u->next", below(POINTERS)); break;
  case 1: printf("p%u->other", below(POINTERS)); break;
  case 2: printf("kept"); break;
  case 3: printf("find()"); break;
  case 4: printf("NULL"); break;
  default: printf("p%u", below(POINTERS));
  }
}

static void print_number(unsigned depth) {
  static const char *const operators[] = {"+", "-", "&", "|", "^", "*"};
  if (depth && below(2)) {
    putchar('(');
    print_number(depth - 1);
    printf(" %s ", operators[below(6)]);
    print_number(depth - 1);
    putchar(')');
    return;
  }
  switch (below(9)) {
  case 0: printf("%u", below(4)); break;
  case 1: printf("p%u->x", below(POINTERS)); break;
  case 2: printf("a[n%u & %u]", below(NUMBERS), below(4) ? 1u : 3u); break;
  case 3: printf("unknown()"); break;
  case 4: printf("count"); break;
  default: printf("n%u", below(NUMBERS));
  }
}

static void print_condition(void) {
  static const char *const comparisons[] = {"<", "==", ">", "!="};
  switch (below(6)) {
  case 0: printf("p%u == p%u", below(POINTERS), below(POINTERS)); return;
  case 1: case 2: printf("p%u", below(POINTERS)); return;
  case 3: printf("p%u != kept", below(POINTERS)); return;
  }
  print_number(1);
  printf(" %s %u", comparisons[below(4)], below(4));
}

/* Each pointer is followed only where it is not null, but for one in six. */
static void print_access(void) {
  const unsigned p = below(POINTERS);
  if (below(6)) printf("if (p%u) ", p);
  switch (below(5)) {
  case 0:
    printf("p%u->x = ", p);
    print_number(1);
    break;
  case 1:
    printf("p%u->%s = ", p, below(2) ? "next" : "other");
    print_pointer();
    break;
  case 2: printf("p%u = p%u->next", below(POINTERS), p); break;
  default: printf("n%u = p%u->x", below(NUMBERS), p);
  }
  printf(";\n");
}

static void print_loop(unsigned depth) {
  const unsigned n = below(NUMBERS);
  decisions -= 2;
  switch (below(4)) {
  case 0:
    printf("for (unsigned i = 0; i < (n%u & 3); i++) n%u += a[i];\n", n,
           below(NUMBERS));
    break;
  case 1:
    printf("for (unsigned i = 0; i < (n%u & 7); i++) count += %u;\n", n,
           1 + below(3));
    break;
  case 2:
    printf("for (unsigned i = 0; i < 2 && p0; i++) p0 = p0->next;\n");
    break;
  default:
    printf("for (unsigned i = 0; i < (n%u & 3) && unknown() > 2; i++)\n", n);
    indent(depth + 1);
    printf("n%u++;\n", below(NUMBERS));
  }
}

static void print_statement(unsigned depth) {
  const unsigned kind = below(14);
  indent(depth);
  if (kind < 5 && decisions && depth < DEPTH) print_if(depth);
  else if (kind < 9) print_access();
  else if (kind == 9 && decisions > 1) print_loop(depth);
  else if (kind == 10 && helper) {
    printf("n%u = f%u(p%u, p%u, a, n%u);\n", below(NUMBERS), below(helper),
           below(POINTERS), below(POINTERS), below(NUMBERS));
  } else if (kind == 11 && decisions) {
    decisions--;
    if (below(3)) {
      printf("assert(n%u != %u || count != 1);\n", below(NUMBERS), below(4));
      return;
    }
    const unsigned p = below(POINTERS);
    printf("if (p%u && n0 == %u) { free(p%u); p%u = NULL; }\n", p, below(4), p,
           below(4) ? p : below(POINTERS));
  } else if (kind == 12) {
    printf("p%u = ", below(POINTERS));
    print_pointer();
    printf(";\n");
  } else {
    printf("n%u = ", below(NUMBERS));
    print_number(1);
    printf(";\n");
  }
}

static void print_function(const char *name, unsigned statements) {
  decisions = 5;
  printf("%s(struct node *p0, struct node *p1, unsigned *a, unsigned n0) {\n",
         name);
  printf("  struct node *p2 = %s;\n", below(2) ? "p0" : "NULL");
  printf("  unsigned n1 = 0, n2 = %s;\n", below(2) ? "n0" : "1");
  while (statements--) print_statement(0);
  if (below(2)) printf("  kept = p%u;\n", below(POINTERS));
  printf("  return ");
  print_number(1);
  printf(";\n}\n\n");
}

int main(int argc, char **argv) {
  source.state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  printf("#include <assert.h>\n#include <stdlib.h>\n"
         "struct node { unsigned x; struct node *next, *other; };\n"
         "unsigned unknown(void);\nstruct node *find(void);\n"
         "static struct node *kept;\nstatic unsigned count;\n\n");
  const unsigned helpers = below(HELPERS + 1);
  for (helper = 0; helper < helpers; helper++) {
    char name[32];
    snprintf(name, sizeof name, "static unsigned f%u", helper);
    print_function(name, 2 + below(2));
  }
  print_function("unsigned start", 4 + below(3));
  return 0;
}
