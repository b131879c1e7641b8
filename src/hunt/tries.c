#include "hunt/tries.h"

#include "hunt/parts.h"

#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
enum { LETTERS = sizeof letters - 1 };

/* "-c" for each letter, "--text" and "text" for each text. */
uint32_t hunt_options_of(const hunt_area *a) {
  return LETTERS + 2 * (a->texts < HUNT_TEXTS ? a->texts : HUNT_TEXTS);
}

uint32_t hunt_option(const hunt_area *a, uint32_t which, uint8_t *to, uint32_t most) {
  uint8_t all[2 + HUNT_WORD] = {'-', '-'};
  const uint8_t *bytes = all;
  uint32_t size = 2;
  if (which < LETTERS) {
    all[1] = (uint8_t) letters[which];
  } else {
    const hunt_word *w = a->text + (which - LETTERS) / 2;
    size += w->size < HUNT_WORD ? w->size : HUNT_WORD;
    memcpy(all + 2, w->bytes, size - 2);
    if ((which - LETTERS) % 2) bytes += 2, size -= 2;
  }
  if (size > most) size = most;
  memcpy(to, bytes, size);
  return size;
}

/* A file's name; a number if there is none. */
static const char *name_of_file(const hunt_area *a) {
  for (uint32_t k = 0; k < a->parts; k++)
    if (a->part[k].kind == HUNT_FILE) return a->part[k].name;
  return "2";
}

/* Contents of standard input and files: lines of words and numbers. */
static const char lines[] = "b 2\na 1\n";

/* The parts of an input with this option and this argument after it; NULL: none. */
static void compose(hunt_area *a, uint32_t which, const char *after) {
  uint32_t size = 0, arguments = 0;
  for (uint32_t k = 0; k < a->parts; k++) {
    const hunt_part *p = a->part + k;
    const uint8_t count = hunt_number_byte(p, after ? 2 : 1);
    uint8_t option[2 + HUNT_WORD];
    const void *bytes = lines;
    uint32_t n = sizeof lines - 1;
    switch ((hunt_part_kind) p->kind) {
    case HUNT_TEXT: case HUNT_STDIN: case HUNT_FILE: break;
    case HUNT_VARIABLE: n = 0; break;
    case HUNT_COUNT:
      bytes = &count;
      n = 1;
      break;
    case HUNT_ARGUMENT:
      bytes = after;
      n = arguments == 1 && after ? (uint32_t) strlen(after) : 0;
      if (!arguments) {
        bytes = option;
        n = hunt_option(a, which, option, p->most < sizeof option ? p->most : sizeof option);
      }
      arguments++;
    }
    size = hunt_append(p, a->bytes_now, size, bytes, n);
  }
  a->size = size;
}

int hunt_takes_options(const hunt_area *a) {
  for (uint32_t k = 0; k < a->parts; k++)
    if (a->part[k].kind == HUNT_ARGUMENT && a->part[k].most > 1) return 1;
  return 0;
}

int hunt_try(hunt_area *a) {
  const uint32_t options = hunt_options_of(a);
  if (a->tried >= 3 * options || !hunt_takes_options(a)) return 0;
  const uint32_t which = a->tried % options, round = a->tried / options;
  a->tried++;
  compose(a, which, round == 0 ? NULL : round == 1 ? "1" : name_of_file(a));
  return 1;
}
