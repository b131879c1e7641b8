/*
 * getopt and its relatives as the GNU C library documents them: operands are moved behind
 * the options, a leading '+' of the option string or POSIXLY_CORRECT ends at the first
 * operand, a leading '-' returns each operand as the argument of option 1.
 *
 * argv from `passed` to `options` holds operands that were passed over, argv from `options`
 * to optind the options that came after these operands.
 */
#define _GNU_SOURCE
#include "../posix/posix.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum order { PERMUTE, STOP, IN_ORDER } order;

static order how;
static int is_started, is_by_default;   /* how: neither by the caller nor by POSIX */
static int passed, options;
static char *rest;                      /* of the word with short options; NULL: none */

int __musl_getopt(int, char *const *, const char *);
int __musl_getopt_long(int, char *const *, const char *, const struct option *, int *);
int __musl_getopt_long_only(int, char *const *, const char *, const struct option *, int *);

static int is_operand(const char *word) { return word[0] != '-' || !word[1]; }

/* Moves the options in front of the operands. */
static void settle(char **argv) {
  for (; options < optind; options++, passed++) {
    char *const option = argv[options];
    for (int k = options; k > passed; k--) argv[k] = argv[k - 1];
    argv[passed] = option;
  }
}

static void start(const char *list, int is_posix) {
  if (!optind) optind = 1;
  passed = options = optind;
  rest = NULL;
  is_started = 1;
  is_by_default = 0;
  if (*list == '-') how = IN_ORDER;
  else if (*list == '+' || is_posix || getenv("POSIXLY_CORRECT")) how = STOP;
  else how = PERMUTE, is_by_default = 1;
}

static void say(char *const *argv, const char *text, const char *dashes, const char *word,
                size_t length, const char *end) {
  fputs(argv[0], stderr);
  fputs(text, stderr);
  fputs(dashes, stderr);
  fwrite(word, 1, length, stderr);
  fputs(end, stderr);
}

/* Long options ------------------------------------------------------------ */

typedef struct call {
  int argc;
  char **argv;
  const char *list;             /* of short options, without leading '+' and '-' */
  const struct option *named;
  int *index;
  int is_only;                  /* one dash may begin a long option */
} call;

static int is_told(const call *c) { return opterr && *c->list != ':'; }

