/*
 * Files that the run's options describe: symbolic ones, and the real ones below
 * the directory of --root.  A real file is copied into the state when it is
 * first looked up, so states still share nothing with the outside.
 */
#include "posix.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static file *add(const char *path, file_kind kind, mode_t mode) {
  file *f = __posix_new_file(kind, mode);
  f->is_own = 0;
  __posix_add_name(path, f);
  return f;
}

/* The directories that a path leads through. */
static void add_directories(const char *path) {
  char prefix[256];
  for (size_t n = 0; path[n] && n < sizeof prefix; prefix[n] = path[n], n++) {
    if (path[n] != '/') continue;
    prefix[n] = 0;
    if (!__posix_find_name(prefix)) add(prefix, DIRECTORY, 0755);
  }
}

void __posix_make_contents(file *f, size_t most, int is_exact, const char *name,
                           const char *end) {
  char input[256];
  if (braid_world.is_chosen) __posix_assume(ASSUME_SIZES);
  if (strlen(name) + sizeof "_data" > sizeof input)
    __braid_unsupported("a symbolic file with a very long name");
  f->data = __braid_alloc(most, 1, BRAID_OWN);
  if (!f->data) __braid_unsupported("a symbolic file larger than --max-alloc");
  f->capacity = f->size = most;
  if (!most) return;
  if (!is_exact) {
    uint32_t size;
    __braid_input(&size, sizeof size, strcat(strcpy(input, name), "_size"), 0);
    __braid_assume(size <= most);
    f->size = size;
  }
  __braid_input(f->data, most, strcat(strcpy(input, name), end), 0);
}

static void add_symbolic(const char *path, size_t most, int is_exact) {
  const char *name = path;
  while (*path == '/') path++;
  add_directories(path);
  __posix_make_contents(add(path, REGULAR, 0644), most, is_exact, name, "_data");
}

void __posix_make_symbolic_files(void) {
  for (uint32_t i = 0; i < braid_world.file_count && i < 26; i++) {
    const char letter[] = {(char) ('A' + i), 0};
    add_symbolic(letter, braid_world.file_size, (int) braid_world.files_are_exact);
  }
  for (uint32_t i = 0; i < braid_named_file_count; i++) {
    const struct braid_named_file *n = braid_named_files + i;
    add_symbolic(n->path, n->size, (int) n->is_exact);
  }
}

/* Files that are looked for ----------------------------------------------- */

/* What the C library looks for by itself, and what is no file that waits there. */
static int is_systems(const char *path) {
  static const char *const known[] = {
    "dev", "proc", "sys", "tmp", "etc/localtime", "etc/passwd", "etc/group", "etc/shadow",
    "etc/hosts", "etc/resolv.conf", "etc/services", "etc/protocols",
    "usr/share/zoneinfo", "usr/lib/locale", "usr/share/locale"};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const size_t n = strlen(known[k]);
    if (!strncmp(path, known[k], n) && (!path[n] || path[n] == '/')) return 1;
  }
  return 0;
}

/* Words between single slashes, none of them "." or "..". */
static int is_plain(const char *path) {
  for (;;) {
    const size_t n = strcspn(path, "/");
    if (!n || (n == 1 && path[0] == '.') || (n == 2 && path[0] == '.' && path[1] == '.'))
      return 0;
    if (!path[n]) return 1;
    path += n + 1;
  }
}

/* Nothing is known of the path: neither a file, nor that there is none, nor the contents
 * of a directory in which it would be. */
static int is_open(const char *path) {
  char prefix[256];
  if (__posix_find_name(path)) return 0;
  for (size_t n = 0; path[n]; prefix[n] = path[n], n++) {
    if (path[n] != '/') continue;
    prefix[n] = 0;
    const name *known = __posix_find_name(prefix);
    if (known && (!known->of || known->of->kind != DIRECTORY || known->of->is_own))
      return 0;
  }
  return 1;
}

