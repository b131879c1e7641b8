#include "solver/intervals.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const interval nothing = {1, 0, true};

interval interval_any(void) { return (interval) {-INFINITY, INFINITY, true}; }

interval interval_point(double x) {
  return isnan(x) ? nothing : (interval) {x, x, false};
}

static double single(double x) {
  const volatile float f = (float) x;
  return f;
}

/* Of two operands in double one rounding more does no harm: it has more than
 * twice as many digits as a single. */
static double fit(unsigned width, volatile double x) {
  assert(width == 32 || width == 64);
  return width == 32 ? single(x) : x;
}

/* The least and the greatest of some results, and NaN where one is. */
static interval hull(const double *x, unsigned count, bool nan) {
  interval r = {INFINITY, -INFINITY, nan};
  for (unsigned i = 0; i < count; i++) {
    if (isnan(x[i])) {
      r.nan = true;
      continue;
    }
    if (x[i] < r.low) r.low = x[i];
    if (x[i] > r.high) r.high = x[i];
  }
  assert(r.nan || r.low <= r.high);
  if (r.low > r.high) return (interval) {1, 0, r.nan};
  return r;
}

static bool has(interval a, double x) { return a.low <= x && x <= a.high; }

interval interval_negated(interval a) {
  return interval_is_number(a) ? (interval) {-a.high, -a.low, a.nan} : a;
}

interval interval_absolute(interval a) {
  if (!interval_is_number(a) || a.low >= 0) return a;
  if (a.high <= 0) return interval_negated(a);
  return (interval) {0, -a.low > a.high ? -a.low : a.high, a.nan};
}

interval interval_join(interval a, interval b) {
  const bool nan = a.nan || b.nan;
  if (!interval_is_number(a)) return (interval) {b.low, b.high, nan};
  if (!interval_is_number(b)) return (interval) {a.low, a.high, nan};
  return (interval) {a.low < b.low ? a.low : b.low,
                     a.high > b.high ? a.high : b.high, nan};
}

interval interval_meet(interval a, interval b) {
  const interval r = {a.low > b.low ? a.low : b.low,
                      a.high < b.high ? a.high : b.high, a.nan && b.nan};
  assert(!interval_is_number(r) || (interval_is_number(a) && interval_is_number(b)));
  return interval_is_number(r) ? r : (interval) {1, 0, r.nan};
}

/* Of infinities of different signs there is no sum; what is beside them lies
 * between the infinities. */
interval interval_add(unsigned width, interval a, interval b) {
  const bool nan = a.nan || b.nan;
  if (!interval_is_number(a) || !interval_is_number(b))
    return (interval) {1, 0, nan};
  const bool clash = (a.high == INFINITY && b.low == -INFINITY) ||
                     (a.low == -INFINITY && b.high == INFINITY);
  interval r = {fit(width, a.low + b.low), fit(width, a.high + b.high),
                nan || clash};
  if (isnan(r.low)) r.low = -INFINITY;
  if (isnan(r.high)) r.high = INFINITY;
  assert(r.low <= r.high);
  return r;
}

interval interval_subtract(unsigned width, interval a, interval b) {
  return interval_add(width, a, interval_negated(b));
}

interval interval_multiply(unsigned width, interval a, interval b, bool same) {
  const bool nan = a.nan || b.nan;
  if (!interval_is_number(a) || !interval_is_number(b))
    return (interval) {1, 0, nan};
  if (same) {
    const interval x = interval_absolute(a);
    return (interval) {fit(width, x.low * x.low), fit(width, x.high * x.high),
                       nan};
  }
  const double all[] = {fit(width, a.low * b.low), fit(width, a.low * b.high),
                        fit(width, a.high * b.low), fit(width, a.high * b.high)};
  const bool clash =
      (has(a, 0) && (b.low == -INFINITY || b.high == INFINITY)) ||
      (has(b, 0) && (a.low == -INFINITY || a.high == INFINITY));
  interval r = hull(all, 4, nan || clash);
  /* Beside a zero times infinity there is zero times something. */
  if (clash) r = interval_join(r, (interval) {0, 0, true});
  return r;
}

interval interval_divide(unsigned width, interval a, interval b, bool same) {
  const bool nan = a.nan || b.nan;
  if (!interval_is_number(a) || !interval_is_number(b))
    return (interval) {1, 0, nan};
  const bool infinite = (a.low == -INFINITY || a.high == INFINITY) &&
                        (b.low == -INFINITY || b.high == INFINITY);
  if (same)
    return (interval) {1, 1, nan || has(a, 0) || infinite};
  if (has(b, 0))
    return (interval) {-INFINITY, INFINITY, nan || has(a, 0) || infinite};
  const double all[] = {fit(width, a.low / b.low), fit(width, a.low / b.high),
                        fit(width, a.high / b.low), fit(width, a.high / b.high)};
  interval r = hull(all, 4, nan || infinite);
  if (infinite) r = interval_join(r, (interval) {0, 0, true});
  return r;
}

static double fused(unsigned width, volatile double x, volatile double y,
                    volatile double z) {
  assert(width == 32 || width == 64);
  return width == 32 ? fmaf((float) x, (float) y, (float) z) : fma(x, y, z);
}

