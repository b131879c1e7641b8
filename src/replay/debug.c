#include "replay/debug.h"

#include "files/json.h"
#include "files/outdir.h"
#include "replay/fence.h"
#include "replay/replay_settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sanitizers end the program where they report, so a debugger stops there.  LeakSanitizer does
 * not run under one. */
static void stop_at_reports(replay_words *environment) {
  for (uint32_t k = 0; k < environment->count; k++) {
    const char *old = environment->items[k];
    if (!old || !strstr(old, "SAN_OPTIONS=")) continue;
    vec_push(environment, NULL);        /* stays the end */
    (void) vec_pop(environment);
    environment->items[k] = mem_format("%s:abort_on_error=1:halt_on_error=1%s", old,
                                       strncmp(old, "ASAN", 4) ? "" : ":detect_leaks=0");
    free((char *) (uintptr_t) old);
  }
}

static char *make_directory(const char *path) {
  if (!mkdir(path, 0777) || errno == EEXIST) return NULL;
  return mem_format("cannot make %s: %s", path, strerror(errno));
}

char *debug_target_init(debug_target *d, const replay_program *p, const run_info_bug *bug,
                        const testcase *t, const char *directory) {
  *d = (debug_target) {.directory = mem_string(directory), .bug = bug,
                       .binary = mem_format("%s/program", directory),
                       .work = mem_format("%s/work", directory)};
  char *ktest = mem_format("%s/test.ktest", directory);
  char *noted = mem_format("%s/note", directory);
  size_t size;
  const uint8_t *in = testcase_contents(t, "stdin", &size);
  const char *obstacle = replay_world_obstacle(t, false);
  char *error = obstacle ? mem_format("natively the run cannot be as in braid: %s", obstacle) : NULL;
  if (in) d->input = mem_format("%s/stdin", directory);
  if (!error) error = make_directory(directory);
  if (!error) error = make_directory(d->work);
  if (!error) error = ktest_write_file(t, ktest);
  if (!error && in) error = file_write_whole(d->input, in, size);
  if (!error) error = replay_world_place_files(t, d->work, false);
  if (!error)
    error = replay_build(p, bug && bug->kind == OUTCOME_UNINIT ? REPLAY_WITH_MSAN
                                                               : REPLAY_WITH_ASAN, d->binary);
  d->arguments = replay_world_arguments(t, d->binary);
  d->environment = replay_run_settings(t, FENCE_UNCONFINED, ktest, noted,
                                       &replay_default_limits, NULL);
  stop_at_reports(&d->environment);
  free(ktest);
  free(noted);
  return error;
}

void debug_target_release(debug_target *d) {
  free(d->directory);
  free(d->binary);
  free(d->work);
  free(d->input);
  replay_words_release(&d->arguments);
  replay_words_release(&d->environment);
  *d = (debug_target) {0};
}

/* Of gdb ------------------------------------------------------------------------ */

/* A word for the shell that gdb starts the program with. */
static void put_word(FILE *out, const char *word) {
  fputc('\'', out);
  for (; *word; word++) {
    if (*word == '\'') fputs("'\\''", out);
    else fputc(*word, out);
  }
  fputc('\'', out);
}

static const replay_frame *place_of(const debug_target *d) {
  const replay_frame *at = d->bug && d->bug->stack_count ? d->bug->stack : NULL;
  return at && at->file && at->line ? at : NULL;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* A line that control comes to, again and again: nothing else stops there. */
static bool is_quiet(outcome kind) { return kind == OUTCOME_HANG || kind == OUTCOME_LEAK; }

void debug_write_commands(const debug_target *d, FILE *out) {
  const replay_frame *at = place_of(d);
  const bool waits = !at || (d->bug && !is_quiet(d->bug->kind));
  fputs("set confirm off\nset pagination off\nset breakpoint pending on\nunset environment\n", out);
  for (uint32_t k = 0; k < d->environment.count && d->environment.items[k]; k++) {
    const char *word = d->environment.items[k], *equals = strchr(word, '=');
    if (equals && !strchr(word, '\n'))
      fprintf(out, "set environment %.*s %s\n", (int) (equals - word), word, equals + 1);
  }
  fprintf(out, "file %s\ncd %s\nset args", d->binary, d->work);
  for (uint32_t k = 1; k < d->arguments.count && d->arguments.items[k]; k++) {
    fputc(' ', out);
    put_word(out, d->arguments.items[k]);
  }
  fputs(" < ", out);
  put_word(out, d->input ? d->input : "/dev/null");
  fputc('\n', out);
  if (!d->bug) fputs("break main\n", out);
  if (at && !waits) fprintf(out, "break %s:%u\n", base_name(at->file), at->line);
  fputs("run\n", out);
  if (!at || !waits) return;
  /* Where no sanitizer stopped the program it has gone by: once more, to the line. */
  fprintf(out, "if $_isvoid($_exitcode) && !$_isvoid($pc)\n  frame function %s\nelse\n"
               "  echo Natively nothing stops the program; to the line of the bug:\\n\n"
               "  break %s:%u\n  run\nend\n",
          at->function ? at->function : "main", base_name(at->file), at->line);
}

/* Of editors --------------------------------------------------------------------- */

void debug_write_launch(const debug_target *d, FILE *out) {
  const replay_frame *at = place_of(d);
  json j = {.out = out};
  json_begin(&j, NULL, '{');
  json_string(&j, "version", "0.2.0");
  json_begin(&j, "configurations", '[');
  json_begin(&j, NULL, '{');
  char *name = mem_format("braid: %s", d->bug ? outcome_text(d->bug->kind) : "test");
  json_string(&j, "name", name);
  free(name);
  json_string(&j, "type", "cppdbg");
  json_string(&j, "request", "launch");
  json_string(&j, "MIMode", "gdb");
  json_string(&j, "program", d->binary);
  json_string(&j, "cwd", d->work);
  json_begin(&j, "args", '[');
  for (uint32_t k = 1; k < d->arguments.count && d->arguments.items[k]; k++)
    json_string(&j, NULL, d->arguments.items[k]);
  json_string(&j, NULL, "<");
  json_string(&j, NULL, d->input ? d->input : "/dev/null");
  json_end(&j, ']');
  json_begin(&j, "environment", '[');
  for (uint32_t k = 0; k < d->environment.count && d->environment.items[k]; k++) {
    const char *word = d->environment.items[k], *equals = strchr(word, '=');
    if (!equals) continue;
    char *variable = mem_format("%.*s", (int) (equals - word), word);
    json_begin(&j, NULL, '{');
    json_string(&j, "name", variable);
    json_string(&j, "value", equals + 1);
    json_end(&j, '}');
    free(variable);
  }
  json_end(&j, ']');
  json_begin(&j, "setupCommands", '[');
  if (at && d->bug && is_quiet(d->bug->kind)) {
    char *command = mem_format("break %s:%u", base_name(at->file), at->line);
    json_begin(&j, NULL, '{');
    json_string(&j, "text", command);
    json_end(&j, '}');
    free(command);
  }
  json_end(&j, ']');
  json_end(&j, '}');
  json_end(&j, ']');
  json_end(&j, '}');
  fputc('\n', out);
}
