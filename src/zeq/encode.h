#ifndef ZEQ_ENCODE_H
#define ZEQ_ENCODE_H

#include "base/idmap.h"
#include "exec/event.h"
#include "exec/strategy.h"
#include "zeq/constraint.h"
#include "zeq/unseen.h"

/*
 * The parts of a freshly returned state that a caller can see, as words and a constraint:
 * everything changed since the call.  These are the result where used, memory with
 * undefined, dead and live parts, unfreed heap, output, the choices for unknown pointers,
 * and the conjuncts of the path.  The rest is the same in all states that return from the
 * call: callers' frames, and old memory.
 *
 * Symbols born inside the call have no name outside.  Objects keep their names; but where a
 * later pointer cannot point to earlier made-up objects (--no-lazy-alias), an unreferenced
 * made-up object counts as gone.  A word points to an object in the sense of leaks.
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
  uint64_t bytes;               /* of objects searched */
  VEC(zeq_group) groups;        /* by symbol: see open.c */
  VEC(numbered) open;
  bool is_whole;                /* see zeq_encode_whole */
  bool writes_fail;             /* so the program sees when it writes */
  bool has_copies;              /* copied runs: terms in a bound symbol */
  unseen unseen;                /* not for returns, whose forms have outputs */
  VEC(object *) stripped;       /* copies for this encoding */
  VEC(const object *) waiting;  /* made up inside, not yet seen to be reached */
  VEC(const object *) reached;
  VEC(uint32_t) names;          /* scratch */
  VEC(const output *) outputs;
  VEC(expr) terms;
  VEC(uint32_t) seen;           /* by term: `stamp` if visited */
  idmap named;                  /* addresses with indices in words: roots */
} zeq_encoder;

/* The encoder is a root of sweeping and must not move: forms may be kept as long as the
 * encoder lives. */
void zeq_encoder_init(zeq_encoder *, exec *);
void zeq_encoder_release(zeq_encoder *);

/* False: the state cannot be compared.  Of the state only the list of open
 * conjuncts changes. */
bool zeq_encode(zeq_encoder *, state *, const call_event *);

/*
 * Everything in a state that its future can see: as for the event before the first
 * instruction, with the frames of all calls and without output, which no program can read
 * back.  List of fields: doc/endless.md.
 */
bool zeq_encode_whole(zeq_encoder *, state *, const call_event *start);

/* Under the state's path the slot of its encoding equals this number: puts the number
 * there, where easy. */
void zeq_set_slot(const zeq_encoder *, state *, const zeq_slot *,
                  uint64_t bits);

/* Whether the symbol was born inside the call. */
bool zeq_is_born(const zeq_encoder *, uint32_t symbol);

zeq_symbol zeq_look(const zeq_encoder *, uint32_t symbol);

/* open.c: the relevant conjuncts since the call, once all slots are there. */
void zeq_take_conjuncts(zeq_encoder *, state *);

/* For the symbols of the state encoded last. */
zeq_view zeq_encoder_view(zeq_encoder *);

#endif
