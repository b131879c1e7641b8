/* What of musl's threads is entangled with starting a second one. */
#include "pthread_impl.h"
#include "../primitives.h"

volatile int __thread_list_lock;

void __tl_lock(void) {}
void __tl_unlock(void) {}
void __tl_sync(pthread_t thread) { (void) thread; }

int __pthread_create(pthread_t *restrict thread,
                     const pthread_attr_t *restrict attributes,
                     void *(*entry)(void *), void *restrict argument) {
  (void) thread; (void) attributes; (void) entry; (void) argument;
  __braid_unsupported("a second thread (pthread_create)");
}
weak_alias(__pthread_create, pthread_create);

/* The last thread's end is the program's. */
_Noreturn void __pthread_exit(void *result) {
  (void) result;
  exit(0);
}
weak_alias(__pthread_exit, pthread_exit);

/* Nobody cancels the only thread. */
int pthread_cancel(pthread_t thread) {
  (void) thread;
  __braid_unsupported("pthread_cancel");
}
void __testcancel(void) {}
void __do_cleanup_push(struct __ptcb *cleanup) { (void) cleanup; }
void __do_cleanup_pop(struct __ptcb *cleanup) { (void) cleanup; }
