/* The locales that every GNU system has; of others it is assumed that they are not there. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: the locales C, POSIX and C.UTF-8 are installed, and no others
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  assert(!strcmp(setlocale(LC_ALL, NULL), "C") && MB_CUR_MAX == 1);
  assert(!strcmp(setlocale(LC_ALL, "POSIX"), "C"));
  assert(!strcmp(setlocale(LC_CTYPE, "C.utf8"), "C.utf8") && MB_CUR_MAX > 1);
  const char *mixed = setlocale(LC_ALL, NULL);
  assert(!strncmp(mixed, "LC_CTYPE=C.utf8;LC_NUMERIC=C;LC_TIME=C;", 39));
  char *saved = strdup(mixed);
  assert(!strcmp(setlocale(LC_ALL, "C.UTF-8"), "C.UTF-8"));
  assert(!setlocale(LC_ALL, "xx_XX.UTF-8") && !setlocale(LC_ALL, "LC_CTYPE=C;LC_TIME=C"));
  assert(!strcmp(setlocale(LC_ALL, NULL), "C.UTF-8"));
  assert(!strcmp(setlocale(LC_ALL, saved), saved));
  free(saved);
  assert(!newlocale(LC_ALL_MASK, "xx_XX", (locale_t) 0));
  locale_t utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t) 0);
  assert(utf8);
  freelocale(utf8);
  return 0;
}
