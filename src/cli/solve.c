#include "cli/solve.h"

#include "base/build.h"
#include "base/mem.h"
#include "smt2/smt2.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: braid solve [options] FILE.smt2     (- for standard input)\n"
    "  Answers the queries of an SMT-LIB 2 script in QF_BV, QF_ABV or QF_FP,\n"
    "  with functions, and quantifiers over up to 64 bits.\n"
    "  --solver=chain|sat|z3   all links; the bit-blaster alone; Z3 alone\n"
    "  --no-LINK               without range, domain, models, slices, cores,\n"
    "                          walk, differences, equations, products, boxes,\n"
    "                          floats, sat or z3\n"
    "  --check                 ask two back ends, evaluate every model\n"
    "  --max-conflicts=N       give up a query after N conflicts\n"
    "  --max-nodes=N           give up a query after N gates\n"
    "  --max-query-ms=N        give up a query after N milliseconds\n"
    "  --cache=FILE            answers of earlier runs, and for later ones\n"
    "  --stats                 say on standard error what each link did\n";

static volatile int stopped;

static void stop(int signal) {
  (void) signal;
  stopped = 1;
}

static bool *link_named(solver_options *o, const char *name) {
  struct { const char *name; bool *on; } links[] = {
    {"range", &o->range}, {"domain", &o->domain}, {"models", &o->models},
    {"slices", &o->slices}, {"cores", &o->cores}, {"walk", &o->walk},
    {"differences", &o->differences}, {"products", &o->products},
    {"equations", &o->equations}, {"boxes", &o->boxes}, {"floats", &o->floats},
    {"sat", &o->sat}, {"z3", &o->z3},
  };
  for (size_t i = 0; i < sizeof links / sizeof *links; i++)
    if (!strcmp(name, links[i].name)) return links[i].on;
  return NULL;
}

static const char *after(const char *text, const char *prefix) {
  const size_t length = strlen(prefix);
  return strncmp(text, prefix, length) ? NULL : text + length;
}

static bool number(const char *text, uint64_t *n) {
  char *end;
  errno = 0;
  *n = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno;
}

static bool choose_solver(solver_options *o, const char *name) {
  if (!strcmp(name, "chain")) return true;
  const bool sat = !strcmp(name, "sat"), z3 = !strcmp(name, "z3");
  if (!sat && !z3) return false;
  o->range = o->domain = o->models = o->slices = o->cores = o->walk =
      o->differences = o->products = o->boxes = o->equations = false;
  o->sat = sat;
  o->z3 = z3;
  return true;
}

static bool option(solver_options *o, const char *text, bool *stats) {
  const char *rest;
  bool *on;
  if (!strcmp(text, "--check")) o->check = true;
  else if (!strcmp(text, "--stats")) *stats = true;
  else if ((rest = after(text, "--solver="))) return choose_solver(o, rest);
  else if ((rest = after(text, "--cache="))) {
    o->cache = rest;
    o->cache_build = build_name();
    return *rest;
  } else if ((rest = after(text, "--max-conflicts=")))
    return number(rest, &o->max_conflicts);
  else if ((rest = after(text, "--max-nodes=")))
    return number(rest, &o->max_nodes);
  else if ((rest = after(text, "--max-query-ms=")))
    return number(rest, &o->max_query_ms);
  else if ((rest = after(text, "--no-")) && (on = link_named(o, rest)))
    *on = false;
  else return false;
  return true;
}

/* NULL, with errno, if it cannot be read. */
static char *read_all(const char *name, size_t *size) {
  FILE *in = strcmp(name, "-") ? fopen(name, "rb") : stdin;
  if (!in) return NULL;
  char *text = NULL;
  size_t capacity = 0, got;
  *size = 0;
  do {
    if (*size == capacity)
      text = mem_resize(text, capacity = capacity ? 2 * capacity : 65536, 1);
    got = fread(text + *size, 1, capacity - *size, in);
    *size += got;
  } while (got);
  const int failed = ferror(in) ? errno : 0;
  if (in != stdin) fclose(in);
  if (!failed) return text;
  free(text);
  errno = failed;
  return NULL;
}

static void print_stats(const solver_stats *s) {
#define STAT(NAME, TEXT) fprintf(stderr, "%12" PRIu64 "  %s\n", s->NAME, TEXT);
#include "solver/stats.def"
}

int cli_solve(int argc, char **argv) {
  solver_options options = solver_defaults;
  options.equations = true;
  const char *file = NULL;
  bool stats = false;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      fputs(usage, stdout);
      return 0;
    }
    if (argv[i][0] == '-' && argv[i][1]) {
      if (option(&options, argv[i], &stats)) continue;
      fprintf(stderr, "braid solve: bad option %s\n%s", argv[i], usage);
      return 1;
    }
    if (file) {
      fprintf(stderr, "braid solve: one file at a time\n%s", usage);
      return 1;
    }
    file = argv[i];
  }
  if (!file) {
    fputs(usage, stderr);
    return 1;
  }
  size_t size;
  char *text = read_all(file, &size);
  if (!text) {
    fprintf(stderr, "braid solve: %s: %s\n", file, strerror(errno));
    return 2;
  }
  options.stop = &stopped;
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  const smt2_outcome outcome =
      smt2_run(file, text, size, &options, stdout, stderr);
  free(text);
  if (stats) print_stats(&outcome.stats);
  if (fflush(stdout)) {
    fprintf(stderr, "braid solve: standard output: %s\n", strerror(errno));
    return 2;
  }
  return outcome.status;
}
