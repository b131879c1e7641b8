#include "check.h"
#include "walk.h"

#include "base/fatal.h"
#include "base/process.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/*
 * Random programs against the oracle.
 *
 *   random [--braid=FILE] [--seed=N] [--count=N] [--configurations=N|NAME|lab]
 *          [--native=N] [--time=SECONDS] [--patience=SECONDS] [--keep=DIR]
 *          [--no-shrink] [--counts=FILE]
 *   random --print --seed=N
 *   random --table COUNTS...
 *
 * Every program runs under the first configuration and under N others in turn
 * (default 1), or under the one of that name, or as the laboratory does it:
 * under all that join on the native model, and in turn under one that abstracts,
 * one that has other rules and one of the rest.  Every N-th (default 10) runs also natively.  A run of
 * braid that takes longer than the patience (20 s) has no answer.  A program
 * on which there is a difference is shrunk and written to DIR.  With --counts
 * the campaign goes on where that file says that it stopped.  Runs happen within
 * this process (launch.h), or by the braid that is named.
 */
typedef struct campaign {
  checker c;
  uint64_t seed, count;
  unsigned others;
  const configuration *only;
  bool is_lab;
  unsigned native_every;
  long limit_s;
  const char *keep, *counts;
  bool shrinks;
} campaign;

static void keep(campaign *k, program *p, const configuration *how,
                 difference d) {
  char path[600], before[512];
  snprintf(before, sizeof before, "%s", k->c.detail);
  k->c.n.differences++;
  printf("seed %llu, %s: %s: %s\n", (unsigned long long) p->seed,
         how ? how->name : "native", difference_text(d), before);
  fflush(stdout);
  if (how && k->shrinks && d != NOT_COMPILED) {
    shrink_program(&k->c, p, how, d);
    printf("  shrunk: %s\n", k->c.detail);
  }
  if (k->keep) {
    mkdir(k->keep, 0777);
    snprintf(path, sizeof path, "%s/%s-%llu-%s.c", k->keep,
             difference_text(d), (unsigned long long) p->seed,
             how ? how->name : "native");
    FILE *out = fopen(path, "w");
    if (!out) fatal("cannot write %s", path);
    program_print(p, out);
    fprintf(out, "/* seed %llu, %s: %s */\n", (unsigned long long) p->seed,
            how ? how->name : "native", k->c.detail);
    fclose(out);
    printf("  kept: %s\n", path);
  } else if (how) {
    program_print(p, stdout);
  }
  printf("  again: random --seed=%llu --count=1 --configurations=%s\n",
         (unsigned long long) p->seed, how ? how->name : "dfs");
  fflush(stdout);
}

/* What configurations are taken in turn for; the first of all runs anyway. */
typedef enum turn_kind {
  TURN_NONE, TURN_REST, TURN_ABSTRACT, TURN_RULED
} turn_kind;

static turn_kind turn_of(const configuration *c) {
  if (c->rule != RULE_ALL) return TURN_RULED;
  if (c->strength == JOINED && c->model == 0) return TURN_NONE;
  if (c->strength == ABSTRACT) return TURN_ABSTRACT;
  return TURN_REST;
}

/* The n-th of a kind, counted round. */
static const configuration *in_turn(uint64_t n, turn_kind kind) {
  unsigned count = 0;
  for (unsigned round = 0;; round++)
    for (unsigned k = 1; k < configuration_count; k++) {
      const configuration *c = configurations + k;
      if (turn_of(c) != kind) continue;
      if (round && count && n % count == 0) return c;
      if (round) n--;
      else count++;
    }
}

/* False: it differs, and the tree may have been shrunk. */
static bool check_one(campaign *k, program *p, const configuration *how) {
  if (!configuration_suits(how, p)) return true;
  const difference d = check_program(&k->c, p, how);
  if (d == SKIPPED) {
    k->c.n.skipped++;
    return true;
  }
  k->c.n.runs++;
  if (d == AGREES) return true;
  if (d == TIMED_OUT) {
    /* Z3 alone may well need minutes; it is no answer, so no wrong one. */
    printf("seed %llu, %s: slow\n", (unsigned long long) p->seed, how->name);
    k->c.n.slow++;
    return true;
  }
  keep(k, p, how, d);
  return false;
}

