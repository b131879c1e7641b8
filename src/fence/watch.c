/*
 * Watching a program and its descendants.  We are their subreaper: a process
 * that loses its parent becomes our child, also what calls setsid or forks
 * twice.  So all descendants are reached through /proc, and none is left when
 * waitpid knows no child any more.
 */
#include "fence/inside.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 50, TICKS_A_DISK_LOOK = 4, KILL_MS = 5000 };
enum { BLOCK_BYTES = 512 };

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000 + (uint64_t) t.tv_nsec / 1000000;
}

/* Descendants ------------------------------------------------------------- */

typedef struct process { pid_t pid, parent; bool is_ours; } process;
typedef struct processes { process *items; size_t count, capacity; } processes;

/* "PID (NAME) STATE PARENT ..."; the name may hold anything. */
static pid_t parent_of(const char *pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n > 0 ? n : 0] = 0;
  const char *name_end = strrchr(text, ')');
  int parent = 0;
  if (name_end) sscanf(name_end + 1, " %*c %d", &parent);
  return parent;
}

static void list_processes(processes *all) {
  DIR *proc = opendir("/proc");
  all->count = 0;
  for (struct dirent *e; proc && (e = readdir(proc));) {
    if (!isdigit((unsigned char) e->d_name[0])) continue;
    if (all->count == all->capacity) {
      const size_t capacity = 2 * all->capacity + 64;
      process *more = realloc(all->items, capacity * sizeof *more);
      if (!more) break;         /* those that are listed end first */
      all->items = more;
      all->capacity = capacity;
    }
    all->items[all->count++] =
        (process) {(pid_t) atoi(e->d_name), parent_of(e->d_name), false};
  }
  if (proc) closedir(proc);
}

static bool is_descendant(const processes *all, const process *p) {
  if (p->parent == getpid()) return true;
  for (size_t i = 0; i < all->count && all->items[i].is_ours; i++)
    if (all->items[i].pid == p->parent) return true;
  return false;
}

/* Ours come first, in the order they were found: a parent may come behind its
 * child in the list. */
static void mark_descendants(processes *all) {
  for (bool grows = true; grows;) {
    size_t ours = 0;
    grows = false;
    while (ours < all->count && all->items[ours].is_ours) ours++;
    for (size_t i = ours; i < all->count; i++) {
      if (!is_descendant(all, &all->items[i])) continue;
      const process found = {all->items[i].pid, all->items[i].parent, true};
      all->items[i] = all->items[ours];
      all->items[ours++] = found;
      grows = true;
    }
  }
}

static void list_descendants(processes *all) {
  list_processes(all);
  mark_descendants(all);
}

/* False: there is no child any more. */
static bool reap(pid_t child, bool *ended, int *status) {
  int one;
  pid_t pid;
  while ((pid = waitpid(-1, &one, WNOHANG)) > 0) {
    if (pid != child) continue;
    *ended = true;
    *status = one;
  }
  return !pid || errno != ECHILD;
}

/* Takes from each first the right to make another, so that a program that forks
 * faster than we look runs out of processes. */
static void kill_all(processes *all, pid_t child, bool *ended, int *status) {
  const uint64_t end = now_ms() + KILL_MS;
  while (reap(child, ended, status) && now_ms() < end) {
    list_descendants(all);
    for (size_t i = 0; i < all->count; i++)
      if (all->items[i].is_ours)
        prlimit(all->items[i].pid, RLIMIT_NPROC, &(struct rlimit) {0, 0}, NULL);
    for (size_t i = 0; i < all->count; i++)
      if (all->items[i].is_ours) kill(all->items[i].pid, SIGKILL);
    nanosleep(&(struct timespec) {0, 1000000}, NULL);
  }
}

/* What they use ------------------------------------------------------------ */

static uint64_t resident_bytes(const processes *all) {
  uint64_t sum = 0;
  for (size_t i = 0; i < all->count; i++) {
    char path[64];
    unsigned long long pages = 0;
    if (!all->items[i].is_ours) continue;
    snprintf(path, sizeof path, "/proc/%d/statm", (int) all->items[i].pid);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%*u %llu", &pages) == 1) sum += pages;
    if (f) fclose(f);
  }
  return sum * (uint64_t) sysconf(_SC_PAGESIZE);
}

/* Whether the process has had the processor, and nearly all of that outside of
 * system calls. */
static bool is_spinning(pid_t pid) {
  enum { LEAST = 20, PART = 8 };        /* ticks, of a hundredth of a second */
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int) pid);
  FILE *f = fopen(path, "re");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  if (f) fclose(f);
  text[n] = 0;
  const char *name_end = strrchr(text, ')');
  unsigned long user = 0, system = 0;
  if (!name_end || sscanf(name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u "
                                        "%*u %*u %lu %lu", &user, &system) != 2)
    return false;
  return user >= LEAST && system <= user / PART;
}

/* nftw has no context. */
static struct { uint64_t bytes, files; } used;

static int add_file(const char *path, const struct stat *s, int kind,
                    struct FTW *where) {
  (void) path, (void) kind, (void) where;
  used.bytes += (uint64_t) s->st_blocks * BLOCK_BYTES;
  used.files++;
  return 0;
}

/* Files that have no name any more are there as long as they are open. */
static void add_nameless(pid_t pid) {
  char path[64];
  struct stat s;
  snprintf(path, sizeof path, "/proc/%d/fd", (int) pid);
  DIR *open_files = opendir(path);
  for (struct dirent *e; open_files && (e = readdir(open_files));)
    if (!fstatat(dirfd(open_files), e->d_name, &s, 0) && S_ISREG(s.st_mode) &&
        !s.st_nlink)
      add_file(NULL, &s, 0, NULL);
  if (open_files) closedir(open_files);
}

static bool is_disk_exceeded(const fence_order *o, const processes *all) {
  if (!o->disk_bytes) return false;
  used.bytes = used.files = 0;
  nftw(".", add_file, 16, FTW_PHYS | FTW_MOUNT);
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i].is_ours) add_nameless(all->items[i].pid);
  return used.bytes > o->disk_bytes || used.files > o->disk_files;
}

/* ------------------------------------------------------------------------- */

fence_ending watch(const fence_order *o, pid_t child) {
  fence_ending e = {0};
  processes all = {0};
  sigset_t set;
  bool ended = false;
  uint64_t deadline = o->wall_ms ? now_ms() + o->wall_ms : UINT64_MAX;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigaddset(&set, SIGTERM);
  for (unsigned tick = 0;; tick++) {
    const struct timespec wait = {0, TICK_MS * 1000000};
    reap(child, &ended, &e.wait_status);
    if (ended) break;
    const int number = sigtimedwait(&set, NULL, &wait);
    if (number == SIGTERM) {
      e.reason = FENCE_STOPPED;
      break;
    }
    if (number == SIGCHLD) continue;
    if (now_ms() >= deadline) {
      if (e.reason) break;
      e.reason = FENCE_TIME;
      e.is_spinning = is_spinning(child);
      kill(child, SIGTERM);     /* it may have a profile to write */
      deadline = now_ms() + o->grace_ms;
    }
    list_descendants(&all);
    if (o->memory_bytes && resident_bytes(&all) > o->memory_bytes) {
      e.reason = FENCE_MEMORY;
      break;
    }
    if (tick % TICKS_A_DISK_LOOK == 0 && is_disk_exceeded(o, &all)) {
      e.reason = FENCE_DISK;
      break;
    }
  }
  kill_all(&all, child, &ended, &e.wait_status);
  free(all.items);
  return e;
}
