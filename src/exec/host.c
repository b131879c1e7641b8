#include "exec/host.h"

#include "base/mem.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Of a real file under --root; a larger one cannot be opened. */
enum { FILE_BYTES = 64 << 20 };

struct host_files {
  char *root;                   /* real, without a slash at its end */
  size_t most;                  /* bytes of a file */
  bool is_silent;
  VEC(host_file *) files;       /* one a path asked for */
};

host_files *host_files_new(const char *root, char **message) {
  struct stat st;
  char *real = realpath(root, NULL);
  if (!real || stat(real, &st) || !S_ISDIR(st.st_mode)) {
    *message = mem_format("--root=%s: %s", root,
                          real ? "not a directory" : strerror(errno));
    free(real);
    return NULL;
  }
  if (!strcmp(real, "/")) *real = 0;
  host_files *h = mem_zeroed(1, sizeof *h);
  h->root = real;
  h->most = FILE_BYTES;
  return h;
}

host_files *host_files_of_system(size_t most) {
  char *message = NULL;
  host_files *h = host_files_new(HOST_SYSTEM, &message);
  free(message);
  if (!h) return NULL;
  h->is_silent = true;
  if (most < h->most) h->most = most;
  return h;
}

void host_files_free(host_files *h) {
  if (!h) return;
  for (uint32_t k = 0; k < h->files.count; k++) {
    free(h->files.items[k]->path);
    free(h->files.items[k]->bytes);
    free(h->files.items[k]);
  }
  vec_release(&h->files);
  free(h->root);
  free(h);
}

static bool is_below(const host_files *h, const char *path) {
  const size_t n = strlen(h->root);
  return !strncmp(path, h->root, n) && (path[n] == '/' || !path[n]);
}

/* The host's path for the program's, word by word.  An absolute path that names the root
 * itself is kept. *climbs: more ".." than the root has room for. */
static char *inside(const host_files *h, const char *path, bool *climbs) {
  if (*path == '/' && *h->root && is_below(h, path)) path += strlen(h->root);
  char *result = mem_format("%s/%s", h->root, path);
  size_t root = strlen(h->root), end = root;
  *climbs = false;
  for (const char *word = path; *word;) {
    const size_t n = strcspn(word, "/");
    if (n == 2 && !strncmp(word, "..", 2)) {
      *climbs |= end == root;
      while (end > root && result[--end] != '/') {}
    } else if (n && !(n == 1 && *word == '.')) {
      result[end++] = '/';
      memmove(result + end, word, n);
      end += n;
    }
    word += n + (word[n] == '/');
  }
  if (end == root) result[end++] = '/';
  result[end] = 0;
  return result;
}

static void read_directory(host_file *f, const char *real) {
  struct dirent **entries;
  const int count = scandir(real, &entries, NULL, alphasort);
  if (count < 0) {
    f->error = errno;
    return;
  }
  for (int k = 0; k < count; k++) {
    const char *name = entries[k]->d_name;
    const size_t n = strlen(name) + 1;
    if (strcmp(name, ".") && strcmp(name, "..")) {
      f->bytes = mem_resize(f->bytes, f->size + n, 1);
      memcpy(f->bytes + f->size, name, n);
      f->size += n;
    }
    free(entries[k]);
  }
  free(entries);
}

static void read_regular(host_file *f, const char *real, size_t size, size_t most) {
  FILE *in = size <= most ? fopen(real, "rb") : NULL;
  if (!in) {
    f->error = size <= most ? errno : EFBIG;
    return;
  }
  f->bytes = mem_zeroed(size + 1, 1);
  f->size = fread(f->bytes, 1, size, in);
  if (ferror(in)) f->error = EIO;
  fclose(in);
}

static void look(const host_files *h, host_file *f) {
  struct stat st;
  bool climbs;
  char *path = inside(h, f->path, &climbs), *real = realpath(path, NULL);
  if (!real) {
    f->error = errno == EACCES || errno == ENOTDIR || errno == ELOOP ? errno
                                                                     : ENOENT;
    f->is_outside = climbs || *f->path == '/';
  } else if (!is_below(h, real)) {
    f->error = EACCES;          /* a symbolic link leads out */
    f->is_outside = true;
  } else if (stat(real, &st)) {
    f->error = errno;
  } else {
    f->mode = st.st_mode;
    if (S_ISDIR(st.st_mode)) read_directory(f, real);
    else if (S_ISREG(st.st_mode)) read_regular(f, real, (size_t) st.st_size, h->most);
    else f->error = EACCES;     /* a device could block or change */
  }
  free(real);
  free(path);
}

const host_file *host_files_find(host_files *h, const char *path,
                                 bool *is_new) {
  *is_new = false;
  for (uint32_t k = 0; k < h->files.count; k++)
    if (!strcmp(h->files.items[k]->path, path)) return h->files.items[k];
  *is_new = !h->is_silent;
  host_file *f = mem_zeroed(1, sizeof *f);
  f->path = mem_string(path);
  look(h, f);
  vec_push(&h->files, f);
  return f;
}
