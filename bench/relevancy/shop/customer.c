#include "shop.h"

#include <stdlib.h>

customer *customers;
int customer_count;
static int customer_capacity;
static index_table by_key;

/* Slow on purpose, as such functions are. */
uint32_t customer_hash(const char *password) {
  uint32_t h = 2166136261u;
  for (int round = 0; round < 64; round++)
    for (const char *s = password; *s; s++) {
      h = (h ^ (unsigned char) *s) * 16777619u;
      h ^= h >> 15;
    }
  return h;
}

void customer_open(void) {
  char *table = stub_customers();
  csv c = {table};
  while (csv_next_line(&c)) {
    customers = grow(customers, customer_count, &customer_capacity,
                     sizeof *customers);
    customer *new = customers + customer_count;
    *new = (customer) {0};
    new->key = csv_number(&c);
    new->name = csv_text(&c);
    new->town = csv_text(&c);
    new->country = (int) csv_number(&c);
    new->level = (int) csv_number(&c);
    new->since = (int) csv_number(&c);
    char *password = csv_text(&c);
    new->password = customer_hash(password);
    free(password);
    index_put(&by_key, new->key, customer_count++);
  }
  free(table);
}

void customer_close(void) {
  for (int k = 0; k < customer_count; k++) {
    free(customers[k].name);
    free(customers[k].town);
  }
  free(customers);
  index_release(&by_key);
}

customer *customer_find(long key) {
  const int row = index_find(&by_key, key);
  return row < 0 ? NULL : customers + row;
}

void customer_promote(customer *c) {
  static const long spent[] = {50000, 250000};
  static const long orders[] = {5, 20};
  while (c->level < 2 && c->spent >= spent[c->level] &&
         c->orders >= orders[c->level])
    c->level++;
}
