/*
 * Mathematical functions whose last bits the standard leaves open, called by the program
 * (src/ir/answers.h).  An answer that is not the same in every library rests on an
 * assumption, which names function and place.
 *
 * The functions are weak: those that the program does not call are not linked.
 */
#include "libc.h"

#define NOTE(TYPE, NAME) \
  __braid_note_here(IS_LONG(TYPE) \
    ? #NAME "() is as coarse as a function of double; C libraries differ there" \
    : "the last bits of " #NAME "() are the model's; C libraries differ there")
#define NOTE_COMPLEX(NAME) \
  __braid_note_here(#NAME "() is the model's; C libraries differ in the last bits, and where a " \
                    "function is cut")
/* Some of these compute with a double, and their range is a double's. */
#define IS_LONG(TYPE) (sizeof(TYPE) > sizeof(double))

/* What a long double of 80 bits has behind them is no part of the number. */
#define BYTES(X) (sizeof(X) > 8 && __LDBL_MANT_DIG__ == 64 ? 10 : sizeof(X))
/* Words of the number that are terms: nothing is known, and nothing forks. */
#define IS_TERM(X) \
  (__extension__({ \
    uint64_t words_[(sizeof(X) + 7) / 8] = {0}; \
    __builtin_memcpy(words_, &(X), BYTES(X)); \
    int is_ = 0; \
    for (size_t k_ = 0; k_ < sizeof words_ / 8; k_++) is_ |= __braid_is_symbolic(words_[k_]); \
    is_; \
  }))
/* 0, infinite, or no number. */
#define IS_SPECIAL(X) ((X) == 0 || __builtin_isinf(X) || (X) != (X))
/* The conversion is defined below 2 to the power of 53. */
#define IS_INTEGER(X) \
  ((X) > -0x1p53 && (X) < 0x1p53 && (double) (int64_t) (X) == (double) (X))
#define IS_EXACT(TYPE, R, MORE) \
  (!IS_TERM(R) && ((R) != (R) || (!IS_LONG(TYPE) && IS_SPECIAL(R)) || (MORE)))

#define UNARY_OF(TYPE, NAME, MORE) \
  TYPE NAME(TYPE) WEAK; \
  TYPE __braid_near_##NAME(TYPE); \
  TYPE __braid_near_##NAME(TYPE x) { \
    TYPE r = NAME(x); \
    if (!IS_EXACT(TYPE, r, !IS_TERM(x) && (MORE))) NOTE(TYPE, NAME); \
    return r; \
  }
#define BINARY_OF(TYPE, NAME, MORE) \
  TYPE NAME(TYPE, TYPE) WEAK; \
  TYPE __braid_near_##NAME(TYPE, TYPE); \
  TYPE __braid_near_##NAME(TYPE x, TYPE y) { \
    TYPE r = NAME(x, y); \
    if (!IS_EXACT(TYPE, r, !IS_TERM(x) && !IS_TERM(y) && (MORE))) NOTE(TYPE, NAME); \
    return r; \
  }
#define ORDER_OF(TYPE, NAME) \
  TYPE NAME(int, TYPE) WEAK; \
  TYPE __braid_near_##NAME(int, TYPE); \
  TYPE __braid_near_##NAME(int n, TYPE x) { \
    TYPE r = NAME(n, x); \
    if (!IS_EXACT(TYPE, r, 0)) NOTE(TYPE, NAME); \
    return r; \
  }
#define SIGNED_OF(TYPE, NAME) \
  TYPE NAME(TYPE, int *) WEAK; \
  TYPE __braid_near_##NAME(TYPE, int *); \
  TYPE __braid_near_##NAME(TYPE x, int *sign) { \
    TYPE r = NAME(x, sign); \
    if (!IS_EXACT(TYPE, r, 0)) NOTE(TYPE, NAME); \
    return r; \
  }
#define BOTH_OF(TYPE, NAME) \
  void NAME(TYPE, TYPE *, TYPE *) WEAK; \
  void __braid_near_##NAME(TYPE, TYPE *, TYPE *); \
  void __braid_near_##NAME(TYPE x, TYPE *a, TYPE *b) { \
    NAME(x, a, b); \
    if (!IS_EXACT(TYPE, *a, !IS_TERM(x) && x == 0) || !IS_EXACT(TYPE, *b, !IS_TERM(x) && x == 0)) NOTE(TYPE, NAME); \
  }
#define COMPLEX_OF(TYPE, NAME) \
  TYPE _Complex NAME(TYPE _Complex) WEAK; \
  TYPE _Complex __braid_near_##NAME(TYPE _Complex); \
  TYPE _Complex __braid_near_##NAME(TYPE _Complex x) { NOTE_COMPLEX(NAME); return NAME(x); }
#define COMPLEX_BINARY_OF(TYPE, NAME) \
  TYPE _Complex NAME(TYPE _Complex, TYPE _Complex) WEAK; \
  TYPE _Complex __braid_near_##NAME(TYPE _Complex, TYPE _Complex); \
  TYPE _Complex __braid_near_##NAME(TYPE _Complex x, TYPE _Complex y) { \
    NOTE_COMPLEX(NAME); \
    return NAME(x, y); \
  }
#define MEASURE_OF(TYPE, NAME) \
  TYPE NAME(TYPE _Complex) WEAK; \
  TYPE __braid_near_##NAME(TYPE _Complex); \
  TYPE __braid_near_##NAME(TYPE _Complex x) { \
    TYPE r = NAME(x); \
    if (!IS_EXACT(TYPE, r, 0)) NOTE(TYPE, NAME); \
    return r; \
  }

#define TYPES(MACRO, NAME, ...) \
  MACRO(double, NAME, ##__VA_ARGS__) MACRO(float, NAME##f, ##__VA_ARGS__) \
  MACRO(long double, NAME##l, ##__VA_ARGS__)
#define SIGNED_TYPES(NAME) \
  SIGNED_OF(double, NAME##_r) SIGNED_OF(float, NAME##f_r) SIGNED_OF(long double, NAME##l_r)

#define NEAR(KIND, NAME) NEAR_##KIND(NAME)
#define NEAR_UNARY(NAME) TYPES(UNARY_OF, NAME, x == 0)
#define NEAR_BESSEL(NAME) UNARY_OF(double, NAME, 0) UNARY_OF(float, NAME##f, 0)
#define NEAR_INTEGER_UNARY(NAME) \
  TYPES(UNARY_OF, NAME, IS_INTEGER(x) && IS_INTEGER(r))
#define NEAR_BINARY(NAME) TYPES(BINARY_OF, NAME, 0)
#define NEAR_INTEGER_BINARY(NAME) \
  TYPES(BINARY_OF, NAME, IS_INTEGER(x) && IS_INTEGER(y) && IS_INTEGER(r))
#define NEAR_ORDER(NAME) ORDER_OF(double, NAME) ORDER_OF(float, NAME##f)
#define NEAR_COMPLEX(NAME) TYPES(COMPLEX_OF, NAME)
#define NEAR_COMPLEX_BINARY(NAME) TYPES(COMPLEX_BINARY_OF, NAME)
#define NEAR_MEASURE(NAME) TYPES(MEASURE_OF, NAME)
#define NEAR_BOTH(NAME) TYPES(BOTH_OF, NAME)
#define NEAR_SIGNED(NAME) SIGNED_TYPES(NAME)
#include "libc/differences.def"
