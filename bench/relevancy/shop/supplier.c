#include "shop.h"

#include <stdlib.h>

typedef struct delivery { long product, supplier, quantity; int day; } delivery;

static supplier *suppliers;
static int supplier_count, supplier_capacity;
static index_table by_key;
static delivery *deliveries;            /* a heap by day */
static int delivery_count, delivery_capacity;

void supplier_open(void) {
  char *table = stub_suppliers();
  csv c = {table};
  while (csv_next_line(&c)) {
    suppliers = grow(suppliers, supplier_count, &supplier_capacity,
                     sizeof *suppliers);
    supplier *new = suppliers + supplier_count;
    new->key = csv_number(&c);
    new->name = csv_text(&c);
    new->days = (int) csv_number(&c);
    new->sent = 0;
    index_put(&by_key, new->key, supplier_count++);
  }
  free(table);
}

void supplier_close(void) {
  for (int k = 0; k < supplier_count; k++) free(suppliers[k].name);
  free(suppliers);
  free(deliveries);
  index_release(&by_key);
}

static void swap(int a, int b) {
  const delivery d = deliveries[a];
  deliveries[a] = deliveries[b];
  deliveries[b] = d;
}

static void sift_up(int at) {
  for (; at && deliveries[at].day < deliveries[(at - 1) / 2].day;
       at = (at - 1) / 2)
    swap(at, (at - 1) / 2);
}

static void sift_down(int at) {
  for (;;) {
    int least = at;
    for (int child = 2 * at + 1; child <= 2 * at + 2; child++)
      if (child < delivery_count &&
          deliveries[child].day < deliveries[least].day)
        least = child;
    if (least == at) return;
    swap(at, least);
    at = least;
  }
}

void supplier_order(long product_key, long quantity, int day) {
  const product *p = catalogue_find(product_key);
  const int row = p ? index_find(&by_key, p->supplier) : -1;
  if (row < 0) return;
  int arrives = day + suppliers[row].days;
  while (date_is_holiday(arrives)) arrives++;
  deliveries = grow(deliveries, delivery_count, &delivery_capacity,
                    sizeof *deliveries);
  deliveries[delivery_count] = (delivery) {product_key, p->supplier, quantity,
                                           arrives};
  sift_up(delivery_count++);
}

int supplier_deliver(int day) {
  int arrived = 0;
  while (delivery_count && deliveries[0].day <= day) {
    const delivery d = deliveries[0];
    deliveries[0] = deliveries[--delivery_count];
    sift_down(0);
    stock_receive(d.product, (int) (d.product % STOCK_HOUSES), d.quantity);
    suppliers[index_find(&by_key, d.supplier)].sent += d.quantity;
    audit_note(AUDIT_STOCK, d.product, d.quantity, day);
    arrived++;
  }
  return arrived;
}
