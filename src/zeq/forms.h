#ifndef ZEQ_FORMS_H
#define ZEQ_FORMS_H

#include "zeq/constraint.h"

/*
 * A set of forms.  One is found by its hash and compared in full; the hash is
 * only the index.  All zero is empty.
 */
typedef struct form_entry {
  uint64_t hash;
  uint32_t first, count;        /* its form, in `words` */
  uint32_t weight;              /* of the state that it is the form of */
} form_entry;

typedef struct forms {
  VEC(form_entry) all;
  zeq_form words;
  uint32_t *slots;              /* open addressing: number plus 1; none as
                                 * long as there are few */
  uint32_t slots_count;         /* a power of two, at most half taken */
} forms;

void forms_release(forms *);

/* The entry of this form, or NULL. */
form_entry *forms_find(const forms *, const zeq_form *);
/* The same; NULL: there was none, and the last one now is. */
form_entry *forms_look_up(forms *, const zeq_form *);

#endif
