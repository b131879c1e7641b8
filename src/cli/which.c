#include "cli/which.h"

#include "files/pack.h"
#include "finding/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool which_number(const char *word, const char *prefix, uint32_t low, uint32_t high, uint32_t *n) {
  char *end;
  const size_t length = strlen(prefix);
  if (strncmp(word, prefix, length) || !word[length]) return false;
  errno = 0;
  const unsigned long number = strtoul(word + length, &end, 10);
  if (errno || *end || word[length] == '-' || number < low || number > high) return false;
  *n = (uint32_t) number;
  return true;
}

bool which_takes(which *w, const char *word, char **error) {
  if (which_number(word, "--test=", 1, UINT32_MAX, &w->test)) return true;
  if (!strncmp(word, "--flag=", 7)) {
    vec_push(&w->flags, word + 7);
    return true;
  }
  if (*word == '-') return false;
  if (w->place) *error = mem_format("one directory at a time, not also %s", word);
  w->place = word;
  return true;
}

/* "DIR/test000003.ktest", and files beside it: the directory, to be freed, and the number. */
static char *split(const char *file, uint32_t *number) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  char *end;
  if (strncmp(name, "test", 4)) return NULL;
  const unsigned long n = strtoul(name + 4, &end, 10);
  if (end == name + 4 || *end != '.' || !n || n > UINT32_MAX) return NULL;
  *number = (uint32_t) n;
  return slash ? mem_format("%.*s", (int) (slash - file), file) : mem_string(".");
}

static char *read_test(which_bug *b) {
  char *file = mem_format("%s/test%06u.ktest", b->directory, b->number), *error = NULL;
  pack *packed = access(file, F_OK) ? pack_open(b->directory, &error) : NULL;
  const uint32_t at = packed ? pack_find(packed, b->number) : 0;
  if (packed && at < pack_count(packed)) {
    size_t size;
    const void *bytes = pack_ktest(packed, at, &size);
    error = ktest_parse(&b->test, bytes, size);
  } else if (!error && access(file, F_OK)) {
    error = mem_format("there is no test %u in %s", b->number, b->directory);
  } else if (!error) {
    error = ktest_read(&b->test, file);
  }
  pack_close(packed);
  free(file);
  file = mem_format("%s/test%06u" SESSION_UNSET, b->directory, b->number);
  if (!error && !access(file, F_OK)) error = ktest_read(&b->unset, file);
  free(file);
  return error;
}

/* The first bug, or the one of the test. */
static char *choose(which_bug *b) {
  const run_info *info = &b->info;
  for (uint32_t k = 0; k < info->bugs_count && !b->bug; k++)
    if (!b->number || info->bugs[k].test == b->number) b->bug = info->bugs + k;
  if (!b->number && !b->bug)
    return mem_format("the run in %s found no bug; --test=N takes one of its tests", b->directory);
  if (!b->number) b->number = b->bug->test;
  if (!b->number)
    return mem_string("the bug has no test (--tests=none?): nothing has its input");
  return NULL;
}

char *which_find(const which *w, which_bug *b) {
  struct stat s;
  const char *place = w->place ? w->place : "braid-last";
  *b = (which_bug) {.number = w->test};
  uint32_t number = 0;
  char *from = stat(place, &s) || !S_ISDIR(s.st_mode) ? split(place, &number) : NULL;
  if (from && w->test && w->test != number) {
    free(from);
    return mem_format("%s is not test %u", place, w->test);
  }
  if (from) b->number = number;
  b->directory = realpath(from ? from : place, NULL);
  const int reason = errno;
  free(from);
  if (!b->directory)
    return !w->place ? mem_string("there is no braid-last here: which directory?")
                     : mem_format("%s: %s", place, strerror(reason));
  char *error = run_info_read(&b->info, b->directory);
  if (!error && (error = choose(b))) run_info_release(&b->info);
  else if (!error && (error = read_test(b))) run_info_release(&b->info);
  if (error) free(b->directory);
  return error;
}

void which_release(which_bug *b) {
  testcase_release(&b->test);
  testcase_release(&b->unset);
  run_info_release(&b->info);
  free(b->directory);
}

enum { USAGE = 1, BAD_INPUT = 2 };

int which_misused(const char *command, char *message) {
  fprintf(stderr, "braid %s: %s; see braid %s --help\n", command, message, command);
  free(message);
  return USAGE;
}

int which_failed(const char *command, char *message) {
  fprintf(stderr, "braid %s: %s\n", command, message);
  free(message);
  return BAD_INPUT;
}
