// What SSE and AVX do, against C; by hand also natively: clang -O1 -mavx2 -msse4.2.
// target: x86_64
// options: -mavx2 -msse4.2
#include <assert.h>
#include <braid.h>
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef union vec {
  __m128i v;
  __m256i w;
  uint8_t b[32];
  int8_t sb[32];
  uint16_t h[16];
  int16_t sh[16];
  uint32_t d[8];
  int32_t sd[8];
  uint64_t q[4];
  float f[8];
} vec;

static int64_t clamp(int64_t x, int64_t least, int64_t greatest) {
  return x < least ? least : x > greatest ? greatest : x;
}

static void packs(const vec *x, const vec *y) {
  vec s, u, t, w, wide;
  s.v = _mm_packs_epi16(x->v, y->v);
  u.v = _mm_packus_epi16(x->v, y->v);
  t.v = _mm_packs_epi32(x->v, y->v);
  w.v = _mm_packus_epi32(x->v, y->v);
  wide.w = _mm256_packs_epi16(x->w, y->w);
  for (int i = 0; i < 16; i++) {
    const vec *from = i < 8 ? x : y;
    assert(s.sb[i] == clamp(from->sh[i % 8], -128, 127));
    assert(u.b[i] == clamp(from->sh[i % 8], 0, 255));
    assert(wide.sb[i] == s.sb[i]);
    assert(wide.sb[16 + i] == clamp(from->sh[8 + i % 8], -128, 127));
    if (i >= 8) continue;
    from = i < 4 ? x : y;
    assert(t.sh[i] == clamp(from->sd[i % 4], -32768, 32767));
    assert(w.h[i] == clamp(from->sd[i % 4], 0, 65535));
  }
}

static void products(const vec *x, const vec *y) {
  vec h, u, m, b, r, wide;
  h.v = _mm_mulhi_epi16(x->v, y->v);
  u.v = _mm_mulhi_epu16(x->v, y->v);
  m.v = _mm_madd_epi16(x->v, y->v);
  b.v = _mm_maddubs_epi16(x->v, y->v);
  r.v = _mm_mulhrs_epi16(x->v, y->v);
  wide.w = _mm256_mulhi_epu16(x->w, y->w);
  for (int i = 0; i < 8; i++) {
    const int32_t p = x->sh[i] * y->sh[i];
    assert(h.sh[i] == p >> 16);
    assert(u.h[i] == ((uint32_t) x->h[i] * y->h[i]) >> 16);
    assert(r.sh[i] == (int16_t) (((p >> 14) + 1) >> 1));
    assert(b.sh[i] == clamp(x->b[2 * i] * y->sb[2 * i] + x->b[2 * i + 1] * y->sb[2 * i + 1],
                            -32768, 32767));
    assert(wide.h[8 + i] == ((uint32_t) x->h[8 + i] * y->h[8 + i]) >> 16);
  }
  for (int i = 0; i < 4; i++)
    assert(m.d[i] == (uint32_t) (x->sh[2 * i] * y->sh[2 * i]) +
                         (uint32_t) (x->sh[2 * i + 1] * y->sh[2 * i + 1]));
}

static void bytes(const vec *x, const vec *y) {
  vec far, mean, of, moved, wide;
  far.v = _mm_sad_epu8(x->v, y->v);
  mean.v = _mm_avg_epu8(x->v, y->v);
  of.v = _mm_sign_epi8(x->v, y->v);
  moved.v = _mm_shuffle_epi8(x->v, y->v);
  wide.w = _mm256_shuffle_epi8(x->w, y->w);
  uint64_t sum[2] = {0, 0};
  int signs = 0;
  uint32_t all = 0;
  for (int i = 0; i < 16; i++) {
    sum[i / 8] += x->b[i] < y->b[i] ? y->b[i] - x->b[i] : x->b[i] - y->b[i];
    signs |= (x->b[i] >> 7) << i;
    assert(mean.b[i] == (x->b[i] + y->b[i] + 1) / 2);
    assert(of.b[i] == (uint8_t) (y->sb[i] < 0 ? -x->sb[i] : y->sb[i] ? x->sb[i] : 0));
    assert(moved.b[i] == (y->b[i] & 128 ? 0 : x->b[y->b[i] & 15]));
    assert(wide.b[i] == moved.b[i]);
    assert(wide.b[16 + i] == (y->b[16 + i] & 128 ? 0 : x->b[16 + (y->b[16 + i] & 15)]));
  }
  for (int i = 0; i < 32; i++) all |= (uint32_t) (x->b[i] >> 7) << i;
  assert(far.q[0] == sum[0] && far.q[1] == sum[1]);
  assert(_mm_movemask_epi8(x->v) == signs);
  assert((uint32_t) _mm256_movemask_epi8(x->w) == all);
  assert(_mm_movemask_ps(_mm_castsi128_ps(x->v)) ==
         (int) (x->d[0] >> 31 | x->d[1] >> 31 << 1 | x->d[2] >> 31 << 2 | x->d[3] >> 31 << 3));
  assert(_mm_movemask_pd(_mm_castsi128_pd(x->v)) == (int) (x->q[0] >> 63 | x->q[1] >> 63 << 1));
}

