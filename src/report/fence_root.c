#include "report/fence_root.h"

#include "base/mem.h"

#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* What becomes of a directory that the host has and the test, too. */
typedef enum way {
  PASSED,                       /* only directories of this table are looked at */
  MIXED,                        /* what both have is the test's */
  TAKEN,                        /* all of it is the test's */
  OTHER
} way;

static const struct { const char *path; way way; } shared[] = {
  {"", PASSED}, {"/etc", MIXED}, {"/usr", PASSED}, {"/usr/share", TAKEN},
  {"/usr/local", PASSED}, {"/usr/local/etc", TAKEN}, {"/usr/local/share", TAKEN},
  {"/var", PASSED}, {"/var/games", TAKEN}, {"/var/lib", TAKEN},
};

static way way_of(const char *path) {
  for (unsigned k = 0; k < sizeof shared / sizeof *shared; k++)
    if (!strcmp(shared[k].path, path)) return shared[k].way;
  return OTHER;
}

static bool holds(const char *directory, const char *const *kept) {
  const size_t n = strlen(directory);
  for (; *kept; kept++)
    if (!strncmp(*kept, directory, n) && (!(*kept)[n] || (*kept)[n] == '/'))
      return true;
  return false;
}

static mode_t kind_of(const char *path) {
  struct stat s;
  return lstat(path, &s) ? 0 : s.st_mode & S_IFMT;
}

static void add(root_mounts *all, const char *from, const char *to) {
  vec_push(all, ((root_mount) {from ? mem_string(from) : NULL, mem_string(to)}));
}

static void look_into(const char *files, const char *path, const char *const *kept,
                      root_mounts *all) {
  way w = way_of(path);
  if (w == TAKEN && (holds(path, kept) || kind_of(path) != S_IFDIR)) w = PASSED;
  char *ours = mem_format("%s%s", files, path);
  DIR *d = opendir(ours);
  if (d && w == TAKEN) add(all, NULL, path);
  for (struct dirent *e; d && (e = readdir(d));) {
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    char *from = mem_format("%s/%s", ours, e->d_name);
    char *to = mem_format("%s/%s", path, e->d_name);
    const mode_t kind = kind_of(from);
    if (way_of(to) != OTHER) look_into(files, to, kept, all);
    else if (w == TAKEN && (kind == S_IFDIR || kind == S_IFREG)) add(all, from, to);
    else if (w == MIXED && kind == S_IFREG && kind_of(to) == kind) add(all, from, to);
    free(from);
    free(to);
  }
  if (d) closedir(d);
  free(ours);
}

void root_mounts_find(const char *files, const char *const *kept,
                      root_mounts *all) {
  look_into(files, "", kept, all);
}

void root_mounts_release(root_mounts *all) {
  for (uint32_t k = 0; k < all->count; k++) {
    free(all->items[k].from);
    free(all->items[k].to);
  }
  vec_release(all);
}
