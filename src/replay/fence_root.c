#include "replay/fence_root.h"

#include "base/mem.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

const char root_hidden[] = "/.braid";

/* What belongs to the system alone: nobody has a FIFO there to write into. */
static const char *const shown[] = {
  "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/gnu",
  "/etc/ld.so.cache", "/etc/alternatives"};
static const char *const linked[] = {
  "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/gnu", "/etc/ld.so.cache",
  "/etc/alternatives", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32",
  "/usr/local"};

/* bwrap takes 9,000 words; a link is three. */
enum { MOST_LINKS = 2000 };

static mode_t kind_of(const char *path) {
  struct stat s;
  return lstat(path, &s) ? 0 : s.st_mode & S_IFMT;
}

char *root_view(const char *path) {
  return mem_format("%s%s", root_hidden, path);
}

bool root_shows(const char *path) {
  for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
    const size_t n = strlen(shown[k]);
    if (!strncmp(path, shown[k], n) && (!path[n] || path[n] == '/') &&
        kind_of(shown[k]) != S_IFLNK)
      return true;
  }
  return false;
}

static void add(root_entries *all, bool is_link, const char *from, char *to) {
  vec_push(all, ((root_entry) {is_link, mem_string(from), to}));
}

static void link_to(const char *files, const char *path, root_entries *all);

/* Of a directory that both have. */
static void link_each(const char *files, const char *path, root_entries *all) {
  DIR *d = opendir(path);
  for (struct dirent *e; d && (e = readdir(d)) && all->count < MOST_LINKS;) {
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    char *to = mem_format("%s/%s", path, e->d_name);
    link_to(files, to, all);
    free(to);
  }
  if (d) closedir(d);
}

static void link_to(const char *files, const char *path, root_entries *all) {
  char *ours = files ? mem_format("%s%s", files, path) : NULL;
  char *theirs = realpath(path, NULL);
  const mode_t kind = ours ? kind_of(ours) : 0;
  if (theirs && !kind && root_shows(theirs)) {
    char *view = root_view(theirs);
    add(all, true, view, mem_string(path));
    free(view);
  } else if (theirs && kind == S_IFDIR && kind_of(theirs) == kind) {
    link_each(files, path, all);
  }
  free(theirs);
  free(ours);
}

void root_entries_find(const char *files, root_entries *all) {
  for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
    if (kind_of(shown[k]) == S_IFDIR || kind_of(shown[k]) == S_IFREG)
      add(all, false, shown[k], root_view(shown[k]));
  for (size_t k = 0; k < sizeof linked / sizeof *linked; k++)
    link_to(files, linked[k], all);
}

void root_entries_release(root_entries *all) {
  for (uint32_t k = 0; k < all->count; k++) {
    free(all->items[k].from);
    free(all->items[k].to);
  }
  vec_release(all);
}
