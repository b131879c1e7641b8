#ifndef MEMORY_OBJECT_H
#define MEMORY_OBJECT_H

#include "base/vec.h"
#include "memory/names.h"
#include "memory/update.h"
#include "memory/value.h"

/*
 * The contents of an object: concrete bytes plus, only where needed, terms and marks of
 * unwritten bytes.
 *
 * A symbolic byte is a part of the word stored over the byte: the word's term and the
 * byte's number, least first.  So a load of exactly the stored word gives the term back
 * unchanged.  Objects are shared between states and copied before a change; `memory` counts
 * references.
 *
 * Writes at unknown places of a large object are a list beside the bytes (update.h).  A
 * later write at a known place goes to the byte, which remembers the length of the list.
 */
typedef struct shadow {
  expr term;                    /* {0}: the byte is concrete */
  uint32_t part;                /* index of the byte in the term */
} shadow;

typedef struct object {
  uint32_t refs;
  uint32_t name;                /* the first of the object's names */
  uint64_t size;                /* in bytes */
  expr actual_size;             /* {0}: size; else a term, at most size */
  uint64_t used;                /* all bytes from here on are initial, without terms. Less
                                 * than size only if the size is a term */
  expr exists;                  /* {0}: always; else a condition, after a join with a state
                                 * without the object */
  expr place;                   /* 16 bits: the start within a page, in units of the
                                 * alignment; {0}: nobody asked */
  uint8_t alignment;            /* of the start, as a power of two; OBJECT_ALIGNED: no
                                 * weaker than any alignment checked */
  uint8_t kind;                 /* an object_kind */
  bool is_read_only;
  bool is_own;                  /* the environment's: no leak if it stays */
  uint32_t swept;               /* the last sweep that marked the object */
  uint64_t symbolic;            /* bytes with a term; plus 1 if there are updates */
  uint64_t undefined;           /* bytes never written */
  shadow *shadows;              /* of a range of the bytes; all others are concrete: buffers
                                 * are large, the data read into them is not */
  uint64_t shadow_first, shadow_count;
  update *updates;              /* writes at unknown places; NULL: none */
  uint32_t *since;              /* for a range of the bytes, the length of the list when the
                                 * byte was written; 0 elsewhere.  NULL: 0 */
  uint64_t since_first, since_count;
  uint64_t *defined;            /* a bit a byte, or NULL: all are defined */
  uint8_t *bytes;
} object;

enum { OBJECT_ALIGNED = 12 };    /* as a page is */

/* The byte's term; none: concrete.  Ignores updates. */
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
/* The same with a term as the size, at most `size`: untouched bytes cost nothing. */
object *object_new_sized(uint32_t name, object_kind, uint64_t size, expr actual,
                         bool undefined);
/* The start is a multiple of this many bytes, and of no larger guaranteed number. */
void object_align(object *, uint64_t bytes);
object *object_clone(const object *);
void object_free(object *);

/* Objects made or cloned by this process so far, and the bytes copied for clones. */
typedef struct object_counts { uint64_t objects, bytes; } object_counts;
object_counts object_get_counts(void);

/* All bytes in between are written and concrete. */
static inline bool object_is_plain(const object *o) {
  return !(o->symbolic | o->undefined);
}

/* `count` bytes from `offset`, in bounds; the value has 8 * count bits.  No byte may be
 * undefined. */
value object_load(const object *, expr_table *, uint64_t offset,
                  uint32_t count);
/* The same without updates: the bytes before the updates, if stored before. */
value object_base(const object *, expr_table *, uint64_t offset, uint32_t count);
void object_store(object *, expr_table *, uint64_t offset, uint32_t count,
                  value);
/* Initial values of undefined bytes; updates are newer. */
void object_define(object *, expr_table *, uint64_t offset, uint32_t count, value);

/* Writes a word, or a run of equal bytes, at an offset that is a term, in bounds. */
void object_update(object *, update);
/* Replaces the list; the present list is released. */
void object_set_updates(object *, update *);

/* Offsets first, first + stride, ..., `count` of them, at which a word of `bytes` differs
 * from the object's initial contents.  False: more than `most`. */
typedef VEC(uint64_t) offset_list;
bool object_touched(const object *, uint64_t first, uint64_t stride, uint64_t count,
                    uint32_t bytes, uint32_t most, offset_list *);
/* The rest is undefined; otherwise zero. */
bool object_rest_is_undefined(const object *);
/* Every byte was written by a run, whatever the initial contents were. */
bool object_is_covered(const object *, const expr_table *);
/* The word at the offset, a term with one of these values: `touched` are the words
 * different from `rest`, all defined. */
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

/* A larger bound of a symbolic size; new bytes are like the initial contents or, without
 * any, undefined or zero. */
void object_widen(object *, uint64_t size, bool undefined);

/* Moves all contents, updates included, from an object with the same start; nothing was
 * written to the new object. */
void object_move(object *to, const object *from, uint64_t count);

/* Whether the byte is the same in both: undefined, or defined by the same term or number.
 * `other` NULL: the object's own initial zeros. */
bool object_same_byte(const object *, const object *other, uint64_t offset);
/* The same, ignoring updates. */
bool object_same_base(const object *, const object *other, uint64_t offset);
/* From here on each byte of both objects is initial, so a look at any byte is enough. */
static inline uint64_t object_both_used(const object *a, const object *b) {
  return b && b->used > a->used ? b->used : a->used;
}

/* The term of one defined byte. */
expr object_byte(const object *, expr_table *, uint64_t offset);
void object_fill(object *, expr_table *, uint64_t offset, uint64_t count,
                 value byte);

#endif
