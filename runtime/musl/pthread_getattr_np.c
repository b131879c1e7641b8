/* The main thread's stack: musl finds its end by mremap(), page by page.  Ours has 8 MiB. */
#define pthread_getattr_np __musl_pthread_getattr_np
#include "src/thread/pthread_getattr_np.c"
#undef pthread_getattr_np

int pthread_getattr_np(pthread_t t, pthread_attr_t *a) {
  if (t->stack) return __musl_pthread_getattr_np(t, a);
  char here;
  *a = (pthread_attr_t) {0};
  a->_a_detach = t->detach_state >= DT_DETACHED;
  a->_a_stackaddr = ((uintptr_t) &here | (PAGE_SIZE - 1)) + 1;
  a->_a_stacksize = 8 << 20;
  return 0;
}
