/* Where a path leads: word by word, through directories and links. */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

enum { LONGEST_PATH = 4096, LONGEST_NAME = 255, MOST_LINKS = 40 };

static file *here;              /* the working directory; NULL: the root */

file *__posix_here(void) { return here ? here : __posix_name_number(0)->of; }

long __posix_change_directory(file *f) {
  if (!f) return -ENOENT;
  if (f->kind != DIRECTORY) return -ENOTDIR;
  if (!__posix_may(f, 1)) return -EACCES;
  f->users++;                   /* stays, even if its name goes */
  if (here) __posix_release(here);
  here = f;
  return 0;
}

/* The user owns every file.  Root may do all but run what is not executable. */
int __posix_may(const file *f, unsigned wanted) {
  if ((f->mode >> 6 & wanted) == wanted) return 1;
  if (__posix_assume(ASSUME_USER) && !__posix_user())
    return !(wanted & 1) || f->kind == DIRECTORY || (f->mode & 0111);
  return 0;
}

/* Nothing is there, as far as the model knows.  What the program has removed,
 * or what would be in a directory of its own, is really not there. */
static void note_absence(const file *directory, const name *n) {
  if (braid_world.has_root) return;
  if (!n && !directory->is_own) __posix_assume(ASSUME_FILES);
}

/* Symbolic paths --------------------------------------------------------- */

