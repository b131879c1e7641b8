#include "shop.h"

db_table orders;
static long next_key;

void order_open(void) {
  db_open(&orders, "order", 8191);
  next_key = 9000;
}

void order_close(void) { db_close(&orders); }

/* The key of the new order; 0: refused, and nothing changed. */
long order_place(long account, const cart *c, long coupon_percent) {
  const int who = db_find(&accounts, account);
  if (who < 0 || !c->count) return 0;
  for (int k = 0; k < c->count; k++)
    if (!stock_take(c->lines[k].product, c->lines[k].quantity)) {
      while (k-- > 0) {
        const int row = db_find(&stock, c->lines[k].product);
        db_set(&stock, row, STOCK_COUNT,
               db_get(&stock, row, STOCK_COUNT) + c->lines[k].quantity);
      }
      return 0;
    }
  const long country = db_get(&accounts, who, ACCOUNT_COUNTRY);
  const long total = cart_total(c);
  const long net = total - price_discount(total, account_level(account),
                                          coupon_percent);
  db_insert(&orders, (long[DB_COLUMNS]) {
      [ORDER_KEY] = next_key, [ORDER_ACCOUNT] = account, [ORDER_NET] = net,
      [ORDER_TAX] = price_tax(net, country),
      [ORDER_POSTAGE] = price_postage(cart_weight(c), country),
      [ORDER_STATE] = ORDER_NEW});
  return next_key++;
}

long order_field(long key, int column) {
  const int row = db_find(&orders, key);
  return row < 0 ? 0 : db_get(&orders, row, column);
}

void order_send_all(void) {
  for (int row = 0; row < orders.count; row++)
    if (db_get(&orders, row, ORDER_STATE) == ORDER_NEW)
      db_set(&orders, row, ORDER_STATE, ORDER_SENT);
}
