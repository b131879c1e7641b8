#include "shop.h"

#include <stdlib.h>
#include <string.h>

void db_open(db_table *t, const char *name, int index_size) {
  *t = (db_table) {.name = name, .index_size = index_size};
  t->index = calloc((size_t) index_size, sizeof *t->index);
}

void db_close(db_table *t) {
  free(t->rows);
  free(t->index);
}

static int slot_of(const db_table *t, long key) {
  unsigned long h = (unsigned long) key * 2654435761u;
  return (int) ((h >> 7) % (unsigned long) t->index_size);
}

static int *find_slot(const db_table *t, long key) {
  int at = slot_of(t, key);
  while (t->index[at] && t->rows[t->index[at] - 1][0] != key)
    at = (at + 1) % t->index_size;
  return t->index + at;
}

int db_insert(db_table *t, const long *row) {
  if (t->count == t->capacity) {
    t->capacity = t->capacity ? 2 * t->capacity : 32;
    t->rows = realloc(t->rows, (size_t) t->capacity * sizeof *t->rows);
  }
  memcpy(t->rows[t->count], row, sizeof *t->rows);
  t->count++;
  *find_slot(t, row[0]) = t->count;
  return t->count - 1;
}

int db_find(const db_table *t, long key) { return *find_slot(t, key) - 1; }

long db_get(const db_table *t, int row, int column) {
  return t->rows[row][column];
}

void db_set(db_table *t, int row, int column, long value) {
  t->rows[row][column] = value;
}
