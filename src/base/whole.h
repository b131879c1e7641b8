#ifndef BASE_WHOLE_H
#define BASE_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * All bytes or failure; an interrupted call is continued.  False: errno is the reason,
 * except at the end of the input.
 */
bool whole_write(int fd, const void *bytes, size_t size);
bool whole_read(int fd, void *bytes, size_t size);

#endif
