#ifndef FENCE_INSIDE_H
#define FENCE_INSIDE_H

#include "fence/ending.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The part of braid's fence that runs beside the program under test: alone without
 * namespaces, else as the first program inside bubblewrap.  Confines the child (Landlock,
 * system calls, limits), watches the child and all descendants, and leaves none behind.
 *
 * A program of its own since bubblewrap executes a program, since it must report a wait
 * status where bubblewrap reports an exit status, and since it must start in a millisecond.
 */
typedef struct fence_order {
  int report_fd;                /* for the fence_ending */
  bool has_own_system;          /* / is read-only; /dev, /proc, pids are ours */
  const char *files;            /* copied here, the working directory; or NULL */
  const char **writable;        /* directories and files, NULL at the end */
  const char **readable;        /* the same, for reading only; NULL: all but /dev, where
                                 * programs may be started from, too */
  bool may_connect;             /* to servers */
  bool reads_all;               /* every file readable for the user, even for root */
  const char **environment;     /* the whole environment, NULL at the end */
  char **program;               /* argv, NULL at the end */
  uint64_t wall_ms, grace_ms;   /* SIGTERM after the first, SIGKILL after both */
  uint64_t cpu_s, file_bytes, address_bytes;    /* each process; 0: no limit */
  uint64_t memory_bytes;        /* resident, all processes together */
  uint64_t disk_bytes, disk_files;      /* below here; 0: no limit */
  uint64_t processes;
  uint64_t landlock;            /* use no newer version; 0: any */
} fence_order;

/* Landlock: reading anywhere, writing only as ordered.  The version, 0 without Landlock in
 * the kernel; -1 and errno: refused. */
int landlock_confine(const fence_order *);
bool landlock_scopes_signals(int version);
bool landlock_guards_truncation(int version);

/* The filter of system calls; false and errno.  Needs no_new_privs. */
bool filter_install(const fence_order *, int landlock);

/* Copies the files below `from` into the directory `to`; false and errno. may_fix: marked
 * directories cannot be changed afterwards, nor removed. */
bool copy_tree(const char *from, const char *to, bool may_fix);

/* Waits for the child, the first of all descendants, and ends all. */
fence_ending watch(const fence_order *, pid_t child);

#endif
