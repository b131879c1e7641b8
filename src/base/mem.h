#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* As calloc, reallocarray and strdup, but never NULL: fatal when memory runs
 * out. */
void *mem_zeroed(size_t count, size_t size);
void *mem_resize(void *, size_t count, size_t size);
char *mem_string(const char *);

/* As asprintf, but never NULL. */
char *mem_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The next capacity of a growing array: at least twice the old. */
uint32_t mem_grown(uint32_t capacity, uint32_t needed);

#endif
