#include "shop.h"

#include <stdlib.h>

/* Each entry seals what came before it. */
typedef struct entry {
  audit_kind kind;
  int day;
  long key, amount;
  unsigned long seal;
} entry;

static entry *entries;
static int entry_count, entry_capacity;

static unsigned long seal_of(const entry *e, unsigned long before) {
  unsigned long s = before * 31 + (unsigned long) e->kind;
  s = s * 31 + (unsigned long) e->day;
  s = s * 31 + (unsigned long) e->key;
  return s * 31 + (unsigned long) e->amount;
}

void audit_note(audit_kind kind, long key, long amount, int day) {
  entries = grow(entries, entry_count, &entry_capacity, sizeof *entries);
  entry *e = entries + entry_count;
  *e = (entry) {.kind = kind, .day = day, .key = key, .amount = amount};
  e->seal = seal_of(e, entry_count ? entries[entry_count - 1].seal : 7);
  entry_count++;
}

bool audit_is_whole(void) {
  unsigned long before = 7;
  for (int k = 0; k < entry_count; k++) {
    if (entries[k].seal != seal_of(entries + k, before)) return false;
    before = entries[k].seal;
  }
  return true;
}

long audit_count(audit_kind kind) {
  long count = 0;
  for (int k = 0; k < entry_count; k++) count += entries[k].kind == kind;
  return count;
}

void audit_close(void) { free(entries); }
