/*
 * Two tables of customers are merged: both are sorted by key, rows with the
 * same key become one with the newer address and the sum of both balances.
 *
 *   PROPERTY 1: merging neither makes nor loses money
 */
#include <assert.h>
#include <braid.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 3000, CITY = 16 };

typedef struct row { int key, changed; long balance; char city[CITY]; } row;
typedef struct table { row *rows; int count, capacity; } table;

static unsigned next(unsigned *state) {
  return *state = *state * 1103515245u + 12345u;
}

static void append(table *t, const row *r) {
  if (t->count == t->capacity) {
    t->capacity = t->capacity ? 2 * t->capacity : 16;
    t->rows = realloc(t->rows, (size_t) t->capacity * sizeof *t->rows);
  }
  t->rows[t->count++] = *r;
}

static void fill(table *t, unsigned seed) {
  static const char *const cities[] = {"Nomi", "Austin", "Sunnyvale"};
  for (int k = 0; k < ROWS; k++) {
    row r = {.key = (int) (next(&seed) >> 20), .changed = k % 97,
             .balance = (long) (next(&seed) >> 16)};
    strcpy(r.city, cities[r.key % 3]);
    append(t, &r);
  }
}

static void sift(row *rows, int from, int count) {
  for (int child; (child = 2 * from + 1) < count; from = child) {
    if (child + 1 < count && rows[child + 1].key > rows[child].key) child++;
    if (rows[from].key >= rows[child].key) return;
    const row t = rows[from];
    rows[from] = rows[child];
    rows[child] = t;
  }
}

static void sort(table *t) {
  for (int k = t->count / 2; k-- > 0;) sift(t->rows, k, t->count);
  for (int k = t->count; k-- > 1;) {
    const row r = t->rows[0];
    t->rows[0] = t->rows[k];
    t->rows[k] = r;
    sift(t->rows, 0, k);
  }
}

static void merge(const table *a, const table *b, table *to) {
  int i = 0, j = 0;
  while (i < a->count || j < b->count) {
    if (j == b->count || (i < a->count && a->rows[i].key < b->rows[j].key)) {
      append(to, a->rows + i++);
    } else if (i == a->count || b->rows[j].key < a->rows[i].key) {
      append(to, b->rows + j++);
    } else {
      row r = a->rows[i].changed < b->rows[j].changed ? b->rows[j]
                                                      : a->rows[i];
      r.balance = a->rows[i++].balance + b->rows[j++].balance;
      append(to, &r);
    }
  }
}

static long money(const table *t) {
  long sum = 0;
  for (int k = 0; k < t->count; k++) sum += t->rows[k].balance;
  return sum;
}

int main(void) {
  table a = {0}, b = {0}, merged = {0};
  fill(&a, 1);
  fill(&b, 2);
  const int deposit = braid_range(0, 1000000, "deposit");
  const row late = {.key = 2000, .changed = 98, .balance = deposit,
                    .city = "Tokyo"};
  append(&a, &late);
  sort(&a);
  sort(&b);
  merge(&a, &b, &merged);
  assert(money(&merged) == money(&a) + money(&b));
  free(a.rows);
  free(b.rows);
  free(merged.rows);
  return 0;
}
