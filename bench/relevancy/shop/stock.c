#include "shop.h"

db_table stock;

void stock_open(void) {
  db_open(&stock, "stock", 1021);
  for (int row = 0; row < products.count; row++)
    db_insert(&stock, (long[DB_COLUMNS]) {
        [STOCK_KEY] = db_get(&products, row, PRODUCT_KEY),
        [STOCK_COUNT] = 10 + row % 50, [STOCK_LEAST] = 8});
}

void stock_close(void) { db_close(&stock); }

bool stock_take(long key, long quantity) {
  const int row = db_find(&stock, key);
  if (row < 0 || quantity <= 0) return false;
  const long left = db_get(&stock, row, STOCK_COUNT) - quantity;
  if (left < 0) return false;
  db_set(&stock, row, STOCK_COUNT, left);
  return true;
}

/* What fell below its least is ordered from the supplier. */
void stock_refill(void) {
  for (int row = 0; row < stock.count; row++) {
    const long count = db_get(&stock, row, STOCK_COUNT);
    if (count < db_get(&stock, row, STOCK_LEAST))
      db_set(&stock, row, STOCK_ORDERED, 40 - count);
  }
}

long stock_count(long key) {
  const int row = db_find(&stock, key);
  return row < 0 ? 0 : db_get(&stock, row, STOCK_COUNT);
}
