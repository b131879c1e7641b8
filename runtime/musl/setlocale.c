/*
 * setlocale of the GNU C library on a machine with the locales C, POSIX and C.UTF-8: twelve
 * categories, each with a name.  musl takes any name for a locale, and knows six categories,
 * of which only LC_CTYPE makes a difference.
 */
#define _GNU_SOURCE
#include "../posix/posix.h"
#include "../libc/differences.h"

#define setlocale __musl_setlocale
#include "src/locale/setlocale.c"
#undef setlocale

#include "../libc/locale_names.h"

#include <errno.h>

enum { CATEGORIES = 13, ROOM = 16 };

/* By number; LC_ALL has none. */
static const char *const categories[CATEGORIES] = {
  "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", NULL,
  "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT",
  "LC_IDENTIFICATION"
};

static char set[CATEGORIES][ROOM];      /* empty: "C" */
static char all[CATEGORIES * (sizeof "LC_IDENTIFICATION=;" + ROOM)];

static const char *name_of(int category) { return *set[category] ? set[category] : "C"; }

static char *name_of_all(void) {
  int is_same = 1;
  for (int k = 1; k < CATEGORIES; k++)
    if (k != LC_ALL && strcmp(name_of(k), name_of(0))) is_same = 0;
  if (is_same) return (char *) name_of(0);
  char *to = all;
  for (int k = 0; k < CATEGORIES; k++) {
    if (k == LC_ALL) continue;
    to = stpcpy(stpcpy(to, categories[k]), "=");
    to = stpcpy(stpcpy(to, name_of(k)), ";");
  }
  to[-1] = 0;
  return all;
}

/* The name in the environment, for the empty one. */
static const char *from_environment(int category) {
  const char *name = getenv("LC_ALL");
  if (!name || !*name) name = getenv(categories[category]);
  if (!name || !*name) name = getenv("LANG");
  return name && *name ? name : "C";
}

static void change(int category, const char *name) {
  strcpy(set[category], strcmp(name, "POSIX") ? name : "C");
  if (category == LC_CTYPE)
    __musl_setlocale(LC_CTYPE, set[category][1] ? "C.UTF-8" : "C");
}

static int is_there(const char *name) {
  if (__locale_is_known(name)) return 1;
  __braid_note_here(differs_LOCALES);
  return 0;
}

/* What setlocale(LC_ALL, NULL) says of mixed locales: every category, with its name. */
static char *restore(const char *list) {
  char names[CATEGORIES][ROOM] = {0};
  for (int k = 0; k < CATEGORIES; k++) {
    if (k == LC_ALL) continue;
    const size_t n = strlen(categories[k]);
    if (strncmp(list, categories[k], n) || list[n] != '=') return NULL;
    list += n + 1;
    const size_t length = strcspn(list, ";");
    if (length >= ROOM) return NULL;
    memcpy(names[k], list, length);
    if (!is_there(names[k])) return NULL;
    list += length + (list[length] == ';');
  }
  for (int k = 0; k < CATEGORIES; k++) if (k != LC_ALL) change(k, names[k]);
  return name_of_all();
}

char *setlocale(int category, const char *name) {
  if (!braid_world.is_gnu) {
    if (name && *name && strcmp(name, "C") && strcmp(name, "POSIX") &&
        strcmp(name, "C;C;C;C;C;C"))
      __braid_unsupported("a locale other than C");
    return __musl_setlocale(category, name);
  }
  if (name && !*name && __braid_is_called_by_program()) __posix_assume(ASSUME_ENVIRONMENT);
  if (category < 0 || category >= CATEGORIES) {
    errno = EINVAL;
    return NULL;
  }
  if (name && category == LC_ALL && strchr(name, ';')) return restore(name);
  for (int k = 0; name && k < CATEGORIES; k++)
    if (k != LC_ALL && (category == LC_ALL || k == category) &&
        !is_there(*name ? name : from_environment(k))) {
      errno = ENOENT;
      return NULL;
    }
  for (int k = 0; name && k < CATEGORIES; k++)
    if (k != LC_ALL && (category == LC_ALL || k == category))
      change(k, *name ? name : from_environment(k));
  return category == LC_ALL ? name_of_all() : (char *) name_of(category);
}