/* What is there: values of the input. */
enum { NOTHING, ANY_CONTENTS, HOSTS };

/* What is there under that name: the input name "_exists". */
static int may_be_there(const char *name, int on_host) {
  char input[256];
  unsigned char exists;
  __braid_input(&exists, sizeof exists, strcat(strcpy(input, name), "_exists"), 0);
  __braid_assume(exists <= (on_host ? HOSTS : ANY_CONTENTS));
  if (!braid_world.open_size) __braid_assume(exists != ANY_CONTENTS);
  return exists;
}

static int load(file *, const char *path);

/* A regular file of this machine that belongs to the system, not too large. */
static int is_hosts(const char *path) {
  uint32_t mode = 0;
  if (!braid_world.host_size || strncmp(path, "/usr/", 5)) return 0;
  const long size = __braid_host_file(path, NULL, 0, &mode);
  return size >= 0 && S_ISREG(mode) && (size_t) size <= braid_world.host_size;
}

/* Each such file is named in the report. */
static void add_hosts(const char *path) {
  char text[300];
  file found = {.kind = REGULAR};
  if (!load(&found, path)) __braid_unsupported("a file of this machine larger than --max-alloc");
  __braid_note(strcat(strcat(strcpy(text, "the file "), path), " is as it is now"));
  while (*path == '/') path++;
  add_directories(path);
  file *f = add(path, REGULAR, found.mode);
  f->data = found.data;
  f->size = f->capacity = found.size;
}

void __posix_look_for(const char *path) {
  enum { MOST = 8 };
  static unsigned count;
  const char *name = path, *full = path;
  while (*path == '/') path++;
  if (strlen(name) + sizeof "_exists" > 256 || !is_plain(path) || is_systems(path) ||
      !is_open(path) || count == MOST)
    return;
  const int on_host = is_hosts(full);
  if (!braid_world.open_size && !on_host) return;
  count++;
  const int there = may_be_there(name, on_host);
  if (there == HOSTS) add_hosts(full);
  else if (there == ANY_CONTENTS) add_symbolic(name, braid_world.open_size, 0);
  else __posix_name_absent(path);
}

/* Files of --root ---------------------------------------------------------- */

static int load(file *f, const char *path) {
  uint32_t mode = 0;
  const long size = __braid_host_file(path, NULL, 0, &mode);
  if (size < 0) return 0;
  f->kind = S_ISDIR(mode) ? DIRECTORY : REGULAR;
  f->mode = mode & 0555;
  f->data = __braid_alloc((size_t) size, 1, BRAID_OWN);
  if (!f->data) return 0;
  f->size = f->capacity = (size_t) size;
  __braid_host_file(path, f->data, f->size, &mode);
  return 1;
}

/* The file of the root's directory that a symbolic name is; NULL: none.  Names
 * in directories below it are not tried, which bounds what is proved. */
static const char *match(const char *path) {
  file *root = __posix_name_number(0)->of;
  __posix_load_names(root);
  for (size_t k = 0; root->data && k < root->size;) {
    const char *known = (const char *) root->data + k;
    if (!strcmp(path, known)) return known;
    k += strlen(known) + 1;
  }
  __posix_assume(ASSUME_PATHS);
  return NULL;
}

name *__posix_from_host(const char *path) {
  if (!__posix_is_concrete(path)) path = match(path);
  if (!path || strlen(path) > 4096) return NULL;
  file found = {.is_host = 1, .is_fixed = 1};
  if (!load(&found, *path ? path : "/")) return NULL;
  file *f = __posix_new_file(found.kind, found.mode);
  *f = found;
  return __posix_name_given(path, f);
}

void __posix_load_names(file *directory) {
  if (!braid_world.has_root || directory->data) return;
  const char *name_there = __posix_path_of(directory);
  char path[256] = "/";
  if (!name_there || strlen(name_there) + 2 > sizeof path) return;
  const mode_t mode = directory->mode;
  load(directory, strcat(path, name_there));
  directory->mode = mode;
}
