#ifndef RELEVANCY_WEIGHTS_H
#define RELEVANCY_WEIGHTS_H

#include "pushdown/pushdown.h"

/*
 * The paper's weights: functions on {fixed, any}. WEIGHT_ID makes a value fixed,
 * WEIGHT_KEEP keeps the value, WEIGHT_ANY makes the value any; WEIGHT_ZERO is no way at
 * all.  Each is above all earlier weights; the sum is the higher weight.
 */
enum { WEIGHT_ZERO, WEIGHT_ID, WEIGHT_KEEP, WEIGHT_ANY, WEIGHTS };

extern const semiring relevancy_weights;

#endif
