#ifndef BASE_FULL_IO_H
#define BASE_FULL_IO_H

#include <stdbool.h>
#include <stddef.h>

/*
 * All bytes or failure; an interrupted call is continued.  False: errno is the reason,
 * except at the end of the input.
 */
bool full_write(int fd, const void *bytes, size_t size);
bool full_read(int fd, void *bytes, size_t size);

#endif
