#include "shop.h"

#include <stdlib.h>

order *orders;
int order_count;
static int order_capacity;
static long next_key;
static index_table by_key;

void order_open(void) { next_key = 9000; }

void order_close(void) {
  free(orders);
  index_release(&by_key);
}

/* All goods of the basket, or none. */
static bool take_goods(const basket *b) {
  for (int k = 0; k < b->count; k++)
    if (!stock_take(b->lines[k].product, b->lines[k].quantity)) {
      while (k-- > 0)
        stock_give_back(b->lines[k].product, b->lines[k].quantity);
      return false;
    }
  return true;
}

static void fill_lines(order *o, const basket *b, const customer *who) {
  for (int k = 0; k < b->count; k++) {
    const product *p = catalogue_find(b->lines[k].product);
    order_line *l = o->lines + k;
    l->product = p->key;
    l->quantity = b->lines[k].quantity;
    l->cents = rule_price(p, o->day, l->quantity) * l->quantity;
    l->tax = tax_of(l->cents, who->country,
                    catalogue_category(p->category)->tax_class);
    o->net += l->cents;
    o->tax += l->tax;
  }
  o->line_count = b->count;
}

/* The key of the new order; 0: refused, and nothing changed. */
long order_place(long customer_key, const basket *b, long coupon, int day) {
  customer *who = customer_find(customer_key);
  if (!who || !b->count || !take_goods(b)) return 0;
  orders = grow(orders, order_count, &order_capacity, sizeof *orders);
  order *o = orders + order_count;
  *o = (order) {.key = next_key++, .customer = customer_key, .day = day};
  fill_lines(o, b, who);
  o->discount = coupon_discount(o->net, who->level, coupon);
  o->postage = postage_of(basket_weight(b), who->country);
  o->due = day + 14;
  index_put(&by_key, o->key, order_count++);
  ledger_book(LEDGER_GOODS, LEDGER_CUSTOMERS, o->net - o->discount, day);
  ledger_book(LEDGER_TAX, LEDGER_CUSTOMERS, o->tax, day);
  ledger_book(LEDGER_POST, LEDGER_CUSTOMERS, o->postage, day);
  audit_note(AUDIT_ORDER, o->key, order_total(o), day);
  recommend_note(b);
  return o->key;
}

order *order_find(long key) {
  const int row = index_find(&by_key, key);
  return row < 0 ? NULL : orders + row;
}

long order_total(const order *o) {
  return o->net - o->discount + o->tax + o->postage;
}

/* What is too much is not taken. */
bool order_pay(long key, long cents) {
  order *o = order_find(key);
  if (!o || o->state != ORDER_NEW || cents <= 0) return false;
  const long open = order_total(o) - o->paid;
  const long taken = cents < open ? cents : open;
  o->paid += taken;
  ledger_book(LEDGER_CUSTOMERS, LEDGER_BANK, taken, o->day);
  audit_note(AUDIT_PAYMENT, key, taken, o->day);
  if (o->paid == order_total(o)) o->state = ORDER_PAID;
  return true;
}

bool order_cancel(long key) {
  order *o = order_find(key);
  if (!o || (o->state != ORDER_NEW && o->state != ORDER_PAID)) return false;
  for (int k = 0; k < o->line_count; k++)
    stock_give_back(o->lines[k].product, o->lines[k].quantity);
  ledger_book(LEDGER_CUSTOMERS, LEDGER_GOODS, o->net - o->discount, o->day);
  ledger_book(LEDGER_CUSTOMERS, LEDGER_TAX, o->tax, o->day);
  ledger_book(LEDGER_CUSTOMERS, LEDGER_POST, o->postage, o->day);
  if (o->paid) ledger_book(LEDGER_BANK, LEDGER_CUSTOMERS, o->paid, o->day);
  audit_note(AUDIT_CANCEL, key, o->paid, o->day);
  o->paid = 0;
  o->state = ORDER_CANCELLED;
  return true;
}

static void count_sales(const order *o) {
  customer *who = customer_find(o->customer);
  who->spent += order_total(o);
  who->orders++;
  customer_promote(who);
  for (int k = 0; k < o->line_count; k++)
    catalogue_find(o->lines[k].product)->sold += o->lines[k].quantity;
}

int order_send_all(int day) {
  int sent = 0;
  if (date_is_holiday(day)) return 0;
  for (int row = 0; row < order_count; row++) {
    order *o = orders + row;
    if (o->state != ORDER_PAID) continue;
    o->state = ORDER_SENT;
    o->due = day + postage_days(customer_find(o->customer)->country, false);
    count_sales(o);
    sent++;
  }
  return sent;
}

/* Parcels arrive; what is not paid in time is cancelled. */
int order_finish(int day) {
  int finished = 0;
  for (int row = 0; row < order_count; row++) {
    order *o = orders + row;
    if (day < o->due) continue;
    if (o->state == ORDER_SENT) {
      o->state = ORDER_DONE;
      finished++;
    } else if (o->state == ORDER_NEW) {
      order_cancel(o->key);
    }
  }
  return finished;
}
