/*
 * Versions: digits are compared as numbers, or as a fraction if zeros lead.
 * This replaces src/string/strverscmp.c.
 */
#define _GNU_SOURCE
#include <string.h>

static int is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

int strverscmp(const char *left, const char *right) {
  const unsigned char *l = (const unsigned char *) left, *r = (const unsigned char *) right;
  size_t i = 0, run = 0;        /* run: where the digits before i begin */
  int is_zeros = 1;             /* ... and whether all are zero */
  for (; l[i] == r[i]; i++) {
    if (!l[i]) return 0;
    if (!is_digit(l[i])) run = i + 1, is_zeros = 1;
    else if (l[i] != '0') is_zeros = 0;
  }
  if (is_digit(l[run]) && is_digit(r[run]) && l[run] != '0' && r[run] != '0') {
    size_t n = i;               /* the longer number is the larger one */
    for (; is_digit(l[n]); n++) if (!is_digit(r[n])) return 1;
    if (is_digit(r[n])) return -1;
  } else if (is_zeros && run < i && (is_digit(l[i]) || is_digit(r[i]))) {
    return (unsigned char) (l[i] - '0') - (unsigned char) (r[i] - '0');
  }
  return l[i] - r[i];
}
