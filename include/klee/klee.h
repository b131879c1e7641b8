#ifndef BRAID_KLEE_KLEE_H
#define BRAID_KLEE_KLEE_H

/*
 * KLEE's interface to the program under test, for harnesses written for it:
 * `#include <klee/klee.h>` works unchanged.  New harnesses use <braid.h>.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *object, size_t size, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int begin, int end, const char *name);   /* [begin, end) */
int klee_int(const char *name);
uintptr_t klee_choose(uintptr_t count);
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);

__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn))
void klee_report_error(const char *file, int line, const char *message,
                       const char *suffix);
__attribute__((noreturn))
void klee_assert_fail(const char *assertion, const char *file, unsigned line,
                      const char *function);
#define klee_assert(CONDITION) \
  ((CONDITION) ? (void) 0 \
               : klee_assert_fail(#CONDITION, __FILE__, __LINE__, __func__))

size_t klee_get_obj_size(void *object);
void klee_check_memory_access(const void *address, size_t size);
void klee_define_fixed_object(void *address, size_t size);
void klee_mark_global(void *object);

void klee_print_expr(const char *text, ...);
void klee_print_range(const char *name, int value);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_stack_trace(void);

float klee_get_valuef(float);
double klee_get_valued(double);
long klee_get_valuel(long);
long long klee_get_valuell(long long);
int32_t klee_get_value_i32(int32_t);
int64_t klee_get_value_i64(int64_t);

/* Hints, without effect on what is explored. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);

int klee_get_errno(void);

#ifdef __cplusplus
}
#endif

#endif
