#ifndef ZEQ_STATE_FORM_H
#define ZEQ_STATE_FORM_H

#include "zeq/encode.h"

/* Makes forms of whole states: of all parts that the future can see.  Every symbol is
 * history, symbols of the start included. */
typedef struct zeq_state_form {
  zeq_encoder encoder;          /* of the last state */
  zeq_core *core;
  call_event *start;
  uint32_t values;              /* words of the last form before its constraint */
} zeq_state_form;

void zeq_state_form_init(zeq_state_form *, exec *, const state *start, bool writes_fail);
void zeq_state_form_release(zeq_state_form *);

/* The form of the state, in the encoder's words; false: none. */
bool zeq_state_form_make(zeq_state_form *, state *);

#endif