static bool check_all(campaign *k, program *p) {
  bool agrees = check_one(k, p, k->only ? k->only : configurations);
  if (k->is_lab) {
    for (unsigned n = 0; n < configuration_count && agrees; n++)
      if (turn_of(configurations + n) == TURN_NONE)
        agrees = check_one(k, p, configurations + n);
    return agrees && check_one(k, p, in_turn(p->seed, TURN_ABSTRACT)) &&
           check_one(k, p, in_turn(p->seed, TURN_REST)) &&
           check_one(k, p, in_turn(p->seed, TURN_RULED));
  }
  for (unsigned n = 0; agrees && n < k->others && !k->only; n++)
    agrees = check_one(k, p, configurations + 1 +
                                 (p->seed + n) % (configuration_count - 1));
  return agrees;
}

static void check_seed(campaign *k, uint64_t seed) {
  program *p = program_generate(seed);
  program_mark_used(p);
  k->c.n.programs++;
  checker_forget(&k->c);
  if (check_all(k, p) && k->native_every && seed % k->native_every == 0) {
    k->c.n.natives++;
    const difference d = check_native(&k->c, p);
    if (d) keep(k, p, NULL, d);
  }
  program_free(p);
}

static void choose(campaign *k, const char *text) {
  char *end;
  k->is_lab = !strcmp(text, "lab");
  if (k->is_lab) return;
  k->others = (unsigned) strtoul(text, &end, 10);
  if (!*end) return;
  for (unsigned n = 0; n < configuration_count; n++)
    if (!strcmp(configurations[n].name, text)) k->only = configurations + n;
  if (!k->only) fatal("no configuration has the name %s", text);
}

static int print_table(char **files) {
  counts all = {0};
  for (; *files; files++) {
    counts one = {0};
    uint64_t seed = 0;
    counts_read(&one, &seed, *files);
    counts_add(&all, &one);
    printf("  %s: the next seed is %llu\n", *files, (unsigned long long) seed);
  }
  counts_print(&all);
  return all.differences ? 1 : 0;
}

int main(int argc, char **argv) {
  static const struct option options[] = {
    {"braid", required_argument, NULL, 'b'},
    {"seed", required_argument, NULL, 's'},
    {"count", required_argument, NULL, 'c'},
    {"configurations", required_argument, NULL, 'o'},
    {"native", required_argument, NULL, 'n'},
    {"time", required_argument, NULL, 't'},
    {"patience", required_argument, NULL, 'w'},
    {"keep", required_argument, NULL, 'k'},
    {"no-shrink", no_argument, NULL, 'x'},
    {"print", no_argument, NULL, 'p'},
    {"counts", required_argument, NULL, 'f'},
    {"table", no_argument, NULL, 'a'},
    {0},
  };
  campaign k = {.c = {.wall_ms = 20000}, .seed = 1, .count = 100, .others = 1,
                .native_every = 10, .shrinks = true};
  bool prints = false;
  for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;)
    switch (o) {
    case 'b': k.c.braid = optarg; break;
    case 's': k.seed = strtoull(optarg, NULL, 10); break;
    case 'c': k.count = strtoull(optarg, NULL, 10); break;
    case 'o': choose(&k, optarg); break;
    case 'n': k.native_every = (unsigned) strtoul(optarg, NULL, 10); break;
    case 't': k.limit_s = strtol(optarg, NULL, 10); break;
    case 'w':
      k.c.wall_ms = 1000 * (unsigned) strtoul(optarg, NULL, 10);
      break;
    case 'k': k.keep = optarg; break;
    case 'x': k.shrinks = false; break;
    case 'p': prints = true; break;
    case 'f': k.counts = optarg; break;
    case 'a': return print_table(argv + optind);
    default: return 1;
    }
  if (prints) {
    program *p = program_generate(k.seed);
    program_print(p, stdout);
    program_free(p);
    return 0;
  }
  char *error;
  k.c.scratch = scratch_make(&error);
  if (!k.c.scratch) fatal("%s", error);
  const time_t start = time(NULL);
  const uint64_t first = k.seed;
  if (k.counts) counts_read(&k.c.n, &k.seed, k.counts);
  for (uint64_t n = 0; n < k.count; n++) {
    if (k.limit_s && time(NULL) - start >= k.limit_s) break;
    check_seed(&k, k.seed++);
    if (k.counts) counts_write(&k.c.n, k.seed, k.counts);
  }
  checker_release(&k.c);
  scratch_remove(k.c.scratch);
  free(k.c.scratch);
  for (unsigned n = 0; n < OUTCOME_COUNT; n++)
    if (k.c.bugs[n])
      printf("  %-16s %llu\n", outcome_text((outcome) n),
             (unsigned long long) k.c.bugs[n]);
  printf("random: from seed %llu\n", (unsigned long long) first);
  counts_print(&k.c.n);
  return k.c.n.differences ? 1 : 0;
}
