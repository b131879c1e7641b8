#include "base/build.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/suggest.h"
#include "cli/cc.h"
#include "cli/debug.h"
#include "cli/explain_bug.h"
#include "cli/export.h"
#include "cli/fuzz.h"
#include "cli/lib.h"
#include "cli/relevancy.h"
#include "cli/replay.h"
#include "cli/report.h"
#include "cli/run.h"
#include "cli/solve.h"
#include "cli/work.h"
#include "jobs/resume.h"

#include <stdio.h>
#include <string.h>

static int help(int argc, char **argv);
static int version(int argc, char **argv);

static void usage(void) {
  puts("braid explores every path of a C program and reports each bug with an\n"
       "input that reproduces it.\n"
       "\n"
       "  braid run prog.c                 explore prog.c\n"
       "  braid run --max-time=60s prog.c  for a minute at most\n"
       "  braid run --resume=braid-last    go on with a run that was ended\n"
       "  braid status braid-last          how far it is\n"
       "  braid work redis://HOST/NAME     take part in braid run --queue=redis://...\n"
       "  braid fuzz t.c --corpus=DIR      a fuzzer and braid on one corpus\n"
       "  braid replay braid-last          run the tests natively\n"
       "  braid explain braid-last         the path to a bug, line by line\n"
       "  braid debug braid-last           gdb on a bug\n"
       "  braid report braid-last          a page about the run\n"
       "  braid export braid-last --as=c   its tests as a suite of their own\n"
       "  make CC=\"braid cc\"               build what \"braid run ./prog\" "
       "explores\n"
       "  braid lib zlib                   a library of the archive, for -lz\n"
       "\n"
       "  braid help run                   all options\n"
       "  braid help limits                all tuning numbers");
}

static const struct command {
  const char *name;
  int (*run)(int argc, char **argv);
} commands[] = {
  {"run", cli_run}, {"replay", cli_replay}, {"explain", cli_explain}, {"debug", cli_debug},
  {"report", cli_report},
  {"export", cli_export}, {"fuzz", cli_fuzz}, {"status", cli_status},
  {"work", cli_work},
  {"cc", cli_cc}, {"lib", cli_lib},
  {"solve", cli_solve}, {"relevancy", cli_relevancy},
  {"help", help}, {"version", version},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name) {
  for (const struct command *c = commands; c < commands + COMMANDS; c++)
    if (!strcmp(c->name, name)) return c;
  return NULL;
}

static int unknown(const char *name) {
  const char *known[COMMANDS];
  for (unsigned i = 0; i < COMMANDS; i++) known[i] = commands[i].name;
  const char *near = suggest_nearest(name, known, COMMANDS);
  const size_t length = strlen(name);
  fprintf(stderr, "braid: unknown command %s", name);
  if (near) fprintf(stderr, "; did you mean braid %s?", near);
  else if (length > 2 && name[length - 2] == '.')
    fprintf(stderr, "; did you mean braid run %s?", name);
  fputs("\n", stderr);
  return 1;
}

/* Each command explains itself; the options of `run` are a table. */
static int explain(const struct command *c) {
  char *argv[] = {(char *) c->name, "--help", NULL};
  if (c->run == cli_run) options_help(stdout);
  else if (c->run == help || c->run == version) usage();
  else return c->run(2, argv);
  return 0;
}

static int help(int argc, char **argv) {
  if (argc < 2) {
    usage();
    return 0;
  }
  if (!strcmp(argv[1], "limits")) {
    if (argc > 2 && !strcmp(argv[2], "--plain")) limits_list(stdout);
    else limits_help(stdout);
    return 0;
  }
  const struct command *c = find(argv[1]);
  return c ? explain(c) : unknown(argv[1]);
}

static int version(int argc, char **argv) {
  (void) argc;
  (void) argv;
  puts("braid " BRAID_VERSION);
  printf("build%s, LLVM " BRAID_LLVM_WHOLE "\n", build_name() + strlen(BRAID_VERSION));
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
  /* The arguments of cc are a compiler's. */
  if (c->run != help && c->run != cli_cc && asks_help(argc - 1, argv + 1)) return explain(c);
  return c->run(argc - 1, argv + 1);
}
