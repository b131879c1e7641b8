/* A small server: messages arrive from an unknown peer, each is read, checked
 * and answered; sessions are logged in, elevated and dropped. */
#include <assert.h>

int net_accept(void), net_byte(void), net_word(void), net_send(int);
int password_ok(int), ticket_valid(int), clock_skew(void), disk_write(int);

enum { ROUNDS = 10 };
enum { HELLO = 1, LOGIN, RAISE, PUT, BYE };

static struct {
  int is_open, user, level, strikes, stored, version;
} session;

static int served, refused, lost;

static int check_sum(int length) {
  int sum = 0;
  for (int k = 0; k < length && k < 5; k++) {
    int b = net_byte();
    if (b < 0) return -1;
    if (b & 1) sum ^= 1;
    if (b & 2) sum ^= 2;
  }
  return net_byte() == sum;
}

static int read_length(void) {
  int n = net_byte();
  if (n < 0) return -1;
  if (n < 0x80) return n > 8 ? 8 : n;
  if (n == 0x81) return net_byte() & 7;
  if (n == 0x82) return net_word() & 7;
  return -1;
}

static int hello(void) {
  int version = net_word();
  if (version < 2) return -1;
  session.version = version > 3 ? 3 : 2;
  if (clock_skew() > 300) return -1;
  return 0;
}

static int login(void) {
  int user = net_word();
  if (!session.version) return -1;
  if (user == 0 && session.version < 3) return -1;
  for (int k = 0; k < 3; k++) {
    if (password_ok(user)) {
      session.user = 1;
      return 0;
    }
    if (!net_byte()) break;
  }
  session.strikes++;
  return -1;
}

static int raise(void) {
  if (!session.user) return -1;
  int ticket = net_word();
  if (ticket < 0) return -1;
  if (!ticket_valid(ticket)) return -1;
  if (clock_skew() > 60 || clock_skew() < -60) return -1;
  if (session.level < 2) session.level++;
  return 0;
}

static int put(void) {
  int length = read_length();
  if (length < 0) return -1;
  if (check_sum(length) != 1) return -1;
  if (session.level < 1) return -1;
  if (disk_write(length) < 0) {
    lost = 1;
    return 0;
  }
  if (session.stored < 3) session.stored++;
  return 0;
}

static int handle(void) {
  int kind = net_byte(), error = -1;
  switch (kind) {
  case HELLO: error = hello(); break;
  case LOGIN: error = login(); break;
  case RAISE: error = raise(); break;
  case PUT: error = put(); break;
  case BYE: session.is_open = 0; return 1;
  }
  if (net_send(error) < 0) return 1;
  return error < 0 ? -1 : 0;
}

int main(void) {
  if (net_accept() < 0) return 1;
  session.is_open = 1;
  for (int k = 0; k < ROUNDS && session.is_open; k++) {
    int r = handle();
    if (r > 0) break;
    if (r < 0) refused++;
    else served++;
    if (session.strikes > 2) return 2;
  }
  assert(session.level == 0 || session.user);
  if (session.stored == 3 && session.level == 2) return lost ? 3 : 4;
  if (served == ROUNDS) return 5;
  if (refused == ROUNDS) return 6;
  if (session.level == 2 && lost && refused == 3) assert(session.version == 3);
  return 0;
}
