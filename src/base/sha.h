#ifndef BASE_SHA_H
#define BASE_SHA_H

#include <stddef.h>
#include <stdint.h>

/* Digests in lower-case hex, for file names and metadata. */
typedef struct sha1_text { char hex[41]; } sha1_text;
typedef struct sha256_text { char hex[65]; } sha256_text;

sha1_text sha1(const void *, size_t size);
sha256_text sha256(const void *, size_t size);

/* The same as bytes. */
enum { SHA256_BYTES = 32 };
void sha256_raw(const void *, size_t size, uint8_t out[SHA256_BYTES]);

/* HMAC-SHA-256 (RFC 2104), for many texts under one key: the key is hashed once. */
typedef struct hmac_key { uint32_t inner[8], outer[8]; } hmac_key;
void hmac_key_init(hmac_key *, const void *key, size_t size);
void hmac_sha256(const hmac_key *, const void *, size_t size, uint8_t out[SHA256_BYTES]);

#endif
