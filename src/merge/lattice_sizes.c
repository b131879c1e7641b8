#include "merge/lattice.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[LATTICE_SIZES] = {"char", "short", "int",
                                                 "long"};

lattice_sizes lattice_for_all(lattice l) {
  assert(l < LATTICES);
  lattice_sizes s;
  for (unsigned k = 0; k < LATTICE_SIZES; k++) s.of[k] = l;
  return s;
}

lattice lattice_of_width(const lattice_sizes *s, unsigned width) {
  unsigned k = 0;
  while (k + 1 < LATTICE_SIZES && width > 8u << k) k++;
  return s->of[k];
}

lattice lattice_of_all(const lattice_sizes *s) {
  for (unsigned k = 1; k < LATTICE_SIZES; k++)
    if (s->of[k] != s->of[0]) return LATTICES;
  return s->of[0];
}

bool lattice_sizes_are_exact(const lattice_sizes *s) {
  return lattice_of_all(s) == LATTICE_ITE;
}

/* A lattice without expressions; LATTICES: none. */
static lattice find(const char *text) {
  const lattice l = lattice_find(text);
  return l != LATTICES && lattice_needs_expressions(l) ? LATTICES : l;
}

static char *no_lattice(const char *text) {
  if (lattice_find(text) != LATTICES)
    return mem_format("--merge=lattice: %s needs predicates, which a program "
                      "names (BRAID_MERGE)", text);
  return mem_format("--merge=lattice: no lattice has the name \"%s\": it is "
                    "ite, sign, interval, parity or congruence", text);
}

/* TYPE=NAME */
static char *read_one(char *word, lattice_sizes *s, bool *named) {
  char *name = strchr(word, '=');
  if (!name)
    return mem_format("--merge=lattice: \"%s\" should be TYPE=LATTICE, as in "
                      "int=interval", word);
  *name++ = 0;
  unsigned k = 0;
  while (k < LATTICE_SIZES && strcmp(names[k], word)) k++;
  if (k == LATTICE_SIZES)
    return mem_format("--merge=lattice: no type has the name \"%s\": it is "
                      "char, short, int or long", word);
  if (named[k])
    return mem_format("--merge=lattice: %s is named twice", word);
  named[k] = true;
  s->of[k] = find(name);
  return s->of[k] == LATTICES ? no_lattice(name) : NULL;
}

char *lattice_read_sizes(const char *text, lattice_sizes *s) {
  bool named[LATTICE_SIZES] = {false};
  *s = lattice_for_all(LATTICE_ITE);
  if (!strpbrk(text, "=,")) {
    const lattice all = find(text);
    if (all == LATTICES) return no_lattice(text);
    *s = lattice_for_all(all);
    return NULL;
  }
  char *words = mem_string(text), *message = NULL;
  for (char *word = words, *next; word && !message; word = next) {
    next = strchr(word, ',');
    if (next) *next++ = 0;
    message = read_one(word, s, named);
  }
  free(words);
  return message;
}
