/*
 * Jobs that the ledger takes a second.  doc/jobs.md has the figures.
 *
 *   cc -O2 -D_GNU_SOURCE -Isrc bench/jobs/ledger.c build/libroom_jobs.a build/libroom_files.a build/libroom_base.a \
 *      -lsqlite3 -lhiredis -ldl -lm -o /tmp/ledger && mkdir -p /tmp/ledger.d &&
 *    /tmp/ledger /tmp/ledger.d && /tmp/ledger redis://127.0.0.1/ledger &&
 *    /tmp/ledger postgresql://USER@127.0.0.1/DATABASE/ledger
 */
#include "jobs/job_ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SINGLE = 20000, MANY = 200000, TAKES = 1000, QUEUE = 64, DIGEST = 7 };

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static uint64_t last;

static bool add(job_ledger_file *l, uint64_t parent) {
  static const char bytes[90];
  return job_ledger_add(l, &(job_ledger_new) {
      .id = last + 1, .parent = parent, .depth = 17, .digest = DIGEST, .owner = 1,
      .bytes = last ? bytes : NULL, .size = sizeof bytes}, &last);
}

static bool add_one_by_one(job_ledger_file *l) {
  bool is_good = true;
  for (int k = 0; k < SINGLE && is_good; k++)
    is_good = job_ledger_begin(l) && add(l, last) &&
              job_ledger_done(l, last - 1, last - 1, 1, 1) && job_ledger_end(l, true);
  return is_good;
}

static bool add_at_once(job_ledger_file *l) {
  const uint64_t parent = last;
  bool is_good = job_ledger_begin(l);
  for (int k = 0; k < MANY && is_good; k++) is_good = add(l, parent);
  return job_ledger_end(l, is_good && job_ledger_done(l, parent, parent, 1, MANY));
}

static bool give_at_once(job_ledger_file *l) {
  bool is_good = job_ledger_begin(l);
  for (int k = 0; k < MANY && is_good; k++)
    is_good = job_ledger_release(l, last - (uint64_t) k, 1);
  return job_ledger_end(l, is_good);
}

/* How many; 0: it failed. */
static unsigned take_and_end(job_ledger_file *l) {
  job_ledger_job some[QUEUE];
  unsigned count, all = 0;
  for (int k = 0; k < TAKES; k++) {
    if (job_ledger_take(l, 1, 4, some, QUEUE, &count) != JOB_LEDGER_TOOK) return 0;
    bool is_good = job_ledger_begin(l);
    for (unsigned i = 0; i < count; i++) {
      is_good = is_good && job_ledger_done(l, some[i].number, some[i].id, 1, 0);
      free(some[i].bytes);
    }
    if (!job_ledger_end(l, is_good)) return 0;
    all += count;
  }
  return all;
}

static void say(const char *what, unsigned count, double since) {
  if (!count) exit(1);
  printf("%-40s %8.0f jobs/s\n", what, count / (seconds() - since));
}

int main(int argc, char **argv) {
  char *error = NULL;
  const uint64_t digest = DIGEST;
  job_ledger_file *l = argc == 2 ? job_ledger_create(argv[1], &error) : NULL;
  if (!l) {
    fprintf(stderr, "%s\n", error ? error : "usage: ledger DIRECTORY|URL");
    return 1;
  }
  if (!job_ledger_end(l, add(l, 0) &&
                             job_ledger_set(l, "digest", &digest, sizeof digest))) {
    fprintf(stderr, "%s\n", job_ledger_error(l));
    return 1;
  }
  double since = seconds();
  say("a transaction each: add one, end one", add_one_by_one(l) ? SINGLE : 0, since);
  since = seconds();
  say("added in one transaction", add_at_once(l) ? MANY : 0, since);
  since = seconds();
  say("given in one transaction", give_at_once(l) ? MANY : 0, since);
  since = seconds();
  say("taken by 64, and done", take_and_end(l), since);
  job_ledger_close(l);
  job_ledger_remove(argv[1]);
  return 0;
}
