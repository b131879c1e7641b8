#include "base/mem.h"
#include "base/options.h"
#include "base/suggest.h"
#if HAS_REPLAY
#include "cli/replay.h"
#endif
#if HAS_RUN
#include "cli/run.h"
#endif
#if HAS_SOLVE
#include "cli/solve.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int help(int argc, char **argv);
static int version(int argc, char **argv);

static void run_help(void) { options_help(stdout); }

static void replay_help(void) {
  puts("Usage: braid replay DIR\n"
       "\n"
       "Builds the program of the run in DIR natively, with sanitizers, and "
       "runs each\n"
       "of its tests: says of every bug how it was confirmed, and which lines "
       "and\n"
       "branches the tests cover.");
}

static void solve_help(void) {
  puts("Usage: braid solve FILE.smt2\n"
       "\n"
       "Answers a QF_BV or QF_ABV query with braid's own solver chain.");
}

static void usage(void) {
  puts("braid explores every path of a C program and reports each bug with an\n"
       "input that reproduces it.\n"
       "\n"
       "  braid run prog.c                 explore prog.c\n"
       "  braid run --max-time=60s prog.c  for a minute at most\n"
       "  braid replay braid-last          run the tests natively\n"
       "\n"
       "  braid help run                   all options");
}

static const struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  void (*help)(void);
} commands[] = {
#if HAS_RUN
  {"run", cli_run, run_help},
#else
  {"run", NULL, run_help},
#endif
#if HAS_REPLAY
  {"replay", cli_replay, replay_help},
#else
  {"replay", NULL, replay_help},
#endif
#if HAS_SOLVE
  {"solve", cli_solve, solve_help},
#else
  {"solve", NULL, solve_help},
#endif
  {"help", help, usage},
  {"version", version, usage},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name) {
  for (const struct command *c = commands; c < commands + COMMANDS; c++)
    if (!strcmp(c->name, name)) return c;
  return NULL;
}

static int unknown(const char *name) {
  const char *names[COMMANDS];
  for (unsigned i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
  const char *near = suggest_nearest(name, names, COMMANDS);
  const size_t length = strlen(name);
  fprintf(stderr, "braid: unknown command %s", name);
  if (near) fprintf(stderr, "; did you mean braid %s?", near);
  else if (length > 2 && name[length - 2] == '.')
    fprintf(stderr, "; did you mean braid run %s?", name);
  fputs("\n", stderr);
  return 1;
}

static int help(int argc, char **argv) {
  const struct command *c = argc > 1 ? find(argv[1]) : NULL;
  if (argc > 1 && !c) return unknown(argv[1]);
  if (c) c->help();
  else usage();
  return 0;
}

static int version(int argc, char **argv) {
  (void) argc;
  (void) argv;
  puts("braid " BRAID_VERSION);
  return 0;
}

/* Help is given wherever it is asked for, but not to the program's part of the
 * command line. */
static bool asks_help(int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
  return false;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    usage();
    return 1;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--help") || !strcmp(name, "-h")) name = "help";
  if (!strcmp(name, "--version")) name = "version";
  const struct command *c = find(name);
  if (!c) return unknown(name);
  if (c->run != help && asks_help(argc - 1, argv + 1)) {
    c->help();
    return 0;
  }
  if (!c->run) {
    fprintf(stderr, "braid: this build has no \"%s\"\n", name);
    return 1;
  }
  return c->run(argc - 1, argv + 1);
}
