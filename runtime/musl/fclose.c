/*
 * Any use of a stream is undefined after fclose.  A stream of fopen is a heap object: the use
 * is found because the object is freed.  stdin, stdout and stderr are never freed: here the
 * functions of a closed one report its use, until freopen gives it others.
 */
#include "../primitives.h"

#define fclose __musl_fclose
#include "src/stdio/fclose.c"
#undef fclose

_Noreturn static void is_closed(void) {
  __braid_error("bad-argument", "a standard stream is used after fclose");
}

static size_t read_closed(FILE *f, unsigned char *to, size_t n) { is_closed(); }
static size_t write_closed(FILE *f, const unsigned char *from, size_t n) { is_closed(); }
static off_t seek_closed(FILE *f, off_t offset, int whence) { is_closed(); }
static int close_closed(FILE *f) { is_closed(); }

int fclose(FILE *f) {
  const int is_standard = f->flags & F_PERM;
  const int result = __musl_fclose(f);
  if (is_standard) {
    f->read = read_closed;
    f->write = write_closed;
    f->seek = seek_closed;
    f->close = close_closed;
  }
  return result;
}