int __posix_is_concrete(const char *path) {
  for (;; path++) {
    if (__braid_is_symbolic((unsigned char) *path)) return 0;
    if (!*path) return 1;
  }
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

/* A path with symbolic bytes is compared with the names as it is, so that it
 * forks once a name. */
static long walk_symbolic(const file *from, const char *path, int how,
                          place *to) {
  static char joined[2][LONGEST_PATH];
  static unsigned turn;
  const char *base = __posix_path_of(from);
  if (!base) return -ENOENT;
  if (base[0] && is_plain(path[0])) {
    const size_t n = strlen(base), length = strlen(path);
    if (n + length + 2 > LONGEST_PATH) return -ENAMETOOLONG;
    char *whole = joined[turn++ % 2];
    memcpy(whole, base, n);
    whole[n] = '/';
    memcpy(whole + n + 1, path, length + 1);
    path = whole;
  } else {
    path = from_root(path);
  }
  *to = (place) {.path = path, .name = __posix_find_name(path)};
  to->of = to->name ? to->name->of : NULL;
  if (to->of && to->of->kind == LINK && (how & FOLLOW))
    __braid_unsupported("a symbolic path that names a symbolic link");
  if (to->of) return 0;
  __posix_assume(ASSUME_PATHS);
  if (!(how & MAKE) && !braid_world.has_root) __posix_assume(ASSUME_FILES);
  return 0;
}

/* Concrete paths --------------------------------------------------------- */

typedef struct walk {
  char *at;                     /* the path so far, from the root */
  size_t length;
  char *rest;                   /* what is still to be walked */
  int links;
} walk;

static void climb(walk *w) {
  while (w->length && w->at[--w->length] != '/') {}
  w->at[w->length] = 0;
}

/* Puts a link's target before the rest. */
static long follow(walk *w, const file *link) {
  const char *target = (const char *) link->data;
  const size_t n = strlen(target), rest = strlen(w->rest);
  if (++w->links > MOST_LINKS) return -ELOOP;
  if (n + rest + 1 > LONGEST_PATH) return -ENAMETOOLONG;
  memmove(w->rest + n, w->rest, rest + 1);
  memcpy(w->rest, target, n);
  climb(w);
  if (*target == '/') {
    w->length = 0;
    w->at[0] = 0;
  }
  return 0;
}

static file *directory_at(const walk *w) {
  const name *n = __posix_find_name(w->at);
  return n ? n->of : NULL;
}

/* One word of n bytes at w->rest; `last`: none follows. */
static long step(walk *w, size_t n, int last, int how, place *to) {
  file *in = directory_at(w);
  if (!in) return -ENOENT;
  if (in->kind != DIRECTORY) return -ENOTDIR;
  if (!__posix_may(in, 1)) return -EACCES;
  if (n > LONGEST_NAME || w->length + n + 2 > LONGEST_PATH)
    return -ENAMETOOLONG;
  const int slash = w->rest[n] == '/';
  if (n == 1 && w->rest[0] == '.') {
    w->rest += n;
    return 0;
  }
  if (n == 2 && w->rest[0] == '.' && w->rest[1] == '.') {
    climb(w);
    w->rest += n;
    return 0;
  }
  if (w->length) w->at[w->length++] = '/';
  memcpy(w->at + w->length, w->rest, n);
  w->at[w->length += n] = 0;
  w->rest += n;
  to->name = __posix_find_name(w->at);
  to->of = to->name ? to->name->of : NULL;
  if (to->of) {
    if (to->of->kind == LINK && (!last || slash || (how & FOLLOW)))
      return follow(w, to->of);
    if (to->of->kind != DIRECTORY && (!last || slash)) return -ENOTDIR;
    return 0;
  }
  if (!last || !(how & MAKE)) note_absence(in, to->name);
  return last ? 0 : -ENOENT;
}

static int is_last(const char *rest) {
  return !rest[strspn(rest, "/")];
}

static long walk_concrete(file *from, const char *path, int how, place *to) {
  static char texts[2][LONGEST_PATH], todo[2 * LONGEST_PATH];
  static unsigned turn;
  if (strlen(path) >= LONGEST_PATH) return -ENAMETOOLONG;
  walk w = {.at = texts[turn++ % 2], .rest = todo};
  const char *base = *path == '/' ? "" : __posix_path_of(from);
  if (!base) return -ENOENT;
  strcpy(w.at, base);
  strcpy(todo, path);
  w.length = strlen(base);
  long error = 0;
  while (!error) {
    w.rest += strspn(w.rest, "/");
    const size_t n = strcspn(w.rest, "/");
    if (!n) break;
    error = step(&w, n, is_last(w.rest + n), how, to);
    /* A link's target must have room in front of the rest. */
    memmove(todo, w.rest, strlen(w.rest) + 1);
    w.rest = todo;
  }
  if (error) return error;
  to->path = w.at;
  to->name = __posix_find_name(w.at);
  to->of = to->name ? to->name->of : NULL;
  return 0;
}

/* Devices of random bytes are no names of the table: a symbolic path would fork
 * at them. */
static int is_random(const char *path) {
  return !strcmp(path, "/dev/random") || !strcmp(path, "/dev/urandom");
}

long __posix_walk(long fd, const char *path, int how, place *to) {
  static file random_device = {
    .kind = RANDOM_DEVICE, .mode = 0666, .is_fixed = 1, .links = 1
  };
  file *from = fd == AT_FDCWD ? __posix_here() : __posix_file(fd);
  *to = (place) {0};
  if (!path[0]) return -ENOENT;
  const int concrete = __posix_is_concrete(path);
  if (concrete && path[0] == '/') from = __posix_name_number(0)->of;
  if (!from) return -EBADF;
  if (from->kind != DIRECTORY) return -ENOTDIR;
  if (!concrete) return walk_symbolic(from, path, how, to);
  if ((braid_world.open_size || braid_world.host_size) && !braid_world.has_root && !(how & MAKE) &&
      from == __posix_name_number(0)->of)
    __posix_look_for(path);
  const long error = walk_concrete(from, path, how, to);
  if (!error && !to->of && is_random(path)) to->of = &random_device;
  /* The host's own path of --root, or one outside of it, which is told there. */
  uint32_t mode;
  if (braid_world.has_root && (error || !to->of) &&
      !to->name && __braid_host_file(path, NULL, 0, &mode) >= 0) {
    name *n = __posix_from_host(path);
    if (n) {
      *to = (place) {.path = path, .name = n, .of = n->of};
      return 0;
    }
  }
  return error;
}
