/*
 * musl's wide printf hands numbers on to printf: %p as %jp, which is none, and then counts with
 * the failure's -1.  setup/musl edits the call of print_pointer() into musl's code.
 */
#include <stdio.h>
#include <string.h>

/* The format ends in "jp". */
static int print_pointer(FILE *f, char *format, int width, int precision, void *pointer) {
  char *end = strchr(format, 0);
  end[-2] = 'p';
  end[-1] = 0;
  return fprintf(f, format, width, precision, pointer);
}

#include "src/stdio/vfwprintf.c"
