/*
 * A small web store: a catalogue, a cart and a form.  The middle tier is the
 * program; what a page would send is the driver in main.
 *
 *   PROPERTY 1: the total of the cart is what price and quantity make
 *   PROPERTY 2: a note that a customer leaves is shown cut to its limit
 */
#include <assert.h>
#include <braid.h>
#include <stdlib.h>
#include <string.h>

#ifndef PROPERTY
#define PROPERTY 1
#endif

enum { ITEMS = 40, LINES = 8, NOTE = 12, NAME = 24 };

typedef struct item { int number, cents, weight; char name[NAME]; } item;
typedef struct line { const item *item; int quantity; } line;
typedef struct cart { line lines[LINES]; int count; } cart;
typedef struct limit { unsigned most; } limit;

static item *catalogue;

static void name_item(char *to, int number) {
  static const char *const kinds[] = {"lamp", "chair", "shelf", "table"};
  strcpy(to, kinds[number % 4]);
  size_t at = strlen(to);
  to[at++] = ' ';
  to[at++] = (char) ('0' + number / 10 % 10);
  to[at++] = (char) ('0' + number % 10);
  to[at] = 0;
}

static void open_store(void) {
  catalogue = malloc(ITEMS * sizeof *catalogue);
  for (int k = 0; k < ITEMS; k++) {
    catalogue[k].number = 100 + k;
    catalogue[k].cents = 250 + 37 * k % 911;
    catalogue[k].weight = 3 + k % 7;
    name_item(catalogue[k].name, k);
  }
}

/* Sorted by price, as the start page shows it. */
static void sort_by_price(const item **list, int count) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && list[j - 1]->cents > list[j]->cents; j--) {
      const item *t = list[j];
      list[j] = list[j - 1];
      list[j - 1] = t;
    }
}

static unsigned render_start_page(void) {
  const item *list[ITEMS];
  char page[ITEMS * (NAME + 16)];
  size_t at = 0;
  for (int k = 0; k < ITEMS; k++) list[k] = catalogue + k;
  sort_by_price(list, ITEMS);
  for (int k = 0; k < ITEMS; k++) {
    const size_t length = strlen(list[k]->name);
    memcpy(page + at, list[k]->name, length);
    at += length;
    page[at++] = '\n';
  }
  unsigned sum = 0;
  for (size_t k = 0; k < at; k++) sum = sum * 31 + (unsigned char) page[k];
  return sum;
}

static const item *find_item(int number) {
  for (int k = 0; k < ITEMS; k++)
    if (catalogue[k].number == number) return catalogue + k;
  return NULL;
}

static void put(cart *c, int number, int quantity) {
  const item *i = find_item(number);
  if (!i || c->count == LINES) return;
  c->lines[c->count++] = (line) {i, quantity};
}

static long total_of(const cart *c) {
  long total = 0;
  for (int k = 0; k < c->count; k++)
    total += (long) c->lines[k].item->cents * c->lines[k].quantity;
  return total;
}

static int postage_of(const cart *c) {
  int weight = 0;
  for (int k = 0; k < c->count; k++) weight += c->lines[k].item->weight;
  return weight < 10 ? 490 : weight < 20 ? 690 : 990;
}

static void cut_excess(const limit *l, char *note) {
  if (strlen(note) > l->most) note[l->most] = 0;
}

int main(void) {
  open_store();
  unsigned shown = 0;
  for (int visit = 0; visit < 10000; visit++) shown ^= render_start_page();
  cart c = {.count = 0};
  put(&c, 103, 2);
  put(&c, 117, 1);
#if PROPERTY == 1
  const int quantity = braid_range(1, 100, "quantity");
  const long before = total_of(&c);
  put(&c, 121, quantity);
  assert(total_of(&c) == before + (long) find_item(121)->cents * quantity);
#else
  char note[NOTE];
  limit l = {7};
  braid_string(note, sizeof note, "note");
  cut_excess(&l, note);
  assert(strlen(note) <= l.most);
#endif
  assert(postage_of(&c) > 0);
  free(catalogue);
  return shown == 1;
}
