#ifndef LAZY_LAZY_H
#define LAZY_LAZY_H

#include "exec/exec.h"

/*
 * Lazy initialisation.  A pointer whose origin is unknown (a parameter of the
 * function that `--entry` names, a field of an object made up before, a result
 * of a function without code) is a symbol.  When it is first followed, it is
 * decided: it is null, or the address of a new object of its type, or that of
 * one made up earlier; the choice is a conjunct of the path.  The new object's
 * scalars are inputs, its pointers are symbols again.
 *
 * Everything is an input of the log, so that the concrete twin gets the same
 * values; objects are made at the first access in both, so that the order of
 * inputs is the same.
 */
extern const exec_unknowns lazy_unknowns;

/* The state before the first instruction of any function, which gets any
 * arguments.  Inputs may be fixed: the arguments are then theirs. */
state *lazy_enter(exec *, const char *function, char **message);
/* The function of that name, also if it is static; NULL: there is none. */
const ir_function *lazy_find_function(const ir_program *, const char *name);

/* What every call of the function in the program guarantees, as a condition on these
 * arguments (none: not known) and in words, to be freed: "; p is not NULL; n == 5".
 * Where a struct is passed in parts nothing is said. */
expr lazy_guarantee(exec *, const ir_function *, const expr *args, char **text);

/* Whether the object of that name is made up. */
bool lazy_is_name(const exec *, uint32_t name);
/* Whether any path has freed what was made up: if not, whatever is made up
 * lives. */
bool lazy_has_freed(const exec *);
/* Whether the state made it up, also if it was freed since. */
bool lazy_has_made(const state *, uint32_t name);
/* The state with everything that the other one made up: that says nothing that was
 * not so before.  NULL: it has all that. */
state *lazy_make_missing(exec *, const state *, const state *other);

/* What more than its value is known of an unknown pointer's symbol; false: the
 * symbol is no such pointer. */
typedef struct lazy_known { uint32_t type, depth, name; } lazy_known;
bool lazy_get_pointer(const exec *, uint32_t symbol, lazy_known *);
/* Whether the function entered was given it, in an argument or behind one: it is no
 * result of a function without code. */
bool lazy_is_given(const exec *, uint32_t symbol);
/* Whether any path of the program has compared it with null. */
bool lazy_is_asked(const exec *, uint32_t symbol);
/* What the state has settled of it: a term whose leaves are addresses; {0}:
 * nothing. */
expr lazy_get_settled(const state *, uint32_t symbol);
/* The term with that in place of unknown pointers; *is_open: some are left, and
 * following them would decide what they are. */
expr lazy_substitute_settled(exec *, const state *, expr, bool *is_open);
/* Whether later pointers may point to what was made up earlier. */
bool lazy_may_alias(const exec *);

/* Calls of functions without code that were made since then bound what is proved,
 * as if this executor had made them. */
void lazy_note_calls(exec *, const made *last, const made *since);

#endif
