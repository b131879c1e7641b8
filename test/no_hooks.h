#ifndef TEST_NO_HOOKS_H
#define TEST_NO_HOOKS_H

#include "exec/exec.h"

/* An executor's hooks for tests that run no state. */
static void no_child(void *context, state *child, const state *parent) {
  (void) context;
  (void) child;
  (void) parent;
}

static void no_end(void *context, const state *s, const ending *end) {
  (void) context;
  (void) s;
  (void) end;
}

static void no_message(void *context, const char *text) {
  (void) context;
  (void) text;
}

static const exec_hooks no_hooks = {.born = no_child, .ended = no_end, .message = no_message};

#endif
