#include "libc.h"

#include "world.h"

struct braid_world braid_world = {.fuzz_limit = 16};
