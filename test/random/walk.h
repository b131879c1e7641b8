#ifndef RANDOM_WALK_H
#define RANDOM_WALK_H

#include "program.h"

/* Calls back for every part of a function, outside in; any may be NULL. */
typedef struct walker {
  void *context;
  void (*node)(void *context, node **);
  void (*statement)(void *context, statement *);
  void (*block)(void *context, block *);
} walker;

void walk_function(const walker *, function *);

/* Sets is_used of what main reaches. */
void program_mark_used(program *);

#endif
