/*
 * This replaces src/misc/ioctl.c, which reads a third argument even if there is
 * none.  Of what the model answers only FIONREAD looks at it.
 */
#include "syscall.h"

#include <stdarg.h>
#include <sys/ioctl.h>

int ioctl(int fd, int request, ...) {
  void *argument = 0;
  if (request == FIONREAD) {
    va_list rest;
    va_start(rest, request);
    argument = va_arg(rest, void *);
    va_end(rest);
  }
  return (int) __syscall_ret(
    (unsigned long) __syscall(SYS_ioctl, fd, request, argument));
}
