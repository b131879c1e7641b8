/* What machines, users and processes differ in: a fixed answer, which is listed
 * as an assumption, or with --sym-host an input. */
#include "posix.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include "syscall.h"

static const char *const texts[] = {
#define ASSUMPTION(NAME, WORD, TEXT) TEXT,
#include "assumptions.def"
};

int __posix_assume(assumption a) {
  if (braid_world.host >> a & 1) return 1;
  __braid_note(texts[a]);
  return 0;
}

long long __posix_choose(const char *input, long long low, long long high) {
  long long n;
  __braid_input(&n, sizeof n, input, 0);
  __braid_assume((n >= low) & (n <= high));
  return n;
}

enum { PROCESS = 1000, PARENT = 999, USER = 1000, MOST_PROCESSES = 1 << 22 };

static long number;             /* of this process; 0: not asked for yet */

long __posix_process(void) { return number ? number : PROCESS; }

static long process(void) {
  if (__posix_assume(ASSUME_PROCESS) && !number)
    number = (long) __posix_choose("host.pid", 2, MOST_PROCESSES);
  return __posix_process();
}

static long chosen_parent;     /* its number; 0: not asked for yet */

long __posix_parent(void) { return chosen_parent ? chosen_parent : PARENT; }

static long parent(void) {
  if (!__posix_assume(ASSUME_PROCESS)) return PARENT;
  if (!chosen_parent) {
    chosen_parent = (long) __posix_choose("host.pid", 1, MOST_PROCESSES);
    __braid_assume(chosen_parent != process());
  }
  return chosen_parent;
}

unsigned __posix_user(void) {
  static int is_chosen;
  static unsigned chosen;
  if (!(braid_world.host >> ASSUME_USER & 1)) return USER;
  if (!is_chosen)
    chosen = (unsigned) __posix_choose("host.user", 0, UINT32_MAX - 1);
  is_chosen = 1;
  return chosen;
}

static long user(void) {
  __posix_assume(ASSUME_USER);
  return __posix_user();
}

/* Limits ----------------------------------------------------------------- */

static struct { unsigned long long soft, hard; int is_known; } limits[RLIM_NLIMITS];

static void know_limit(unsigned which) {
  if (limits[which].is_known) return;
  limits[which].is_known = 1;
  limits[which].soft = limits[which].hard = RLIM_INFINITY;
  if (!__posix_assume(ASSUME_LIMITS)) return;
  limits[which].hard =
    (unsigned long long) __posix_choose("host.limit", -1, INT64_MAX);
  limits[which].soft =
    (unsigned long long) __posix_choose("host.limit", -1, INT64_MAX);
  __braid_assume(limits[which].soft <= limits[which].hard);
}

static long limit_call(unsigned long which, unsigned long long *soft,
                       unsigned long long *hard, int is_set) {
  if (which >= RLIM_NLIMITS) return -EINVAL;
  know_limit((unsigned) which);
  if (!is_set) {
    *soft = limits[which].soft;
    *hard = limits[which].hard;
    return 0;
  }
  if (*soft > *hard) return -EINVAL;
  if (*hard > limits[which].hard) return user() ? -EPERM : 0;
  if (which != RLIMIT_CORE) __posix_assume(ASSUME_SET_LIMITS);
  limits[which].soft = *soft;
  limits[which].hard = *hard;
  return 0;
}

/* 64-bit numbers in every target's prlimit64; words in the older calls. */
static long limits_wide(long process_number, unsigned long which,
                        unsigned long long *new, unsigned long long *old) {
  if (process_number && process_number != __posix_process())
    __braid_unsupported("the limits of another process");
  unsigned long long before[2];
  long error = limit_call(which, before, before + 1, 0);
  if (!error && new) {
    unsigned long long wanted[2] = {new[0], new[1]};
    error = limit_call(which, wanted, wanted + 1, 1);
  }
  if (!error && old) memcpy(old, before, sizeof before);
  return error;
}

static unsigned long narrow(unsigned long long n) {
  return n > (unsigned long) -1 ? (unsigned long) -1 : (unsigned long) n;
}

