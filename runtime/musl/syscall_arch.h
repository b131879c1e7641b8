/*
 * Replaces musl's header of this name: a system call is a call of braid's
 * model (../posix/).
 */
long __braid_syscall(long n, long a, long b, long c, long d, long e, long f);

#if __SIZEOF_LONG__ == 4
/* A 64-bit argument takes two words. */
#define __SYSCALL_LL_E(x) (long) (x), (long) ((unsigned long long) (x) >> 32)
#else
#define __SYSCALL_LL_E(x) (x)
#endif
#define __SYSCALL_LL_O(x) __SYSCALL_LL_E(x)

static inline long __syscall0(long n) {
  return __braid_syscall(n, 0, 0, 0, 0, 0, 0);
}

static inline long __syscall1(long n, long a) {
  return __braid_syscall(n, a, 0, 0, 0, 0, 0);
}

static inline long __syscall2(long n, long a, long b) {
  return __braid_syscall(n, a, b, 0, 0, 0, 0);
}

static inline long __syscall3(long n, long a, long b, long c) {
  return __braid_syscall(n, a, b, c, 0, 0, 0);
}

static inline long __syscall4(long n, long a, long b, long c, long d) {
  return __braid_syscall(n, a, b, c, d, 0, 0);
}

static inline long __syscall5(long n, long a, long b, long c, long d, long e) {
  return __braid_syscall(n, a, b, c, d, e, 0);
}

static inline long __syscall6(long n, long a, long b, long c, long d, long e,
                              long f) {
  return __braid_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
