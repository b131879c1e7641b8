#ifndef RUNTIME_LIBC_H
#define RUNTIME_LIBC_H

/*
 * What the runtime's files share: the part of the C library that is written
 * here.  No system header is read, so the runtime compiles for every target
 * on every host; what a header of the host would add (struct layouts, numbers)
 * is stated where it is used.
 */

#include "primitives.h"

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* A definition of the program's own wins over ours. */
#define WEAK __attribute__((weak))

enum { EINTR_ = 4, EIO_ = 5, ENOMEM_ = 12, EINVAL_ = 22, ERANGE_ = 34 };

/* errno.c */
int *__errno_location(void);

/* malloc.c */
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);

/* memory.c */
void *memcpy(void *restrict, const void *restrict, size_t);
void *mempcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memccpy(void *restrict, const void *restrict, int, size_t);
int memcmp(const void *, const void *, size_t);
int bcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
void bzero(void *, size_t);
void explicit_bzero(void *, size_t);
void bcopy(const void *, void *, size_t);

/* string.c and string_search.c */
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
char *strcpy(char *restrict, const char *restrict);
char *stpcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, size_t);
char *stpncpy(char *restrict, const char *restrict, size_t);
char *strcat(char *restrict, const char *restrict);
char *strncat(char *restrict, const char *restrict, size_t);
size_t strlcpy(char *restrict, const char *restrict, size_t);
size_t strlcat(char *restrict, const char *restrict, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strchrnul(const char *, int);
char *index(const char *, int);
char *rindex(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
char *strtok(char *restrict, const char *restrict);
char *strtok_r(char *restrict, const char *restrict, char **restrict);
char *strsep(char **restrict, const char *restrict);

/* ctype.c */
int tolower(int);
int toupper(int);
int isspace(int);

/* convert.c */
long strtol(const char *restrict, char **restrict, int);
unsigned long strtoul(const char *restrict, char **restrict, int);
long long strtoll(const char *restrict, char **restrict, int);
unsigned long long strtoull(const char *restrict, char **restrict, int);

/* exit.c, abort.c */
int atexit(void (*)(void));
_Noreturn void exit(int);
_Noreturn void _Exit(int);
_Noreturn void abort(void);

#endif
