/*
 * Landlock: what the kernel lets a process give up by itself.  The constants are
 * the kernel's; the C library's header may be older than the kernel.
 */
#include "fence/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE, RESTRICT_SELF };     /* on every machine */
enum { ASK_VERSION = 1, PATH_BENEATH = 1 };
enum { REFER_SINCE = 2, TRUNCATE_SINCE = 3, NETWORK_SINCE = 4, IOCTL_SINCE = 5,
       SCOPE_SINCE = 6 };

enum {
  EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3,
  ALL_OF_VERSION_1 = (1 << 13) - 1,
  REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEVICE = 1 << 15,
  READING = EXECUTE | READ_FILE | READ_DIR,
  OF_A_FILE = EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEVICE
};

typedef struct ruleset { uint64_t files, network, scoped; } ruleset;
typedef struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t parent;
} beneath;

bool landlock_scopes_signals(int version) { return version >= SCOPE_SINCE; }
bool landlock_guards_truncation(int version) {
  return version >= TRUNCATE_SINCE;
}

static uint64_t handled(int version) {
  return ALL_OF_VERSION_1 | (version >= REFER_SINCE ? REFER : 0) |
         (version >= TRUNCATE_SINCE ? TRUNCATE : 0) |
         (version >= IOCTL_SINCE ? IOCTL_DEVICE : 0);
}

/* What is not there needs no rule. */
static bool allow(int rules, const char *path, uint64_t rights) {
  struct stat s;
  const int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return errno == ENOENT || errno == EACCES;
  if (!fstat(fd, &s) && !S_ISDIR(s.st_mode)) rights &= OF_A_FILE;
  const beneath rule = {rights, fd};
  const bool good = !syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
  close(fd);
  return good;
}

/* Everything but /dev: reading from a terminal there takes what a person
 * types. */
static bool allow_system(int rules) {
  DIR *root = opendir("/");
  bool good = root;
  for (struct dirent *e; good && (e = readdir(root));) {
    char path[sizeof e->d_name + 1];
    if (e->d_name[0] == '.' || !strcmp(e->d_name, "dev")) continue;
    snprintf(path, sizeof path, "/%s", e->d_name);
    good = allow(rules, path, READING);
  }
  if (root) closedir(root);
  return good;
}

static bool add_rules(const fence_order *o, int rules, uint64_t all) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full",
                                        "/dev/random", "/dev/urandom"};
  bool good = o->readable         ? true
              : o->has_own_system ? allow(rules, "/", all & READING)
                                  : allow_system(rules);
  for (const char **r = o->readable; r && *r && good; r++)
    good = allow(rules, *r, all & (READ_FILE | READ_DIR));
  for (size_t i = 0; i < sizeof devices / sizeof *devices && good; i++)
    good = allow(rules, devices[i], all & (READ_FILE | WRITE_FILE | TRUNCATE));
  if (good && o->has_own_system)
    good = allow(rules, "/dev/shm", all) && allow(rules, "/tmp", all) &&
           allow(rules, "/dev/pts", all) && allow(rules, "/dev/ptmx", all);
  for (const char **w = o->writable; *w && good; w++) good = allow(rules, *w, all);
  return good;
}

int landlock_confine(const fence_order *o) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version <= 0) return 0;
  if (o->landlock && version > (long) o->landlock) version = (long) o->landlock;
  const ruleset wanted = {
    .files = handled((int) version),
    .network = version < NETWORK_SINCE ? 0      /* bind, and connect */
               : o->may_connect        ? 1 : 3,
    .scoped = version >= SCOPE_SINCE ? 3 : 0};  /* abstract sockets, signals */
  const size_t size = version >= SCOPE_SINCE     ? sizeof wanted
                      : version >= NETWORK_SINCE ? 2 * sizeof(uint64_t)
                                                 : sizeof(uint64_t);
  const long rules = syscall(CREATE_RULESET, &wanted, size, 0);
  if (rules < 0) return -1;
  const bool good = add_rules(o, (int) rules, wanted.files) &&
                    !syscall(RESTRICT_SELF, rules, 0);
  close((int) rules);
  return good ? (int) version : -1;
}
