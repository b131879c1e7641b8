#include "cli/debug.h"

#include "base/process.h"
#include "base/stored.h"
#include "cli/which.h"
#include "replay/debug.h"
#include "replay/harness.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "usage: braid debug [options] [DIR|TEST] [-- ARGUMENTS OF GDB]\n"
    "\n"
    "Builds the program of the run in DIR (braid-last) natively with sanitizers, and\n"
    "starts gdb on it, with the input of a bug, up to the bug.  What it is built from\n"
    "stays in DIR/debugN.  Under gdb there is no fence: the program can do all that\n"
    "you can.\n"
    "\n"
    "  --test=N              this test, with or without a bug (the first bug's)\n"
    "  --launch-json[=FILE]  no gdb: a launch.json for editors (.vscode/launch.json;\n"
    "                        -: to standard output)\n"
    "  --replay=unconfined   also a run of another user, without a fence\n"
    "  --flag=FLAG           as for braid replay\n"
    "  --help                this\n"
    "\n"
    "Exit status: gdb's; 1 usage, 2 what is needed is not there.\n";

static const char launch_place[] = ".vscode/launch.json";

typedef struct request {
  which which;
  const char *launch;           /* NULL: gdb */
  char **more;                  /* for gdb, NULL at the end */
  bool unconfined, help;
} request;

static char *parse(request *q, int argc, char **argv) {
  static char *none;
  q->more = &none;
  for (int k = 1; k < argc; k++) {
    const char *a = argv[k];
    char *error = NULL;
    if (!strcmp(a, "--")) {
      q->more = argv + k + 1;
      break;
    }
    if (!strcmp(a, "--help") || !strcmp(a, "-h")) q->help = true;
    else if (!strcmp(a, "--launch-json")) q->launch = launch_place;
    else if (!strncmp(a, "--launch-json=", 14) && a[14]) q->launch = a + 14;
    else if (!strcmp(a, "--replay=unconfined")) q->unconfined = true;
    else if (!which_takes(&q->which, a, &error))
      return mem_format("unknown or malformed option %s", a);
    if (error) return error;
  }
  return NULL;
}

/* Another user may have written the directory, and here nothing is between the program and
 * this one. */
static char *refuse(const request *q, const which_bug *b) {
  struct stat s;
  const replay_program *p = &b->info.program;
  if (!q->unconfined && (stat(b->directory, &s) || s.st_uid != geteuid()))
    return mem_format("%s is another user's, and under gdb there is no fence; to do it all the "
                      "same: --replay=unconfined", b->directory);
  const char *flag = stored_refuses_flag(p->flags, p->flags_count,
                                         (stored_words) {q->which.flags.items,
                                                         q->which.flags.count});
  if (flag)
    return mem_format("run.info has the compiler's flag %s, which is not taken from there; to "
                      "allow it: braid debug --flag=%s", flag, flag);
  for (uint32_t k = 0; k < p->sources_count; k++)
    if (!stored_is_file(p->sources[k]) || access(p->sources[k], R_OK))
      return mem_format("the source %s is gone or was moved", p->sources[k]);
  return replay_is_native(p) ? NULL
         : mem_format("programs for %s do not run on this machine", p->target);
}

static char *write_launch(const request *q, const debug_target *d) {
  file_text text;
  if (!strcmp(q->launch, "-")) {
    debug_write_launch(d, stdout);
    return NULL;
  }
  if (!access(q->launch, F_OK))
    return mem_format("%s is there already; --launch-json=FILE writes another", q->launch);
  if (q->launch == launch_place && mkdir(".vscode", 0777) && errno != EEXIST)
    return mem_format("cannot make .vscode: %s", strerror(errno));
  debug_write_launch(d, file_text_begin(&text));
  char *error = file_text_end(&text, q->launch);
  if (!error) printf("%s\n", q->launch);
  return error;
}

/* Does not return where gdb can be started. */
static char *start_gdb(const request *q, const debug_target *d, char *gdb) {
  char *file = mem_format("%s/commands.gdb", d->directory);
  file_text text;
  debug_write_commands(d, file_text_begin(&text));
  char *error = file_text_end(&text, file);
  if (error) return error;
  fputs("braid debug: under gdb the program runs without a fence\n", stderr);
  VEC(char *) argv = {0};
  vec_push(&argv, gdb);
  vec_push(&argv, (char *) "-q");
  vec_push(&argv, (char *) "-nx");
  vec_push(&argv, (char *) "-x");
  vec_push(&argv, file);
  for (char **more = q->more; *more; more++) vec_push(&argv, *more);
  vec_push(&argv, NULL);
  fflush(NULL);
  execv(gdb, argv.items);
  return mem_format("cannot start %s: %s", gdb, strerror(errno));
}

static char *debug(const request *q, const which_bug *b) {
  debug_target d;
  char *error = refuse(q, b), *gdb = q->launch || error ? NULL : process_find("gdb");
  if (error) return error;
  if (!gdb && !q->launch)
    return mem_string("gdb is not there (Debian's package gdb); --launch-json is for editors "
                      "with a debugger of their own");
  char *directory = mem_format("%s/debug%u", b->directory, b->number);
  char *source = mem_format("%s/test%06u.c", b->directory, b->number);
  char *own = realpath(source, NULL);
  harness_sources sources = {0};
  const replay_program program =
      own ? harness_program(&b->info.program, own, &sources) : b->info.program;
  if (program.entry_kind == REPLAY_HARNESS && !own)
    error = mem_string("the test has no harness in C (testN.c): objects that braid made up "
                       "cannot all be written in C");
  if (!error && !q->launch) fputs("braid debug: building the program with sanitizers\n", stderr);
  if (!error) {
    error = debug_target_init(&d, &program, b->bug, &b->test, directory);
    if (!error) error = q->launch ? write_launch(q, &d) : start_gdb(q, &d, gdb);
    debug_target_release(&d);
  }
  vec_release(&sources);
  free(gdb);
  free(own);
  free(source);
  free(directory);
  return error;
}

int cli_debug(int argc, char **argv) {
  request q = {.launch = NULL};
  which_bug b;
  char *message = parse(&q, argc, argv);
  if (message) return which_misused("debug", message);
  if (q.help) {
    fputs(usage, stdout);
    return 0;
  }
  message = which_find(&q.which, &b);
  if (!message) {
    message = debug(&q, &b);
    which_release(&b);
  }
  vec_release(&q.which.flags);
  return message ? which_failed("debug", message) : 0;
}
