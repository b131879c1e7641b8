#include "base/yield.h"

void (*yield_hook)(uint64_t work);
uint64_t yield_waited_ns;
