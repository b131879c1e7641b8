/* Mappings: an object each, wholly readable, or wholly readable and writable.  What is closed to
 * all access, such as the page below a stack, stays as it was, by an assumption. */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, MAPS = 64 };

typedef struct map { char *at; size_t size; int is_file, is_writable; } map;
static map maps[MAPS];

static size_t whole_pages(size_t n) {
  return (n + PAGE - 1) & ~(size_t) (PAGE - 1);
}

static map *find(const void *p) {
  for (unsigned i = 0; i < MAPS; i++)
    if (maps[i].at && maps[i].at == (const char *) p) return maps + i;
  return NULL;
}

/* The mapping that the range is; parts of mappings are not modelled. */
static map *whole(const void *p, size_t size, const char *call) {
  map *m = find(p);
  if (!m || m->size != whole_pages(size)) __braid_unsupported(call);
  return m;
}

static int is_aligned(const void *p) { return !((uintptr_t) p % PAGE); }

/* Readable at least; 0: not modelled. */
static int is_modelled(int protection) {
  return (protection & PROT_READ) && !(protection & PROT_EXEC);
}

/* The mapping that the range is in. */
static map *around(const char *p, size_t size) {
  for (map *m = maps; m < maps + MAPS; m++)
    if (m->at && p >= m->at && p < m->at + m->size &&
        whole_pages(size) <= (size_t) (m->at + m->size - p))
      return m;
  return NULL;
}

static void assume_closed(void) {
  __braid_note("no memory is accessed that mmap() or mprotect() closed to all access");
}

long __posix_map(size_t size, int protection, int flags, long fd, off_t offset) {
  if (!size) return -EINVAL;
  const int type = flags & 0x0f;
  if (type != MAP_PRIVATE && type != MAP_SHARED && type != 3) return -EINVAL;
  if (offset % PAGE) return -EINVAL;
  if (flags & MAP_FIXED) __braid_unsupported("mmap at a fixed address");
  open_file *o = NULL;
  if (!(flags & MAP_ANONYMOUS)) {
    o = __posix_descriptor(fd);
    if (!o) return -EBADF;
    if ((o->flags & O_ACCMODE & 3) == O_WRONLY) return -EACCES;
    if (o->of->kind == DIRECTORY) return -ENODEV;
    if (o->of->kind != REGULAR) __braid_unsupported("mmap of a device");
    if (type != MAP_PRIVATE && (protection & PROT_WRITE))
      __braid_unsupported("mmap of a shared file, to be written");
    if ((size_t) offset + size > whole_pages(o->of->size))
      __braid_unsupported("mmap past the end of a file");
    /* A later write to the file may show or not. */
    if (type != MAP_PRIVATE) __braid_unsupported("mmap of a shared file");
  }
  if (protection == PROT_NONE) {
    assume_closed();
    protection = PROT_READ | PROT_WRITE;
  }
  if (!is_modelled(protection))
    __braid_unsupported("mmap of memory that cannot be read, or can be run");
  map *m = maps;
  while (m < maps + MAPS && m->at) m++;
  if (m == maps + MAPS) __braid_unsupported("more mappings than there is room for");
  char *p = __braid_alloc(whole_pages(size), PAGE, BRAID_OWN | BRAID_ZEROED);
  if (!p) return -ENOMEM;
  if (o) __posix_read_at(o->of, p, whole_pages(size), offset);
  *m = (map) {p, whole_pages(size), o != NULL, (protection & PROT_WRITE) != 0};
  if (!(protection & PROT_WRITE)) __braid_protect(p, 0);
  return (long) p;
}

long __posix_unmap(void *p, size_t size) {
  if (!is_aligned(p) || !size) return -EINVAL;
  map *m = find(p);
  if (!m && !__braid_object_size(p)) return 0;  /* nothing was there */
  m = whole(p, size, "munmap of a part, or of what is no mapping");
  m->at = NULL;
  __braid_free(p);
  return 0;
}

long __posix_remap(void *old, size_t old_size, size_t size, int flags) {
  if (!is_aligned(old) || !size) return -EINVAL;
  if (flags & ~MREMAP_MAYMOVE) __braid_unsupported("mremap to a fixed address");
  map *m = whole(old, old_size, "mremap of a part of a mapping");
  if (whole_pages(size) == m->size) return (long) old;
  if (!(flags & MREMAP_MAYMOVE))
    __braid_unsupported("mremap in place: there may be room or not");
  if (m->is_file && size > old_size)
    __braid_unsupported("mremap past the end of a file");
  char *p = __braid_alloc(whole_pages(size), PAGE, BRAID_OWN | BRAID_ZEROED);
  if (!p) return -ENOMEM;
  memcpy(p, old, m->size < whole_pages(size) ? m->size : whole_pages(size));
  __braid_free(old);
  *m = (map) {p, whole_pages(size), m->is_file, m->is_writable};
  if (!m->is_writable) __braid_protect(p, 0);
  return (long) p;
}

long __posix_protect(void *p, size_t size, int protection) {
  if (!is_aligned(p)) return -EINVAL;
  if (!size) return 0;
  map *m = around(p, size);
  if (m && protection == PROT_NONE) {
    assume_closed();
    return 0;
  }
  if (!is_modelled(protection))
    __braid_unsupported("mprotect to memory that cannot be read, or can be run");
  if (m && m->is_writable && (protection & PROT_WRITE)) return 0;
  m = whole(p, size, "mprotect of a part, or of what is no mapping");
  m->is_writable = (protection & PROT_WRITE) != 0;
  __braid_protect(m->at, m->is_writable);
  return 0;
}

long __posix_advise(void *p, size_t size, int advice) {
  if (!is_aligned(p)) return -EINVAL;
  switch (advice) {
  case MADV_NORMAL: case MADV_RANDOM: case MADV_SEQUENTIAL: case MADV_WILLNEED:
  case MADV_HUGEPAGE: case MADV_NOHUGEPAGE: case MADV_DONTDUMP: case MADV_DODUMP:
    if (size) whole(p, size, "madvise of a part, or of what is no mapping");
    return 0;
  case MADV_DONTNEED: {
    if (!size) return 0;
    map *m = whole(p, size, "madvise of a part, or of what is no mapping");
    if (m->is_file) __braid_unsupported("madvise(MADV_DONTNEED) of a file");
    __braid_protect(m->at, 1);
    memset(m->at, 0, m->size);
    __braid_protect(m->at, m->is_writable);
    return 0;
  }
  }
  __braid_unsupported("an advice of madvise without model");
}
