/*
 * What C++ without exceptions needs of its runtime library: memory, static variables of functions,
 * and ends.  Names are as compilers mangle them.  An exception that a library would throw ends the
 * program, as natively where nobody catches it.
 */
#include "libc.h"

#if __SIZEOF_SIZE_T__ == 8
#define SIZE "m"
#else
#define SIZE "j"
#endif

void abort(void) __attribute__((noreturn));

/* operator new, new[]: never null. */
static void *allocated(size_t size) {
  void *p = malloc(size ? size : 1);
  if (!p) abort();
  return p;
}

#define NEW(NAME, SYMBOL) \
  void *NAME(size_t) __asm__(SYMBOL) WEAK; \
  void *NAME(size_t size) { return allocated(size); }
#define NEW_OR_NULL(NAME, SYMBOL) \
  void *NAME(size_t, const void *) __asm__(SYMBOL) WEAK; \
  void *NAME(size_t size, const void *nothrow) { \
    (void) nothrow; \
    return malloc(size ? size : 1); \
  }
#define DELETE(NAME, SYMBOL, ...) \
  void NAME(void *, ##__VA_ARGS__) __asm__(SYMBOL) WEAK;

NEW(cxx_new, "_Znw" SIZE)
NEW(cxx_new_array, "_Zna" SIZE)
NEW_OR_NULL(cxx_new_nothrow, "_Znw" SIZE "RKSt9nothrow_t")
NEW_OR_NULL(cxx_new_array_nothrow, "_Zna" SIZE "RKSt9nothrow_t")

DELETE(cxx_delete, "_ZdlPv")
DELETE(cxx_delete_array, "_ZdaPv")
DELETE(cxx_delete_sized, "_ZdlPv" SIZE, size_t)
DELETE(cxx_delete_array_sized, "_ZdaPv" SIZE, size_t)
void cxx_delete(void *p) { free(p); }
void cxx_delete_array(void *p) { free(p); }
void cxx_delete_sized(void *p, size_t size) {
  (void) size;
  free(p);
}
void cxx_delete_array_sized(void *p, size_t size) {
  (void) size;
  free(p);
}

/* Static variables of functions: one byte of the guard says that it is initialised. */
int __cxa_guard_acquire(unsigned char *guard) WEAK;
void __cxa_guard_release(unsigned char *guard) WEAK;
void __cxa_guard_abort(unsigned char *guard) WEAK;
int __cxa_guard_acquire(unsigned char *guard) { return !*guard; }
void __cxa_guard_release(unsigned char *guard) { *guard = 1; }
void __cxa_guard_abort(unsigned char *guard) { (void) guard; }

#define END(NAME, SYMBOL) \
  void NAME(void) __asm__(SYMBOL) __attribute__((noreturn)) WEAK; \
  void NAME(void) { abort(); }
#define END_OF(NAME, SYMBOL) \
  void NAME(const char *) __asm__(SYMBOL) __attribute__((noreturn)) WEAK; \
  void NAME(const char *what) { \
    (void) what; \
    abort(); \
  }

END(cxx_pure_virtual, "__cxa_pure_virtual")
END(cxx_deleted_virtual, "__cxa_deleted_virtual")
END(cxx_terminate, "_ZSt9terminatev")
END(cxx_bad_alloc, "_ZSt17__throw_bad_allocv")
END(cxx_bad_length, "_ZSt28__throw_bad_array_new_lengthv")
END(cxx_bad_function, "_ZSt25__throw_bad_function_callv")
END_OF(cxx_length, "_ZSt20__throw_length_errorPKc")
END_OF(cxx_logic, "_ZSt19__throw_logic_errorPKc")
END_OF(cxx_out_of_range, "_ZSt20__throw_out_of_rangePKc")
END_OF(cxx_invalid, "_ZSt24__throw_invalid_argumentPKc")

/* std::vector::at() and the like: a format, and what goes into that. */
void cxx_out_of_range_format(const char *, ...) __asm__("_ZSt24__throw_out_of_range_fmtPKcz")
    __attribute__((noreturn)) WEAK;
void cxx_out_of_range_format(const char *format, ...) {
  (void) format;
  abort();
}
