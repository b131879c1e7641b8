/* Files: a flat table of names and contents. */
#include "posix.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <fcntl.h>
#include "kstat.h"

static file files[FILES] = {
  {.name = "", .kind = DIRECTORY, .mode = 0755, .is_fixed = 1},
  {.name = "dev", .kind = DIRECTORY, .mode = 0755, .is_fixed = 1},
  {.name = "tmp", .kind = DIRECTORY, .mode = 01777, .is_fixed = 1},
  {.name = "dev/null", .kind = NULL_DEVICE, .mode = 0666, .is_fixed = 1},
  {.name = "dev/zero", .kind = ZERO_DEVICE, .mode = 0666, .is_fixed = 1},
};
static int has_symbolic_files;

/* What came from the host can be had again, so it makes room. */
file *__posix_free_entry(void) {
  for (unsigned i = 0; i < FILES; i++)
    if (!files[i].name && !files[i].users) return files + i;
  for (unsigned i = 0; i < FILES; i++)
    if (files[i].is_host && !files[i].users) {
      __posix_remove(files + i);
      return files + i;
    }
  return NULL;
}

/* Whether a path begins with what from_root takes away.  One look at a symbolic
 * byte: most paths do not, and fork only once here. */
static int is_plain(char first) { return (first != '/') & (first != '.'); }

/* The path from the root, which "/", "." and ".." in front do not leave. */
static const char *from_root(const char *path) {
  for (;;) {
    if (is_plain(path[0])) return path;
    if (path[0] == '/') path++;
    else if (!path[1]) path++;
    else if (path[1] == '/') path += 2;
    else if (path[1] != '.') return path;
    else if (!path[2]) path += 2;
    else if (path[2] == '/') path += 3;
    else return path;
  }
}

file *__posix_find(const char *path) {
  if (!has_symbolic_files) {
    has_symbolic_files = 1;
    __posix_make_symbolic_files();
  }
  if (!path[0]) return NULL;
  const char *name = from_root(path);
  for (unsigned i = 0; i < FILES; i++)
    if (files[i].name && !strcmp(name, files[i].name)) return files + i;
  return braid_world.has_root ? __posix_from_host(path, name) : NULL;
}

char *__posix_copy_name(const char *path) {
  path = from_root(path);
  char *name = __braid_alloc(strlen(path) + 1, 1, BRAID_OWN);
  if (name) strcpy(name, path);
  return name;
}

file *__posix_create(const char *path, file_kind kind, mode_t mode) {
  file *f = __posix_free_entry();
  char *name = f ? __posix_copy_name(path) : NULL;
  if (!name) return NULL;
  *f = (file) {.name = name, .kind = kind, .mode = mode & 07777};
  return f;
}

int __posix_rename(file *f, const char *path) {
  char *name = __posix_copy_name(path);
  if (!name) return -ENOSPC;
  __braid_free(f->name);
  f->name = name;
  return 0;
}

file *__posix_file_number(unsigned i) {
  return i < FILES && files[i].name ? files + i : NULL;
}

/* A file without name and users is gone. */
static void drop_if_unused(file *f) {
  if (f->name || f->users || !f->data) return;
  __braid_free(f->data);
  f->data = NULL;
}

void __posix_remove(file *f) {
  __braid_free(f->name);
  f->name = NULL;
  drop_if_unused(f);
}

void __posix_release(file *f) {
  f->users--;
  drop_if_unused(f);
}

int __posix_resize(file *f, size_t size) {
  if (size > f->capacity) {
    size_t capacity = 2 * f->capacity < size ? size : 2 * f->capacity;
    unsigned char *data = __braid_alloc(capacity, 1, BRAID_OWN | BRAID_ZEROED);
    if (!data) return -ENOSPC;
    if (f->data) {
      memcpy(data, f->data, f->size);
      __braid_free(f->data);
    }
    f->data = data;
    f->capacity = capacity;
  }
  else if (size > f->size) memset(f->data + f->size, 0, size - f->size);
  f->size = size;
  return 0;
}

long __posix_read_at(file *f, void *to, size_t n, off_t offset) {
  switch (f->kind) {
  case DIRECTORY: return -EISDIR;
  case OUTPUT: return -EBADF;
  case NULL_DEVICE: return 0;
  case ZERO_DEVICE: memset(to, 0, n); return (long) n;
  case REGULAR: break;
  }
  if (offset < 0) return -EINVAL;
  if ((size_t) offset >= f->size) return 0;
  if (n > f->size - (size_t) offset) n = f->size - (size_t) offset;
  memcpy(to, f->data + offset, n);
  return (long) n;
}

long __posix_write_at(file *f, const void *from, size_t n, off_t offset) {
  switch (f->kind) {
  case DIRECTORY: return -EISDIR;
  case OUTPUT: __braid_output(f->output, from, n); return (long) n;
  case NULL_DEVICE:
  case ZERO_DEVICE: __braid_check(from, n, 0); return (long) n;
  case REGULAR: break;
  }
  if (offset < 0) return -EINVAL;
  const size_t end = (size_t) offset + n;
  if (end > f->size && __posix_resize(f, end)) return -ENOSPC;
  memcpy(f->data + offset, from, n);
  return (long) n;
}

static mode_t type_of(const file *f) {
  switch (f->kind) {
  case REGULAR: return S_IFREG;
  case DIRECTORY: return S_IFDIR;
  case OUTPUT: return S_IFIFO;
  case NULL_DEVICE:
  case ZERO_DEVICE: break;
  }
  return S_IFCHR;
}

enum { EPOCH = 1700000000 };    /* when all files were last touched */

void __posix_stat(const file *f, struct kstat *s) {
  memset(s, 0, sizeof *s);
  s->st_dev = 1;
  s->st_ino = f >= files && f < files + FILES ? (ino_t) (f - files) + 2 : 1;
  s->st_mode = type_of(f) | f->mode;
  s->st_nlink = 1;
  s->st_uid = s->st_gid = 1000;
  s->st_size = (off_t) f->size;
  s->st_blksize = 4096;
  s->st_blocks = (blkcnt_t) ((f->size + 511) / 512);
  s->st_atime_sec = s->st_mtime_sec = s->st_ctime_sec = EPOCH;
}
