#include "base/source_names.h"

#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Set at once or never: `real` without symbolic links, `said` as the user says it, who may have
 * come there by a link. */
static char *real, *said;

static void set(char *whole, const char *also) {
  assert(*whole == '/');
  free(real);
  free(said);
  real = whole;
  said = mem_string(also);
}

static bool is_same_directory(const char *a, const char *b) {
  struct stat x, y;
  return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool source_names_set_root(const char *directory) {
  struct stat s;
  char *whole = realpath(directory, NULL);
  if (!whole) return false;
  if (stat(whole, &s) || !S_ISDIR(s.st_mode)) {
    free(whole);
    errno = ENOTDIR;
    return false;
  }
  set(whole, *directory == '/' ? directory : whole);
  return true;
}

const char *source_names_root(void) {
  if (real) return real;
  const char *shell = getenv("PWD");
  char *here = getcwd(NULL, 0);
  if (!here) here = mem_string("/");    /* a directory that was removed */
  set(here, shell && *shell == '/' && is_same_directory(shell, here) ? shell : here);
  return real;
}

/* Without "." and "..", which is right unless a ".." follows a symbolic link. */
static char *tidied(const char *path) {
  assert(*path == '/');
  char *out = mem_zeroed(strlen(path) + 2, 1), *end = out;
  while (*path) {
    const size_t length = strcspn(path, "/");
    if (length == 2 && !strncmp(path, "..", 2)) {
      while (end > out && *--end != '/')
        ;
    } else if (length && !(length == 1 && *path == '.')) {
      *end++ = '/';
      memcpy(end, path, length);
      end += length;
    }
    path += length + (path[length] == '/');
  }
  *end = 0;
  if (end == out) *end++ = '/', *end = 0;
  return out;
}

/* The rest of a path below the directory, or NULL. */
static const char *rest_below(const char *directory, const char *path) {
  size_t length = strlen(directory);
  while (length && directory[length - 1] == '/') length--;
  return !strncmp(path, directory, length) && path[length] == '/' && path[length + 1]
             ? path + length + 1 : NULL;
}

static char *name_below(const char *whole) {
  const char *rest = rest_below(said, whole);
  if (!rest) rest = rest_below(real, whole);
  return rest ? mem_string(rest) : NULL;
}

static bool is_there(const char *path) { return !access(path, F_OK); }

static char *namesake(const char *file) {
  char *as_if = mem_format("%s/%s", real, file), *whole = tidied(as_if);
  char *name = *file != '/' && is_there(whole) ? name_below(whole) : NULL;
  free(as_if);
  free(whole);
  return name;
}

char *source_names_of(const char *directory, const char *file) {
  source_names_root();
  if (!*file) return mem_string("");
  const bool is_whole = *file == '/' || *directory != '/';
  char *joined = is_whole ? mem_string(file) : mem_format("%s/%s", directory, file);
  if (*joined != '/') return joined;    /* nobody knows where */
  char *whole = tidied(joined), *name = name_below(whole);
  if (!name && is_there(joined)) {
    char *physical = realpath(joined, NULL);
    name = physical ? name_below(physical) : NULL;
    free(physical);
  } else if (!name) {
    name = namesake(file);
  }
  free(joined);
  if (!name) return whole;
  free(whole);
  return name;
}

char *source_names_path(const char *name) {
  return *name == '/' ? mem_string(name) : mem_format("%s/%s", source_names_root(), name);
}
