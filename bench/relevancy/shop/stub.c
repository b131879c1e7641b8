#include "shop.h"

/*
 * The data base: tables as text, a line a row after a line of headings.  What is
 * in them follows from the row's number, so every run has the same shop.
 */
static unsigned long seed;

static long pick(long low, long high) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return low + (long) (seed >> 33) % (high - low + 1);
}

static void begin(text *t, const char *headings) {
  *t = (text) {0};
  seed = 42;
  text_add(t, headings);
}

static void number(text *t, long n) {
  text_add_number(t, n);
  text_put(t, ';');
}

static void line(text *t) { text_put(t, '\n'); }

static char *end(text *t) {
  text_put(t, 0);
  return t->bytes;
}

static void word(text *t, const char *const *words, long count) {
  text_add(t, words[pick(0, count - 1)]);
}

static const char *const animals[] = {
  "dog", "cat", "goldfish", "parrot", "hamster", "turtle", "rabbit", "snake",
  "canary", "pony", "frog", "lizard", "mouse", "ferret", "spider", "gecko"};
static const char *const things[] = {
  "food", "basket", "toy", "collar", "lamp", "house", "brush", "bowl", "tank",
  "cage", "bed", "lead", "vitamins", "shampoo", "filter", "book"};
static const char *const sorts[] = {
  "golden", "small", "large", "soft", "strong", "cheap", "noble", "wild",
  "quiet", "bright", "green", "red", "blue", "silver", "organic", "winter"};
static const char *const towns[] = {
  "Aachen", "Basel", "Cork", "Delft", "Essen", "Fulda", "Graz", "Hull"};
#define COUNT(LIST) ((long) (sizeof(LIST) / sizeof *(LIST)))

char *stub_categories(void) {
  text t;
  begin(&t, "key;name;tax\n");
  for (long k = 0; k < STUB_CATEGORIES; k++) {
    number(&t, 10 + k);
    text_add(&t, animals[k]);
    text_add(&t, " corner;");
    text_add_number(&t, k % TAX_CLASSES);
    line(&t);
  }
  return end(&t);
}

char *stub_products(void) {
  text t;
  begin(&t, "key;category;supplier;name;description;cents;grams\n");
  for (long k = 0; k < STUB_PRODUCTS; k++) {
    number(&t, 1000 + k);
    number(&t, 10 + k % STUB_CATEGORIES);
    number(&t, 70 + pick(0, STUB_SUPPLIERS - 1));
    word(&t, sorts, COUNT(sorts));
    text_put(&t, ' ');
    word(&t, animals, COUNT(animals));
    text_put(&t, ' ');
    word(&t, things, COUNT(things));
    text_add(&t, ";For every ");
    word(&t, animals, COUNT(animals));
    text_add(&t, " & its ");
    word(&t, sorts, COUNT(sorts));
    text_put(&t, ' ');
    word(&t, things, COUNT(things));
    text_put(&t, ';');
    number(&t, pick(95, 9999));
    text_add_number(&t, pick(20, 4000));
    line(&t);
  }
  return end(&t);
}

char *stub_customers(void) {
  text t;
  begin(&t, "key;name;town;country;level;since;password\n");
  for (long k = 0; k < STUB_CUSTOMERS; k++) {
    number(&t, 5000 + k);
    text_add(&t, "customer ");
    number(&t, k);
    word(&t, towns, COUNT(towns));
    text_put(&t, ';');
    number(&t, pick(0, TAX_COUNTRIES - 1));
    number(&t, pick(0, 2));
    number(&t, pick(0, 2000));
    text_add(&t, "secret");
    text_add_number(&t, k);
    line(&t);
  }
  return end(&t);
}

char *stub_suppliers(void) {
  text t;
  begin(&t, "key;name;days\n");
  for (long k = 0; k < STUB_SUPPLIERS; k++) {
    number(&t, 70 + k);
    word(&t, towns, COUNT(towns));
    text_add(&t, " and Sons;");
    text_add_number(&t, pick(1, 9));
    line(&t);
  }
  return end(&t);
}

/* kind;category;from;to;percent: of quantities, months or weekdays. */
char *stub_rules(void) {
  text t;
  begin(&t, "kind;category;from;to;percent\n");
  for (long k = 0; k < STUB_RULES; k++) {
    const long kind = k % 3, category = 10 + pick(0, STUB_CATEGORIES - 1);
    const long from = kind == 0 ? pick(5, 20) : pick(1, 6);
    number(&t, kind);
    number(&t, category);
    number(&t, from);
    number(&t, kind == 0 ? 1000000 : from + pick(0, 3));
    text_add_number(&t, pick(1, 15));
    line(&t);
  }
  return end(&t);
}
