/*
 * Digits of a number.  musl 1.2.3's writes behind the end of its buffer; GNU's rounds in its
 * own way: an assumption of every call.
 * This replaces src/stdlib/ecvt.c.
 */
#define _GNU_SOURCE
#include "../libc/differences.h"

#include <stdio.h>
#include <stdlib.h>

char *ecvt(double x, int n, int *point, int *sign) {
  static char digits[18];
  char text[32];
  int i, k = 0;
  __braid_note_here(differs_ECVT);
  if (n < 1) n = 1;
  if (n > 17) n = 17;
  sprintf(text, "%.*e", n - 1, x);
  i = *sign = text[0] == '-';
  for (; text[i] && text[i] != 'e' && k < 17; i++)
    if (text[i] != '.') digits[k++] = text[i];
  digits[k] = 0;
  *point = text[i] == 'e' ? atoi(text + i + 1) + 1 : 0;
  return digits;
}
