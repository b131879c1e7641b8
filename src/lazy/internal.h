#ifndef LAZY_INTERNAL_H
#define LAZY_INTERNAL_H

#include "exec/internal.h"
#include "lazy/lazy.h"
#include "lazy/walk.h"

/* Shared by the files of this room. */
typedef struct lazy_pointer {
  const char *text;             /* as a C expression.  Interned */
  uint32_t type;                /* of the target; 0: unknown */
  uint32_t depth;               /* pointers followed to get there */
  uint32_t name;                /* of the object; 0: not named yet */
  uint32_t symbol;
  bool is_asked;                /* the program compares the pointer with null */
} lazy_pointer;

/* For an executor and its twin. */
typedef struct lazy_table {
  VEC(lazy_pointer) pointers;
  VEC(uint32_t) by_symbol;      /* number plus 1; 0: no unknown pointer */
  VEC(uint32_t) seen;           /* by term: the stamp of the last walk there */
  uint32_t stamp;
  bool is_deciding;             /* forks are ours, not the program's */
} lazy_table;

/* lazy.c */
/* NULL: the symbol is no unknown pointer. */
lazy_pointer *lazy_pointer_of(const exec *, uint32_t symbol);
/* The name of the pointer's new object; 0: no more names. */
uint32_t lazy_name_pointed(exec *, lazy_pointer *);
/* A value of the type, cut into parts of these widths. */
void lazy_make_value(exec *, state *, made, uint32_t depth,
                     const uint16_t *widths, uint32_t parts, value *);
/* Contents for `count` elements of the type. */
void lazy_make_contents(exec *, state *, made, uint32_t depth, object *,
                        uint64_t offset);

/* decide.c: see exec/parts.h. */
bool lazy_decide(exec *, state *, expr *);
void lazy_note_condition(exec *, state *, expr condition);
void lazy_note_asked(exec *, expr condition);

/* external.c */
/* Whether calls of the function return anything. */
bool lazy_is_unknown(const exec *, const ir_symbol *);
bool lazy_call(exec *, state *, uint32_t symbol, const ir_call *,
               bool *is_done);
bool lazy_call_address(exec *, state *, uint64_t address, const ir_call *,
                       bool *is_done);

#endif
