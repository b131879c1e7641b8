/*
 * fence [OPTION=VALUE]... PROGRAM [ARGUMENT]...
 *
 * Not for people: src/replay/fence.c writes the command line.  Each option is a
 * field of fence_order (inside.h); own-system and reads-all take no value, write and env may
 * come again.
 */
#include "fence/inside.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 125, OPEN_FILES = 256, FIRST_OWN_FD = 3 };

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "fence: %s: %s\n", what, strerror(errno));
  _exit(FAILED);
}

/* The order ---------------------------------------------------------------- */

static const struct { const char *name; size_t offset; } numbers[] = {
  {"wall-ms", offsetof(fence_order, wall_ms)},
  {"grace-ms", offsetof(fence_order, grace_ms)},
  {"cpu-s", offsetof(fence_order, cpu_s)},
  {"file-bytes", offsetof(fence_order, file_bytes)},
  {"address-bytes", offsetof(fence_order, address_bytes)},
  {"memory-bytes", offsetof(fence_order, memory_bytes)},
  {"disk-bytes", offsetof(fence_order, disk_bytes)},
  {"disk-files", offsetof(fence_order, disk_files)},
  {"processes", offsetof(fence_order, processes)},
  {"landlock", offsetof(fence_order, landlock)}};

static bool read_number(fence_order *o, const char *option, const char *value) {
  const size_t length = (size_t) (value - option) - 1;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (strlen(numbers[i].name) != length ||
        strncmp(numbers[i].name, option, length))
      continue;
    char *end;
    *(uint64_t *) ((char *) o + numbers[i].offset) = strtoull(value, &end, 10);
    return *value && !*end;
  }
  return false;
}

static bool begins(const char *text, const char *with, const char **rest) {
  const size_t length = strlen(with);
  if (strncmp(text, with, length)) return false;
  *rest = text + length;
  return true;
}

/* Options begin with "-"; a program is named by an absolute path. */
static bool read_order(fence_order *o, int argc, char **argv) {
  size_t writable = 0, variables = 0;
  int i = 1;
  o->report_fd = -1;
  o->writable = calloc((size_t) argc + 1, sizeof(char *));
  o->environment = calloc((size_t) argc + 1, sizeof(char *));
  if (!o->writable || !o->environment) return false;
  for (; i < argc && argv[i][0] == '-'; i++) {
    const char *option = argv[i] + 1, *value, *equals = strchr(option, '=');
    if (!strcmp(option, "own-system")) o->has_own_system = true;
    else if (!strcmp(option, "reads-all")) o->reads_all = true;
    else if (begins(option, "files=", &value)) o->files = value;
    else if (begins(option, "write=", &value)) o->writable[writable++] = value;
    else if (begins(option, "env=", &value)) o->environment[variables++] = value;
    else if (begins(option, "report=", &value)) o->report_fd = atoi(value);
    else if (!equals || !read_number(o, option, equals + 1)) return false;
  }
  o->program = argv + i;
  return i < argc && o->report_fd >= FIRST_OWN_FD && o->writable[0];
}

/* The child ----------------------------------------------------------------- */

static bool limit(int what, uint64_t soft, uint64_t hard) {
  return !soft || !setrlimit((__rlimit_resource_t) what,
                             &(struct rlimit) {soft, hard});
}

/* The kernel counts a user's threads, wherever they are, if no namespace does. */
static uint64_t count_threads(void) {
  uint64_t count = 0;
  struct stat s;
  DIR *proc = opendir("/proc");
  for (struct dirent *e; proc && (e = readdir(proc));) {
    char path[sizeof e->d_name + 16];
    if (!isdigit((unsigned char) e->d_name[0])) continue;
    snprintf(path, sizeof path, "/proc/%s/task", e->d_name);
    if (!stat(path, &s) && s.st_uid == getuid()) count += s.st_nlink;
  }
  if (proc) closedir(proc);
  return count;
}

