#include "shop.h"

static uint32_t finish(text *t) {
  text_add(t, "</body></html>\n");
  const uint32_t sum = text_checksum(t);
  text_release(t);
  return sum;
}

static void begin(text *t, const char *title, int day) {
  *t = (text) {0};
  text_add(t, "<html><head><title>");
  text_add_escaped(t, title);
  text_add(t, "</title></head><body><i>");
  text_add_date(t, day);
  text_add(t, "</i>\n<ul>");
  for (int k = 0; k < category_count; k++) {
    text_add(t, "<li><a href=\"/category/");
    text_add_number(t, categories[k].key);
    text_add(t, "\">");
    text_add_escaped(t, categories[k].name);
    text_add(t, "</a></li>");
  }
  text_add(t, "</ul>\n");
}

static void add_product(text *t, long key, int day) {
  const product *p = catalogue_find(key);
  const long cents = rule_price(p, day, 1);
  text_add(t, "<li><a href=\"/product/");
  text_add_number(t, key);
  text_add(t, "\">");
  text_add_escaped(t, p->name);
  text_add(t, "</a> ");
  text_add_money(t, cents);
  if (cents < p->cents) {
    text_add(t, " <s>");
    text_add_money(t, p->cents);
    text_add(t, "</s>");
  }
  if (!stock_count(key)) text_add(t, " sold out");
  text_add(t, "</li>\n");
}

static void add_list(text *t, const char *title, const long *keys, int count,
                     int day) {
  if (!count) return;
  text_add(t, "<h2>");
  text_add_escaped(t, title);
  text_add(t, "</h2><ul>\n");
  for (int k = 0; k < count; k++) add_product(t, keys[k], day);
  text_add(t, "</ul>\n");
}

uint32_t page_start(int day) {
  text t;
  long keys[10];
  begin(&t, "Pets & more", day);
  add_list(&t, "What others buy", keys, catalogue_best(0, keys, 10), day);
  return finish(&t);
}

uint32_t page_category(long key, int day) {
  text t;
  long keys[48];
  const category *c = catalogue_category(key);
  begin(&t, c ? c->name : "Nothing", day);
  add_list(&t, "The best", keys, catalogue_best(key, keys, 3), day);
  add_list(&t, "All, by price", keys, catalogue_by_price(key, keys, 48), day);
  return finish(&t);
}

uint32_t page_product(long key, int day) {
  text t;
  long keys[4];
  const product *p = catalogue_find(key);
  begin(&t, p->name, day);
  text_add(&t, "<p>");
  text_add_escaped(&t, p->description);
  text_add(&t, "</p>\n");
  add_product(&t, key, day);
  for (long pieces = 5; pieces <= 20; pieces += 5) {
    const long cents = rule_price(p, day, pieces);
    text_add_number(&t, pieces);
    text_add(&t, " or more: ");
    text_add_money(&t, cents);
    text_add(&t, "<br>\n");
  }
  review_show(&t, key, 5);
  add_list(&t, "Bought together", keys, recommend_for(key, keys, 4), day);
  return finish(&t);
}

uint32_t page_search(const char *query, int day) {
  text t;
  long keys[12];
  begin(&t, query, day);
  add_list(&t, "Found", keys, search_find(query, keys, 12), day);
  return finish(&t);
}

uint32_t page_basket(const basket *b, int day) {
  text t;
  begin(&t, "Your basket", day);
  for (int k = 0; k < b->count; k++) {
    text_add_number(&t, b->lines[k].quantity);
    text_add(&t, " x ");
    add_product(&t, b->lines[k].product, day);
  }
  text_add(&t, "<b>");
  text_add_money(&t, basket_total(b, day));
  text_add(&t, "</b>\n");
  return finish(&t);
}

uint32_t page_account(long key) {
  text t;
  static const char *const levels[] = {"bronze", "silver", "gold"};
  const customer *c = customer_find(key);
  begin(&t, c->name, c->since);
  text_add(&t, levels[c->level]);
  text_add(&t, " customer from ");
  text_add_escaped(&t, c->town);
  text_add(&t, "<ol>\n");
  int shown = 0;
  for (int row = order_count; row-- > 0 && shown < 10;) {
    if (orders[row].customer != key) continue;
    text_add(&t, "<li>order ");
    text_add_number(&t, orders[row].key);
    text_put(&t, ' ');
    text_add_date(&t, orders[row].day);
    text_put(&t, ' ');
    text_add_money(&t, order_total(orders + row));
    text_add(&t, "</li>\n");
    shown++;
  }
  text_add(&t, "</ol>\n");
  return finish(&t);
}
