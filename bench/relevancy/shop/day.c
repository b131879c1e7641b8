#include "shop.h"

/* What visitors do is theirs: numbers that look like chance. */
static unsigned long chance = 99;

static long pick(long low, long high) {
  chance = chance * 6364136223846793005ul + 1442695040888963407ul;
  return low + (long) (chance >> 33) % (high - low + 1);
}

static const char *const queries[] = {
  "golden goldfish", "a soft bed for my cat", "winter", "organic dog food",
  "large tank", "Silver Lamp", "quiet parrot cage", "book"};
static const char *const opinions[] = {
  "Just what I wanted.", "My \"cat\" hates it", "Fine & cheap",
  "Came too late, but came.", "Never again!"};

static uint32_t look_round(int day) {
  uint32_t seen = page_start(day);
  seen = seen * 31 + page_category(10 + pick(0, STUB_CATEGORIES - 1), day);
  seen = seen * 31 + page_search(queries[pick(0, 7)], day);
  for (long k = pick(1, 4); k > 0; k--)
    seen = seen * 31 + page_product(1000 + pick(0, STUB_PRODUCTS - 1), day);
  return seen;
}

static uint32_t buy(long who, int day) {
  basket b = {.count = 0};
  for (long k = pick(1, 5); k > 0; k--)
    basket_put(&b, 1000 + pick(0, STUB_PRODUCTS - 1), pick(1, 4));
  uint32_t seen = page_basket(&b, day);
  if (pick(0, 4) == 0) basket_change(&b, b.lines[0].product, 2);
  const long key = order_place(who, &b, coupon_percent("PET-AB-AK-D", day), day);
  if (!key) return seen;
  seen = seen * 31 + invoice_print(order_find(key));
  if (pick(0, 9)) order_pay(key, order_total(order_find(key)));
  else if (pick(0, 1)) order_cancel(key);
  if (pick(0, 3) == 0)
    review_add(b.lines[0].product, who, (int) pick(1, 5), opinions[pick(0, 4)]);
  return seen;
}

static uint32_t visit(int day) {
  const long number = pick(0, STUB_CUSTOMERS - 1), who = 5000 + number;
  text password = {0};
  uint32_t seen = look_round(day);
  text_add(&password, "secret");
  text_add_number(&password, pick(0, 7) ? number : number + 1);
  text_put(&password, 0);
  const uint32_t token = session_begin(who, password.bytes, day);
  text_release(&password);
  if (token && session_is_valid(token, who, day)) {
    seen = seen * 31 + buy(who, day);
    seen = seen * 31 + page_account(who);
  }
  return seen;
}

static void order_goods(int day) {
  long keys[64];
  const int low = stock_low(keys, 64);
  for (int k = 0; k < low; k++) supplier_order(keys[k], pick(30, 60), day);
}

uint32_t day_trade(int day, int visitors) {
  uint32_t seen = 0;
  supplier_deliver(day);
  for (int k = 0; k < visitors; k++) seen = seen * 31 + visit(day);
  order_send_all(day);
  order_finish(day);
  order_goods(day);
  session_expire(day);
  seen = seen * 31 + report_day(day);
  if (day % 30 == 29) seen = seen * 31 + report_month(day);
  return seen;
}
