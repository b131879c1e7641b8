#include "shop.h"

bool cart_put(cart *c, long product, long quantity) {
  if (db_find(&products, product) < 0 || c->count == CART_LINES) return false;
  c->lines[c->count++] = (cart_line) {product, quantity};
  return true;
}

void cart_change(cart *c, long product, long quantity) {
  for (int k = 0; k < c->count; k++)
    if (c->lines[k].product == product) c->lines[k].quantity = quantity;
}

long cart_total(const cart *c) {
  long total = 0;
  for (int k = 0; k < c->count; k++)
    total += catalogue_price(c->lines[k].product) * c->lines[k].quantity;
  return total;
}

long cart_weight(const cart *c) {
  long weight = 0;
  for (int k = 0; k < c->count; k++) {
    const int row = db_find(&products, c->lines[k].product);
    weight += db_get(&products, row, PRODUCT_WEIGHT);
  }
  return weight;
}
