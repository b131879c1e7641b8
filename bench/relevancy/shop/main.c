/*
 * The driver: a day in the shop, all of it concrete, and then one customer whose
 * form is symbolic.
 *
 *   PROPERTY 1: the total of a cart is what price and quantity make
 *   PROPERTY 2: no coupon gives away more than half, or makes a price negative
 *   PROPERTY 3: an order takes from the stock what it sells, or nothing
 */
#include "shop.h"

#include <assert.h>
#include <braid.h>

#ifndef PROPERTY
#define PROPERTY 1
#endif

static uint32_t a_day(void) {
  uint32_t sum = page_start();
  for (long category = 0; category < 8; category++)
    sum = sum * 31 + page_category(category);
  for (long visit = 0; visit < 60; visit++) {
    const long account = 5000 + visit * 3, product = 1000 + visit * 5;
    sum = sum * 31 + account_sign_in(account, "guess");
    sum = sum * 31 + page_product(product) + page_account(account);
    cart c = {.count = 0};
    cart_put(&c, product, 1 + visit % 3);
    cart_put(&c, product + 7, 1);
    order_place(account, &c, 0);
    sum = sum * 31 + page_orders(account);
  }
  stock_refill();
  order_send_all();
  return sum;
}

int main(void) {
  catalogue_open();
  account_open();
  stock_open();
  order_open();
  uint32_t seen = 0;
  for (int day = 0; day < 20; day++) seen ^= a_day();

  const long account = 5003, product = 1390;
  cart c = {.count = 0};
  cart_put(&c, 1391, 2);
#if PROPERTY == 1
  const int quantity = braid_range(1, 1000, "quantity");
  const long before = cart_total(&c);
  cart_put(&c, product, quantity);
  assert(cart_total(&c) == before + catalogue_price(product) * quantity);
#elif PROPERTY == 2
  const int percent = braid_range(-100, 200, "coupon");
  cart_put(&c, product, 1);
  const long total = cart_total(&c);
  const long key = order_place(account, &c, percent);
  assert(!key || order_field(key, ORDER_NET) >= total / 2);
  assert(!key || order_field(key, ORDER_NET) <= total);
#else
  const int quantity = braid_range(-5, 100, "quantity");
  const long before = stock_count(product), other = stock_count(1391);
  cart_put(&c, product, quantity);
  if (order_place(account, &c, 0)) {
    assert(stock_count(product) == before - quantity);
    assert(stock_count(product) >= 0);
  } else {
    assert(stock_count(product) == before && stock_count(1391) == other);
  }
#endif
  order_close();
  stock_close();
  account_close();
  catalogue_close();
  return seen == 1;
}
