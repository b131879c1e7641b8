#include "formats/cobertura.h"

#include "base/vec.h"
#include "files/xml.h"
#include "replay/coverage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One line of a file: how often it ran, and its ways out. */
typedef struct line {
  uint32_t number;
  uint64_t hits;
  uint32_t branches, taken;
} line;

typedef VEC(line) lines;

static int by_number(const void *a, const void *b) {
  const line *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/* Sorts them and adds up what is said of one line. */
static void merge(lines *all) {
  uint32_t kept = 0;
  if (all->count) qsort(all->items, all->count, sizeof *all->items, by_number);
  for (uint32_t k = 0; k < all->count; k++) {
    const line l = all->items[k];
    if (!kept || all->items[kept - 1].number != l.number) {
      all->items[kept++] = l;
      continue;
    }
    line *sum = all->items + kept - 1;
    sum->hits += l.hits;
    sum->branches += l.branches;
    sum->taken += l.taken;
  }
  all->count = kept;
}

static double rate(uint64_t part, uint64_t whole) {
  return whole ? (double) part / (double) whole : 1;
}

static void put_rates(FILE *out, const coverage *c) {
  fprintf(out, " line-rate=\"%.4f\" branch-rate=\"%.4f\"",
          rate(c->lines_hit, c->lines_total),
          rate(c->branches_hit, c->branches_total));
}

static void put_line(FILE *out, const line *l) {
  fprintf(out, "            <line number=\"%" PRIu32 "\" hits=\"%" PRIu64 "\"",
          l->number, l->hits);
  if (l->branches)
    fprintf(out, " branch=\"true\" condition-coverage=\"%.0f%% (%u/%u)\"/>\n",
            100 * rate(l->taken, l->branches), l->taken, l->branches);
  else
    fputs(" branch=\"false\"/>\n", out);
}

static void put_file(FILE *out, const char *name, lines *all) {
  merge(all);
  coverage sum = {.lines_total = all->count};
  for (uint32_t k = 0; k < all->count; k++) {
    sum.lines_hit += all->items[k].hits != 0;
    sum.branches_total += all->items[k].branches;
    sum.branches_hit += all->items[k].taken;
  }
  fputs("    <package name=\"", out);
  xml_text(out, name);
  fputc('"', out);
  put_rates(out, &sum);
  fputs(" complexity=\"0\">\n      <classes>\n        <class name=\"", out);
  xml_text(out, name);
  fputs("\" filename=\"", out);
  xml_text(out, name);
  fputc('"', out);
  put_rates(out, &sum);
  fputs(" complexity=\"0\">\n          <methods/>\n          <lines>\n", out);
  for (uint32_t k = 0; k < all->count; k++) put_line(out, all->items + k);
  fputs("          </lines>\n        </class>\n      </classes>\n"
        "    </package>\n", out);
}

/* The fields of "BRDA:line,block,branch,taken" and "DA:line,hits". */
static void take(lines *all, const char *text) {
  const bool is_branch = !strncmp(text, "BRDA:", 5);
  if (!is_branch && strncmp(text, "DA:", 3)) return;
  const char *last = memrchr(text, ',', strcspn(text, "\n"));
  line l = {.number = (uint32_t) strtoul(strchr(text, ':') + 1, NULL, 10)};
  if (!last || !l.number) return;
  if (is_branch) {
    l.branches = 1;
    l.taken = last[1] != '-' && last[1] != '0';
  } else {
    l.hits = strtoull(last + 1, NULL, 10);
  }
  vec_push(all, l);
}

void cobertura_write(const char *lcov, const char *version, FILE *out) {
  const coverage sum = coverage_of_lcov(lcov);
  char *name = NULL;
  lines all = {0};
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<coverage", out);
  put_rates(out, &sum);
  /* No time, so that equal runs write equal files. */
  fprintf(out, " lines-covered=\"%" PRIu64 "\" lines-valid=\"%" PRIu64 "\""
          " branches-covered=\"%" PRIu64 "\" branches-valid=\"%" PRIu64 "\""
          " complexity=\"0\" version=\"braid %s\" timestamp=\"0\">\n"
          "  <sources>\n    <source>.</source>\n  </sources>\n  <packages>\n",
          sum.lines_hit, sum.lines_total, sum.branches_hit,
          sum.branches_total, version);
  for (const char *at = lcov; *at;) {
    const size_t length = strcspn(at, "\n");
    if (!strncmp(at, "SF:", 3)) {
      free(name);
      name = strndup(at + 3, length - 3);
    } else if (!strncmp(at, "end_of_record", 13) && name) {
      put_file(out, name, &all);
      vec_clear(&all);
    } else {
      take(&all, at);
    }
    at += length + (at[length] == '\n');
  }
  fputs("  </packages>\n</coverage>\n", out);
  free(name);
  vec_release(&all);
}
