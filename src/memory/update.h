#ifndef MEMORY_UPDATE_H
#define MEMORY_UPDATE_H

#include "expr/expr.h"

/*
 * Writes at places that are terms, in an object that is too large to spell them out
 * byte by byte: a list, the newest first, that copies of the object share.  A read
 * goes through the list, and chooses by comparing its place with theirs.
 */
typedef struct update {
  uint32_t refs;
  uint32_t number;              /* how many there are up to this one */
  uint32_t swept;               /* the last sweep that marked it */
  uint32_t bytes;               /* of the word; 0: a run */
  uint32_t place;               /* of a run that was copied: the symbol, plus one, that
                                 * stands in the value for how far behind the first byte
                                 * its word is; 0: all bytes are equal */
  expr guard;                   /* where it was made, after a join; {0}: everywhere */
  expr at;                      /* the offset of its first byte; pointer's width */
  expr value;                   /* the word, or any byte or word of the run */
  expr length;                  /* of a run; pointer's width */
  struct update *before;
} update;

static inline uint32_t update_number(const update *u) { return u ? u->number : 0; }

/* The list with one more; the list before is taken over. */
update *update_add(update *before, update new);
update *update_retain(update *);
void update_release(update *);

/* What is read of `count` bytes at an offset: `e` was there after the first `since`
 * updates. */
expr update_read(const update *, uint32_t since, expr_table *, expr at,
                 uint32_t count, expr e);

/* The tail that both lists have. */
const update *update_common(const update *, const update *);
/* `base` with all of `from` behind `common` once more, where the guard holds. */
update *update_append(update *base, const update *from, const update *common,
                      expr_table *, expr guard);
/* The list with other terms. */
update *update_map(const update *, expr (*map)(void *context, expr), void *context);

/* 1, 2, 4 or 8, of which the offset or length is surely a multiple. */
uint32_t update_alignment(expr_table *, expr);

#endif
