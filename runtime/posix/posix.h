#ifndef RUNTIME_POSIX_POSIX_H
#define RUNTIME_POSIX_POSIX_H

/*
 * The operating system as the program under test sees it.  All of it is plain
 * memory of the program, so states fork, join and compare with no special
 * case, and nothing outside is touched: files live here, output goes to
 * __braid_output, time is a counter.
 *
 * Compiled with libc's own headers, which give the numbers and layouts of each
 * target.  A function that serves a system call returns what the call returns:
 * a result, or minus an error number.
 */

#define _GNU_SOURCE

#include "../primitives.h"
#include "../world.h"

#include <sys/types.h>

struct iovec;
struct kstat;

typedef enum file_kind {
  REGULAR, DIRECTORY, OUTPUT, NULL_DEVICE, ZERO_DEVICE
} file_kind;

typedef struct file {
  char *name;                   /* without a leading slash; NULL: has none */
  unsigned char *data;
  size_t size, capacity;        /* of data, if regular */
  file_kind kind;
  mode_t mode;                  /* permissions */
  int output;                   /* 1 or 2, if kind is OUTPUT */
  int users;                    /* open files that stand for it */
  int is_fixed;                 /* cannot be removed or renamed */
  int is_host;                  /* of --root; a directory's data are names */
} file;

/* What a descriptor stands for; dup shares it. */
typedef struct open_file {
  file *of;
  off_t offset;
  int flags;                    /* of open */
  int users;                    /* descriptors; 0: free */
} open_file;

enum { FILES = 64, DESCRIPTORS = 64 };

/* files.c: names and contents */
file *__posix_find(const char *path);           /* NULL: none */
file *__posix_free_entry(void);                 /* NULL: no room */
char *__posix_copy_name(const char *path);      /* NULL: no room */
file *__posix_create(const char *path, file_kind, mode_t); /* NULL: no room */
file *__posix_file_number(unsigned);            /* NULL: free, or past FILES */
int __posix_rename(file *, const char *path);   /* 0, or -ENOSPC */
void __posix_remove(file *);                    /* the name */
void __posix_release(file *);                   /* by an open file */
int __posix_resize(file *, size_t size);        /* 0, or -ENOSPC */
long __posix_read_at(file *, void *, size_t, off_t);
long __posix_write_at(file *, const void *, size_t, off_t);
void __posix_stat(const file *, struct kstat *);

/* given.c: files that the run's options describe */
void __posix_make_symbolic_files(void);
/* By a path and what it is from the root; NULL: none. */
file *__posix_from_host(const char *path, const char *name);
void __posix_load_names(file *directory);       /* from the host, into data */

/* descriptors.c */
open_file *__posix_descriptor(long fd);         /* NULL: not open */
int __posix_output(long fd);                    /* 1 or 2; 0: no output */
long __posix_open(const char *path, int flags, mode_t);
long __posix_close(long fd);
long __posix_dup(long fd, long from, int flags); /* to the lowest free */
long __posix_dup_to(long fd, long to, int flags);
long __posix_read(long fd, const struct iovec *, long count);
long __posix_write(long fd, const struct iovec *, long count);
long __posix_seek(long fd, off_t, int whence);
long __posix_fcntl(long fd, int command, long argument);
long __posix_list(long fd, void *buffer, size_t); /* getdents64 */

/* process.c: time, memory, signals */
void __posix_now(long long *seconds, long *nanoseconds);
void __posix_sleep(long long seconds, long nanoseconds);
long __posix_map(size_t size, long fd, off_t offset, int flags);
long __posix_unmap(void *, size_t);
long __posix_remap(void *, size_t old_size, size_t size);
long __posix_signal_action(int signal, const void *new, void *old);
long __posix_raise(int signal);

#endif
