/* musl 1.2.3's takes the sign from a number that was rounded: setup/musl edits it. */
#include "src/math/tgammal.c"
