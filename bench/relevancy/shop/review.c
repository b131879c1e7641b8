#include "shop.h"

#include <stdlib.h>
#include <string.h>

typedef struct review {
  struct review *next;          /* of the same product, the newer first */
  long product, customer;
  int stars;
  char words[];
} review;

enum { BUCKETS = 127 };
static review *buckets[BUCKETS];

void review_add(long key, long customer, int stars, const char *words) {
  product *p = catalogue_find(key);
  const size_t length = strlen(words);
  if (!p || stars < 1 || stars > 5) return;
  review *new = need(malloc(sizeof *new + length + 1));
  new->product = key;
  new->customer = customer;
  new->stars = stars;
  memcpy(new->words, words, length + 1);
  new->next = buckets[key % BUCKETS];
  buckets[key % BUCKETS] = new;
  p->stars += stars;
  p->reviews++;
}

int review_show(text *t, long product, int room) {
  int shown = 0;
  for (const review *r = buckets[product % BUCKETS]; r && shown < room;
       r = r->next) {
    if (r->product != product) continue;
    text_add(t, "<p>");
    for (int k = 0; k < 5; k++) text_put(t, k < r->stars ? '*' : '.');
    text_put(t, ' ');
    text_add_escaped(t, r->words);
    text_add(t, "</p>\n");
    shown++;
  }
  return shown;
}

void review_close(void) {
  for (int k = 0; k < BUCKETS; k++)
    while (buckets[k]) {
      review *r = buckets[k];
      buckets[k] = r->next;
      free(r);
    }
}