interval interval_fma(unsigned width, interval a, interval b, interval c) {
  const bool nan = a.nan || b.nan || c.nan;
  if (!interval_is_number(a) || !interval_is_number(b) || !interval_is_number(c))
    return (interval) {1, 0, nan};
  const double x[] = {a.low, a.high}, y[] = {b.low, b.high};
  double all[8];
  for (unsigned i = 0; i < 8; i++) {
    all[i] = fused(width, x[i & 1], y[i >> 1 & 1], i & 4 ? c.high : c.low);
    if (isnan(all[i])) return interval_any();
  }
  /* An infinity inside a bound would not show. */
  if (isinf(a.low) || isinf(a.high) || isinf(b.low) || isinf(b.high) ||
      isinf(c.low) || isinf(c.high))
    return interval_any();
  return hull(all, 8, nan);
}

interval interval_root(unsigned width, interval a) {
  if (!interval_is_number(a)) return a;
  if (a.high < 0) return nothing;
  const double low = a.low < 0 ? 0 : a.low;
  const interval r = {fit(width, sqrt(low)), fit(width, sqrt(a.high)), a.nan || a.low < 0};
  assert(r.low <= r.high);
  return r;
}

/* Of the dividend's sign, and no larger than either operand. */
interval interval_remainder(interval a, interval b) {
  const bool nan = a.nan || b.nan;
  if (!interval_is_number(a) || !interval_is_number(b))
    return (interval) {1, 0, nan};
  const double most = interval_absolute(b).high;
  interval r = {a.low > 0 ? 0 : a.low < -most ? -most : a.low,
                a.high < 0 ? 0 : a.high > most ? most : a.high, nan};
  assert(r.low <= r.high);
  if (isinf(a.low) || isinf(a.high) || has(b, 0)) r.nan = true;
  return r;
}

static double whole(expr_rounding mode, double x) {
  switch (mode) {
  case ROUND_NEAREST_EVEN: return rint(x);
  case ROUND_NEAREST_AWAY: return round(x);
  case ROUND_UP: return ceil(x);
  case ROUND_DOWN: return floor(x);
  case ROUND_ZERO: break;
  }
  return trunc(x);
}

interval interval_integral(expr_rounding mode, interval a) {
  if (!interval_is_number(a)) return a;
  const interval r = {whole(mode, a.low), whole(mode, a.high), a.nan};
  assert(r.low <= r.high);
  return r;
}

interval interval_convert(unsigned width, interval a) {
  if (!interval_is_number(a)) return a;
  const interval r = {fit(width, a.low), fit(width, a.high), a.nan};
  assert(r.low <= r.high);
  return r;
}

/* The bounds were rounded to double, to nearest; so are the integers. */
interval interval_of_integers(unsigned width, double low, double high) {
  assert(low <= high && (width == 32 || width == 64));
  if (width == 64) return (interval) {low, high, false};
  /* Rounding twice is not rounding once: a unit on either side. */
  return (interval) {interval_next(32, single(low), false),
                     interval_next(32, single(high), true), false};
}

int interval_less(interval a, interval b, bool or_equal) {
  if (!interval_is_number(a) || !interval_is_number(b)) return 0;
  if (or_equal ? a.low > b.high : a.low >= b.high) return 0;
  if (a.nan || b.nan) return -1;
  return (or_equal ? a.high <= b.low : a.high < b.low) ? 1 : -1;
}

int interval_equal(interval a, interval b) {
  if (!interval_is_number(a) || !interval_is_number(b)) return 0;
  if (a.low > b.high || b.low > a.high) return 0;
  return interval_is_point(a) && interval_is_point(b) ? 1 : -1;
}

/* Numbers of a format in order, as integers. */
static int64_t place_of(unsigned width, double x) {
  assert(!isnan(x) && (width == 32 || width == 64));
  if (width == 32) {
    const float f = (float) x;
    int32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits < 0 ? -(int64_t) (bits & INT32_MAX) : bits;
  }
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}

static double at_place(unsigned width, int64_t place) {
  const uint64_t magnitude = (uint64_t) (place < 0 ? -place : place);
  double x;
  if (width == 32) {
    const uint32_t bits = (uint32_t) magnitude;
    float f;
    memcpy(&f, &bits, sizeof f);
    x = f;
  } else {
    memcpy(&x, &magnitude, sizeof x);
  }
  return place < 0 ? -x : x;
}

double interval_next(unsigned width, double x, bool up) {
  if (isinf(x) && (x > 0) == up) return x;
  const double next = at_place(width, place_of(width, x) + (up ? 1 : -1));
  assert(up ? next > x : next < x);
  return next;
}

double interval_middle(unsigned width, interval a) {
  assert(interval_is_number(a));
  if (a.low < 0 && a.high > 0) return 0;
  const double near = fabs(a.low) < fabs(a.high) ? fabs(a.low) : fabs(a.high);
  const double far = fabs(a.low) < fabs(a.high) ? fabs(a.high) : fabs(a.low);
  if (far <= 1024 * near || (near == 0 && far <= 1024 && far >= 0x1p-20)) {
    const double m = fit(width, a.low / 2 + a.high / 2);
    if (m >= a.low && m < a.high) return m;
  }
  const int64_t low = place_of(width, a.low), high = place_of(width, a.high);
  /* Both have one sign, or are zero. */
  int64_t middle = low + (high - low) / 2;
  if (middle == high && middle > low) middle--;
  const double m = at_place(width, middle);
  assert(a.low <= m && m <= a.high && (m < a.high || a.low == a.high));
  return m;
}
