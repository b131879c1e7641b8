#include "shop.h"

#include <stdlib.h>

typedef struct rule {
  rule_kind kind;
  long category, from, to, percent;
} rule;

static rule *rules;
static int rule_count, rule_capacity;

void rule_open(void) {
  char *table = stub_rules();
  csv c = {table};
  while (csv_next_line(&c)) {
    rules = grow(rules, rule_count, &rule_capacity, sizeof *rules);
    rule *new = rules + rule_count++;
    new->kind = (rule_kind) csv_number(&c);
    new->category = csv_number(&c);
    new->from = csv_number(&c);
    new->to = csv_number(&c);
    new->percent = csv_number(&c);
  }
  free(table);
}

void rule_close(void) { free(rules); }

static bool is_calendar(const rule *r, int day, const date *d) {
  if (r->kind == RULE_SEASON) return r->from <= d->month && d->month <= r->to;
  const int weekday = date_weekday(day) + 1;
  return r->from <= weekday && weekday <= r->to;
}

/* The best rule of the calendar and the best for the quantity add up. */
long rule_price(const product *p, int day, long quantity) {
  long calendar = 0, bulk = 0;
  const date d = date_of(day);
  for (int k = 0; k < rule_count; k++) {
    const rule *r = rules + k;
    if (r->category != p->category) continue;
    if (r->kind == RULE_QUANTITY) {
      if (quantity >= r->from && r->percent > bulk) bulk = r->percent;
    } else if (r->percent > calendar && is_calendar(r, day, &d)) {
      calendar = r->percent;
    }
  }
  return p->cents * (100 - calendar - bulk) / 100;
}
