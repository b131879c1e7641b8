#include "base/libs.h"

#include "base/mem.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined __aarch64__
#define MACHINE "aarch64"
#else
#define MACHINE "x86_64"
#endif

char *libs_root(void) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && *cache == '/') return mem_format("%s/braid/lib", cache);
  return home && *home == '/' ? mem_format("%s/.cache/braid/lib", home) : NULL;
}

const char *libs_stamp(void) { return "braid " BRAID_VERSION " LLVM " BRAID_LLVM " " MACHINE; }

static bool is_built(const char *directory) {
  char *path = mem_format("%s/built", directory), said[128] = "";
  FILE *f = fopen(path, "r");
  free(path);
  if (!f) return false;
  const bool is_read = fgets(said, sizeof said, f);
  fclose(f);
  said[strcspn(said, "\n")] = 0;
  return is_read && !strcmp(said, libs_stamp());
}

static int is_shown(const struct dirent *e) { return e->d_name[0] != '.'; }

void libs_init(libs *l) {
  *l = (libs) {0};
  struct dirent **entries = NULL;
  char *root = libs_root();
  const int count = root ? scandir(root, &entries, is_shown, alphasort) : 0;
  for (int k = 0; k < count; k++) {
    char *directory = mem_format("%s/%s", root, entries[k]->d_name);
    if (is_built(directory)) vec_push(l, directory);
    else free(directory);
    free(entries[k]);
  }
  free(entries);
  free(root);
}

void libs_release(libs *l) {
  for (uint32_t k = 0; k < l->count; k++) free(l->items[k]);
  vec_release(l);
}

char *libs_find(const libs *l, const char *name, const char **directory) {
  for (uint32_t k = 0; k < l->count; k++) {
    char *path = mem_format("%s/lib/lib%s.a", l->items[k], name);
    if (!access(path, R_OK)) {
      *directory = l->items[k];
      return path;
    }
    free(path);
  }
  return NULL;
}
