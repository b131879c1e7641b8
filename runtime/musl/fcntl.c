/*
 * This replaces src/fcntl/fcntl.c, which reads a third argument that is not
 * there when the command needs none.
 */
#include "syscall.h"

#include <fcntl.h>
#include <stdarg.h>

int fcntl(int fd, int command, ...) {
  long argument = 0;
  va_list list;
  va_start(list, command);
  switch (command) {
  case F_GETFD: case F_GETFL: case F_GETOWN: break;
  case F_GETLK: case F_SETLK: case F_SETLKW:
    argument = (long) va_arg(list, void *);
    break;
  default: argument = va_arg(list, int);
  }
  va_end(list);
  return (int) __syscall_ret(
    (unsigned long) __syscall(SYS_fcntl, fd, command, argument));
}
