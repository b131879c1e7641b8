/*
 * Output goes to no terminal.  musl finds that out when it first writes, and
 * until then looks for newlines in what is printed: on symbolic bytes it would
 * fork.
 */
#include "src/stdio/stdout.c"

__attribute__((__constructor__)) static void is_no_terminal(void) {
  __stdout_FILE.lbf = EOF;
}
