#ifndef BRAID_H
#define BRAID_H

/*
 * What a program under test may call.
 *
 * Under `braid run` these functions make and constrain symbolic values.  The
 * same program compiles natively: the replay library gives each symbolic value
 * the bytes of one test, so a test reproduces outside braid what was found
 * inside.  KLEE's and SV-COMP's functions work as well (<klee/klee.h>,
 * __VERIFIER_*); all of them mix freely.
 *
 * Names are for people and for test files; the same name may be used again,
 * each use is a new value.  A name is a string constant or at least a concrete
 * string.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define BRAID_NORETURN __attribute__((noreturn))
#else
#define BRAID_NORETURN
#endif

/* Symbolic values -------------------------------------------------------- */

/* From here on the size bytes at object may have any value. */
void braid_make_symbolic(void *object, size_t size, const char *name);

/* A fresh value of the type. */
int braid_int(const char *name);
unsigned braid_uint(const char *name);
char braid_char(const char *name);
long braid_long(const char *name);
size_t braid_size(const char *name);
int braid_bool(const char *name);       /* 0 or 1 */
int8_t braid_i8(const char *name);
int16_t braid_i16(const char *name);
int32_t braid_i32(const char *name);
int64_t braid_i64(const char *name);
uint8_t braid_u8(const char *name);
uint16_t braid_u16(const char *name);
uint32_t braid_u32(const char *name);
uint64_t braid_u64(const char *name);
float braid_float(const char *name);
double braid_double(const char *name);

/* A fresh value v with low <= v < high; low < high must hold. */
int braid_range(int low, int high, const char *name);

/* A fresh value below count, to choose among count ways; count > 0. */
size_t braid_choose(size_t count, const char *name);

/* Fills buffer with a string of at most size - 1 symbolic characters: the last
 * byte is NUL, any earlier one may be.  size > 0. */
void braid_string(char *buffer, size_t size, const char *name);

/* What must hold --------------------------------------------------------- */

/* Only inputs that meet the condition are of interest from here on. */
void braid_assume(int condition);

/* The program is wrong if the condition can be false. */
#define braid_assert(CONDITION) \
  ((CONDITION) ? (void) 0 \
               : braid_assert_fail(#CONDITION, __FILE__, __LINE__, __func__))

BRAID_NORETURN void braid_assert_fail(const char *condition, const char *file,
                                      unsigned line, const char *function);

/* The program is wrong if it comes here; the message says how. */
BRAID_NORETURN void braid_error(const char *message);

/* An error unless the size bytes at object may be read, or also written. */
void braid_check_read(const void *object, size_t size);
void braid_check_write(void *object, size_t size);

/* Ends this path; no test is written for it. */
BRAID_NORETURN void braid_silent_exit(int status);

/* Joining paths ---------------------------------------------------------- */

/*
 * BRAID_MERGE(KIND) block, BRAID_MERGE(KIND, expression, ...) block
 *
 * Paths that leave the block at its end are joined there.  What differs between
 * them is forgotten but for what KIND says of it:
 *   ite          nothing is forgotten
 *   sign         whether it may be negative, zero, positive
 *   interval     its least and greatest value
 *   parity       whether it is odd or even
 *   congruence   its low bits, as far as they are the same
 *   pred         which of the expressions, taken as predicates, hold
 *   pred_any     that one of the predicates which may hold does
 *   mixed        for each BRAID_AS(KIND, expression) what that KIND says
 * With expressions only the variables in them are forgotten, and KIND is about
 * the expressions' values; pred needs some.  Expressions have no side effects
 * and are never run: natively there is only the block.
 *
 * BRAID_FOLD(KIND, ...) block
 *
 * The same for the body of a loop: one iteration is also joined with the next,
 * and when one adds nothing the loop is done, however long it would run.  What
 * KIND keeps is then what holds after each iteration.
 *
 * BRAID_INVARIANT(expression);
 *
 * In the body of a loop: proposes that the expression holds whenever the loop's
 * condition is looked at.  It is used for a proof if it is found to hold there at
 * first and after each iteration, and never trusted; the report names those that
 * do not.  It has no side effects and is never run.
 */
#ifdef __BRAID__
enum {
  BRAID_MERGE_ite, BRAID_MERGE_sign, BRAID_MERGE_interval,
  BRAID_MERGE_parity, BRAID_MERGE_congruence, BRAID_MERGE_pred,
  BRAID_MERGE_pred_any, BRAID_MERGE_mixed = 255
};
enum { BRAID_FOLDS = 256 };
int __braid_merge_begin(void);
int __braid_merge_here(int kind);
BRAID_NORETURN void __braid_merge_values(int kind, ...);
#define BRAID_AS(KIND, EXPRESSION) BRAID_MERGE_##KIND, (EXPRESSION)
#define BRAID_MERGE(...) BRAID_MERGE_AT(0, __VA_ARGS__)
#define BRAID_FOLD(...) BRAID_MERGE_AT(BRAID_FOLDS, __VA_ARGS__)
#define BRAID_MERGE_AT(FLAGS, KIND, ...) \
  if (__braid_merge_begin()) { \
    if (__braid_merge_here(FLAGS + BRAID_MERGE_##KIND)) \
      __braid_merge_values(FLAGS + BRAID_MERGE_##KIND __VA_OPT__(,) \
                           __VA_ARGS__); \
  } else
int __braid_invariant_here(void);
BRAID_NORETURN void __braid_invariant_values(int kind, ...);
#define BRAID_INVARIANT(EXPRESSION) \
  ((void) (__braid_invariant_here() \
               ? (__braid_invariant_values(0, (EXPRESSION) ? 1 : 0), 0) : 0))
#else
#define BRAID_MERGE(...)
#define BRAID_FOLD(...)
#define BRAID_INVARIANT(EXPRESSION) ((void) sizeof !(EXPRESSION))
#endif

/* Looking ---------------------------------------------------------------- */

int braid_is_symbolic(uint64_t value);  /* natively: 0 */
int braid_is_replay(void);              /* natively: 1 */

/* One of the values that are possible here; the path goes on with it alone,
 * so nothing is proved about the others.  Natively: value itself. */
uint64_t braid_value(uint64_t value);

/* The size of the object that the pointer points into, 0 if into none. */
size_t braid_object_size(const void *object);

void braid_print(const char *text, uint64_t value);     /* the term */
void braid_warn(const char *message);

#ifdef __cplusplus
}
#endif

#endif
