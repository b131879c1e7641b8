#include "shop.h"

#include <stdlib.h>

/* Goods lie in several houses; orders take from the fullest first. */
typedef struct stock {
  long product;
  long counts[STOCK_HOUSES];
  long least, ordered;
} stock;

static stock *stocks;
static int stock_rows;
static index_table by_product;

void stock_open(void) {
  stocks = need(calloc((size_t) product_count, sizeof *stocks));
  for (int row = 0; row < product_count; row++) {
    stock *s = stocks + row;
    s->product = products[row].key;
    for (int h = 0; h < STOCK_HOUSES; h++) s->counts[h] = 5 + (row + h * 7) % 30;
    s->least = 12;
    index_put(&by_product, s->product, row);
  }
  stock_rows = product_count;
}

void stock_close(void) {
  free(stocks);
  index_release(&by_product);
}

static stock *find(long product) {
  const int row = index_find(&by_product, product);
  return row < 0 ? NULL : stocks + row;
}

static long total(const stock *s) {
  long sum = 0;
  for (int h = 0; h < STOCK_HOUSES; h++) sum += s->counts[h];
  return sum;
}

long stock_count(long product) {
  const stock *s = find(product);
  return s ? total(s) : 0;
}

static int fullest(const stock *s) {
  int best = 0;
  for (int h = 1; h < STOCK_HOUSES; h++)
    if (s->counts[h] > s->counts[best]) best = h;
  return best;
}

bool stock_take(long product, long quantity) {
  stock *s = find(product);
  if (!s || quantity <= 0 || quantity > total(s)) return false;
  while (quantity > 0) {
    const int h = fullest(s);
    const long here = quantity < s->counts[h] ? quantity : s->counts[h];
    s->counts[h] -= here;
    quantity -= here;
  }
  return true;
}

void stock_give_back(long product, long quantity) {
  stock *s = find(product);
  if (s) s->counts[0] += quantity;
}

/* What is short and not yet on its way. */
int stock_low(long *keys, int room) {
  int found = 0;
  for (int row = 0; row < stock_rows && found < room; row++) {
    stock *s = stocks + row;
    if (s->ordered || total(s) >= s->least) continue;
    s->ordered = 1;
    keys[found++] = s->product;
  }
  return found;
}

void stock_receive(long product, int house, long quantity) {
  stock *s = find(product);
  if (!s) return;
  s->counts[house] += quantity;
  s->ordered = 0;
}
