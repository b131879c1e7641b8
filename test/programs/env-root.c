/* Real files below --root, to be read only; a bug behind what one says. */
// options: --root test/programs/more/root --sym-stdin 1
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int limit_from(const char *path) {
  int limit = -1;
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, "limit=%d", &limit) != 1) abort();
  fclose(f);
  return limit;
}

static int entries(const char *path) {
  int n = 0;
  DIR *d = opendir(path);
  if (!d) abort();
  for (struct dirent *e; (e = readdir(d));)
    n += !strcmp(e->d_name, "config");
  closedir(d);
  return n;
}

int main(void) {
  if (limit_from("etc/config") != 4) abort();
  if (limit_from("./etc/../etc//config") != 4) abort();
  if (entries("etc") != 1) abort();
  if (open("etc/none", O_RDONLY) >= 0) abort();
  char *counts = calloc((size_t) limit_from("etc/config"), 1);
  if (!counts) return 1;
  int c = getchar();
  if (c >= '0' && c <= '9') counts[c - '0']++;  // expect: out-of-bounds
  free(counts);
  return 0;
}
