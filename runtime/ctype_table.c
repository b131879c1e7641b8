/*
 * The tables behind the macros of the host's <ctype.h>: indexed from -128
 * (plain char may be signed) to 255, computed by the compiler from ctype.h.
 */
#include "libc.h"

#include "ctype.h"

#define CLASSES(C) (uint16_t) \
  (IS_UPPER(C) * UPPER | IS_LOWER(C) * LOWER | IS_ALPHA(C) * ALPHA | \
   IS_DIGIT(C) * DIGIT | IS_XDIGIT(C) * XDIGIT | IS_SPACE(C) * SPACE | \
   IS_PRINT(C) * PRINT | IS_GRAPH(C) * GRAPH | IS_BLANK(C) * BLANK | \
   IS_CNTRL(C) * CNTRL | IS_PUNCT(C) * PUNCT | IS_ALNUM(C) * ALNUM)
#define LOWERED(C) ((C) + 32 * IS_UPPER(C))
#define RAISED(C) ((C) - 32 * IS_LOWER(C))
/* What a negative character maps to, unless it is EOF. */
#define AS_BYTE(C) ((C) & 255)
#define EOF_OR_BYTE(C) ((C) == -1 ? -1 : AS_BYTE(C))

#define FOUR(F, C) F(C), F(C + 1), F(C + 2), F(C + 3)
#define SIXTEEN(F, C) \
  FOUR(F, C), FOUR(F, C + 4), FOUR(F, C + 8), FOUR(F, C + 12)
#define HALF(F, C) \
  SIXTEEN(F, C), SIXTEEN(F, C + 16), SIXTEEN(F, C + 32), SIXTEEN(F, C + 48), \
  SIXTEEN(F, C + 64), SIXTEEN(F, C + 80), SIXTEEN(F, C + 96), \
  SIXTEEN(F, C + 112)

static const uint16_t classes[384] = {
  [128] = HALF(CLASSES, 0)
};
static const int32_t lowered[384] = {
  HALF(EOF_OR_BYTE, -128), HALF(LOWERED, 0), HALF(AS_BYTE, 128)
};
static const int32_t raised[384] = {
  HALF(EOF_OR_BYTE, -128), HALF(RAISED, 0), HALF(AS_BYTE, 128)
};

static const uint16_t *const classes_at_0 = classes + 128;
static const int32_t *const lowered_at_0 = lowered + 128;
static const int32_t *const raised_at_0 = raised + 128;

const uint16_t *const *__ctype_b_loc(void);
WEAK const uint16_t *const *__ctype_b_loc(void) { return &classes_at_0; }

const int32_t *const *__ctype_tolower_loc(void);
WEAK const int32_t *const *__ctype_tolower_loc(void) { return &lowered_at_0; }

const int32_t *const *__ctype_toupper_loc(void);
WEAK const int32_t *const *__ctype_toupper_loc(void) { return &raised_at_0; }
