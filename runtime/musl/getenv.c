/* The environment is what --env says, and LC_ALL=C; with --sym-getenv also what the program asks
 * for. */
#include "../posix/posix.h"

#include <string.h>

#define getenv __musl_getenv
#include "src/env/getenv.c"
#undef getenv
#define unsetenv __musl_unsetenv
#include "src/env/unsetenv.c"
#undef unsetenv

/* The library asks for a locale, for translations and for the habits of getopt() of its own
 * accord: what becomes of these is said elsewhere.  Everything else it asks for on the program's
 * behalf: the time zone, the user's name, what setenv() must not overwrite. */
static int is_own(const char *name) {
  static const char *const names[] = {"LANG", "NLSPATH", "MUSL_LOCPATH", "MSGVERB",
                                      "POSIXLY_CORRECT"};
  if (!strncmp(name, "LC_", 3)) return 1;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (!strcmp(name, names[k])) return 1;
  return 0;
}

/* Names of which it is known whether they were set at first, and those of them that inputs decide:
 * each makes one more variant of all that follows. */
enum { KNOWN = 8, DECIDED = 2, LONGEST = 64 };
static char known[KNOWN][LONGEST];
static unsigned known_count, decided;

static int is_known(const char *name) {
  for (unsigned k = 0; k < known_count; k++)
    if (!strcmp(known[k], name)) return 1;
  return 0;
}

static void note_known(const char *name) {
  if (known_count < KNOWN && strlen(name) < LONGEST && !is_known(name))
    strcpy(known[known_count++], name);
}

static void *allocate(size_t size) {
  void *bytes = __braid_alloc(size, 1, BRAID_OWN);
  if (!bytes) __braid_unsupported("no memory for a variable of the environment");
  return bytes;
}

/* The input "env_NAME_set". */
static int may_be_set(const char *name) {
  char input[LONGEST + 16];
  unsigned char is_set;
  strcat(strcat(strcpy(input, "env_"), name), "_set");
  __braid_input(&is_set, sizeof is_set, input, 0);
  __braid_assume(is_set <= 1);
  return is_set;
}

/* The variable, with the input "env_NAME" for its value, and the value. */
static char *make_variable(const char *name, char **to) {
  const size_t length = strlen(name), most = braid_world.variable_size;
  char input[LONGEST + 16];
  char *whole = allocate(length + most + 2), *value = whole + length + 1;
  if (braid_world.is_chosen) __posix_assume(ASSUME_SIZES);
  strcat(strcpy(whole, name), "=");
  __braid_input(value, most + 1, strcat(strcpy(input, "env_"), name), 0);
  __braid_assume(!value[most]);
  value[most] = 0;
  __braid_end_string(whole);
  *to = whole;
  return value;
}

/* A variable is added where the environment has room, in place: the program may hold the list.
 * What the library looks at by itself is not: it did so before, or forks often, over a time zone. */
static char *look_for(const char *name) {
  char **to = __environ;
  const int is_plain = to && to == braid_environment && __posix_is_concrete(name) && *name &&
                       strlen(name) < LONGEST && !strchr(name, '=') && !is_own(name) &&
                       strcmp(name, "TZ");
  if (is_plain && is_known(name)) return NULL;
  while (is_plain && *to) to++;
  if (!is_plain || known_count == KNOWN || decided == DECIDED || to == braid_environment_end) {
    __posix_assume(ASSUME_ENVIRONMENT);
    return NULL;
  }
  note_known(name);
  decided++;
  return may_be_set(name) ? make_variable(name, to) : NULL;
}

/* Neither is added later, of which the program or the library saw that it is not set. */
static void note_unset(const char *name) {
  if (!braid_world.variable_size) return;
  if (__posix_is_concrete(name)) note_known(name);
  else known_count = KNOWN;
}

int unsetenv(const char *name) {
  const int result = __musl_unsetenv(name);
  if (!result) note_unset(name);
  return result;
}

static char *look_up(const char *name, int is_asked) {
  char *value = __musl_getenv(name);
  if (!value && is_asked && braid_world.variable_size) return look_for(name);
  if (!value && !is_own(name)) note_unset(name);
  if (is_asked ? !value || !strcmp(name, "LC_ALL") : !value && !is_own(name))
    __posix_assume(ASSUME_ENVIRONMENT);
  return value;
}

char *getenv(const char *name) { return look_up(name, __braid_is_called_by_program()); }

/*
 * This replaces src/env/secure_getenv.c.
 * No program under test has another user's rights.
 */
char *secure_getenv(const char *name) { return look_up(name, __braid_is_called_by_program()); }
