#include "libc.h"

#include "world.h"

struct braid_world braid_world = {.fuzz_limit = 64};
struct braid_named_file braid_named_files[BRAID_NAMED_FILES];
uint32_t braid_named_file_count;
char **braid_environment, **braid_environment_end;
uint32_t braid_peers[BRAID_PEERS];
uint32_t braid_peer_count;