static long limit_words(unsigned long which, unsigned long *words, int is_set) {
  unsigned long long soft = 0, hard = 0;
  if (is_set) {
    soft = words[0];
    hard = words[1];
  }
  const long error = limit_call(which, &soft, &hard, is_set);
  if (error || is_set) return error;
  words[0] = narrow(soft);
  words[1] = narrow(hard);
  return 0;
}

/* The machine ------------------------------------------------------------ */

static long tell_memory(struct sysinfo *to) {
  const int is_chosen = __posix_assume(ASSUME_MACHINE);
  memset(to, 0, offsetof(struct sysinfo, __reserved));
  to->uptime = 1000;
  to->totalram = 1ul << 30;
  to->freeram = 1ul << 29;
  to->procs = 1;
  to->mem_unit = 1;
  if (is_chosen) {
    to->uptime = (unsigned long) __posix_choose("host.uptime", 0, INT32_MAX);
    to->totalram = (unsigned long) __posix_choose("host.memory", 1, INT32_MAX);
    to->freeram = (unsigned long) __posix_choose("host.memory", 0, INT32_MAX);
    to->procs = (unsigned short) __posix_choose("host.processes", 1, 65535);
    __braid_assume(to->freeram <= to->totalram);
  }
  return 0;
}

/* The processors are the first so many bits. */
static long processors(unsigned long *to, size_t size) {
  if (size < 8 || size % sizeof *to) return -EINVAL;
  memset(to, 0, 8);
  if (__posix_assume(ASSUME_MACHINE)) {
    enum { MOST = 8 * sizeof *to };
    const long long n = __posix_choose("host.processors", 1, MOST);
    *to = ~0ul >> (MOST - n);
  } else {
    *to = 1;
  }
  return 8;
}

static long name_system(struct utsname *to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, "Linux");
  strcpy(to->nodename, "braid");
  strcpy(to->release, "6.1.0");
  strcpy(to->version, "#1");
  strcpy(to->domainname, "(none)");
#if defined __aarch64__
  strcpy(to->machine, "aarch64");
#elif defined __x86_64__
  strcpy(to->machine, "x86_64");
#else
  strcpy(to->machine, "i686");
#endif
  if (!__posix_assume(ASSUME_MACHINE)) return 0;
  __braid_input(to->nodename, sizeof to->nodename, "host.name", 0);
  __braid_assume(to->nodename[0] && !to->nodename[sizeof to->nodename - 1]);
  return 0;
}

static long random_bytes(unsigned char *to, size_t n) {
  static uint32_t state = 1;
  if (__posix_assume(ASSUME_RANDOM)) {
    if (n) __braid_input(to, n, "host.random", 0);
    return (long) n;
  }
  for (size_t i = 0; i < n; i++) {
    state = state * 1103515245u + 12345u;
    to[i] = (unsigned char) (state >> 16);
  }
  return (long) n;
}

long __posix_machine(long n, long a, long b, long c, long d) {
  switch (n) {
  case SYS_getpid: case SYS_gettid: case SYS_set_tid_address: return process();
  case SYS_getpgid: case SYS_getsid:
    if (a && a != __posix_process())
      __braid_unsupported("the group of another process");
    return process();
  case SYS_getppid: return parent();
  case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid:
    return user();
  case SYS_getgroups: user(); return 0;
  case SYS_sysinfo: return tell_memory((void *) a);
  case SYS_sched_getaffinity: return processors((void *) c, (size_t) b);
  case SYS_uname: return name_system((void *) a);
  case SYS_prlimit64:
    return limits_wide(a, (unsigned long) b, (void *) c, (void *) d);
  case SYS_getrlimit: return limit_words((unsigned long) a, (void *) b, 0);
  case SYS_setrlimit: return limit_words((unsigned long) a, (void *) b, 1);
  case SYS_getrandom: return random_bytes((void *) a, (size_t) b);
  }
  __braid_unsupported("a fact of the machine without model");
}
