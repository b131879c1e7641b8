#include "counts.h"

#include "base/fatal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void counts_read(counts *c, uint64_t *seed, const char *path) {
  char name[64];
  uint64_t value;
  FILE *in = fopen(path, "r");
  while (in && fscanf(in, "%63s %" SCNu64, name, &value) == 2) {
    if (!strcmp(name, "seed")) *seed = value;
#define COUNT(NAME, TEXT) if (!strcmp(name, #NAME)) c->NAME = value;
#include "counts.def"
  }
  if (in) fclose(in);
}

void counts_write(const counts *c, uint64_t seed, const char *path) {
  char new[700];
  snprintf(new, sizeof new, "%s.new", path);
  FILE *out = fopen(new, "w");
  if (!out) fatal("cannot write %s", new);
  fprintf(out, "seed %" PRIu64 "\n", seed);
#define COUNT(NAME, TEXT) fprintf(out, #NAME " %" PRIu64 "\n", c->NAME);
#include "counts.def"
  if (fclose(out) || rename(new, path)) fatal("cannot write %s", path);
}

void counts_add(counts *to, const counts *from) {
#define COUNT(NAME, TEXT) to->NAME += from->NAME;
#include "counts.def"
}

void counts_print(const counts *c) {
#define COUNT(NAME, TEXT) printf("  %-56s %9" PRIu64 "\n", TEXT, c->NAME);
#include "counts.def"
}
