#include "shop.h"

/* Good customers get some percent; a coupon counts if it is better.  Never more
 * than half. */
long price_discount(long total, int level, long coupon_percent) {
  static const long by_level[] = {0, 3, 5};
  long percent = by_level[level];
  if (coupon_percent > percent) percent = coupon_percent;
  if (percent > 50) percent = 50;
  return total * percent / 100;
}

long price_tax(long net, long country) {
  static const long percent[] = {0, 8, 19, 10};
  return net * percent[country] / 100;
}

long price_postage(long weight, long country) {
  static const struct { long up_to, home, abroad; } steps[] = {
    {500, 190, 390}, {1000, 290, 690}, {5000, 590, 1490}, {20000, 990, 2990}};
  for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
    if (weight <= steps[k].up_to)
      return country ? steps[k].abroad : steps[k].home;
  return 4990;
}
