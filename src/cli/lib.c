#include "cli/lib.h"

#include "base/libs.h"
#include "base/mem.h"
#include "base/share.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 1, EXIT_INPUT = 2 };

static const char help[] =
    "usage: braid lib NAME...\n"
    "\n"
    "Fetches the source packages of libraries from the archive that apt is configured\n"
    "for, and builds each by its own configure script, CMakeLists.txt or makefile\n"
    "with \"braid cc\", as a static library with bitcode in it.  Then\n"
    "\n"
    "  braid lib zlib bzip2\n"
    "  make CC=\"braid cc\" LDLIBS=\"-lz -lbz2\"   or\n"
    "  braid run harness.c -lz\n"
    "\n"
    "find headers and libraries by themselves.  One that needs another one comes\n"
    "after it.  Without a name: those that are there.  Nothing is installed outside\n"
    "of $XDG_CACHE_HOME/braid/lib (~/.cache/braid/lib); to have one no more, or to\n"
    "have it fetched again, remove its directory there.\n";

/* Names of packages, as the archive's policy has them: none is a path or an option. */
static bool is_name(const char *text) {
  const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789+.-");
  return length > 1 && !text[length] && *text != '.' && *text != '-' && *text != '+';
}

static int fail(int status, const char *text, const char *what) {
  fprintf(stderr, "braid lib: %s%s%s\n", text, what ? ": " : "", what ? what : "");
  return status;
}

static void list(void) {
  libs all;
  libs_init(&all);
  for (uint32_t k = 0; k < all.count; k++) puts(strrchr(all.items[k], '/') + 1);
  libs_release(&all);
}

static bool make_directories(char *path) {
  for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    const bool is_bad = mkdir(path, 0777) && errno != EEXIST;
    *slash = '/';
    if (is_bad) return false;
  }
  return !mkdir(path, 0777) || errno == EEXIST;
}

/* Two at once would build in one directory.  The lock is held until this process ends, whatever
 * it has become by then. */
static bool lock(const char *root) {
  char *path = mem_format("%s/.lock", root);
  const int file = open(path, O_RDWR | O_CREAT, 0666);
  free(path);
  if (file < 0) return false;
  if (!flock(file, LOCK_EX | LOCK_NB)) return true;
  fprintf(stderr, "braid lib: waiting for another braid lib\n");
  return !flock(file, LOCK_EX);
}

static char *own_directory(void) {
  char own[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return mem_string("/usr/bin");
  own[length] = 0;
  *strrchr(own, '/') = 0;
  return mem_string(own);
}

int cli_lib(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--help")) {
    fputs(help, stdout);
    return 0;
  }
  for (int i = 1; i < argc; i++)
    if (!is_name(argv[i]))
      return fail(EXIT_USAGE, "no name of a package (braid help lib)", argv[i]);
  if (argc < 2) {
    list();
    return 0;
  }
  char *script = share_find("setup/lib"), *root = libs_root();
  if (!script)
    return fail(EXIT_INPUT, "setup/lib is missing: run \"make\", or set BRAID_SHARE", NULL);
  if (!root) return fail(EXIT_INPUT, "neither XDG_CACHE_HOME nor HOME names a directory", NULL);
  if (!make_directories(root) || !lock(root)) return fail(EXIT_INPUT, root, strerror(errno));
  char *own = own_directory();
  setenv("BRAID", own, 1);
  VEC(const char *) all = {0};
  vec_push(&all, "sh");
  vec_push(&all, script);
  vec_push(&all, root);
  vec_push(&all, libs_stamp());
  for (int i = 1; i < argc; i++) vec_push(&all, argv[i]);
  vec_push(&all, NULL);
  execv("/bin/sh", (char *const *) (void *) all.items);
  return fail(EXIT_INPUT, "/bin/sh", strerror(errno));
}
