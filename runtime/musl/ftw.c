/*
 * The host's ftw(): it follows links, and its function takes three arguments, which
 * musl calls with four.
 * This replaces src/legacy/ftw.c
 */
#include <ftw.h>

typedef int function(const char *, const struct stat *, int);

/* Of the walk that goes on; a walk within a walk keeps the outer one's. */
static function *current;

static int call(const char *path, const struct stat *about, int kind,
                struct FTW *where) {
  (void) where;
  return current(path, about, kind == FTW_SLN ? FTW_NS : kind);
}

int ftw(const char *path, function *visit, int fd_limit) {
  function *const outer = current;
  current = visit;
  const int result = nftw(path, call, fd_limit, 0);
  current = outer;
  return result;
}

weak_alias(ftw, ftw64);
