/*
 * The words of the host's libc for errors and signals: setup/musl asks it for them.
 * This replaces src/errno/strerror.c and
 * This replaces src/string/strsignal.c
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "host_words.h"

typedef struct word { int number; const char *text; } word;

static const word errors[] = {
#define ERROR(NUMBER, TEXT) {NUMBER, TEXT},
#define SIGNAL(NUMBER, TEXT)
  HOST_WORDS
#undef ERROR
#undef SIGNAL
};

static const word signals[] = {
#define ERROR(NUMBER, TEXT)
#define SIGNAL(NUMBER, TEXT) {NUMBER, TEXT},
  HOST_WORDS
#undef ERROR
#undef SIGNAL
};

static char *find(const word *words, size_t count, int number) {
  for (size_t k = 0; k < count; k++)
    if (words[k].number == number) return (char *) words[k].text;
  return NULL;
}

static char *numbered(const char *what, int number) {
  static char text[40];
  snprintf(text, sizeof text, "%s %d", what, number);
  return text;
}

char *strerror(int error) {
  char *text = find(errors, sizeof errors / sizeof *errors, error);
  return text ? text : numbered("Unknown error", error);
}

char *__strerror_l(int error, locale_t locale) {
  (void) locale;
  return strerror(error);
}

char *strerror_l(int error, locale_t locale) {
  (void) locale;
  return strerror(error);
}

char *strsignal(int signal) {
  char *text = find(signals, sizeof signals / sizeof *signals, signal);
  if (text) return text;
  if (signal >= SIGRTMIN && signal <= SIGRTMAX)
    return numbered("Real-time signal", signal - SIGRTMIN);
  return numbered("Unknown signal", signal);
}
