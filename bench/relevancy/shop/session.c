#include "shop.h"

#include <stdlib.h>

typedef struct session { uint32_t token; long customer; int until; } session;

static session *sessions;
static int session_count, session_capacity;
static uint32_t salt = 12345;

static uint32_t make_token(long customer, int day) {
  salt = salt * 1664525u + 1013904223u;
  uint32_t t = salt ^ (uint32_t) customer ^ (uint32_t) day << 16;
  t ^= t << 13;
  t ^= t >> 17;
  t ^= t << 5;
  return t ? t : 1;
}

/* 0: the password is wrong. */
uint32_t session_begin(long key, const char *password, int day) {
  const customer *c = customer_find(key);
  if (!c || c->password != customer_hash(password)) return 0;
  sessions = grow(sessions, session_count, &session_capacity, sizeof *sessions);
  session *new = sessions + session_count++;
  *new = (session) {make_token(key, day), key, day + 2};
  audit_note(AUDIT_SESSION, key, 0, day);
  return new->token;
}

bool session_is_valid(uint32_t token, long customer, int day) {
  for (int k = session_count; k-- > 0;)
    if (sessions[k].token == token)
      return sessions[k].customer == customer && day < sessions[k].until;
  return false;
}

int session_expire(int day) {
  int kept = 0;
  for (int k = 0; k < session_count; k++)
    if (day < sessions[k].until) sessions[kept++] = sessions[k];
  const int dropped = session_count - kept;
  session_count = kept;
  return dropped;
}

void session_close(void) { free(sessions); }
