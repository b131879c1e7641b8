/*
 * The malloc family.  Each allocation is an object of its own with exact
 * bounds, so there is nothing to manage here.  An allocation fails when it is
 * larger than --max-alloc or, with --malloc-may-fail, when an input says so;
 * errno follows.
 */
#include "libc.h"

#include "libc/differences.h"
#include "world.h"

enum { ALIGN = 2 * sizeof(void *) };

/* Whether this allocation fails.  The native replay can repeat only what the
 * program itself asked for, so the two have different names. */
static int fails(int by_program) {
  if (!braid_world.malloc_may_fail) return 0;
  unsigned char choice;
  __braid_input(&choice, 1, by_program ? "malloc_fails" : "libc_malloc_fails",
                0);
  __braid_assume(choice < 2);
  return choice;
}

/* In the public functions themselves: it is about their caller. */
#define FAILS() \
  (braid_world.malloc_may_fail && fails(__braid_is_called_by_program()))

static void *allocate(size_t size, size_t align, int zeroed) {
  void *p = __braid_alloc(size, align, zeroed);
  if (!p) *__errno_location() = ENOMEM_;
  return p;
}

/* Divides by the concrete factor, if one is: a symbolic divisor is dear. */
static int product_overflows(size_t a, size_t b) {
  if (__braid_is_symbolic(b)) { const size_t t = a; a = b; b = t; }
  return b && a > SIZE_MAX / b;
}

static void *out_of_memory(void) {
  *__errno_location() = ENOMEM_;
  return NULL;
}

WEAK void *malloc(size_t size) {
  return FAILS() ? out_of_memory() : allocate(size, ALIGN, 0);
}

WEAK void *calloc(size_t n, size_t size) {
  if (product_overflows(n, size) || FAILS()) return out_of_memory();
  return allocate(n * size, ALIGN, 1);
}

WEAK void free(void *p) { __braid_free(p); }

void cfree(void *);
WEAK void cfree(void *p) { __braid_free(p); }

WEAK void *realloc(void *old, size_t size) {
  if (old && !size) { __braid_free(old); return NULL; }
  if (FAILS()) return out_of_memory();
  if (!old) return allocate(size, ALIGN, 0);
  const size_t old_size = __braid_object_size(old);
  void *new = allocate(size, ALIGN, 0);
  if (!new) return NULL;
  if (__braid_is_symbolic(old_size) || __braid_is_symbolic(size)) __braid_move(new, old);
  else memcpy(new, old, old_size < size ? old_size : size);
  __braid_free(old);
  return new;
}

void *reallocarray(void *, size_t, size_t);
WEAK void *reallocarray(void *old, size_t n, size_t size) {
  if (product_overflows(n, size)) return out_of_memory();
  return realloc(old, n * size);
}

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *memalign(size_t, size_t);
WEAK void *memalign(size_t align, size_t size) {
  if (!is_power_of_two(align)) { *__errno_location() = EINVAL_; return NULL; }
  if (FAILS()) return out_of_memory();
  return allocate(size, align < ALIGN ? ALIGN : align, 0);
}

void *aligned_alloc(size_t, size_t);
WEAK void *aligned_alloc(size_t align, size_t size) {
  return memalign(align, size);
}

int posix_memalign(void **, size_t, size_t);
WEAK int posix_memalign(void **result, size_t align, size_t size) {
  if (!is_power_of_two(align) || align < sizeof(void *)) return EINVAL_;
  if (FAILS()) return ENOMEM_;
  void *p = __braid_alloc(size, align, 0);
  if (!p) return ENOMEM_;
  *result = p;
  return 0;
}

void *valloc(size_t);
WEAK void *valloc(size_t size) { return allocate(size, 4096, 0); }

void *pvalloc(size_t);
WEAK void *pvalloc(size_t size) {
  return allocate((size + 4095) & ~(size_t) 4095, 4096, 0);
}

size_t malloc_usable_size(void *);
WEAK size_t malloc_usable_size(void *p) {
  if (!p) return 0;
  __braid_note_here(differs_USABLE);
  return __braid_object_size(p);
}

/* The names by which libc's own code allocates. */
void *__libc_malloc(size_t);
WEAK void *__libc_malloc(size_t size) { return malloc(size); }

void *__libc_calloc(size_t, size_t);
WEAK void *__libc_calloc(size_t n, size_t size) { return calloc(n, size); }

void *__libc_realloc(void *, size_t);
WEAK void *__libc_realloc(void *old, size_t size) { return realloc(old, size); }

void __libc_free(void *);
WEAK void __libc_free(void *p) { free(p); }
