#include "ir/tidy.h"

void tidy(draft *d) { (void) d; }
