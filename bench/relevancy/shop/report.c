#include "shop.h"

#include <stdlib.h>

typedef struct sales { long key, pieces, cents; } sales;

static void add_to(sales *list, int *count, long key, long pieces, long cents) {
  int at = 0;
  while (at < *count && list[at].key != key) at++;
  if (at == *count) list[(*count)++] = (sales) {.key = key};
  list[at].pieces += pieces;
  list[at].cents += cents;
}

static void swap(sales *a, sales *b) {
  const sales s = *a;
  *a = *b;
  *b = s;
}

/* The largest first; quicksort, as one writes it. */
static void sort(sales *list, int count) {
  while (count > 1) {
    const long pivot = list[count / 2].cents;
    int low = 0, high = count - 1;
    while (low <= high) {
      while (list[low].cents > pivot) low++;
      while (list[high].cents < pivot) high--;
      if (low <= high) swap(list + low++, list + high--);
    }
    sort(list, high + 1);
    list += low;
    count -= low;
  }
}

/* Orders of the days from `first` to `last`, by product or by category. */
static uint32_t print(int first, int last, bool by_category) {
  sales *list = need(calloc(STUB_PRODUCTS, sizeof *list));
  int count = 0;
  for (int row = 0; row < order_count; row++) {
    const order *o = orders + row;
    if (o->day < first || o->day > last || o->state == ORDER_CANCELLED)
      continue;
    for (int k = 0; k < o->line_count; k++) {
      const order_line *l = o->lines + k;
      add_to(list, &count,
             by_category ? catalogue_find(l->product)->category : l->product,
             l->quantity, l->cents);
    }
  }
  sort(list, count);
  text t = {0};
  text_add(&t, "Sales until ");
  text_add_date(&t, last);
  text_put(&t, '\n');
  for (int k = 0; k < count; k++) {
    text_add(&t, by_category ? catalogue_category(list[k].key)->name
                             : catalogue_find(list[k].key)->name);
    text_put(&t, '\t');
    text_add_number(&t, list[k].pieces);
    text_put(&t, '\t');
    text_add_money(&t, list[k].cents);
    text_put(&t, '\n');
  }
  for (int a = 0; a < LEDGER_ACCOUNTS; a++) {
    text_add_money(&t, ledger_balance((ledger_account) a));
    text_put(&t, '\n');
  }
  const uint32_t sum = text_checksum(&t);
  text_release(&t);
  free(list);
  return sum;
}

uint32_t report_day(int day) { return print(day, day, false); }
uint32_t report_month(int day) { return print(day - 29, day, true); }
