/*
 * Replaces musl's header of this name.  One thread runs at a time, so plain
 * memory operations are atomic; musl's generic header builds the rest on a_cas.
 */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int new) {
  const int old = *p;
  if (old == expected) *p = new;
  return old;
}

#define a_cas_p a_cas_p
static inline void *a_cas_p(volatile void *p, void *expected, void *new) {
  void *volatile *at = (void *volatile *) p;
  void *old = *at;
  if (old == expected) *at = new;
  return old;
}

#define a_swap a_swap
static inline int a_swap(volatile int *p, int new) {
  const int old = *p;
  *p = new;
  return old;
}

#define a_fetch_add a_fetch_add
static inline int a_fetch_add(volatile int *p, int n) {
  const int old = *p;
  *p = (int) ((unsigned) old + (unsigned) n);
  return old;
}

#define a_store a_store
static inline void a_store(volatile int *p, int new) { *p = new; }

#define a_barrier a_barrier
static inline void a_barrier(void) {}

#define a_spin a_spin
static inline void a_spin(void) {}

#define a_crash a_crash
static inline void a_crash(void) { __builtin_trap(); }

#define a_ctz_64 a_ctz_64
static inline int a_ctz_64(uint64_t x) { return __builtin_ctzll(x); }

#define a_clz_64 a_clz_64
static inline int a_clz_64(uint64_t x) { return __builtin_clzll(x); }
