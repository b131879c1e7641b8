/* quick_exit: its own handlers, and nothing is flushed. */
#include "libc.h"

enum { PROMISED = 32 };
static void (*handlers[PROMISED])(void);
static size_t count;

int at_quick_exit(void (*)(void));
WEAK int at_quick_exit(void (*f)(void)) {
  if (count == PROMISED) return -1;
  handlers[count++] = f;
  return 0;
}

_Noreturn void quick_exit(int);
WEAK void quick_exit(int status) {
  while (count) handlers[--count]();
  __braid_exit(status);
}
