#ifndef FENCE_INSIDE_H
#define FENCE_INSIDE_H

#include "fence/ending.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * braid's fence, the part that runs beside the program under test: alone where
 * there are no namespaces, else as the first program in bubblewrap's.  It
 * confines its child (Landlock, system calls, limits), watches it and all its
 * descendants, and leaves none of them behind.
 *
 * It is a program of its own since bubblewrap executes one, since it must report
 * a wait status where bubblewrap reports an exit status, and since it must start
 * in a millisecond.
 */
typedef struct fence_order {
  int report_fd;                /* for the fence_ending */
  bool has_own_system;          /* / is read-only; /dev, /proc, pids are ours */
  const char *files;            /* copied here, the working directory; or NULL */
  const char **writable;        /* directories and files, NULL at the end */
  const char **readable;        /* the same, for reading only; NULL: all but /dev, where
                                 * programs may be started from, too */
  bool may_connect;             /* to servers */
  bool reads_all;               /* that the user can read, if the user is root, too */
  const char **environment;     /* all of it, NULL at the end */
  char **program;               /* argv, NULL at the end */
  uint64_t wall_ms, grace_ms;   /* SIGTERM after the one, SIGKILL after both */
  uint64_t cpu_s, file_bytes, address_bytes;    /* each process; 0: no limit */
  uint64_t memory_bytes;        /* resident, all processes together */
  uint64_t disk_bytes, disk_files;      /* below here; 0: no limit */
  uint64_t processes;
  uint64_t landlock;            /* use no newer version; 0: any */
} fence_order;

/* Landlock: reading anywhere, writing only where the order says.  Its version,
 * 0 if the kernel has none; -1 and errno: it has, and refused. */
int landlock_confine(const fence_order *);
bool landlock_scopes_signals(int version);
bool landlock_guards_truncation(int version);

/* The filter of system calls; false and errno.  Needs no_new_privs. */
bool filter_install(const fence_order *, int landlock);

/* Copies the files below `from` into the directory `to`; false and errno.  may_fix:
 * directories that are marked so cannot be changed then, nor removed. */
bool copy_tree(const char *from, const char *to, bool may_fix);

/* Waits for the child, the first of all descendants, and ends them all. */
fence_ending watch(const fence_order *, pid_t child);

#endif
