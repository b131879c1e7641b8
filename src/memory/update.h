#ifndef MEMORY_UPDATE_H
#define MEMORY_UPDATE_H

#include "expr/expr.h"

/*
 * Writes at places that are terms, in an object too large to spell the writes out byte by
 * byte: a list, newest first, shared by copies of the object.  A read goes through the list
 * and compares its place with each write's.
 */
typedef struct update {
  uint32_t refs;
  uint32_t number;              /* length of the list from here on */
  uint32_t swept;               /* the last sweep that marked the update */
  uint32_t bytes;               /* of the word; 0: a run */
  uint32_t place;               /* of a copied run: 1 + the symbol in the value for a word's
                                 * distance from the first byte; 0: all bytes are equal */
  expr guard;                   /* where the write happened, after a join; {0}: always */
  expr at;                      /* offset of the first byte; pointer's width */
  expr value;                   /* the word, or any byte or word of the run */
  expr length;                  /* of a run; pointer's width */
  struct update *before;
} update;

static inline uint32_t update_number(const update *u) { return u ? u->number : 0; }

/* The list with another update; takes over `before`. */
update *update_add(update *before, update new);
update *update_retain(update *);
void update_release(update *);

/* The `count` bytes at an offset: `e` was there after the first `since` updates. */
expr update_read(const update *, uint32_t since, expr_table *, expr at,
                 uint32_t count, expr e);

/* The common tail of both lists. */
const update *update_common(const update *, const update *);
/* `base` with all of `from` behind `common` once more, where the guard holds. */
update *update_append(update *base, const update *from, const update *common,
                      expr_table *, expr guard);
/* The list with other terms. */
update *update_map(const update *, expr (*map)(void *context, expr), void *context);

/* 1, 2, 4 or 8: a certain divisor of the offset or length. */
uint32_t update_alignment(expr_table *, expr);

#endif
