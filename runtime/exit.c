/* The end of a program: handlers, the last one first, then stdio, then out. */
#include "libc.h"

typedef enum handler_kind { PLAIN, WITH_ARGUMENT, WITH_STATUS } handler_kind;

typedef struct handler {
  handler_kind kind;
  union {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_status)(int, void *);
  } call;
  void *argument;
} handler;

/* `handlers` is `first`, which lives in the program's image, until more are
 * registered than the standard promises. */
enum { PROMISED = 32 };
static handler first[PROMISED];
static handler *handlers = first;
static size_t count, capacity = PROMISED;

static int add(handler h) {
  if (count == capacity) {
    handler *more = __braid_alloc(2 * capacity * sizeof *more, 16,
                                  BRAID_OWN);
    if (!more) return -1;
    memcpy(more, handlers, count * sizeof *more);
    if (handlers != first) __braid_free(handlers);
    handlers = more;
    capacity *= 2;
  }
  handlers[count++] = h;
  return 0;
}

WEAK int atexit(void (*f)(void)) {
  return add((handler) {PLAIN, {.plain = f}, NULL});
}

int __cxa_atexit(void (*)(void *), void *, void *);
WEAK int __cxa_atexit(void (*f)(void *), void *argument, void *dso) {
  (void) dso;
  return add((handler) {WITH_ARGUMENT, {.with_argument = f}, argument});
}

int on_exit(void (*)(int, void *), void *);
WEAK int on_exit(void (*f)(int, void *), void *argument) {
  return add((handler) {WITH_STATUS, {.with_status = f}, argument});
}

static void run_handlers(int status) {
  while (count) {               /* a handler may register another */
    const handler h = handlers[--count];
    switch (h.kind) {
    case PLAIN: h.call.plain(); break;
    case WITH_ARGUMENT: h.call.with_argument(h.argument); break;
    case WITH_STATUS: h.call.with_status(status, h.argument); break;
    }
  }
}

/* libc's, if the program uses stdio at all. */
extern void __stdio_exit(void) WEAK;

WEAK void exit(int status) {
  run_handlers(status);
  if (__stdio_exit) __stdio_exit();
  __braid_exit(status);
}

WEAK void _Exit(int status) { __braid_exit(status); }

_Noreturn void _exit(int);
WEAK void _exit(int status) { __braid_exit(status); }
