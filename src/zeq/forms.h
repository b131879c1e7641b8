#ifndef ZEQ_FORMS_H
#define ZEQ_FORMS_H

#include "zeq/constraint.h"

/*
 * A set of forms.  A form is found by hash and compared in full.  All zero is empty.
 */
typedef struct form_entry {
  uint64_t hash;
  uint32_t first, count;        /* the form, in `words` */
  uint32_t weight;              /* of the form's state */
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
/* The equal form; NULL: none, and the form is added last. */
form_entry *forms_look_up(forms *, const zeq_form *);

#endif
