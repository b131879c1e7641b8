#ifndef SOLVER_FORM_H
#define SOLVER_FORM_H

#include "base/sha.h"
#include "base/vec.h"
#include "expr/expr.h"

/*
 * The canonical form of a query, independent of how a run numbered symbols and terms.
 * Queries with the same digest differ only by the names of symbols, so an answer to the
 * first holds for the second.  The converse does not hold: where symbols are hard to
 * distinguish, a query may have several digests, by the order of creation of its symbols.
 */
typedef struct form {
  uint8_t digest[SHA256_BYTES];
  VEC(uint32_t) symbols;        /* by number in the form, bound symbols as well */
  VEC(expr) conjuncts;          /* in the form's order, each once */
} form;

void form_release(form *);

typedef struct canon canon;     /* facts about terms */

canon *canon_new(expr_table *);
void canon_free(canon *);
/* Before a sweep: terms may get other indices. */
void canon_forget(canon *);

/* False: there are too many terms. */
bool canon_find(canon *, const expr *conjuncts, uint32_t count, form *out);

/* Changes whenever digests mean something else. */
const char *canon_version(void);

#endif
