/*
 * Output goes to no terminal.  musl finds that out when it first writes, and
 * until then looks for newlines in what is printed: on symbolic bytes it would
 * fork.
 */
#include "src/stdio/stdout.c"

#include "../layout.h"

#define X(NAME, MEMBER, OFFSET) HAS_LAYOUT(FILE, MEMBER, OFFSET);
STREAM_LAYOUT(X)
#undef X

__attribute__((__constructor__)) static void is_no_terminal(void) {
  __stdout_FILE.lbf = EOF;
}
