/*
 * The driver: some days in the shop, all of it concrete, and then one customer
 * of whose form a field is symbolic.
 *
 *   PROPERTY 1: the total of a basket is what price and quantity make
 *   PROPERTY 2: no coupon gives away more than half, or makes a price negative
 *   PROPERTY 3: an order takes from the stock what it sells, or nothing
 *   PROPERTY 4: whatever is paid, the ledger balances and nobody pays too much
 *   PROPERTY 5: postage grows with weight, and never falls below the least
 */
#include "shop.h"

#include <assert.h>
#include <braid.h>

#ifndef PROPERTY
#define PROPERTY 1
#endif
#ifndef DAYS
#define DAYS 10
#endif
#ifndef VISITORS
#define VISITORS 40
#endif

static void open_all(void) {
  catalogue_open();
  rule_open();
  customer_open();
  stock_open();
  supplier_open();
  order_open();
  ledger_open();
  search_open();
}

static void close_all(void) {
  search_close();
  ledger_close();
  order_close();
  supplier_close();
  stock_close();
  customer_close();
  rule_close();
  session_close();
  recommend_close();
  review_close();
  audit_close();
  catalogue_close();
}

static void check(int day) {
  const long who = 5003, what = 1390;
  basket b = {.count = 0};
  basket_put(&b, 1391, 2);
#if PROPERTY == 1
  const int quantity = braid_range(1, 1000, "quantity");
  const long before = basket_total(&b, day);
  basket_put(&b, what, quantity);
  const long each = rule_price(catalogue_find(what), day, quantity);
  assert(basket_total(&b, day) == before + each * quantity);
  assert(each <= catalogue_find(what)->cents);
  (void) who;
#elif PROPERTY == 2
  const int percent = braid_range(-100, 200, "coupon");
  basket_put(&b, what, 1);
  const long key = order_place(who, &b, percent, day);
  const order *o = key ? order_find(key) : NULL;
  assert(!o || (o->discount >= 0 && o->discount <= o->net / 2));
#elif PROPERTY == 3
  const int quantity = braid_range(-5, 200, "quantity");
  const long before = stock_count(what), other = stock_count(1391);
  basket_put(&b, what, quantity);
  if (order_place(who, &b, 0, day)) {
    assert(stock_count(what) == before - quantity);
    assert(stock_count(what) >= 0 && quantity > 0);
  } else {
    assert(stock_count(what) == before && stock_count(1391) == other);
  }
#elif PROPERTY == 4
  const int cents = braid_range(-10, 100000, "cents");
  basket_put(&b, what, 1);
  const long key = order_place(who, &b, 0, day);
  const long bank = ledger_balance(LEDGER_BANK);
  if (key && order_pay(key, cents)) {
    const order *o = order_find(key);
    assert(o->paid > 0 && o->paid <= order_total(o));
    assert(ledger_balance(LEDGER_BANK) == bank + o->paid);
    assert((o->state == ORDER_PAID) == (o->paid == order_total(o)));
  } else {
    assert(ledger_balance(LEDGER_BANK) == bank);
  }
  assert(ledger_is_balanced());
#else
  const int grams = braid_range(1, 80000, "grams");
  const int country = customer_find(who)->country;
  assert(postage_of(grams, country) >= postage_of(1, country));
  assert(postage_of(grams + 1, country) >= postage_of(grams, country));
  (void) what;
#endif
}

int main(void) {
  uint32_t seen = 0;
  open_all();
  for (int day = 0; day < DAYS; day++) {
    seen = seen * 31 + day_trade(3000 + day, VISITORS);
    assert(ledger_is_balanced());
  }
  assert(ledger_is_consistent() && audit_is_whole());
  check(3000 + DAYS);
  close_all();
  return seen == 1;
}
