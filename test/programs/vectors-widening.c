// Products of twice the width, as ARM's vectors have them: elsewhere by hand.
#include <assert.h>
#include <stdint.h>
#ifdef __ARM_NEON
#include <arm_neon.h>
#endif
unsigned __VERIFIER_nondet_uint(void);

static uint64_t wide(uint32_t a, uint32_t b) {
#ifdef __ARM_NEON
  const uint32x2_t x = {1, a}, y = {7, b};
  const uint64x2_t r = vmull_u32(x, y);
  assert(r[0] == 7);
  return r[1];
#else
  return (uint64_t) a * b;
#endif
}

static int64_t wide_signed(int32_t a, int32_t b) {
#ifdef __ARM_NEON
  const int32x2_t x = {-1, a}, y = {7, b};
  const int64x2_t r = vmull_s32(x, y);
  assert(r[0] == -7);
  return r[1];
#else
  return (int64_t) a * b;
#endif
}

int main(void) {
  const unsigned a = __VERIFIER_nondet_uint();
  assert(wide(a, 3) == (uint64_t) a + a + a);
  assert(wide(UINT32_MAX, UINT32_MAX) == UINT64_C(0xfffffffe00000001));
  assert(wide_signed(INT32_MIN, 2) == -(INT64_C(1) << 32));
  assert(wide_signed((int) (a & 255) - 128, -1) == 128 - (int64_t) (a & 255));
  return 0;
}
