#include "base/yield.h"

void (*yield_hook)(uint64_t work);
