#include "shop.h"

/* The Gregorian calendar, from 2001 on. */

static bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int month_length(int year, int month) {
  static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
                                  31};
  return month == 2 && is_leap(year) ? 29 : lengths[month - 1];
}

date date_of(int days) {
  date d = {2001, 1, 1};
  while (days >= (is_leap(d.year) ? 366 : 365)) {
    days -= is_leap(d.year) ? 366 : 365;
    d.year++;
  }
  while (days >= month_length(d.year, d.month)) {
    days -= month_length(d.year, d.month);
    d.month++;
  }
  d.day = (short) (d.day + days);
  return d;
}

int date_days(date d) {
  int days = d.day - 1;
  for (int y = 2001; y < d.year; y++) days += is_leap(y) ? 366 : 365;
  for (int m = 1; m < d.month; m++) days += month_length(d.year, m);
  return days;
}

int date_weekday(int days) { return days % 7; }

bool date_is_holiday(int days) {
  static const struct { int month, day; } fixed[] = {
    {1, 1}, {5, 1}, {10, 3}, {12, 25}, {12, 26}};
  if (date_weekday(days) == 6) return true;
  const date d = date_of(days);
  for (unsigned k = 0; k < sizeof fixed / sizeof *fixed; k++)
    if (d.month == fixed[k].month && d.day == fixed[k].day) return true;
  return false;
}
