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
 * a result, or minus an error number.  Each call is faithful to POSIX, names
 * what it assumes when the program meets it (assumptions.def), or ends the path
 * as unsupported; calls.def says which.
 */

#define _GNU_SOURCE

#include "../primitives.h"
#include "../world.h"

#include <sys/select.h>
#include <sys/types.h>

struct iovec;
struct kstat;
struct pollfd;
struct epoll_event;

/* machine.c: what machines differ in.  True: the answer is to be an input;
 * otherwise the assumption has been listed. */
typedef enum assumption {
#define ASSUMPTION(NAME, WORD, TEXT) ASSUME_##NAME,
#include "assumptions.def"
} assumption;
int __posix_assume(assumption);
/* A number from low to high, which the run is to choose, named "host.NAME". */
long long __posix_choose(const char *name, long long low, long long high);
long __posix_process(void);                     /* its number */
long __posix_parent(void);                      /* ... and the one that started it has */
unsigned __posix_user(void);
long __posix_machine(long n, long a, long b, long c, long d);

/* rights.c: users, priority, and what only root may. */
long __posix_rights_call(long n, long a, long b, long c);

/* clock.c: time, timers, waiting */
typedef struct moment { long long seconds; long nanoseconds; } moment;
moment __posix_now(void);                       /* a look at the clock */
moment __posix_time(void);                      /* without one, for files */
/* Until a handler has run (1) or, if there is a limit, until then (0).  Nobody
 * else is there to be waited for: without limit and timer the path ends, as
 * unsupported or, if `what` is NULL, as a wait for a peer. */
int __posix_wait(const moment *limit, const char *what);
moment __posix_after(moment, long long seconds, long nanoseconds);
long __posix_clock(long n, long a, long b, long c, long d);

/* signals.c */
long __posix_signal(long n, long a, long b, long c, long d);
long __posix_send(int signal, int code);
unsigned __posix_handled(void);                 /* handlers that have run */
int __posix_is_awaited(void);                    /* what sigwait waits for is there */

/* memory.c */
long __posix_map(size_t size, int protection, int flags, long fd, off_t);
long __posix_unmap(void *, size_t);
long __posix_remap(void *, size_t old_size, size_t size, int flags);
long __posix_protect(void *, size_t, int protection);
long __posix_advise(void *, size_t, int advice);

typedef enum file_kind {
  REGULAR, DIRECTORY, LINK, OUTPUT, PIPE, FIFO, NULL_DEVICE, ZERO_DEVICE,
  RANDOM_DEVICE, SOCKET, EPOLL  /* a FIFO is never open */
} file_kind;

typedef struct file {
  unsigned char *data;          /* contents; a link's target with its NUL; a
                                 * pipe's or socket's bytes not read yet */
  size_t size, capacity;        /* of data, if regular */
  file_kind kind;
  mode_t mode;                  /* permissions */
  int output;                   /* 1 or 2, if kind is OUTPUT */
  int users;                    /* open files that stand for it */
  int links;                    /* names */
  int is_fixed;                 /* cannot be removed or renamed */
  int is_host;                  /* of --root; a directory's data are names */
  int is_own;                   /* made by the program */
  int domain, type, stage;      /* of a socket: sockets.c */
  int is_bound, is_shut;        /* ... for reading 1, writing 2 */
  struct file *other;           /* of a pair, pairs.c; NULL: closed */
  int is_paired, is_reset, messages;    /* ... messages not read yet */
  moment accessed, modified, changed;
} file;

/* A path from the root, without a slash in front; no file: the program has
 * removed it. */
typedef struct name { char *path; file *of; } name;

/* What a descriptor stands for; dup shares it. */
typedef struct open_file {
  file *of;
  off_t offset;
  int flags;                    /* of open */
  int users;                    /* descriptors; 0: free */
} open_file;

enum { FILES = 64, NAMES = 96, DESCRIPTORS = 64 };

/* names.c */
name *__posix_name_number(unsigned);            /* NULL: free, or past NAMES */
name *__posix_find_name(const char *path);      /* from the root; NULL: none */
const char *__posix_path_of(const file *);      /* a directory's; NULL: gone */
long __posix_add_name(const char *path, file *);
name *__posix_name_given(const char *path, file *); /* no such name is there */
void __posix_name_absent(const char *path);     /* ... and is known not to be */
void __posix_remove_name(name *);
long __posix_rename(name *, const char *path);
file *__posix_new_file(file_kind, mode_t);      /* has no name yet */

