#include "cli/confine.h"

#include "base/mem.h"
#include "base/share.h"
#include "base/vec.h"
#include "fence/inside.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

typedef VEC(char *) paths;      /* owned */

/* Rules are about files, wherever links to them are. */
static void add(paths *all, const char *path) {
  char *whole = realpath(path, NULL);
  if (whole) vec_push(all, whole);
}

static void add_entries(paths *all, const char *directory) {
  DIR *d = opendir(directory);
  for (struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    char *path = mem_format("%s/%s", directory, e->d_name);
    add(all, path);
    free(path);
  }
  if (d) closedir(d);
}

/* Values of an URL's parameters that are paths: keys and certificates of libpq's. */
static void add_parameters(paths *all, const char *url) {
  const char *at = strchr(url, '?');
  while (at && *at) {
    const char *value = strchr(at, '=');
    if (!value) return;
    char path[PATH_MAX];
    size_t n = 0;
    for (value++; *value && *value != '&' && n + 1 < sizeof path; value++) {
      unsigned byte;
      const bool is_coded = *value == '%' && sscanf(value + 1, "%2x", &byte) == 1;
      path[n++] = is_coded ? (char) byte : *value;
      if (is_coded) value += 2;
    }
    path[n] = 0;
    if (path[0] == '/') add(all, path);
    at = *value == '&' ? value : NULL;
  }
}

static void add_home(paths *all) {
  static const char *const names[] = {".pgpass", ".postgresql"};
  const char *home = getenv("HOME");
  for (unsigned k = 0; home && k < 2; k++) {
    char *path = mem_format("%s/%s", home, names[k]);
    add(all, path);
    free(path);
  }
}

char *confine(const char *directory, const char *url) {
  static const char *const system[] = {"/usr", "/lib", "/lib32", "/lib64", "/libx32",
                                       "/nix", "/gnu", "/etc", "/proc", "/sys", "/run"};
  paths all = {0};
  char *share = share_find(".");
  for (unsigned k = 0; k < sizeof system / sizeof *system; k++) add(&all, system[k]);
  if (share) {
    add(&all, share);
    add_entries(&all, share);
  }
  add_parameters(&all, url);
  add_home(&all);
  vec_push(&all, NULL);
  const char *writable[] = {directory, NULL};
  const fence_order order = {.writable = writable, .may_connect = true,
                             .readable = (const char **) all.items};
  const int version = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -1
                                                              : landlock_confine(&order);
  const int why = errno;
  for (uint32_t k = 0; k < all.count; k++) free(all.items[k]);
  vec_release(&all);
  free(share);
  if (version > 0) return NULL;
  return mem_format("this process cannot be confined (%s): --unconfined works without",
                    version ? strerror(why) : "the kernel has no Landlock");
}
