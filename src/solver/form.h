#ifndef SOLVER_FORM_H
#define SOLVER_FORM_H

#include "base/sha.h"
#include "base/vec.h"
#include "expr/expr.h"

/*
 * The canonical form of a question: what is asked, and not how a run numbered its
 * symbols and terms.  Questions with the same digest differ by the names of their
 * symbols only, so what one of them is answered holds for the other.  The converse
 * does not hold: where symbols are hard to distinguish, one question may have several
 * digests, by the order in which its symbols were made.
 */
typedef struct form {
  uint8_t digest[SHA256_BYTES];
  VEC(uint32_t) symbols;        /* by their numbers in the form, bound ones as well */
  VEC(expr) conjuncts;          /* in the form's order, each once */
} form;

void form_release(form *);

typedef struct canon canon;     /* what is known of terms */

canon *canon_new(expr_table *);
void canon_free(canon *);
/* Before a sweep: terms may get other indices. */
void canon_forget(canon *);

/* False: there are too many terms. */
bool canon_find(canon *, const expr *conjuncts, uint32_t count, form *out);

/* Changes whenever digests mean something else. */
const char *canon_version(void);

#endif
