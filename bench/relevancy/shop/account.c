#include "shop.h"

#include <stdlib.h>
#include <string.h>

enum { ACCOUNTS = 200, WORD = 12 };

db_table accounts;
static uint32_t *passwords;     /* hashes, by row */

static uint32_t hash(const char *s, uint32_t salt) {
  uint32_t h = 2166136261u ^ salt;
  for (int round = 0; round < 16; round++)
    for (const char *at = s; *at; at++) h = (h ^ (unsigned char) *at) * 16777619u;
  return h;
}

static void word_of(char *to, long key) {
  for (int k = 0; k < WORD - 1; k++)
    to[k] = (char) ('a' + (key * 7 + k * 13) % 26);
  to[WORD - 1] = 0;
}

void account_open(void) {
  char word[WORD];
  db_open(&accounts, "account", 509);
  passwords = calloc(ACCOUNTS, sizeof *passwords);
  for (int k = 0; k < ACCOUNTS; k++) {
    const long key = 5000 + k;
    word_of(word, key);
    passwords[k] = hash(word, (uint32_t) key);
    db_insert(&accounts, (long[DB_COLUMNS]) {
        [ACCOUNT_KEY] = key, [ACCOUNT_COUNTRY] = k % 4,
        [ACCOUNT_LEVEL] = k % 3, [ACCOUNT_SPENT] = 0});
  }
}

void account_close(void) {
  db_close(&accounts);
  free(passwords);
}

bool account_sign_in(long key, const char *password) {
  const int row = db_find(&accounts, key);
  return row >= 0 && passwords[row] == hash(password, (uint32_t) key);
}

int account_level(long key) {
  const int row = db_find(&accounts, key);
  return row < 0 ? 0 : (int) db_get(&accounts, row, ACCOUNT_LEVEL);
}
