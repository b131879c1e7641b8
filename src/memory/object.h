#ifndef MEMORY_OBJECT_H
#define MEMORY_OBJECT_H

#include "base/vec.h"
#include "memory/names.h"
#include "memory/update.h"
#include "memory/value.h"

/*
 * The contents of one object: concrete bytes plus, only where needed, terms
 * and marks for what was never written.
 *
 * A symbolic byte is a part of the word that was stored over it: the word's
 * term and which of its bytes, least first.  A load of exactly what was stored
 * therefore gives the term back as it is.  Objects are shared between states
 * and copied before they change; the count is kept by `memory`.
 *
 * Writes at unknown places of a large object are a list beside the bytes (update.h).
 * What is stored at a known place afterwards goes to the byte, which remembers how
 * long the list was.
 */
typedef struct shadow {
  expr term;                    /* {0}: the byte is concrete */
  uint32_t part;                /* which byte of the term */
} shadow;

typedef struct object {
  uint32_t refs;
  uint32_t name;                /* the first of the names it owns */
  uint64_t size;                /* in bytes */
  expr actual_size;             /* {0}: size; else a term that is at most size */
  uint64_t used;                /* bytes from here on are as they were made: none has
                                 * a term.  Only where the size is a term is it
                                 * less than size */
  expr exists;                  /* {0}: it lives; else where it does, after a
                                 * join with a state in which it did not */
  expr place;                   /* 16 bits: where in a page its start is, in units of its
                                 * alignment; {0}: nobody looked */
  uint8_t alignment;            /* of its start, as a power of two; OBJECT_ALIGNED: of
                                 * every kind that is looked at */
  uint8_t kind;                 /* an object_kind */
  bool is_read_only;
  bool is_own;                  /* the environment's: no leak if it stays */
  uint32_t swept;               /* the last sweep that marked it */
  uint64_t symbolic;            /* bytes with a term; one more if there are updates */
  uint64_t undefined;           /* bytes never written */
  shadow *shadows;              /* of a part of the bytes, outside of which
                                 * none is symbolic: buffers are large, and
                                 * what is read into them is not */
  uint64_t shadow_first, shadow_count;
  update *updates;              /* writes at unknown places; NULL: none */
  uint32_t *since;              /* how many of them a byte is newer than, of a part of
                                 * the bytes; 0 elsewhere.  NULL: 0 */
  uint64_t since_first, since_count;
  uint64_t *defined;            /* a bit a byte, or NULL: all are defined */
  uint8_t *bytes;
} object;

enum { OBJECT_ALIGNED = 12 };    /* as a page is */

/* The term of the byte; none: it is concrete.  Updates are not looked at. */
static inline shadow object_shadow(const object *o, uint64_t i) {
  return i - o->shadow_first < o->shadow_count
             ? o->shadows[i - o->shadow_first] : (shadow) {0};
}

/* How many updates the byte is newer than. */
static inline uint32_t object_since(const object *o, uint64_t i) {
  return o->since && i - o->since_first < o->since_count
             ? o->since[i - o->since_first] : 0;
}

/* So many bytes from the offset are all in the object. */
static inline bool object_has(const object *o, uint64_t offset, uint64_t count) {
  return offset <= o->size && count <= o->size - offset;
}

/* Bytes are zero, or undefined on request.  OBJECT_ALIGNED. */
object *object_new(uint32_t name, object_kind, uint64_t size, bool undefined);
/* The same, of a size that is a term, at most `size`: what is not touched costs
 * nothing. */
object *object_new_sized(uint32_t name, object_kind, uint64_t size, expr actual,
                         bool undefined);
/* Its start is a multiple of that many bytes, and need not be of more. */
void object_align(object *, uint64_t bytes);
object *object_clone(const object *);
void object_free(object *);

/* All bytes in between are written and concrete. */
static inline bool object_is_plain(const object *o) {
  return !(o->symbolic | o->undefined);
}

/* `count` bytes from `offset`, in bounds; the value has 8 * count bits.  None
 * of them may be undefined. */
value object_load(const object *, expr_table *, uint64_t offset,
                  uint32_t count);
/* The same without updates: what was there before them, if it was stored before. */
value object_base(const object *, expr_table *, uint64_t offset, uint32_t count);
void object_store(object *, expr_table *, uint64_t offset, uint32_t count,
                  value);
/* What undefined bytes have been all the time: updates since are newer. */
void object_define(object *, expr_table *, uint64_t offset, uint32_t count, value);

/* A word, or a run of equal bytes, is written at an offset that is a term, in bounds. */
void object_update(object *, update);
/* Another list of them; the present one is released. */
void object_set_updates(object *, update *);

/* Offsets first, first + stride, ..., `count` of them, at which a word of `bytes` is
 * not just as all of the object was made: the bytes of these words differ
 * from what is said of the rest.  False: more than `most`. */
typedef VEC(uint64_t) offset_list;
bool object_touched(const object *, uint64_t first, uint64_t stride, uint64_t count,
                    uint32_t bytes, uint32_t most, offset_list *);
/* The rest is undefined; else it is zero. */
bool object_rest_is_undefined(const object *);
/* Every byte of it was written by one run, whatever the rest was. */
bool object_is_covered(const object *, const expr_table *);
/* What is read at the offset, a term that is one of those: `touched` are the words that
 * are not `rest`, all of them defined. */
expr object_read_at(const object *, expr_table *, expr at, uint32_t bytes,
                    const offset_list *touched, expr rest);

bool object_is_defined(const object *, uint64_t offset, uint64_t count);
/* A quick answer for up to 8 bytes, in bounds; false: perhaps not. */
static inline bool object_is_written(const object *o, uint64_t offset,
                                     unsigned count) {
  const uint64_t wanted = ((UINT64_C(1) << count) - 1) << offset % 64;
  return !o->undefined || (offset % 64 + count <= 64 &&
                           (o->defined[offset / 64] & wanted) == wanted);
}
void object_mark_undefined(object *, uint64_t offset, uint64_t count);

/* Every byte is the same from here on, and none has a term.  Only where the size is a
 * term. */
void object_clear(object *, bool undefined);

/* Copies contents with terms and marks; the ranges may overlap.  Of a source with
 * updates all the bytes are defined. */
void object_copy(object *to, expr_table *, uint64_t to_offset, const object *from,
                 uint64_t from_offset, uint64_t count);

/* A larger bound of a size that is a term; the rest is what it was or, if there was
 * none, undefined or zero. */
void object_widen(object *, uint64_t size, bool undefined);

/* All of the contents, updates included, of one that begins the same; nothing was
 * written to the new one. */
void object_move(object *to, const object *from, uint64_t count);

/* Whether the byte is the same in both: undefined, or defined by the same term or
 * number.  No other object: the one as it was made, of zeros. */
bool object_same_byte(const object *, const object *other, uint64_t offset);
/* The same without what updates since have made of it. */
bool object_same_base(const object *, const object *other, uint64_t offset);
/* From here on each byte of both is as it was made, so that looking at one is enough. */
static inline uint64_t object_both_used(const object *a, const object *b) {
  return b && b->used > a->used ? b->used : a->used;
}

/* The term of one defined byte. */
expr object_byte(const object *, expr_table *, uint64_t offset);
void object_fill(object *, expr_table *, uint64_t offset, uint64_t count,
                 value byte);

#endif
