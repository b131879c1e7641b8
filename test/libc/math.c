/* <math.h>, <complex.h>, <fenv.h>.  Results are printed as bits; those of inexact functions
 * begin with '~' and a letter for the type. */
#include "driver.h"

#include <complex.h>
#include <fenv.h>
#include <math.h>

static const double reals[] = {
  0., -0., 1, -1, .5, -.5, 2, -2, 3, 27, 8, 10, -10, .1, -.1, 1.5, 2.5, -2.5, 3.5, 1e-5, 1e5,
  100, 1000, 1024, 3.141592653589793, 1.5707963267948966, .7853981633974483, 2.718281828459045,
  709.5, 710, -745, -746, 88.5, 89, -103, 170.5, 172, 1e10, 1e15, 4503599627370497.5, 1e16,
  1e22, 1e300, DBL_MIN, DBL_MIN / 4, FLT_MIN, DBL_MAX, FLT_MAX, 1e-300, INFINITY, -INFINITY, NAN};
enum { REALS = sizeof reals / sizeof *reals };

static double real(unsigned k) {
  if (k < REALS) return reals[k];
  const uint64_t bits = any_bits();
  double x;
  if (k % 8 == 7) {
    memcpy(&x, &bits, sizeof x);
    return x != x ? NAN : x;    /* none that signals: what these do, the standard leaves open */
  }
  x = (double) (int64_t) bits / 0x1p63;
  return ldexp(x, (int) below(20) - 6);
}

static void bits_of(const void *p, size_t size) {
  uint64_t w[2] = {0};
  memcpy(w, p, size);
  if (size > 8) { hex(w[1]); put(':'); }
  hex(w[0]);
  put(' ');
}
/* All that is no number is one. */
#define D(X) do { double x_ = (X); if (x_ != x_) x_ = NAN; bits_of(&x_, 8); } while (0)
#define F(X) do { float x_ = (X); if (x_ != x_) x_ = NAN; bits_of(&x_, 4); } while (0)
#define L(X) do { long double x_ = (X); if (x_ != x_) x_ = NAN; bits_of(&x_, LBYTES); } while (0)
enum { LBYTES = LDBL_MANT_DIG == 64 ? 10 : sizeof(long double) };

