#include "shop.h"

#include <stdlib.h>
#include <string.h>

enum { PRODUCTS = 400, CATEGORIES = 8, NAME = 32 };

db_table products, categories;
static char (*names)[NAME];

static const char *const kinds[CATEGORIES] = {
  "Fish", "Dog", "Cat", "Bird", "Reptile", "Horse", "Rodent", "Insect"};
static const char *const adjectives[] = {
  "spotted", "long-tailed", "small", "great", "common", "golden", "grey",
  "lazy", "quick", "silent", "night", "river", "wood"};
enum { ADJECTIVES = sizeof adjectives / sizeof *adjectives };

static void name_product(int number) {
  char *to = names[number];
  strcpy(to, adjectives[number % ADJECTIVES]);
  strcat(to, " ");
  strcat(to, kinds[number % CATEGORIES]);
}

void catalogue_open(void) {
  db_open(&products, "product", 1021);
  db_open(&categories, "category", 31);
  names = calloc(PRODUCTS, sizeof *names);
  for (int k = 0; k < CATEGORIES; k++)
    db_insert(&categories, (long[DB_COLUMNS]) {k});
  for (int k = 0; k < PRODUCTS; k++) {
    name_product(k);
    db_insert(&products, (long[DB_COLUMNS]) {
        [PRODUCT_KEY] = 1000 + k, [PRODUCT_CATEGORY] = k % CATEGORIES,
        [PRODUCT_CENTS] = 199 + (k * 7919) % 9000,
        [PRODUCT_WEIGHT] = 100 + (k * 31) % 2500,
        [PRODUCT_SUPPLIER] = k % 5});
  }
}

void catalogue_close(void) {
  db_close(&products);
  db_close(&categories);
  free(names);
}

const char *catalogue_name(long key) {
  const int row = db_find(&products, key);
  return row < 0 ? "?" : names[row];
}

long catalogue_price(long key) {
  const int row = db_find(&products, key);
  return row < 0 ? 0 : db_get(&products, row, PRODUCT_CENTS);
}

int catalogue_search(const char *word, long *keys, int room) {
  int found = 0;
  for (int row = 0; row < products.count && found < room; row++)
    if (strstr(names[row], word))
      keys[found++] = db_get(&products, row, PRODUCT_KEY);
  return found;
}

static void sort_by_price(long *keys, int count) {
  for (int gap = count / 2; gap > 0; gap /= 2)
    for (int i = gap; i < count; i++) {
      const long key = keys[i];
      const long price = catalogue_price(key);
      int j = i;
      for (; j >= gap && catalogue_price(keys[j - gap]) > price; j -= gap)
        keys[j] = keys[j - gap];
      keys[j] = key;
    }
}

int catalogue_by_price(long category, long *keys, int room) {
  int found = 0;
  for (int row = 0; row < products.count && found < room; row++)
    if (db_get(&products, row, PRODUCT_CATEGORY) == category)
      keys[found++] = db_get(&products, row, PRODUCT_KEY);
  sort_by_price(keys, found);
  return found;
}
