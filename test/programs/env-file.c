/* A bug behind the contents of a named file; its environment is given, too. */
// options: --sym-file etc/app.conf:=3 --env APP_MODE=fast
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[8];
  const char *mode = getenv("APP_MODE");
  FILE *f = fopen("etc/app.conf", "r");
  if (!f || !mode || strcmp(mode, "fast")) abort();
  size_t n = fread(text, 1, sizeof text, f);
  fclose(f);
  if (n != 3) abort();
  if (text[0] == 'd' && text[1] == '=')
    return 100 / (text[2] - '0');       // expect: div-by-zero
  return 0;
}
