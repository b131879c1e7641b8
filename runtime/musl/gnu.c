/* What the host's libc has for files and musl has not. */
#define _GNU_SOURCE
#include "syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

char *canonicalize_file_name(const char *);
char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }

int renameat2(int, const char *, int, const char *, unsigned);
int renameat2(int from_fd, const char *from, int to_fd, const char *to,
              unsigned flags) {
  struct stat st;
  if (flags & ~1u) {            /* all but "do not replace" */
    errno = EINVAL;
    return -1;
  }
  if (flags && !fstatat(to_fd, to, &st, AT_SYMLINK_NOFOLLOW)) {
    errno = EEXIST;
    return -1;
  }
  return renameat(from_fd, from, to_fd, to);
}

/* For programs that print it; the headers are those of such a version. */
const char *gnu_get_libc_version(void);
const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void);
const char *gnu_get_libc_release(void) { return "stable"; }

unsigned gnu_dev_major(dev_t);
unsigned gnu_dev_major(dev_t device) { return major(device); }

unsigned gnu_dev_minor(dev_t);
unsigned gnu_dev_minor(dev_t device) { return minor(device); }

dev_t gnu_dev_makedev(unsigned, unsigned);
dev_t gnu_dev_makedev(unsigned high, unsigned low) {
  return makedev(high, low);
}

#ifndef STATX_TYPE                             /* musl has it since 1.2.5 */
/* The kernel's layout, the same on every target. */
typedef struct statx_time { int64_t seconds; uint32_t nanoseconds, unused; }
  statx_time;
struct statx {
  uint32_t mask, block_size;
  uint64_t attributes;
  uint32_t links, user, group;
  uint16_t mode, unused;
  uint64_t inode, size, blocks, attributes_mask;
  statx_time accessed, born, changed, modified;
  uint32_t node_major, node_minor, device_major, device_minor;
  uint64_t more[14];
};

int statx(int, const char *restrict, int, unsigned, struct statx *restrict);
int statx(int fd, const char *restrict path, int flags, unsigned wanted,
          struct statx *restrict to) {
  enum { BASIC = 0x7ff, FLAGS = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH };
  struct stat st;
  (void) wanted;
  if (fstatat(fd, path, &st, flags & FLAGS)) return -1;
  memset(to, 0, sizeof *to);
  to->mask = BASIC;
  to->block_size = (uint32_t) st.st_blksize;
  to->links = (uint32_t) st.st_nlink;
  to->user = st.st_uid;
  to->group = st.st_gid;
  to->mode = (uint16_t) st.st_mode;
  to->inode = st.st_ino;
  to->size = (uint64_t) st.st_size;
  to->blocks = (uint64_t) st.st_blocks;
  to->accessed.seconds = st.st_atime;
  to->changed.seconds = st.st_ctime;
  to->modified.seconds = st.st_mtime;
  to->device_minor = (uint32_t) st.st_dev;
  return 0;
}
#endif
