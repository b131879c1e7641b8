#include "answer.h"

#include "files/testcase.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void answer_release(answer *a) {
  vec_release(&a->tests);
  vec_release(&a->edges);
}

/* Tests ------------------------------------------------------------------ */

static bool outcome_named(const char *text, outcome *kind) {
  for (unsigned k = 0; k < OUTCOME_COUNT; k++)
    if (!strcmp(outcome_text((outcome) k), text)) {
      *kind = (outcome) k;
      return true;
    }
  return false;
}

/* The .err file of the test, if it has one. */
static bool read_bug(const char *directory, uint32_t number, ending *e) {
  char prefix[32], path[1024], text[256];
  snprintf(prefix, sizeof prefix, "test%06u.", number);
  DIR *d = opendir(directory);
  bool found = false;
  for (struct dirent *entry; d && !found && (entry = readdir(d));) {
    char *dot = strrchr(entry->d_name, '.');
    if (strncmp(entry->d_name, prefix, strlen(prefix)) || !dot ||
        strcmp(dot, ".err"))
      continue;
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    *dot = 0;
    found = outcome_named(entry->d_name + strlen(prefix), &e->bug);
  }
  if (d) closedir(d);
  if (!found) return false;
  e->kind = ENDING_BUG;
  FILE *in = fopen(path, "r");
  while (in && fgets(text, sizeof text, in))
    if (!strncmp(text, "Line: ", 6)) e->line = (unsigned) atoi(text + 6);
  if (in) fclose(in);
  if (e->bug == OUTCOME_LEAK) e->line = 0;
  return true;
}

/* Each path that came to main's end printed "=N".  They come in the order of
 * their tests, unless some of them leak or are joined: those may have no
 * test. */
static bool next_exit(const char **output, int *status) {
  const char *at = strchr(*output, '=');
  if (!at || at[1] < '0' || at[1] > '7') return false;
  *status = at[1] - '0';
  *output = at + 2;
  return true;
}

/* What is asked for on the way has one name; its bytes come in order. */
static void read_asked(const program *p, const testcase *given,
                       uint8_t *bytes) {
  unsigned asked = 0;
  for (uint32_t k = 0; k < given->inputs.count; k++) {
    const testcase_input *i = given->inputs.items + k;
    if (strcmp(i->name, "ask") && strcmp(i->name, "unknown()")) continue;
    if (asked == p->ask_count || !i->size) return;
    bytes[asked] = i->bytes[0] & (uint8_t) ((1u << p->ask_bits[asked]) - 1);
    asked++;
  }
}

bool answer_read_tests(answer *a, const program *p, const data_model *m,
                       const char *directory, const char *output, bool untold,
                       bool joins) {
  char path[700];
  for (uint32_t number = 1;; number++) {
    snprintf(path, sizeof path, "%s/test%06u.ktest", directory, number);
    if (access(path, R_OK)) return true;
    test t = {.predicted = {.kind = ENDING_EXIT}};
    testcase given = {0};
    free(ktest_read(&given, path));
    for (unsigned k = 0; k < p->input_count; k++) {
      const char name[] = {'i', 'n', (char) ('0' + k), 0};
      const testcase_input *found = testcase_find(&given, name);
      if (found && found->size)
        t.bytes[k] =
            found->bytes[0] & (uint8_t) ((1u << p->inputs[k].bits) - 1);
    }
    read_asked(p, &given, t.bytes + MAX_INPUTS);
    testcase_release(&given);
    if (!read_bug(directory, number, &t.predicted)) {
      const ending real = program_run(p, m, t.bytes);
      if (untold && (joins || real.kind == ENDING_EXIT)) t.predicted = real;
      else if (!next_exit(&output, &t.predicted.status)) return false;
    }
    vec_push(&a->tests, t);
  }
}

/* More reports than this have no program of these. */
enum { MAX_REPORTS = 32 };

/* The rest --------------------------------------------------------------- */

void answer_read_edges(answer *a, const char *directory) {
  char path[700], line[256];
  snprintf(path, sizeof path, "%s/explored.lcov", directory);
  FILE *in = fopen(path, "r");
  while (in && fgets(line, sizeof line, in)) {
    edge e = {0};
    char count[16];
    if (sscanf(line, "BRDA:%u,%u,%u,%15s", &e.line, &e.block, &e.branch,
               count) != 4)
      continue;
    e.is_taken = count[0] != '-' && strcmp(count, "0");
    vec_push(&a->edges, e);
  }
  if (in) fclose(in);
}

/* One mistake is one report. */
static void note_report(answer *a, char (*seen)[64], unsigned *count,
                        const char *kind, unsigned line) {
  char name[64];
  snprintf(name, sizeof name, "%.31s on line %u", kind, line);
  for (unsigned k = 0; k < *count; k++)
    if (!strcmp(seen[k], name)) memcpy(a->repeated, name, sizeof name);
  if (*count < MAX_REPORTS) memcpy(seen[(*count)++], name, sizeof name);
}

void answer_read_verdict(answer *a, const char *directory) {
  char path[700], line[256], kind[32] = "", seen[MAX_REPORTS][64];
  bool inside = false;
  unsigned count = 0, place;
  snprintf(path, sizeof path, "%s/stats.json", directory);
  FILE *in = fopen(path, "r");
  while (in && fgets(line, sizeof line, in)) {
    sscanf(line, " \"verdict\": \"%31[^\"]", a->verdict);
    sscanf(line, " \"paths_completed\": %" SCNu64, &a->paths);
    sscanf(line, " \"paths_digest\": %" SCNu64, &a->paths_digest);
    /* A bug's own lines, and not those of its stack, have six blanks. */
    const bool is_own = !strncmp(line, "      \"", 7);
    if (is_own) sscanf(line, " \"kind\": \"%31[^\"]", kind);
    if (is_own && sscanf(line, " \"line\": %u", &place) == 1)
      note_report(a, seen, &count, kind, place);
    if (!strncmp(line, "  \"cut\": [", 10)) inside = !strstr(line, "[]");
    else if (inside && !strncmp(line, "  ]", 3)) inside = false;
    else if (inside && strlen(a->cut) + strlen(line) < sizeof a->cut) {
      line[strcspn(line, "\n")] = 0;
      strcat(a->cut, line + strspn(line, " "));
    }
  }
  if (in) fclose(in);
}