/* walk.c: where a path leads.  0: to a file, or to none where one could be
 * made; else minus an error number. */
typedef struct place {
  const char *path;             /* from the root; not yet a name's own */
  name *name;                   /* NULL: none */
  file *of;                     /* NULL: none */
} place;
enum { FOLLOW = 1, MAKE = 2 };  /* MAKE: there may well be nothing */
long __posix_walk(long fd, const char *path, int how, place *);
int __posix_is_concrete(const char *path);
long __posix_change_directory(file *);
file *__posix_here(void);
/* Whether the user may: of 4 read, 2 write, 1 search. */
int __posix_may(const file *, unsigned wanted);

/* files.c: contents */
void __posix_release(file *);                   /* by an open file */
void __posix_drop(file *);                      /* if nobody needs it */
int __posix_resize(file *, size_t size);
long __posix_read_at(file *, void *, size_t, off_t);
long __posix_write_at(file *, const void *, size_t, off_t);
void __posix_stat(const file *, struct kstat *);

/* given.c: files that the run's options describe */
void __posix_make_symbolic_files(void);
/* --sym-open: decides, once, whether a file is there that nothing is known of; the path
 * is concrete. */
void __posix_look_for(const char *path);
/* Any contents of up to so many bytes, or of exactly so many: the inputs name "_size",
 * unless the size is exact, and name `end`. */
void __posix_make_contents(file *, size_t most, int is_exact, const char *name,
                           const char *end);
name *__posix_from_host(const char *path);      /* from the root; NULL: none */
void __posix_load_names(file *directory);       /* from the host, into data */

/* descriptors.c */
open_file *__posix_descriptor(long fd);         /* NULL: not open */
int __posix_is_standard(const file *);          /* one of the three streams */
file *__posix_file(long fd);                    /* NULL: not open */
/* Of a runtime library that looks at what goes to standard error (rust.c). */
extern void __braid_say_error(const char *, size_t) __attribute__((__weak__));
int __posix_output(long fd);                    /* 1 or 2; 0: no output */
int __posix_ends(const file *, int writing);    /* open ends of a pipe */
long __posix_open(file *, int flags);           /* a new descriptor */
long __posix_close(long fd);
long __posix_dup(long fd, long from, int flags); /* to the lowest free */
long __posix_dup_to(long fd, long to, int flags);
long __posix_read(long fd, const struct iovec *, long count);
long __posix_write(long fd, const struct iovec *, long count);
long __posix_read_from(long fd, void *, size_t, off_t);
long __posix_write_to(long fd, const void *, size_t, off_t);
long __posix_seek(long fd, off_t, int whence);
long __posix_count_unread(long fd, int *to);    /* FIONREAD */
long __posix_fcntl(long fd, int command, long argument);

/* pipes.c */
long __posix_pipe(int ends[2], int flags);
long __posix_pipe_read(open_file *, void *, size_t);
long __posix_pipe_write(open_file *, const void *, size_t);
short __posix_pipe_events(const open_file *);

/* sockets.c */
int __posix_peer_is_left(void);
_Noreturn void __posix_no_peer(void);
short __posix_socket_events(const file *, short in, short out, short gone);
long __posix_receive(open_file *, void *, size_t, int flags);
long __posix_send_out(open_file *, const void *, size_t, int flags, int is_named);
long __posix_socket_call(long n, long a, long b, long c, long d, long e, long f);

/* pairs.c */
long __posix_pair(int domain, int type, int protocol, int ends[2]);
void __posix_pair_part(file *);
long __posix_pair_read(open_file *, void *, size_t, int flags);
long __posix_pair_write(open_file *, const void *, size_t, int flags);
long __posix_pair_shut(file *, int how);
short __posix_pair_events(const file *, short in, short out, short gone);

/* waiting.c */
long __posix_poll(struct pollfd *, size_t, const moment *limit);
long __posix_select(int, fd_set *, fd_set *, fd_set *, const moment *limit);
long __posix_epoll(int flags);
long __posix_epoll_control(long by, int what, int fd, struct epoll_event *);
long __posix_epoll_wait(long fd, struct epoll_event *, int most, const moment *limit);
void __posix_forget_watches(const open_file *);

/* paths.c */
long __posix_list(long fd, void *buffer, size_t); /* getdents64 */
long __posix_path_call(long n, long a, long b, long c, long d, long e);

#endif
