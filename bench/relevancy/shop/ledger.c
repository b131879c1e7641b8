#include "shop.h"

#include <stdlib.h>

typedef struct booking {
  ledger_account from, to;
  long cents;
  int day;
} booking;

static booking *bookings;
static int booking_count, booking_capacity;
static long balances[LEDGER_ACCOUNTS];

void ledger_open(void) {
  for (int k = 0; k < LEDGER_ACCOUNTS; k++) balances[k] = 0;
}

void ledger_close(void) { free(bookings); }

void ledger_book(ledger_account from, ledger_account to, long cents, int day) {
  bookings = grow(bookings, booking_count, &booking_capacity, sizeof *bookings);
  bookings[booking_count++] = (booking) {from, to, cents, day};
  balances[from] -= cents;
  balances[to] += cents;
}

long ledger_balance(ledger_account a) { return balances[a]; }

bool ledger_is_balanced(void) {
  long sum = 0;
  for (int k = 0; k < LEDGER_ACCOUNTS; k++) sum += balances[k];
  return sum == 0;
}

bool ledger_is_consistent(void) {
  long sums[LEDGER_ACCOUNTS] = {0};
  for (int k = 0; k < booking_count; k++) {
    sums[bookings[k].from] -= bookings[k].cents;
    sums[bookings[k].to] += bookings[k].cents;
  }
  for (int k = 0; k < LEDGER_ACCOUNTS; k++)
    if (sums[k] != balances[k]) return false;
  return true;
}
