/* A bus is enumerated: descriptors of unknown devices are read and checked,
 * drivers bound, power budgeted. */
#include <assert.h>

int port_status(int), desc_byte(int), set_address(int), set_config(int);
int driver_probe(int), hub_power(void);

enum { DEVICES = 10, ENDPOINTS = 3, TRIES = 3 };
enum { HUB = 9, DISK = 8, INPUT = 3 };

static int bound, disks, inputs, hubs, rejected, over_budget, power;

static int read_descriptor(int kind, int length) {
  for (int k = 0; k < TRIES; k++) {
    int n = desc_byte(kind);
    if (n == length) return desc_byte(kind + 1) == kind ? 0 : -2;
    if (n < 0) return -1;
  }
  return -3;
}

static int endpoint(void) {
  if (read_descriptor(5, 7)) return -1;
  int address = desc_byte(2), attributes = desc_byte(3);
  if (!(address & 15)) return -1;
  if ((attributes & 3) == 1 && desc_byte(4) > 1023) return -1;
  return (attributes & 3) == 2;
}

static int interface(void) {
  int bulk = 0;
  if (read_descriptor(4, 9)) return -1;
  int class = desc_byte(5);
  for (int k = 0; k < ENDPOINTS; k++) {
    int e = endpoint();
    if (e < 0) return -1;
    bulk += e;
  }
  if (class == DISK) return bulk >= 2 ? DISK : -1;
  if (class == INPUT) return bulk ? -1 : INPUT;
  return class == HUB ? HUB : 0;
}

static int connect(int port) {
  for (int k = 0; k < TRIES; k++) {
    int s = port_status(port);
    if (s < 0) return -1;
    if (!(s & 1)) return -1;
    if (s & 2) return s & 0x200 ? 1 : 0;
  }
  return -1;
}

static int configure(int port) {
  int speed = connect(port);
  if (speed < 0) return -1;
  if (set_address(port) < 0) return -1;
  if (read_descriptor(1, 18)) return -1;
  int class = interface();
  if (class < 0) return -1;
  int wants = desc_byte(8);
  if (wants < 0 || wants > 250) return -1;
  if (wants > 50 && hub_power() < 0) {
    over_budget = 1;
    return -1;
  }
  if (set_config(1) < 0) return -1;
  if (class == HUB && !speed) return -1;
  return class;
}

int main(void) {
  for (int port = 0; port < DEVICES; port++) {
    int class = configure(port);
    if (class < 0) {
      rejected++;
      continue;
    }
    if (driver_probe(class) >= 0) bound++;
    if (class == DISK) disks++;
    if (class == INPUT) inputs++;
    if (class == HUB) hubs++;
  }
  assert(bound + rejected <= DEVICES);
  if (disks == DEVICES) return 1;
  if (inputs == DEVICES) return 2;
  if (hubs == DEVICES && !bound) return 3;
  if (rejected == DEVICES) return 4;
  if (disks == 5 && inputs == 5) return over_budget ? 5 : 6;
  if (hubs == 4 && disks == 6) assert(bound != 10);     /* the bug */
  return power;
}
