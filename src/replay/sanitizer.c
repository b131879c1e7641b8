#include "replay/sanitizer.h"

#include <ctype.h>
#include <string.h>

typedef struct row {
  outcome_native who;
  const char *text;
  outcome kind;
} row;

static const row rows[] = {
#define REPORT(WHO, TEXT, KIND) {OUTCOME_BY_##WHO, TEXT, OUTCOME_##KIND},
#include "replay/sanitizer.def"
};

static outcome kind_of(outcome_native who, const char *headline) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].who == who && strstr(headline, rows[i].text))
      return rows[i].kind;
  return OUTCOME_NONE;
}

static const char *const headlines[] = {
  [OUTCOME_BY_ASAN] = "ERROR: AddressSanitizer: ",
  [OUTCOME_BY_LSAN] = "ERROR: LeakSanitizer: ",
  [OUTCOME_BY_UBSAN] = ": runtime error: ",
  [OUTCOME_BY_MSAN] = "MemorySanitizer: ",
};

/* Whether the line starts a report; *headline then points into it. */
static outcome_native who_says(const char *line, const char **headline) {
  for (size_t w = 0; w < sizeof headlines / sizeof *headlines; w++) {
    const char *found = headlines[w] ? strstr(line, headlines[w]) : NULL;
    if (!found || !strncmp(line, "SUMMARY", 7)) continue;
    *headline = found + strlen(headlines[w]);
    return (outcome_native) w;
  }
  return OUTCOME_BY_NOBODY;
}

/* The headline without addresses, which differ from run to run. */
static char *lasting(const char *headline) {
  static const char *const marks[] = {
    " on address 0x", " on unknown address", " on 0x", ": 0x", " 0x", " (pc "};
  size_t length = strlen(headline);
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    const char *found = strstr(headline, marks[i]);
    if (found && (size_t) (found - headline) < length)
      length = (size_t) (found - headline);
  }
  return mem_format("%.*s", (int) length, headline);
}

/* "FILE:LINE:COLUMN" or "FILE:LINE", up to the first blank past the numbers.
 * Returns the length of FILE; 0: it is no place. */
static size_t place_of(const char *text, uint32_t *line) {
  size_t end = strcspn(text, "\n"), numbers = 0, at = end;
  uint32_t last[2] = {0, 0};
  while (numbers < 2) {
    size_t digits = at;
    while (digits && isdigit((unsigned char) text[digits - 1])) digits--;
    if (digits == at || !digits || text[digits - 1] != ':') break;
    last[numbers++] = (uint32_t) strtoul(text + digits, NULL, 10);
    at = digits - 1;
  }
  *line = numbers ? last[numbers - 1] : 0;
  return numbers ? at : 0;
}

/* glibc's files as its debug information names them: "libio/getc.c". */
static bool is_libc(const char *file) {
  static const char *const rooms[] = {
    "assert/", "ctype/", "debug/", "dirent/", "iconv/", "io/", "libio/", "locale/",
    "malloc/", "math/", "misc/", "nptl/", "posix/", "regex/", "resource/", "setjmp/",
    "signal/", "socket/", "stdio-common/", "stdlib/", "string/", "termios/", "time/",
    "wcsmbs/", "wctype/"};
  if (!strncmp(file, "./", 2)) file += 2;
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
    if (!strncmp(file, rooms[i], strlen(rooms[i]))) return true;
  return false;
}

/* Code that is not the user's: libc, the sanitizers, our own half. */
static bool is_foreign(const char *file) {
  static const char *const marks[] = {"/sysdeps/", "csu/", "compiler-rt/",
                                      "sanitizer_common", "/runtime/replay.c",
                                      "glibc"};
  if (!strncmp(file, "/usr/", 5) || file[0] == '(' || is_libc(file)) return true;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strstr(file, marks[i])) return true;
  return false;
}

/* A line "    #3 0x55... in FUNCTION FILE:LINE:COLUMN". */
static bool take_frame(sanitizer_report *r, const char *line) {
  const char *in = strstr(line, " in ");
  if (!in) return false;
  const char *function = in + 4, *file = strchr(function, ' ');
  uint32_t number;
  if (!file) return false;
  size_t length = place_of(++file, &number);
  if (!length) return false;
  char *path = mem_format("%.*s", (int) length, file);
  if (is_foreign(path)) {
    free(path);
    return false;
  }
  free(r->file);
  free(r->function);
  r->file = path;
  r->function = mem_format("%.*s", (int) (file - 1 - function), function);
  r->line = number;
  return true;
}

/* UBSan's headline says the place itself: "FILE:LINE:COLUMN: runtime error". */
static void take_place(sanitizer_report *r, const char *line) {
  const char *end = strstr(line, headlines[OUTCOME_BY_UBSAN]);
  char *text = mem_format("%.*s", (int) (end - line), line);
  size_t length = place_of(text, &r->line);
  if (length && !is_foreign(text)) {
    text[length] = 0;
    r->file = mem_string(text);
  }
  free(text);
}

sanitizer_reports sanitizer_parse(const char *output) {
  sanitizer_reports all = {0};
  bool in_stack = false;        /* frames that follow belong to the last */
  for (const char *at = output; *at;) {
    size_t length = strcspn(at, "\n");
    char *line = mem_format("%.*s", (int) length, at);
    const char *headline, *frame = line + strspn(line, " ");
    outcome_native who = who_says(line, &headline);
    if (who != OUTCOME_BY_NOBODY) {
      sanitizer_report r = {.who = who, .kind = kind_of(who, headline),
                            .headline = lasting(headline)};
      if (who == OUTCOME_BY_UBSAN) take_place(&r, line);
      vec_push(&all, r);
      in_stack = true;
    } else if (frame[0] == '#' && in_stack) {
      in_stack = !take_frame(&vec_last(&all), frame);
    } else if (all.count && strstr(line, "points to the zero page") &&
               vec_last(&all).kind == OUTCOME_BAD_POINTER) {
      vec_last(&all).kind = OUTCOME_NULL_POINTER;
    } else if (!*frame && all.count && vec_last(&all).who != OUTCOME_BY_LSAN) {
      /* A blank line ends the stack of the bug; then come others, of where
       * the memory was allocated or freed. */
      in_stack = false;
    }
    free(line);
    at += length + (at[length] == '\n');
  }
  return all;
}

void sanitizer_reports_release(sanitizer_reports *all) {
  for (uint32_t i = 0; i < all->count; i++) {
    free(all->items[i].headline);
    free(all->items[i].function);
    free(all->items[i].file);
  }
  vec_release(all);
}
