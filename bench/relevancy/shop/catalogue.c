#include "shop.h"

#include <stdlib.h>

category *categories;
int category_count;
product *products;
int product_count;
static index_table by_key, category_by_key;
static int product_capacity, category_capacity;

static void load_categories(void) {
  char *table = stub_categories();
  csv c = {table};
  while (csv_next_line(&c)) {
    categories = grow(categories, category_count, &category_capacity,
                      sizeof *categories);
    category *new = categories + category_count;
    new->key = csv_number(&c);
    new->name = csv_text(&c);
    new->tax_class = (int) csv_number(&c);
    index_put(&category_by_key, new->key, category_count++);
  }
  free(table);
}

static void load_products(void) {
  char *table = stub_products();
  csv c = {table};
  while (csv_next_line(&c)) {
    products = grow(products, product_count, &product_capacity,
                    sizeof *products);
    product *new = products + product_count;
    *new = (product) {0};
    new->key = csv_number(&c);
    new->category = csv_number(&c);
    new->supplier = csv_number(&c);
    new->name = csv_text(&c);
    new->description = csv_text(&c);
    new->cents = csv_number(&c);
    new->grams = csv_number(&c);
    index_put(&by_key, new->key, product_count++);
  }
  free(table);
}

void catalogue_open(void) {
  load_categories();
  load_products();
}

void catalogue_close(void) {
  for (int k = 0; k < product_count; k++) {
    free(products[k].name);
    free(products[k].description);
  }
  for (int k = 0; k < category_count; k++) free(categories[k].name);
  free(products);
  free(categories);
  index_release(&by_key);
  index_release(&category_by_key);
}

product *catalogue_find(long key) {
  const int row = index_find(&by_key, key);
  return row < 0 ? NULL : products + row;
}

category *catalogue_category(long key) {
  const int row = index_find(&category_by_key, key);
  return row < 0 ? NULL : categories + row;
}

static long price_of(long key) { return catalogue_find(key)->cents; }

static void sort_by_price(long *keys, int count) {
  for (int gap = count / 2; gap > 0; gap /= 2)
    for (int i = gap; i < count; i++) {
      const long key = keys[i], price = price_of(key);
      int j = i;
      for (; j >= gap && price_of(keys[j - gap]) > price; j -= gap)
        keys[j] = keys[j - gap];
      keys[j] = key;
    }
}

int catalogue_by_price(long category, long *keys, int room) {
  int found = 0;
  for (int row = 0; row < product_count && found < room; row++)
    if (products[row].category == category) keys[found++] = products[row].key;
  sort_by_price(keys, found);
  return found;
}

/* Well reviewed and often sold; 0: of all categories. */
static long merit(const product *p) {
  return p->sold + (p->reviews ? 20 * p->stars / p->reviews : 40);
}

int catalogue_best(long category, long *keys, int room) {
  int found = 0;
  for (int row = 0; row < product_count; row++) {
    const product *p = products + row;
    if (category && p->category != category) continue;
    int at = found < room ? found : room;
    while (at > 0 && merit(catalogue_find(keys[at - 1])) < merit(p)) {
      if (at < room) keys[at] = keys[at - 1];
      at--;
    }
    if (at < room) keys[at] = p->key;
    if (found < room) found++;
  }
  return found;
}
