#ifndef ZEQ_WHOLE_H
#define ZEQ_WHOLE_H

#include "zeq/encode.h"

/* Makes forms of whole states: of all parts that the future can see.  Every symbol is
 * history, symbols of the start included. */
typedef struct zeq_whole {
  zeq_encoder encoder;          /* of the last state */
  zeq_core *core;
  call_event *start;
  uint32_t values;              /* words of the last form before its constraint */
} zeq_whole;

void zeq_whole_init(zeq_whole *, exec *, const state *start, bool writes_fail);
void zeq_whole_release(zeq_whole *);

/* The form of the state, in the encoder's words; false: none. */
bool zeq_whole_form(zeq_whole *, state *);

#endif
