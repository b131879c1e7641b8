#include "base/sha.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * SHA-1 and SHA-256 after FIPS 180-4.  Both hash blocks of 64 bytes, the last
 * of which ends with the message's length in bits; only the round functions
 * differ.
 */
typedef void round_function(uint32_t *state, const uint32_t block[16]);

static uint32_t left(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }
static uint32_t right(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void rounds_1(uint32_t *state, const uint32_t block[16]) {
  uint32_t w[80], a = state[0], b = state[1], c = state[2], d = state[3],
                  e = state[4];
  memcpy(w, block, 64);
  for (unsigned t = 16; t < 80; t++)
    w[t] = left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  for (unsigned t = 0; t < 80; t++) {
    uint32_t f = t < 20   ? (b & c) ^ (~b & d)
                 : t < 40 ? b ^ c ^ d
                 : t < 60 ? (b & c) ^ (b & d) ^ (c & d)
                          : b ^ c ^ d;
    uint32_t k = t < 20   ? 0x5a827999
                 : t < 40 ? 0x6ed9eba1
                 : t < 60 ? 0x8f1bbcdc
                          : 0xca62c1d6;
    uint32_t next = left(a, 5) + f + e + k + w[t];
    e = d, d = c, c = left(b, 30), b = a, a = next;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

static const uint32_t cube_roots[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
  0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
  0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static void rounds_256(uint32_t *state, const uint32_t block[16]) {
  uint32_t w[64], v[8];
  memcpy(w, block, 64);
  memcpy(v, state, sizeof v);
  for (unsigned t = 16; t < 64; t++) {
    uint32_t x = w[t - 15], y = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] + (right(x, 7) ^ right(x, 18) ^ x >> 3) +
           (right(y, 17) ^ right(y, 19) ^ y >> 10);
  }
  for (unsigned t = 0; t < 64; t++) {
    uint32_t a = v[0], e = v[4];
    uint32_t first = v[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
                     ((e & v[5]) ^ (~e & v[6])) + cube_roots[t] + w[t];
    uint32_t second = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += first;
    v[0] = first + second;
  }
  for (unsigned i = 0; i < 8; i++) state[i] += v[i];
}

static void take(round_function *rounds, uint32_t *state,
                 const unsigned char *p) {
  uint32_t block[16];
  for (unsigned i = 0; i < 16; i++, p += 4)
    block[i] = (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 |
               (uint32_t) p[2] << 8 | p[3];
  rounds(state, block);
}

/* `before`: bytes that the state has taken already, whole blocks. */
static void digest(round_function *rounds, uint32_t *state, const void *data,
                   size_t size, size_t before) {
  const unsigned char *p = data;
  unsigned char tail[128] = {0};
  size_t rest = size;
  for (; rest >= 64; rest -= 64, p += 64) take(rounds, state, p);
  if (rest) memcpy(tail, p, rest);
  tail[rest] = 0x80;
  size_t blocks = rest < 56 ? 1 : 2;
  uint64_t length_bits = 8 * ((uint64_t) size + before);
  for (unsigned i = 0; i < 8; i++)
    tail[64 * blocks - 1 - i] = (unsigned char) (length_bits >> 8 * i);
  for (size_t b = 0; b < blocks; b++) take(rounds, state, tail + 64 * b);
}

static void print(const uint32_t *state, unsigned words, char *hex) {
  for (unsigned i = 0; i < words; i++) snprintf(hex + 8 * i, 9, "%08x", state[i]);
}

sha1_text sha1(const void *data, size_t size) {
  uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
                       0xc3d2e1f0};
  sha1_text text;
  digest(rounds_1, state, data, size, 0);
  print(state, 5, text.hex);
  return text;
}

typedef struct sha256_state { uint32_t of[8]; } sha256_state;

static const sha256_state start_256 = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};

static sha256_state digest_256(const void *data, size_t size) {
  sha256_state s = start_256;
  digest(rounds_256, s.of, data, size, 0);
  return s;
}

sha256_text sha256(const void *data, size_t size) {
  const sha256_state s = digest_256(data, size);
  sha256_text text;
  print(s.of, 8, text.hex);
  return text;
}

static void write_256(const uint32_t state[8], uint8_t out[SHA256_BYTES]) {
  for (unsigned i = 0; i < SHA256_BYTES; i++)
    out[i] = (uint8_t) (state[i / 4] >> 8 * (3 - i % 4));
}

void sha256_raw(const void *data, size_t size, uint8_t out[SHA256_BYTES]) {
  const sha256_state s = digest_256(data, size);
  write_256(s.of, out);
}

/* HMAC --------------------------------------------------------------------- */

enum { BLOCK = 64, INNER = 0x36, OUTER = 0x5c };

void hmac_key_init(hmac_key *k, const void *key, size_t size) {
  uint8_t block[BLOCK] = {0};
  if (size > BLOCK) sha256_raw(key, size, block);
  else if (size) memcpy(block, key, size);
  memcpy(k->inner, start_256.of, sizeof k->inner);
  memcpy(k->outer, start_256.of, sizeof k->outer);
  for (unsigned i = 0; i < BLOCK; i++) block[i] ^= INNER;
  take(rounds_256, k->inner, block);
  for (unsigned i = 0; i < BLOCK; i++) block[i] ^= INNER ^ OUTER;
  take(rounds_256, k->outer, block);
}

void hmac_sha256(const hmac_key *k, const void *data, size_t size,
                 uint8_t out[SHA256_BYTES]) {
  uint32_t state[8];
  uint8_t inside[SHA256_BYTES];
  memcpy(state, k->inner, sizeof state);
  digest(rounds_256, state, data, size, BLOCK);
  write_256(state, inside);
  memcpy(state, k->outer, sizeof state);
  digest(rounds_256, state, inside, sizeof inside, BLOCK);
  write_256(state, out);
}
