/* The functions of include/braid.h. */
#include "libc.h"

#include "../include/braid.h"

WEAK void braid_make_symbolic(void *object, size_t size, const char *name) {
  __braid_input(object, size, name, 0);
}

#define FRESH(TYPE, NAME) \
  WEAK TYPE braid_##NAME(const char *name) { \
    TYPE value; \
    __braid_input(&value, sizeof value, name, 0); \
    return value; \
  }
FRESH(int, int)
FRESH(unsigned, uint)
FRESH(char, char)
FRESH(long, long)
FRESH(size_t, size)
FRESH(int8_t, i8)
FRESH(int16_t, i16)
FRESH(int32_t, i32)
FRESH(int64_t, i64)
FRESH(uint8_t, u8)
FRESH(uint16_t, u16)
FRESH(uint32_t, u32)
FRESH(uint64_t, u64)
FRESH(float, float)
FRESH(double, double)
#undef FRESH

WEAK int braid_bool(const char *name) {
  const int value = braid_int(name);
  __braid_assume((value == 0) | (value == 1));
  return value;
}

WEAK int braid_range(int low, int high, const char *name) {
  if (low >= high) __braid_error("user", "braid_range: the range is empty");
  const int value = braid_int(name);
  __braid_assume((low <= value) & (value < high));      /* & does not branch */
  return value;
}

WEAK size_t braid_choose(size_t count, const char *name) {
  if (!count) __braid_error("user", "braid_choose: nothing to choose from");
  const size_t value = braid_size(name);
  __braid_assume(value < count);
  return value;
}

WEAK void braid_string(char *buffer, size_t size, const char *name) {
  if (!size) __braid_error("user", "braid_string: no room for the NUL");
  __braid_input(buffer, size, name, 0);
  __braid_assume(!buffer[size - 1]);
  buffer[size - 1] = 0;
}

WEAK void braid_assume(int condition) { __braid_assume(condition); }

WEAK void braid_assert_fail(const char *condition, const char *file,
                            unsigned line, const char *function) {
  (void) file; (void) line; (void) function;
  __braid_error("assert", condition);
}

WEAK void braid_error(const char *message) { __braid_error("user", message); }

WEAK void braid_check_read(const void *object, size_t size) {
  __braid_check(object, size, 0);
}

WEAK void braid_check_write(void *object, size_t size) {
  __braid_check(object, size, 1);
}

WEAK void braid_silent_exit(int status) { __braid_silent_exit(status); }

WEAK int braid_is_symbolic(uint64_t value) {
  return __braid_is_symbolic(value);
}

WEAK int braid_is_replay(void) { return __braid_is_replay(); }

WEAK uint64_t braid_value(uint64_t value) { return __braid_value(value); }

WEAK size_t braid_object_size(const void *object) {
  return __braid_object_size(object);
}

WEAK void braid_print(const char *text, uint64_t value) {
  __braid_print(text, value);
}

WEAK void braid_warn(const char *message) { __braid_warn(message); }
