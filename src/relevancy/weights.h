#ifndef RELEVANCY_WEIGHTS_H
#define RELEVANCY_WEIGHTS_H

#include "pushdown/pushdown.h"

/*
 * The paper's weights: functions on {fixed, any}.  WEIGHT_ID makes a value
 * fixed, WEIGHT_KEEP keeps it as it is, WEIGHT_ANY makes it any; WEIGHT_ZERO is
 * no way at all.  Each is above those before it; the sum is the higher one.
 */
enum { WEIGHT_ZERO, WEIGHT_ID, WEIGHT_KEEP, WEIGHT_ANY, WEIGHTS };

extern const semiring relevancy_weights;

#endif
