#ifndef RUNTIME_CTYPE_H
#define RUNTIME_CTYPE_H

/*
 * Character classes of the "C" locale.  The values are those of the host's
 * tables (glibc, little-endian), since its header tests bits of them; the
 * functions return the same bits, as they do natively.  Arithmetic on purpose:
 * a symbolic character is classified without a branch.
 */
enum {
  UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, XDIGIT = 0x1000,
  SPACE = 0x2000, PRINT = 0x4000, GRAPH = 0x8000, BLANK = 0x1, CNTRL = 0x2,
  PUNCT = 0x4, ALNUM = 0x8
};

#define IN(C, LOW, HIGH) ((unsigned) (C) - (LOW) <= (unsigned) ((HIGH) - (LOW)))
#define IS_UPPER(C) IN(C, 'A', 'Z')
#define IS_LOWER(C) IN(C, 'a', 'z')
#define IS_ALPHA(C) IN((C) | 32, 'a', 'z')
#define IS_DIGIT(C) IN(C, '0', '9')
#define IS_XDIGIT(C) (IS_DIGIT(C) | IN((C) | 32, 'a', 'f'))
#define IS_SPACE(C) (IN(C, '\t', '\r') | ((C) == ' '))
#define IS_PRINT(C) IN(C, ' ', '~')
#define IS_GRAPH(C) IN(C, '!', '~')
#define IS_BLANK(C) (((C) == ' ') | ((C) == '\t'))
#define IS_CNTRL(C) (IN(C, 0, 31) | ((C) == 127))
#define IS_ALNUM(C) (IS_ALPHA(C) | IS_DIGIT(C))
#define IS_PUNCT(C) (IS_GRAPH(C) & !IS_ALNUM(C))

#endif
