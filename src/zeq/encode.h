#ifndef ZEQ_ENCODE_H
#define ZEQ_ENCODE_H

#include "exec/event.h"
#include "exec/strategy.h"
#include "base/idmap.h"
#include "zeq/constraint.h"
#include "zeq/unseen.h"

/*
 * What a caller can see of a state that has just returned, as words and a
 * constraint: everything that changed since the call.  That is the result where
 * it is used, memory with what is undefined, dead and alive, the heap that is
 * unfreed, what was printed, what unknown pointers were taken for, and the
 * conjuncts of the path.  The rest is the same in all states that return from
 * the call: callers' frames, and what memory was.
 *
 * Nobody can name the symbols that were born inside the call.  Objects keep
 * their names; but where a later pointer cannot point to what was made up
 * earlier (--no-lazy-alias), a made-up object to which nothing points any more
 * is as good as gone.  A word points to an object as it does for leaks.
 */
typedef struct zeq_group {
  uint32_t stamp, parent;
  uint32_t uses;                /* of this symbol */
  bool is_seen;
} zeq_group;

typedef struct numbered { uint32_t number; expr conjunct; } numbered;

typedef struct zeq_encoder {
  exec *x;
  expr_table *t;
  const state *s;
  const call_event *event;
  zeq_constraint constraint;
  zeq_form words;               /* the caller appends the form */
  uint32_t stamp;               /* of this encoding */
  uint64_t bytes;               /* of objects that it looked through */
  VEC(zeq_group) groups;        /* by symbol: see open.c */
  VEC(numbered) open;
  bool is_whole;                /* see zeq_encode_whole */
  bool writes_fail;             /* so that the program sees when it writes */
  bool has_copies;              /* runs that were copied: terms in a bound symbol */
  unseen unseen;                /* not for returns: they tell of outputs, too */
  VEC(object *) stripped;       /* copies for this encoding */
  VEC(const object *) waiting;  /* made up inside, not yet seen to be reached */
  VEC(const object *) reached;
  VEC(uint32_t) names;          /* scratch */
  VEC(const output *) outputs;
  VEC(expr) terms;
  VEC(uint32_t) seen;           /* by term: `stamp` if it was looked at */
  idmap named;                  /* addresses whose indices words have: roots */
} zeq_encoder;

/* The encoder is a root of sweeping, so it stays where it is: forms may be kept as
 * long as it is there. */
void zeq_encoder_init(zeq_encoder *, exec *);
void zeq_encoder_release(zeq_encoder *);

/* False: the state cannot be compared.  Of the state only the list of open
 * conjuncts changes. */
bool zeq_encode(zeq_encoder *, state *, const call_event *);

/*
 * All of a state that its future can see: the same for the event before the
 * first instruction, with the frames of all calls and without what was printed,
 * which no program can read back.  See doc/endless.md for the list of fields.
 */
bool zeq_encode_whole(zeq_encoder *, state *, const call_event *start);

/* The state's path has the slot of its encoding equal to that number: the number is
 * put in its place, where that is easy. */
void zeq_set_slot(const zeq_encoder *, state *, const zeq_slot *,
                  uint64_t bits);

/* Whether the symbol was born inside the call. */
bool zeq_is_born(const zeq_encoder *, uint32_t symbol);

zeq_symbol zeq_look(const zeq_encoder *, uint32_t symbol);

/* open.c: the conjuncts since the call that can matter, once all slots are
 * there. */
void zeq_take_conjuncts(zeq_encoder *, state *);

/* For the symbols of the state encoded last. */
zeq_view zeq_encoder_view(zeq_encoder *);

#endif