static void neighbours(const vec *x, const vec *y) {
  vec a, s, w;
  a.v = _mm_hadd_epi16(x->v, y->v);
  s.v = _mm_hsub_epi32(x->v, y->v);
  w.w = _mm256_hadd_epi32(x->w, y->w);
  for (int i = 0; i < 8; i++) {
    const uint16_t *from = i < 4 ? x->h + 2 * i : y->h + 2 * (i - 4);
    assert(a.h[i] == (uint16_t) (from[0] + from[1]));
  }
  for (int i = 0; i < 4; i++) {
    const uint32_t *from = i < 2 ? x->d + 2 * i : y->d + 2 * (i - 2);
    assert(s.d[i] == from[0] - from[1]);
    assert(w.d[i] == from[0] + from[1]);
    assert(w.d[4 + i] == from[4] + from[5]);
  }
}

static void shifts(const vec *x, unsigned by) {
  vec l, r, a, q, i, v, counts;
  const __m128i count = _mm_cvtsi32_si128((int) by);
  l.v = _mm_sll_epi16(x->v, count);
  r.v = _mm_srl_epi32(x->v, count);
  a.v = _mm_sra_epi16(x->v, count);
  q.v = _mm_sll_epi64(x->v, count);
  i.v = _mm_srai_epi32(x->v, 33);
  counts.v = _mm_set_epi32(0, 31, 32, (int) by);
  v.v = _mm_srav_epi32(x->v, counts.v);
  for (int k = 0; k < 8; k++) {
    assert(l.h[k] == (by < 16 ? (uint16_t) (x->h[k] << by) : 0));
    assert(a.sh[k] == x->sh[k] >> (by < 16 ? by : 15));
  }
  for (int k = 0; k < 4; k++) {
    assert(r.d[k] == (by < 32 ? x->d[k] >> by : 0));
    assert(i.sd[k] == x->sd[k] >> 31);
    assert(v.sd[k] == x->sd[k] >> (counts.d[k] < 32 ? counts.d[k] : 31));
  }
  assert(q.q[0] == (by < 64 ? x->q[0] << by : 0));
  q.v = _mm_srl_epi64(x->v, _mm_set_epi64x(0, INT64_C(1) << 32));
  assert(!q.q[0] && !q.q[1]);
}

static uint32_t crc(uint32_t crc, uint64_t data, int bits) {
  for (int i = 0; i < bits; i++) {
    const uint32_t bit = (crc ^ (uint32_t) (data >> i)) & 1;
    crc = crc >> 1 ^ (bit ? 0x82f63b78 : 0);
  }
  return crc;
}

static void others(const vec *x, const vec *y) {
  assert(_mm_crc32_u8(x->d[0], y->b[0]) == crc(x->d[0], y->b[0], 8));
  assert(_mm_crc32_u16(x->d[0], y->h[0]) == crc(x->d[0], y->h[0], 16));
  assert(_mm_crc32_u32(x->d[0], y->d[0]) == crc(x->d[0], y->d[0], 32));
  assert(_mm_crc32_u64(x->q[0], y->q[0]) == crc(x->d[0], y->q[0], 64));
  const int both = (x->q[0] & y->q[0]) | (x->q[1] & y->q[1]) ? 0 : 1;
  const int only = (~x->q[0] & y->q[0]) | (~x->q[1] & y->q[1]) ? 0 : 1;
  assert(_mm_testz_si128(x->v, y->v) == both);
  assert(_mm_testc_si128(x->v, y->v) == only);
  assert(_mm_testnzc_si128(x->v, y->v) == (!both && !only));
  vec least, most, first;
  least.v = _mm_castps_si128(_mm_min_ps(_mm_castsi128_ps(x->v), _mm_castsi128_ps(y->v)));
  most.v = _mm_castps_si128(_mm_max_ps(_mm_castsi128_ps(x->v), _mm_castsi128_ps(y->v)));
  first.v = _mm_castps_si128(_mm_min_ss(_mm_castsi128_ps(x->v), _mm_castsi128_ps(y->v)));
  for (int i = 0; i < 4; i++) {
    assert(least.d[i] == (x->f[i] < y->f[i] ? x->d[i] : y->d[i]));
    assert(most.d[i] == (x->f[i] > y->f[i] ? x->d[i] : y->d[i]));
    assert(first.d[i] == (i ? x->d[i] : least.d[i]));
  }
}

static void all(const vec *x, const vec *y) {
  packs(x, y);
  products(x, y);
  bytes(x, y);
  neighbours(x, y);
  shifts(x, y->b[0] & 127);
  others(x, y);
}

int main(void) {
  vec x, y;
  uint32_t state = 1;
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < 32; i++) {
      state = state * 1664525 + 1013904223;
      /* often 0, the greatest and the least */
      const uint8_t any = (uint8_t) (state >> 24), kind = state >> 20 & 7;
      x.b[i] = kind == 0 ? 0 : kind == 1 ? 255 : kind == 2 ? 128 : any;
      y.b[i] = kind == 3 ? 0 : kind == 4 ? 255 : kind == 5 ? 127 : (uint8_t) (any * 7);
    }
    all(&x, &y);
  }
  all(&y, &y);
  /* A string's end, as strlen looks for it. */
  uint8_t text[16];
  braid_make_symbolic(text, sizeof text, "text");
  vec t = {.v = _mm_loadu_si128((const __m128i *) text)};
  const int ends = _mm_movemask_epi8(_mm_cmpeq_epi8(t.v, _mm_setzero_si128()));
  if (!ends) return 0;
  const int at = __builtin_ctz((unsigned) ends);
  assert(!text[at]);
  if (at) assert(text[at - 1]);
  return 0;
}
