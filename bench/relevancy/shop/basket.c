#include "shop.h"

static basket_line *find(basket *b, long product) {
  for (int k = 0; k < b->count; k++)
    if (b->lines[k].product == product) return b->lines + k;
  return NULL;
}

bool basket_put(basket *b, long product, long quantity) {
  if (!catalogue_find(product)) return false;
  basket_line *line = find(b, product);
  if (line) {
    line->quantity += quantity;
    return true;
  }
  if (b->count == BASKET_LINES) return false;
  b->lines[b->count++] = (basket_line) {product, quantity};
  return true;
}

void basket_change(basket *b, long product, long quantity) {
  basket_line *line = find(b, product);
  if (!line) return;
  line->quantity = quantity;
  if (quantity > 0) return;
  *line = b->lines[--b->count];
}

long basket_total(const basket *b, int day) {
  long total = 0;
  for (int k = 0; k < b->count; k++) {
    const basket_line *l = b->lines + k;
    total += rule_price(catalogue_find(l->product), day, l->quantity) *
             l->quantity;
  }
  return total;
}

long basket_weight(const basket *b) {
  long grams = 0;
  for (int k = 0; k < b->count; k++)
    grams += catalogue_find(b->lines[k].product)->grams * b->lines[k].quantity;
  return grams;
}
