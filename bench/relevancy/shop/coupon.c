#include "shop.h"

#include <string.h>

/* Good customers get some percent; a coupon counts if it is better.  Never more
 * than half. */
long coupon_discount(long total, int level, long coupon) {
  static const long by_level[] = {0, 3, 5};
  long percent = by_level[level];
  if (coupon > percent) percent = coupon;
  if (percent > 50) percent = 50;
  return total * percent / 100;
}

static int check_digit(const char *code, size_t length) {
  int sum = 0;
  for (size_t k = 0; k < length; k++) sum += (int) (k + 1) * (code[k] - 'A');
  return sum % 26;
}

/* PET-ww-pp-c: the week, the percent, a check digit; letters stand for
 * numbers.  0: no good, or not in this week. */
long coupon_percent(const char *code, int day) {
  const size_t length = strlen(code);
  if (length != 11 || strncmp(code, "PET-", 4) || code[6] != '-' ||
      code[9] != '-')
    return 0;
  for (size_t k = 0; k < length; k++)
    if (code[k] != '-' && (code[k] < 'A' || code[k] > 'Z')) return 0;
  const char letters[] = {code[4], code[5], code[7], code[8]};
  if (check_digit(letters, sizeof letters) != code[10] - 'A') return 0;
  const int week = (code[4] - 'A') * 26 + code[5] - 'A';
  if (week != day / 7) return 0;
  return (code[7] - 'A') * 26 + code[8] - 'A';
}