static int is_same(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The option of exactly that name, or the only one that begins so; -1: none, -2: several. */
static int find(const call *c, const char *name, size_t length) {
  int found = -1;
  for (int k = 0; c->named[k].name; k++) {
    if (strncmp(c->named[k].name, name, length)) continue;
    if (!c->named[k].name[length]) return k;
    if (found == -1) found = k;
    else if (found >= 0 && (c->is_only || !is_same(c->named + k, c->named + found)))
      found = -2;
  }
  return found;
}

static int refuse(const call *c, const char *text, const char *dashes, const char *word,
                  size_t length, const char *end, int option) {
  if (is_told(c)) say(c->argv, text, dashes, word, length, end);
  optopt = option;
  return '?';
}

/* The long option whose name begins at `name`; -1: a short one is meant. */
static int take_long(const call *c, char *name, const char *dashes) {
  const size_t length = strcspn(name, "=");
  const int k = find(c, name, length);
  if (k == -1 && dashes[0] == '-' && !dashes[1] && strchr(c->list, *name)) return -1;
  rest = NULL;
  optind++;
  if (k < 0)
    return refuse(c, k == -1 ? ": unrecognized option '" : ": option '", dashes, name,
                  k == -1 ? strlen(name) : length, k == -1 ? "'\n" : "' is ambiguous\n", 0);
  const struct option *o = c->named + k;
  const size_t whole = strlen(o->name);
  if (name[length] && !o->has_arg)
    return refuse(c, ": option '", dashes, o->name, whole,
                  "' doesn't allow an argument\n", o->val);
  if (name[length]) optarg = name + length + 1;
  else if (o->has_arg == required_argument) {
    if (optind >= c->argc) {
      refuse(c, ": option '", dashes, o->name, whole, "' requires an argument\n", o->val);
      return *c->list == ':' ? ':' : '?';
    }
    optarg = c->argv[optind++];
  }
  if (c->index) *c->index = k;
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

/* Short options ----------------------------------------------------------- */

static int lacks_argument(const call *c, const char *letter) {
  refuse(c, ": option requires an argument -- '", "", letter, 1, "'\n", *letter);
  return *c->list == ':' ? ':' : '?';
}

static int take_short(const call *c) {
  char *const letter = rest++;
  const char *known = strchr(c->list, *letter);
  const int is_last = !*rest;
  char *const joined = rest;    /* an argument in the same word */
  if (is_last) {
    optind++;
    rest = NULL;
  }
  if (!known || *letter == ':' || *letter == ';')
    return refuse(c, ": invalid option -- '", "", letter, 1, "'\n", *letter);
  if (*letter == 'W' && known[1] == ';' && c->named) {
    if (is_last && optind >= c->argc) return lacks_argument(c, letter);
    return take_long(c, is_last ? c->argv[optind] : joined, "-W ");
  }
  if (known[1] != ':') return *letter;
  rest = NULL;
  if (!is_last) {
    optarg = joined;
    optind++;
  } else if (known[2] != ':') {
    if (optind >= c->argc) return lacks_argument(c, letter);
    optarg = c->argv[optind++];
  }
  return *letter;
}

/* ------------------------------------------------------------------------- */

/* Goes to the next word with an option; otherwise *result is what the call returns. */
static int find_word(const call *c, int *result) {
  char **argv = c->argv;
  *result = -1;
  if (options > optind) options = optind;       /* the program went back */
  if (passed > optind) passed = optind;
  settle(argv);
  if (how == PERMUTE) {
    while (optind < c->argc && is_operand(argv[optind])) optind++;
    if (optind > options && is_by_default) __posix_assume(ASSUME_ENVIRONMENT);
    options = optind;
  }
  if (optind < c->argc && is_operand(argv[optind])) {
    if (how == STOP) return 0;
    optarg = argv[optind++];
    *result = 1;
    return 0;
  }
  if (optind < c->argc && (argv[optind][1] != '-' || argv[optind][2])) return 1;
  if (optind < c->argc) {                       /* "--" */
    optind++;
    settle(argv);
  }
  optind = passed;
  return 0;
}

static int next(call c, int is_posix) {
  int result;
  if (c.argc < 1) return -1;
  optarg = NULL;
  if (!optind || !is_started) start(c.list, is_posix);
  if (*c.list == '-' || *c.list == '+') c.list++;
  if (!rest) {
    if (!find_word(&c, &result)) return result;
    char *const word = c.argv[optind];
    if (c.named && word[1] == '-') return take_long(&c, word + 2, "--");
    if (c.named && c.is_only && (word[2] || !strchr(c.list, word[1]))) {
      result = take_long(&c, word + 1, "-");
      if (result != -1) return result;
    }
    rest = word + 1;
  }
  return take_short(&c);
}

int getopt(int argc, char *const *argv, const char *list) {
  if (!braid_world.is_gnu) return __musl_getopt(argc, argv, list);
  return next((call) {argc, (char **) argv, list, NULL, NULL, 0}, 0);
}

/* What the host's header makes of getopt for programs that ask for POSIX alone. */
int __posix_getopt(int, char *const *, const char *);
int __posix_getopt(int argc, char *const *argv, const char *list) {
  if (!braid_world.is_gnu) return __musl_getopt(argc, argv, list);
  return next((call) {argc, (char **) argv, list, NULL, NULL, 0}, 1);
}

int getopt_long(int argc, char *const *argv, const char *list, const struct option *named,
                int *index) {
  if (!braid_world.is_gnu) return __musl_getopt_long(argc, argv, list, named, index);
  return next((call) {argc, (char **) argv, list, named, index, 0}, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *list,
                     const struct option *named, int *index) {
  if (!braid_world.is_gnu) return __musl_getopt_long_only(argc, argv, list, named, index);
  return next((call) {argc, (char **) argv, list, named, index, 1}, 0);
}
