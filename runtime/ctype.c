/* The functions of <ctype.h>. */
#include "libc.h"

#include "ctype.h"

/* A character is an unsigned char or EOF; libc itself is more generous. */
#define IS_NO_CHARACTER(C) (((C) < -1) | ((C) > 255))
#define NEED_CHARACTER(NAME, C) \
  if (IS_NO_CHARACTER(C) && __braid_is_called_by_program()) \
    __braid_error("bad-argument", \
                  NAME ": the argument is no unsigned char and not EOF")

#define CLASS(NAME, BITS, TEST) \
  int NAME(int); \
  WEAK int NAME(int c) { \
    NEED_CHARACTER(#NAME, c); \
    return TEST(c) * BITS; \
  } \
  int NAME##_l(int, void *); \
  WEAK int NAME##_l(int c, void *locale) { (void) locale; return NAME(c); }
CLASS(isupper, UPPER, IS_UPPER)
CLASS(islower, LOWER, IS_LOWER)
CLASS(isalpha, ALPHA, IS_ALPHA)
CLASS(isdigit, DIGIT, IS_DIGIT)
CLASS(isxdigit, XDIGIT, IS_XDIGIT)
CLASS(isspace, SPACE, IS_SPACE)
CLASS(isprint, PRINT, IS_PRINT)
CLASS(isgraph, GRAPH, IS_GRAPH)
CLASS(isblank, BLANK, IS_BLANK)
CLASS(iscntrl, CNTRL, IS_CNTRL)
CLASS(isalnum, ALNUM, IS_ALNUM)
CLASS(ispunct, PUNCT, IS_PUNCT)

int isascii(int);
WEAK int isascii(int c) { return IN(c, 0, 127); }

int toascii(int);
WEAK int toascii(int c) { return c & 127; }

WEAK int tolower(int c) {
  NEED_CHARACTER("tolower", c);
  return c + 32 * IS_UPPER(c);
}

WEAK int toupper(int c) {
  NEED_CHARACTER("toupper", c);
  return c - 32 * IS_LOWER(c);
}

int tolower_l(int, void *);
WEAK int tolower_l(int c, void *locale) { (void) locale; return tolower(c); }

int toupper_l(int, void *);
WEAK int toupper_l(int c, void *locale) { (void) locale; return toupper(c); }
