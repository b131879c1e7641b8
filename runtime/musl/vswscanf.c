/* wide_memory.h */
#include "wide_memory.h"

#include "src/stdio/vswscanf.c"