static bool set_limits(const fence_order *o) {
  const uint64_t processes =
      o->processes + (o->has_own_system ? 0 : count_threads());
  return !setrlimit(RLIMIT_CORE, &(struct rlimit) {0, 0}) &&
         limit(RLIMIT_CPU, o->cpu_s, o->cpu_s + 1) &&
         limit(RLIMIT_FSIZE, o->file_bytes, o->file_bytes) &&
         limit(RLIMIT_AS, o->address_bytes, o->address_bytes) &&
         limit(RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES) &&
         limit(RLIMIT_NPROC, processes, processes);
}

/* Nothing of what makes root root is left, nor comes back with a program; but a compiler
 * reads all files that root does. */
static bool drop_capabilities(const fence_order *o) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct left[2] = {0};
  const uint32_t kept = o->reads_all ? 1u << CAP_DAC_READ_SEARCH : 0;
  if (kept && syscall(SYS_capget, &header, left)) return false;
  left[0].permitted &= kept;
  left[0].effective = left[0].permitted;
  left[0].inheritable = left[1].permitted = left[1].effective = left[1].inheritable = 0;
  for (int c = 0; c < 64; c++)
    if (c != CAP_DAC_READ_SEARCH || !kept) prctl(PR_CAPBSET_DROP, c, 0, 0, 0);
  return !syscall(SYS_capset, &header, left);
}

/* Returns only on failure, with errno set.  A fence that does not hold is no
 * fence: nothing is then executed. */
static void become(const fence_order *o, const sigset_t *mask) {
  if (setsid() < 0) return;     /* no terminal, and none of our group */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || !drop_capabilities(o) ||
      !set_limits(o))
    return;
  const int landlock = landlock_confine(o);
  if (landlock < 0) return;
  if (!landlock && !o->has_own_system) {
    errno = EOPNOTSUPP;
    return;
  }
  signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  if (!filter_install(o, landlock)) return;
  execve(o->program[0], o->program, (char *const *) o->environment);
}

/* What is inherited beyond the standard streams is nobody's business. */
static bool close_others(int report_fd) {
  const unsigned fd = (unsigned) report_fd;
  return (fd == FIRST_OWN_FD ||
          !syscall(SYS_close_range, FIRST_OWN_FD, fd - 1, 0)) &&
         !syscall(SYS_close_range, fd + 1, ~0U, 0) &&
         !fcntl(report_fd, F_SETFD, FD_CLOEXEC);
}

static void block_signals(sigset_t *empty) {
  sigset_t set;
  sigemptyset(empty);
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_SETMASK, &set, NULL);
  signal(SIGCHLD, SIG_DFL);
}

int main(int argc, char **argv) {
  fence_order o = {0};
  fence_ending e = {0};
  int failure[2];
  sigset_t empty;
  if (!read_order(&o, argc, argv)) {
    errno = EINVAL;
    give_up("the order");
  }
  if (!close_others(o.report_fd)) give_up("descriptors");
  block_signals(&empty);
  /* Should braid be killed, we still have to end what we began. */
  if (prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0) ||
      prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
    give_up("prctl");
  if (o.files && !copy_tree(o.files, ".", o.has_own_system))
    give_up("the files of the test");
  if (pipe2(failure, O_CLOEXEC)) give_up("pipe");
  const pid_t child = fork();
  if (child < 0) give_up("fork");
  if (!child) {
    become(&o, &empty);
    const int why = errno;
    if (write(failure[1], &why, sizeof why) != sizeof why) abort();
    _exit(FAILED);
  }
  close(failure[1]);
  if (read(failure[0], &e.start_error, sizeof(int)) == sizeof(int)) {
    waitpid(child, NULL, 0);
  } else {
    e = watch(&o, child);
    e.start_error = 0;
  }
  if (write(o.report_fd, &e, sizeof e) != sizeof e) give_up("the report");
  return 0;
}
