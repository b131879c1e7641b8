/* ini: a file, then two keys. */
#include <braid.h>
#include <stdio.h>
#include "ini.h"

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  FILE *f = fopen("x.ini", "wb");
  if (!f || fwrite(text, 1, sizeof text, f) != sizeof text) return 2;
  fclose(f);
  ini_t *i = ini_load("x.ini");
  if (!i) return 1;
  int number;
  ini_sget(i, "a", "b", "%d", &number);
  (void) ini_get(i, NULL, "c");
  ini_free(i);
  return 0;
}
