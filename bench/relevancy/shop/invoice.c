#include "shop.h"

static void add_line(text *t, const order_line *l) {
  const product *p = catalogue_find(l->product);
  text_add_number(t, l->quantity);
  text_add(t, " x ");
  text_add(t, p->name);
  for (size_t width = 0; p->name[width] && width < 40; width++)
    if (width % 8 == 7) text_put(t, '\t');
  text_add_money(t, l->cents);
  text_add(t, " (tax ");
  text_add_money(t, l->tax);
  text_add(t, ")\n");
}

static void add_sum(text *t, const char *label, long cents) {
  text_add(t, label);
  text_add_money(t, cents);
  text_put(t, '\n');
}

uint32_t invoice_print(const order *o) {
  text t = {0};
  const customer *c = customer_find(o->customer);
  text_add(&t, "Invoice ");
  text_add_number(&t, o->key);
  text_add(&t, " of ");
  text_add_date(&t, o->day);
  text_add(&t, "\nto ");
  text_add(&t, c->name);
  text_add(&t, ", ");
  text_add(&t, c->town);
  text_put(&t, '\n');
  for (int k = 0; k < o->line_count; k++) add_line(&t, o->lines + k);
  add_sum(&t, "Goods    ", o->net);
  if (o->discount) add_sum(&t, "Discount ", -o->discount);
  add_sum(&t, "Tax      ", o->tax);
  add_sum(&t, "Postage  ", o->postage);
  add_sum(&t, "Total    ", order_total(o));
  text_add(&t, "due ");
  text_add_date(&t, o->due);
  text_put(&t, '\n');
  const uint32_t sum = text_checksum(&t);
  text_release(&t);
  return sum;
}
