/* The table of system calls as a seccomp filter. */
#include "fence/inside.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET */
enum { NAMESPACES = 0x7e020000 };

typedef enum kind { CALL, OWN, SIGNAL, WHERE } kind;
typedef struct rule {
  const char *name;
  kind kind;
  unsigned argument;
  scmp_datum_t mask, value;
} rule;

static const rule rules[] = {
#define CALL(NAME) {#NAME, CALL, 0, 0, 0},
#define OWN(NAME) {#NAME, OWN, 0, 0, 0},
#define SIGNAL(NAME) {#NAME, SIGNAL, 0, 0, 0},
#define WHERE(NAME, ARGUMENT, MASK, VALUE) {#NAME, WHERE, ARGUMENT, MASK, VALUE},
#include "fence/syscalls.def"
};

/* A rule that this machine or library does not know is left out: the call then
 * stays forbidden. */
static void permit(scmp_filter_ctx f, const char *name) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number != __NR_SCMP_ERROR) seccomp_rule_add(f, SCMP_ACT_ALLOW, number, 0);
}

static void permit_where(scmp_filter_ctx f, const char *name, unsigned argument,
                         scmp_datum_t mask, scmp_datum_t value) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number != __NR_SCMP_ERROR)
    seccomp_rule_add(f, SCMP_ACT_ALLOW, number, 1,
                     SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, mask, value));
}

static void add(scmp_filter_ctx f, const rule *r, const fence_order *o,
                bool signals_stay_inside) {
  switch (r->kind) {
  case CALL: permit(f, r->name); return;
  case OWN:
    if (o->has_own_system) permit(f, r->name);
    return;
  case SIGNAL:
    if (signals_stay_inside) permit(f, r->name);
    else permit_where(f, r->name, 0, 0xffffffff, (scmp_datum_t) getpid());
    return;
  case WHERE: permit_where(f, r->name, r->argument, r->mask, r->value); return;
  }
}

/* Opening may cut a file off.  An old Landlock does not see that if the file is
 * opened for reading only. */
static void add_opening(scmp_filter_ctx f, bool is_guarded) {
  static const struct { const char *name; unsigned flags; } calls[] = {
    {"open", 1}, {"openat", 2}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (is_guarded) {
      permit(f, calls[i].name);
      continue;
    }
    permit_where(f, calls[i].name, calls[i].flags, O_TRUNC, 0);
    permit_where(f, calls[i].name, calls[i].flags, O_ACCMODE, O_WRONLY);
    permit_where(f, calls[i].name, calls[i].flags, O_ACCMODE, O_RDWR);
  }
  if (!is_guarded) return;
  permit(f, "openat2");
  permit(f, "truncate");
  permit(f, "truncate64");
}

bool filter_install(const fence_order *o, int landlock) {
  scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (!f) {
    errno = ENOMEM;
    return false;
  }
#if defined __x86_64__
  seccomp_arch_add(f, SCMP_ARCH_X86);
#endif
  seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  const bool signals_stay_inside =
      o->has_own_system || landlock_scopes_signals(landlock);
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    add(f, &rules[i], o, signals_stay_inside);
  add_opening(f, o->has_own_system || landlock_guards_truncation(landlock));
  const int failure = seccomp_load(f);
  seccomp_release(f);
  errno = -failure;
  return !failure;
}
