#ifndef BASE_PRICES_H
#define BASE_PRICES_H

#include <stdint.h>

#define COST_MS UINT64_C(100000) /* units in a millisecond, about */

/* The prices of operations, as the table prices.def lists them. */
#define PRICE(NAME, UNITS, WHAT) static const uint32_t PRICE_##NAME = UNITS;
#include "base/prices.def"
#undef PRICE

#endif
