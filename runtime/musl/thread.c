/* The one thread, as musl's start-up code would have left it. */
#include "pthread_impl.h"
#include "libc.h"

struct pthread __braid_thread = {
  .self = &__braid_thread,
  .prev = &__braid_thread,
  .next = &__braid_thread,
  .tid = 1000,
  .detach_state = DT_JOINABLE,
  .robust_list.head = &__braid_thread.robust_list.head,
  .locale = &__libc.global_locale,
};
