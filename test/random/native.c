#include "check.h"

#include "base/fatal.h"
#include "base/process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/*
 * The oracle's own oracle: the program compiled natively under ASan and UBSan.
 * Exits, failed assertions and undefined arithmetic must be exactly as the
 * oracle says.  Bugs of memory are not compared: a sanitizer sees some of them
 * only, and what the program does after one that was not seen means nothing.
 */
enum { MOST_INPUTS = 64, MOST_LINES = 2 * MAX_PASSED };

/* How the program ended natively, and the lines that UBSan named. */
typedef struct native_end {
  char word[16];
  int number;
  uint32_t count;
  unsigned lines[MOST_LINES];
} native_end;

/* One line of the harness; returns what follows it. */
static const char *read_end(const char *at, native_end *n) {
  int length = 0;
  unsigned line;
  *n = (native_end) {0};
  sscanf(at, "%15s %d%n", n->word, &n->number, &length);
  at += length;
  while (n->count < MOST_LINES && sscanf(at, " %u%n", &line, &length) == 1 && line) {
    n->lines[n->count++] = line;
    at += length;
  }
  at += strcspn(at, "\n");
  return *at ? at + 1 : at;
}

static bool names_line(const native_end *n, unsigned line) {
  for (uint32_t k = 0; k < n->count; k++)
    if (n->lines[k] == line) return true;
  return false;
}

static bool is_undefined(const ending *e) {
  return e->kind == ENDING_BUG && (e->bug == OUTCOME_OVERFLOW || e->bug == OUTCOME_SHIFT ||
                                   e->bug == OUTCOME_SHIFT_BASE || e->bug == OUTCOME_DIV_BY_ZERO);
}

/* UBSan names the lines that the program passed, that where it ends, and no others. */
static bool same_lines(const ending *e, const native_end *n) {
  for (unsigned k = 0; k < e->passed_count; k++)
    if (!names_line(n, e->passed[k].line)) return false;
  for (uint32_t k = 0; k < n->count; k++) {
    bool is_known = is_undefined(e) && n->lines[k] == e->line;
    for (unsigned i = 0; i < e->passed_count; i++)
      is_known |= e->passed[i].line == n->lines[k];
    if (!is_known) return false;
  }
  return !is_undefined(e) || names_line(n, e->line);
}

static bool agrees(const ending *e, const native_end *n) {
  const char *word = "exit";
  int number = e->status;
  if (e->kind == ENDING_BUG)
    switch ((int) e->bug) {
    case OUTCOME_OVERFLOW:      /* of a division: some machines go on */
      return same_lines(e, n);
    case OUTCOME_SHIFT: case OUTCOME_DIV_BY_ZERO:
      word = "undefined";
      number = (int) e->line;
      break;
    case OUTCOME_ASSERT: case OUTCOME_ABORT:
      word = "signal";
      number = SIGABRT;
      break;
    case OUTCOME_LEAK:
      number = n->number;
      break;
    default:
      return true;
    }
  return !strcmp(n->word, word) && n->number == number && same_lines(e, n);
}

static bool build(checker *c, program *p, const char *binary) {
  char source[600];
  snprintf(source, sizeof source, "%s/native.c", c->scratch);
  FILE *out = fopen(source, "w");
  if (!out) fatal("cannot write %s", source);
  program_print(p, out);
  fclose(out);
  const char *argv[] = {
    "clang-19", "-w", "-O0", "-g0", "-Dmain=program_main", "-I", BRAID_INCLUDE,
    "-fsanitize=address,signed-integer-overflow,integer-divide-by-zero,"
    "shift", "-fno-sanitize-recover=all",
    "-fsanitize-recover=signed-integer-overflow,shift-base",
    "-c", source, "-o", binary, NULL,
  };
  char object[600];
  snprintf(object, sizeof object, "%s/native.o", c->scratch);
  argv[13] = object;
  process_result r = process_run(&(process_request) {
      .argv = argv, .wall_ms = 60000, .output_bytes = 1 << 16});
  free(r.output);
  if (r.exit_status) return false;
  const char *link[] = {
    "clang-19", "-w", "-O0", "-fsanitize=address,undefined",
    RANDOM_DIR "/harness.c", object, "-o", binary, NULL,
  };
  r = process_run(&(process_request) {
      .argv = link, .wall_ms = 60000, .output_bytes = 1 << 16});
  free(r.output);
  return !r.exit_status;
}

difference check_native(checker *c, program *p) {
  char binary[600], hex[MOST_INPUTS][2 * MAX_BYTES + 1];
  ending expected[MOST_INPUTS];
  const char *argv[MOST_INPUTS + 2];
  const char *environment[] = {
    "ASAN_OPTIONS=detect_leaks=0:symbolize=0:exitcode=99", NULL};
  snprintf(binary, sizeof binary, "%s/native", c->scratch);
  program_use_rule(RULE_ALL);
  if (!build(c, p, binary)) {
    snprintf(c->detail, sizeof c->detail, "clang refuses it");
    return NOT_COMPILED;
  }
  const uint32_t all = program_inputs(p);
  const uint32_t step = all / MOST_INPUTS ? all / MOST_INPUTS : 1;
  uint32_t count = 0;
  argv[0] = binary;
  for (uint32_t n = 0; n < all && count < MOST_INPUTS; n += step) {
    uint8_t bytes[MAX_BYTES] = {0};
    program_input(p, n, bytes);
    expected[count] = program_run(p, data_model_native(), bytes);
    if (expected[count].kind == ENDING_ENDLESS ||
        expected[count].kind == ENDING_UNCLEAR)
      continue;
    for (unsigned k = 0; k < MAX_BYTES; k++)
      snprintf(hex[count] + 2 * k, 3, "%02x", bytes[k]);
    argv[count + 1] = hex[count];
    count++;
  }
  argv[count + 1] = NULL;
  process_result r = process_run(&(process_request) {
      .argv = argv, .environment = environment, .wall_ms = 60000,
      .output_bytes = 1 << 20});
  difference d = AGREES;
  const char *at = r.output;
  for (uint32_t k = 0; k < count && !d; k++) {
    native_end n;
    at = read_end(at, &n);
    if (agrees(expected + k, &n)) continue;
    const ending *e = expected + k;
    snprintf(c->detail, sizeof c->detail,
             "on %s natively: %s %d, %u lines undefined; oracle: %s %d line %u, %u passed",
             hex[k], n.word, n.number, n.count,
             e->kind == ENDING_BUG ? outcome_text(e->bug) : "exit", e->status, e->line,
             e->passed_count);
    d = NATIVE_DIFFERS;
  }
  free(r.output);
  return d;
}
