#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* As calloc, reallocarray and strdup, but never NULL: fatal when memory runs
 * out. */
void *mem_zeroed(size_t count, size_t size);
void *mem_resize(void *, size_t count, size_t size);
char *mem_string(const char *);

/* As asprintf, but never NULL. */
char *mem_format(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* As open_memstream, but never NULL; and the end of such a stream, as fclose: fatal, too, where
 * something written did not fit into memory. */
FILE *mem_stream(char **text, size_t *size);
void mem_stream_end(FILE *);

/* The next capacity of a growing array: at least twice the old. */
uint32_t mem_grown(uint32_t capacity, uint32_t needed);

#endif
