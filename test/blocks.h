#ifndef TEST_BLOCKS_H
#define TEST_BLOCKS_H

#include "base/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * For generators that print random C: choices, and statements in blocks.  Whoever
 * includes it says what a condition and a statement are.
 */
static random_source source;
static unsigned decisions;      /* left to the function */

static void print_condition(void);
static void print_statement(unsigned depth);

static unsigned below(unsigned n) {
  return (unsigned) random_below(&source, n);
}

static void indent(unsigned depth) {
  for (unsigned k = 0; k <= depth; k++) fputs("  ", stdout);
}

static void print_block(unsigned depth) {
  for (unsigned k = 1 + below(2); k--;) print_statement(depth);
}

/* Where the indentation ends. */
static void print_if(unsigned depth) {
  decisions--;
  printf("if (");
  print_condition();
  printf(") {\n");
  print_block(depth + 1);
  indent(depth);
  if (below(2)) {
    printf("} else {\n");
    print_block(depth + 1);
    indent(depth);
  }
  printf("}\n");
}

#endif
