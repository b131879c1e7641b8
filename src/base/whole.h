#ifndef BASE_WHOLE_H
#define BASE_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * All bytes or none that count: what a signal interrupts goes on.  False: not all of them
 * went out, or came; errno says why, but at the end of what is read.
 */
bool whole_write(int fd, const void *bytes, size_t size);
bool whole_read(int fd, void *bytes, size_t size);

#endif
