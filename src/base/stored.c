#include "base/stored.h"

#include "base/mem.h"

#include <string.h>

typedef enum shape {
  SHAPE_ALONE, SHAPE_PREFIX, SHAPE_VALUE, SHAPE_EITHER, SHAPE_WRAPS
} shape;

static const struct { const char *text; shape shape; } table[] = {
#define STORED(TEXT, SHAPE) {TEXT, SHAPE_##SHAPE},
#include "base/stored.def"
};

static bool is_by_hand(stored_words by_hand, const char *word) {
  for (uint32_t k = 0; k < by_hand.count; k++)
    if (!strcmp(by_hand.items[k], word)) return true;
  return false;
}

/* "-fX" or "-fno-X". */
static bool is_either(const char *flag, const char *text) {
  if (strncmp(flag, "-f", 2)) return false;
  if (!strcmp(flag + 2, text)) return true;
  return !strncmp(flag + 2, "no-", 3) && !strcmp(flag + 5, text);
}

/* NAME[,--wrap=NAME]... */
static bool is_wraps(const char *text) {
  static const char between[] = ",--wrap=";
  for (;;) {
    const size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_");
    if (!n) return false;
    text += n;
    if (!*text) return true;
    if (strncmp(text, between, sizeof between - 1)) return false;
    text += sizeof between - 1;
  }
}

/* Whether the table has the flag; *takes_next: the next word is its value. */
static bool is_listed(const char *flag, bool *takes_next) {
  *takes_next = false;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    const size_t n = strlen(table[k].text);
    const bool begins = !strncmp(flag, table[k].text, n);
    switch (table[k].shape) {
    case SHAPE_ALONE:
      if (begins && !flag[n]) return true;
      break;
    case SHAPE_PREFIX:
      if (begins && !strchr(flag, ',')) return true;
      break;
    case SHAPE_VALUE:
      if (!begins || flag[n] == '-') break;
      *takes_next = !flag[n];
      return true;
    case SHAPE_EITHER:
      if (is_either(flag, table[k].text)) return true;
      break;
    case SHAPE_WRAPS:
      if (begins && is_wraps(flag + n)) return true;
      break;
    }
  }
  return false;
}

const char *stored_refuses_flag(const char *const *flags, uint32_t count,
                                stored_words by_hand) {
  for (uint32_t k = 0; k < count; k++) {
    bool takes_next;
    if (!is_listed(flags[k], &takes_next) && !is_by_hand(by_hand, flags[k]))
      return flags[k];
    if (takes_next && k + 1 < count && flags[k + 1][0] == '-' &&
        !is_by_hand(by_hand, flags[k + 1]))
      return flags[k + 1];
    k += takes_next;
  }
  return NULL;
}

bool stored_is_file(const char *name) {
  return *name && *name != '-' && *name != '@';
}

/* NULL, or the option with its path. */
static char *refuse_paths(const options *o, stored_words by_hand) {
  const struct { const char *name, *path; } all[] = {
    {"--root", o->root}, {"--cache", o->cache}, {"--sarif", o->sarif},
    {"--corpus", o->corpus}, {"--write-witness", o->write_witness},
    {"--baseline", o->baseline}, {"--seeds", o->seeds}, {"--witness", o->witness}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    if (!all[k].path) continue;
    char *word = mem_format("%s=%s", all[k].name, all[k].path);
    const bool is_said = is_by_hand(by_hand, word);
    if (!is_said) return word;
    free(word);
  }
  if (o->replay == REPLAY_UNCONFINED && !is_by_hand(by_hand, "--replay=unconfined"))
    return mem_string("--replay=unconfined");
  return NULL;
}

char *stored_refuses(const options *o, bool is_sealed, stored_words by_hand) {
  const char *flag = stored_refuses_flag(o->flags.items, o->flags.count, by_hand);
  if (flag) return mem_string(flag);
  for (uint32_t k = 0; k < o->files.count; k++)
    if (!stored_is_file(o->files.items[k])) return mem_string(o->files.items[k]);
  return is_sealed ? NULL : refuse_paths(o, by_hand);
}
