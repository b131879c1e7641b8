/*
 * Replaces musl's header of this name: there is one thread, and its block is a
 * variable (thread.c) whose initial value is what musl's start-up would have
 * made of it.  A program that never asks for it does not link it.
 */
extern struct __pthread __braid_thread;

static inline uintptr_t __get_tp(void) { return (uintptr_t) &__braid_thread; }

#if defined __aarch64__
#define MC_PC pc
#elif defined __x86_64__
#define MC_PC gregs[REG_RIP]
#else
#define MC_PC gregs[REG_EIP]
#endif
