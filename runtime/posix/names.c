/* Names: a flat table of paths from the root, and the files they stand for. */
#include "posix.h"

#include <errno.h>
#include <string.h>

static file files[FILES] = {
  {.kind = DIRECTORY, .mode = 0755, .is_fixed = 1, .links = 1},
  {.kind = DIRECTORY, .mode = 0755, .is_fixed = 1, .links = 1},
  {.kind = DIRECTORY, .mode = 01777, .is_fixed = 1, .links = 1},
  {.kind = NULL_DEVICE, .mode = 0666, .is_fixed = 1, .links = 1},
  {.kind = ZERO_DEVICE, .mode = 0666, .is_fixed = 1, .links = 1},
};
static name names[NAMES] = {
  {"", files}, {"dev", files + 1}, {"tmp", files + 2},
  {"dev/null", files + 3}, {"dev/zero", files + 4},
};
static int has_symbolic_files;

name *__posix_name_number(unsigned i) {
  return i < NAMES && names[i].path ? names + i : NULL;
}

/* A symbolic path is no device without an end: a path that is one would read for ever.  That
 * it leads through no directory is assumed. */
static int may_be(const name *n, int is_symbolic) {
  return n->path && !(is_symbolic && n->of && n->of->kind == ZERO_DEVICE);
}

static name *find(const char *path, int is_symbolic) {
  for (unsigned i = 0; i < NAMES; i++)
    if (may_be(names + i, is_symbolic) && !strcmp(path, names[i].path)) return names + i;
  return NULL;
}

name *__posix_find_name(const char *path) {
  if (!has_symbolic_files) {
    has_symbolic_files = 1;
    __posix_make_symbolic_files();
  }
  name *n = find(path, !__posix_is_concrete(path));
  if (n) return n;
  return braid_world.has_root ? __posix_from_host(path) : NULL;
}

const char *__posix_path_of(const file *f) {
  for (unsigned i = 0; i < NAMES; i++)
    if (names[i].path && names[i].of == f) return names[i].path;
  return NULL;
}

static void forget(name *n) {
  __braid_free(n->path);
  n->path = NULL;
}

/* That a name was removed may be forgotten: then it is assumed not to be there.
 * What came from the host can be had again. */
static void make_room(void) {
  for (unsigned i = 0; i < NAMES && !braid_world.has_root; i++)
    if (names[i].path && !names[i].of) {
      forget(names + i);
      return;
    }
  for (unsigned i = 0; i < NAMES; i++) {
    name *n = names + i;
    if (!n->path || !n->of || !n->of->is_host || n->of->users) continue;
    file *f = n->of;
    forget(n);
    n->of = NULL;
    f->links--;
    __posix_drop(f);
    return;
  }
}

static name *free_name(void) {
  for (int twice = 0; twice < 2; twice++) {
    for (unsigned i = 0; i < NAMES; i++)
      if (!names[i].path) return names + i;
    make_room();
  }
  __braid_unsupported("more file names than there is room for");
}

file *__posix_new_file(file_kind kind, mode_t mode) {
  for (int twice = 0; twice < 2; twice++) {
    for (unsigned i = 0; i < FILES; i++)
      if (!files[i].links && !files[i].users) {
        const moment now = __posix_time();
        files[i] = (file) {.kind = kind, .mode = mode & 07777, .is_own = 1,
                           .accessed = now, .modified = now, .changed = now};
        return files + i;
      }
    make_room();
  }
  __braid_unsupported("more files than there is room for");
}

static char *copy(const char *path) {
  char *to = __braid_alloc(strlen(path) + 1, 1, BRAID_OWN);
  if (!to) __braid_unsupported("no memory for a file name");
  return strcpy(to, path);
}

name *__posix_name_given(const char *path, file *f) {
  f->links++;                   /* first: making room must not take it */
  name *n = free_name();
  n->path = copy(path);
  n->of = f;
  return n;
}

void __posix_name_absent(const char *path) {
  name *n = free_name();
  n->path = copy(path);
  n->of = NULL;
}

long __posix_add_name(const char *path, file *f) {
  name *n = find(path, !__posix_is_concrete(path));         /* one that was removed */
  if (!n) {
    __posix_name_given(path, f);
    return 0;
  }
  n->of = f;
  f->links++;
  return 0;
}

void __posix_remove_name(name *n) {
  file *f = n->of;
  n->of = NULL;                 /* the path stays: that it is gone is known */
  f->links--;
  f->changed = __posix_time();
  __posix_drop(f);
}

/* With all that is below it, if it is a directory. */
long __posix_rename(name *from, const char *path) {
  file *f = from->of;
  const size_t old = strlen(from->path), new = strlen(path);
  for (unsigned i = 0; f->kind == DIRECTORY && i < NAMES; i++) {
    name *n = names + i;
    if (!n->path || strncmp(n->path, from->path, old) || n->path[old] != '/')
      continue;
    char *moved = __braid_alloc(new + strlen(n->path + old) + 1, 1, BRAID_OWN);
    if (!moved) __braid_unsupported("no memory for a file name");
    strcat(strcpy(moved, path), n->path + old);
    for (unsigned k = 0; k < NAMES; k++)        /* one that was removed */
      if (names[k].path && !strcmp(names[k].path, moved)) forget(names + k);
    __braid_free(n->path);
    n->path = moved;
  }
  f->changed = __posix_time();
  __posix_add_name(path, f);
  from->of = NULL;
  f->links--;
  return 0;
}
