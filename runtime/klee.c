/* KLEE's functions. */
#include "libc.h"

#include "../include/klee/klee.h"

WEAK void klee_make_symbolic(void *object, size_t size, const char *name) {
  __braid_input(object, size, name ? name : "unnamed", 0);
}

WEAK void klee_assume(uintptr_t condition) { __braid_assume(condition != 0); }

WEAK int klee_int(const char *name) {
  int value;
  klee_make_symbolic(&value, sizeof value, name);
  return value;
}

WEAK int klee_range(int begin, int end, const char *name) {
  if (begin >= end) __braid_error("user", "klee_range: invalid range");
  const int value = klee_int(name);
  __braid_assume((begin <= value) & (value < end));     /* & does not branch */
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  klee_make_symbolic(&value, sizeof value, "klee_choose");
  __braid_assume(value < count);
  return value;
}

WEAK unsigned klee_is_symbolic(uintptr_t value) {
  return (unsigned) __braid_is_symbolic(value);
}

WEAK unsigned klee_is_replay(void) { return (unsigned) __braid_is_replay(); }

WEAK void klee_silent_exit(int status) { __braid_silent_exit(status); }

WEAK void klee_abort(void) { __braid_error("abort", "klee_abort() called"); }

WEAK void klee_report_error(const char *file, int line, const char *message,
                            const char *suffix) {
  (void) file; (void) line; (void) suffix;
  __braid_error("user", message);
}

WEAK void klee_assert_fail(const char *assertion, const char *file,
                           unsigned line, const char *function) {
  (void) file; (void) line; (void) function;
  __braid_error("assert", assertion);
}

WEAK size_t klee_get_obj_size(void *object) {
  return __braid_object_size(object);
}

WEAK void klee_check_memory_access(const void *address, size_t size) {
  __braid_check(address, size, 0);
}

WEAK void klee_define_fixed_object(void *address, size_t size) {
  (void) address; (void) size;
  __braid_unsupported("klee_define_fixed_object");
}

/* An int is what a caller may pass without a cast; a wider argument is printed
 * up to the width of int. */
WEAK void klee_print_expr(const char *text, ...) {
  va_list list;
  va_start(list, text);
  __braid_print(text, (unsigned) va_arg(list, int));
  va_end(list);
}

WEAK void klee_print_range(const char *name, int value) {
  __braid_print(name, (unsigned) value);
}

WEAK void klee_warning(const char *message) { __braid_warn(message); }
WEAK void klee_warning_once(const char *message) { __braid_warn(message); }
WEAK void klee_stack_trace(void) { __braid_warn("klee_stack_trace() called"); }

WEAK float klee_get_valuef(float value) {
  union { float f; uint32_t bits; } u = {value};
  u.bits = (uint32_t) __braid_value(u.bits);
  return u.f;
}

WEAK double klee_get_valued(double value) {
  union { double d; uint64_t bits; } u = {value};
  u.bits = __braid_value(u.bits);
  return u.d;
}

WEAK long klee_get_valuel(long value) {
  return (long) __braid_value((unsigned long) value);
}

WEAK long long klee_get_valuell(long long value) {
  return (long long) __braid_value((unsigned long long) value);
}

WEAK int32_t klee_get_value_i32(int32_t value) {
  return (int32_t) __braid_value((uint32_t) value);
}

WEAK int64_t klee_get_value_i64(int64_t value) {
  return (int64_t) __braid_value((uint64_t) value);
}

WEAK int klee_get_errno(void) { return *__errno_location(); }

/* Hints to KLEE's search that have no counterpart here. */
WEAK void klee_mark_global(void *object) { (void) object; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) {
  (void) object; (void) condition;
}
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void) object; (void) condition;
}
WEAK void klee_set_forking(unsigned enable) { (void) enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
