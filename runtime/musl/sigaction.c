/* As sigset.c: signal 34 is the program's. */
#define __sigaction __musl_sigaction
#define sigaction __musl_sigaction_too
#include "src/signal/sigaction.c"
#undef __sigaction
#undef sigaction

int __sigaction(int signal, const void *new, void *old);
int __sigaction(int signal, const void *new, void *old) {
  enum { FIRST = 34 };
  return signal == FIRST ? __libc_sigaction(signal, new, old)
                         : __musl_sigaction(signal, new, old);
}
weak_alias(__sigaction, sigaction);
