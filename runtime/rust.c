/*
 * What Rust's library needs of the unwinder, with panic=abort: nobody unwinds, and a backtrace is
 * empty.  A panic prints its message piece by piece and ends by abort(): the message is kept, and
 * the end is a failed assertion with it.
 */
#include "libc.h"

enum { END_OF_STACK = 5 };

int _Unwind_Backtrace(void *, void *);
size_t _Unwind_GetIP(void *);
size_t _Unwind_GetCFA(void *);
WEAK int _Unwind_Backtrace(void *each, void *context) {
  (void) each; (void) context;
  __braid_note("a backtrace finds no calls");
  return END_OF_STACK;
}
WEAK size_t _Unwind_GetIP(void *context) {
  (void) context;
  return 0;
}
WEAK size_t _Unwind_GetCFA(void *context) {
  (void) context;
  return 0;
}

/* thread 'main' panicked at 'MESSAGE', FILE:LINE:COLUMN, until Rust 1.72;
 * thread 'main' panicked at FILE:LINE:COLUMN:, and MESSAGE on lines of its own, since. */
static char said[512];
static size_t used;

static int begins(const char *text, size_t n, const char *with) {
  size_t k = 0;
  while (with[k] && k < n && text[k] == with[k]) k++;
  return !with[k];
}

/* Called for all that goes to standard error. */
void __braid_say_error(const char *text, size_t n);
void __braid_say_error(const char *text, size_t n) {
  __braid_check(text, n, 0);
  if (begins(text, n, "thread '")) used = 0;
  for (size_t k = 0; k < n && used < sizeof said - 1; k++) said[used++] = text[k];
}

const char *__braid_panic(void);
const char *__braid_panic(void) {
  static const char between[] = "' panicked at ";
  said[used] = 0;
  if (!begins(said, used, "thread '")) return NULL;
  for (char *at = said; *at; at++) {
    if (!begins(at, (size_t) (said + used - at), between)) continue;
    char *end = at += sizeof between - 1;
    while (*end && !begins(end, (size_t) (said + used - end), "\nnote: ")) end++;
    while (end > at && end[-1] == '\n') end--;
    *end = 0;
    for (char *c = at; c < end; c++)
      if (*c == '\n') *c = ' ';
    return at;
  }
  return NULL;
}
