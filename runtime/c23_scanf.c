/* The names that the host's headers give to the scanf family for C23. */
#include "libc.h"

/* libc's. */
typedef struct _IO_FILE stream;
int vfscanf(stream *, const char *, va_list);
int vscanf(const char *, va_list);
int vsscanf(const char *, const char *, va_list);

int __isoc23_vfscanf(stream *, const char *, va_list);
WEAK int __isoc23_vfscanf(stream *in, const char *format, va_list list) {
  return vfscanf(in, format, list);
}

int __isoc23_vscanf(const char *, va_list);
WEAK int __isoc23_vscanf(const char *format, va_list list) {
  return vscanf(format, list);
}

int __isoc23_vsscanf(const char *, const char *, va_list);
WEAK int __isoc23_vsscanf(const char *s, const char *format, va_list list) {
  return vsscanf(s, format, list);
}

#define FORWARD(CALL) \
  va_list list; \
  va_start(list, format); \
  const int result = CALL; \
  va_end(list); \
  return result

int __isoc23_fscanf(stream *, const char *, ...);
WEAK int __isoc23_fscanf(stream *in, const char *format, ...) {
  FORWARD(vfscanf(in, format, list));
}

int __isoc23_scanf(const char *, ...);
WEAK int __isoc23_scanf(const char *format, ...) {
  FORWARD(vscanf(format, list));
}

int __isoc23_sscanf(const char *, const char *, ...);
WEAK int __isoc23_sscanf(const char *s, const char *format, ...) {
  FORWARD(vsscanf(s, format, list));
}
