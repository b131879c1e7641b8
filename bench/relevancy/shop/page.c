#include "shop.h"

static uint32_t finish(text *t) {
  text_add(t, "</body></html>\n");
  const uint32_t sum = text_checksum(t);
  text_release(t);
  return sum;
}

static void begin(text *t, const char *title) {
  *t = (text) {0};
  text_add(t, "<html><head><title>");
  text_add_escaped(t, title);
  text_add(t, "</title></head><body>\n");
}

static void add_product(text *t, long key) {
  text_add(t, "<li><a href=\"/product/");
  text_add_number(t, key);
  text_add(t, "\">");
  text_add_escaped(t, catalogue_name(key));
  text_add(t, "</a> ");
  text_add_number(t, catalogue_price(key) / 100);
  text_add(t, ".");
  text_add_number(t, catalogue_price(key) % 100);
  text_add(t, "</li>\n");
}

uint32_t page_start(void) {
  text t;
  long keys[20];
  begin(&t, "Pets & more");
  const int found = catalogue_search("golden", keys, 20);
  for (int k = 0; k < found; k++) add_product(&t, keys[k]);
  return finish(&t);
}

uint32_t page_category(long category) {
  text t;
  long keys[64];
  begin(&t, "Category");
  const int found = catalogue_by_price(category, keys, 64);
  for (int k = 0; k < found; k++) add_product(&t, keys[k]);
  return finish(&t);
}

uint32_t page_product(long product) {
  text t;
  begin(&t, catalogue_name(product));
  add_product(&t, product);
  return finish(&t);
}

uint32_t page_account(long account) {
  text t;
  begin(&t, "Your account");
  text_add(&t, "<p>customer ");
  text_add_number(&t, account);
  text_add(&t, ", level ");
  text_add_number(&t, account_level(account));
  text_add(&t, "</p>\n");
  return finish(&t);
}

uint32_t page_orders(long account) {
  text t;
  begin(&t, "Your orders");
  for (int row = 0; row < orders.count; row++) {
    if (db_get(&orders, row, ORDER_ACCOUNT) != account) continue;
    text_add(&t, "<li>order ");
    text_add_number(&t, db_get(&orders, row, ORDER_KEY));
    text_add(&t, "</li>\n");
  }
  return finish(&t);
}