#define EACH(N) for (unsigned k = 0; k < (N) + COUNT; k++)
/* One function, of double, float and long double. */
#define RUN(TYPE, PUT, NAME, CALL, MARK) \
  EACH(REALS) { \
    const TYPE x = (TYPE) real(k), y = (TYPE) real(k % REALS * 7 % 13 + k / 3); \
    (void) y; \
    begin(#NAME); \
    text(MARK); \
    PUT(NAME CALL); \
    end(); \
  }
#define RUN3(NAME, CALL, MARK) \
  RUN(double, D, NAME, CALL, MARK "d ") RUN(float, F, NAME##f, CALL, MARK "f ") \
  RUN(long double, L, NAME##l, CALL, MARK "l ")
#define RUN2(NAME, CALL, MARK) \
  RUN(double, D, NAME, CALL, MARK "d ") RUN(float, F, NAME##f, CALL, MARK "f ")

static void near(void) {
#define PART(TYPE, PUT, NAME, CALL, MARK) \
  EACH(20) { \
    const TYPE complex z = __builtin_complex((long double) real(k % 20 + (k >= 20) * REALS), \
                                             (long double) real(k * 7 % 19)); \
    const TYPE complex w = __builtin_complex((long double) real(k % 17), \
                                             (long double) real(k * 5 % 13)); \
    (void) w; \
    const TYPE complex r = NAME CALL; \
    begin(#NAME); \
    text(MARK); \
    PUT(creall(r)); \
    PUT(cimagl(r)); \
    end(); \
  }
#define PART3(NAME, CALL, MARK) \
  PART(double, D, NAME, CALL, MARK "d ") PART(float, F, NAME##f, CALL, MARK "f ") \
  PART(long double, L, NAME##l, CALL, MARK "l ")
#define BOTH(TYPE, PUT, NAME, MARK) \
  EACH(REALS) { \
    TYPE a, b; \
    begin(#NAME); \
    NAME((TYPE) real(k), &a, &b); \
    text(MARK); \
    PUT(a); \
    PUT(b); \
    end(); \
  }
#define SIGNED(TYPE, PUT, NAME, MARK) \
  EACH(REALS) { \
    int sign = 0; \
    const TYPE x = (TYPE) real(k); \
    begin(#NAME); \
    const TYPE r = NAME(x, &sign); \
    text(MARK); \
    PUT(r); \
    put(sign < 0 ? '-' : '+'); \
    end(); \
  }
#define ORDER(TYPE, PUT, NAME, MARK) \
  EACH(40) { \
    const TYPE x = (TYPE) fabs(k < 40 ? k / 3.0 : real(REALS)); \
    begin(#NAME); \
    text(MARK); \
    PUT(NAME((int) (k % 9) - 2, x)); \
    end(); \
  }
#define NEAR(KIND, NAME) NEAR_##KIND(NAME)
#define NEAR_UNARY(NAME) RUN3(NAME, (x), "~")
#define NEAR_INTEGER_UNARY(NAME) RUN3(NAME, (x), "~")
#define NEAR_BESSEL(NAME) RUN2(NAME, (x), "~~")
#define NEAR_BINARY(NAME) RUN3(NAME, (x, y), "~")
#define NEAR_INTEGER_BINARY(NAME) RUN3(NAME, (x, y), "~")
#define NEAR_ORDER(NAME) ORDER(double, D, NAME, "~~d ") ORDER(float, F, NAME##f, "~~f ")
#define NEAR_COMPLEX(NAME) PART3(NAME, (z), "~~~")
#define NEAR_COMPLEX_BINARY(NAME) PART3(NAME, (z, w), "~~~")
#define NEAR_MEASURE(NAME) PART3(NAME, (z), "~~")
#define NEAR_BOTH(NAME) \
  BOTH(double, D, NAME, "~d ") BOTH(float, F, NAME##f, "~f ") \
  BOTH(long double, L, NAME##l, "~l ")
#define NEAR_SIGNED(NAME) \
  SIGNED(double, D, NAME##_r, "~~d ") SIGNED(float, F, NAME##f_r, "~~f ") \
  SIGNED(long double, L, NAME##l_r, "~~l ")
#include "../../runtime/libc/differences.def"
}

static void exact(void) {
  RUN3(sqrt, (x), "") RUN3(ceil, (x), "") RUN3(fabs, (x), "") RUN3(floor, (x), "")
  RUN3(rint, (x), "") RUN3(nearbyint, (x), "") RUN3(round, (x), "") RUN3(trunc, (x), "")
  RUN3(logb, (x), "") RUN2(significand, (x), "")
  RUN3(fmod, (x, y), "") RUN3(remainder, (x, y), "") RUN2(drem, (x, y), "")
  RUN3(copysign, (x, y), "") RUN3(nextafter, (x, y), "") RUN3(fdim, (x, y), "")
  RUN3(fmax, (x, y), "") RUN3(fmin, (x, y), "") RUN2(scalb, (x, y), "")
  RUN3(nexttoward, (x, y), "") RUN2(fma, (x, y, x - 1), "")
  RUN3(ldexp, (x, (int) (k % 90) - 45), "") RUN3(scalbn, (x, (int) (k % 90) - 45), "")
  RUN3(scalbln, (x, (long) (k % 90) - 45), "")
#define PARTS(TYPE, PUT, NAME, WITH, WRITE) \
  EACH(REALS) { \
    const TYPE x = (TYPE) real(k), y = (TYPE) real(k * 7 % 31); \
    (void) y; \
    WITH; \
    begin(#NAME); \
    WRITE; \
    end(); \
  }
#define PARTS3(NAME, PARTER) PARTER(double, D, NAME) PARTER(float, F, NAME##f) \
  PARTER(long double, L, NAME##l)
#define PARTS2(NAME, PARTER) PARTER(double, D, NAME) PARTER(float, F, NAME##f)
#define MODF(TYPE, PUT, NAME) PARTS(TYPE, PUT, NAME, TYPE i = 0, PUT(NAME(x, &i)); PUT(i))
/* Of what is not finite the exponent is unspecified. */
#define FREXP(TYPE, PUT, NAME) \
  PARTS(TYPE, PUT, NAME, int i = 0, PUT(NAME(x, &i)); if (isfinite(x)) hex((unsigned) i))
#define REMQUO(TYPE, PUT, NAME) \
  PARTS(TYPE, PUT, NAME, int i = 0, PUT(NAME(x, y, &i)); \
        if (isfinite(x) && !isnan(y) && y != 0) hex((unsigned) (i < 0 ? -(-i & 7) : i & 7)))
#define INTEGER(TYPE, PUT, NAME) PARTS(TYPE, PUT, NAME, , hex((uint64_t) NAME(x)))
/* Out of range the result is unspecified. */
#define TO_INTEGER(TYPE, PUT, NAME) \
  PARTS(TYPE, PUT, NAME, , if (fabs((double) x) < 0x1p62) hex((uint64_t) NAME(x)))
#define TRUE(TYPE, PUT, NAME) PARTS(TYPE, PUT, NAME, , hex(NAME(x) != 0))
  PARTS3(modf, MODF) PARTS3(frexp, FREXP) PARTS3(remquo, REMQUO) PARTS3(ilogb, INTEGER)
  PARTS2(lrint, TO_INTEGER) PARTS2(llrint, TO_INTEGER) PARTS3(lround, TO_INTEGER)
  PARTS3(llround, TO_INTEGER)
#undef isinf
#undef isnan
#undef finite
  TRUE(double, D, finite) TRUE(float, F, finitef) TRUE(long double, L, finitel)
  INTEGER(double, D, isinf) INTEGER(float, F, isinff) INTEGER(long double, L, isinfl)
  TRUE(double, D, isnan) TRUE(float, F, isnanf) TRUE(long double, L, isnanl)
  PART3(conj, (z), "") PART3(cproj, (z), "") PART3(creal, (z), "") PART3(cimag, (z), "")
  static const char *const tags[] = {"", "1", "0x7", "12345678", "x"};
  for (unsigned k = 0; k < 5; k++) {
    const double d = nan(tags[k]);
    const float f = nanf(tags[k]);
    const long double l = nanl(tags[k]);
    begin("nan"); bits_of(&d, 8); end();
    begin("nanf"); bits_of(&f, 4); end();
    begin("nanl"); bits_of(&l, LBYTES); end();
  }
  begin("fegetround"); hex((unsigned) fegetround()); end();
}

int main(void) {
  near();
  exact();
  flush();
  return 0;
}
