#ifndef LAZY_LAZY_H
#define LAZY_LAZY_H

#include "exec/exec.h"

/*
 * Lazy initialisation.  A pointer of unknown origin (a parameter of the function of
 * `--entry`, a field of a made-up object, a result of a function without code) is a symbol.
 * When first followed, the pointer is decided: null, or the address of a new object of its
 * type, or of an earlier made-up object; the choice is a conjunct of the path.  The new
 * object's scalars are inputs, its pointers are symbols again.
 *
 * Everything is an input of the log, so the concrete twin gets the same values; objects are
 * made at the first access in both, so the order of inputs is the same.
 */
extern const exec_unknowns lazy_unknowns;

/* The state before the first instruction of any function, with unknown arguments.  Inputs
 * may be fixed: then the arguments are fixed inputs. */
state *lazy_enter(exec *, const char *function, char **message);
/* The function of this name, even if static; NULL: none. */
const ir_function *lazy_find_function(const ir_program *, const char *name);

/* Guarantees of every call of the function in the program, as a condition on these
 * arguments (none: unknown) and in words, to be freed: "; p is not NULL; n == 5".  Structs
 * passed in parts have no guarantees. */
expr lazy_guarantee(exec *, const ir_function *, const expr *args, char **text);

/* Whether the object of this name is made up. */
bool lazy_is_name(const exec *, uint32_t name);
/* Whether any path has freed a made-up object: if not, all made-up objects live. */
bool lazy_has_freed(const exec *);
/* Whether the state made the object up, even if freed since. */
bool lazy_has_made(const state *, uint32_t name);
/* The state with all objects made up by the other state: adds no restriction.  NULL:
 * nothing to add. */
state *lazy_make_missing(exec *, const state *, const state *other);

/* Facts about an unknown pointer's symbol beside the value; false: not an unknown
 * pointer. */
typedef struct lazy_known { uint32_t type, depth, name; } lazy_known;
bool lazy_get_pointer(const exec *, uint32_t symbol, lazy_known *);
/* Whether the symbol came with the entered function's arguments, not from a function
 * without code. */
bool lazy_is_given(const exec *, uint32_t symbol);
/* Whether any path of the program has compared the symbol with null. */
bool lazy_is_asked(const exec *, uint32_t symbol);
/* The state's settled value of the symbol: a term whose leaves are addresses; {0}: none. */
expr lazy_get_settled(const state *, uint32_t symbol);
/* The term with settled values for unknown pointers; *is_open: unsettled pointers are left,
 * and following one would decide its value. */
expr lazy_substitute_settled(exec *, const state *, expr, bool *is_open);
/* Whether later pointers may point to earlier made-up objects. */
bool lazy_may_alias(const exec *);

/* Calls of functions without code since then restrict the proof, as if this executor had
 * made them. */
void lazy_note_calls(exec *, const made *last, const made *since);

#endif
