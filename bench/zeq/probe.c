/* A controller's probe path: registers are polled, ports are brought up one by
 * one, and what was taken is given back in reverse when a step fails. */
#include <assert.h>
#include <stdlib.h>

enum { PORTS = 16, POLLS = 3 };
enum { E_IO = -5, E_BUSY = -16, E_NODEV = -19, E_INVAL = -22 };

unsigned bus_read(unsigned reg);
void bus_write(unsigned reg, unsigned value);
int bus_enable(void), bus_map(void), irq_request(void);
void bus_disable(void), bus_unmap(void), irq_free(void);

struct card {
  unsigned revision, up, down, slow;
  int mapped, enabled, has_irq;
};

static int wait_ready(unsigned reg) {
  for (int k = 0; k < POLLS; k++) {
    unsigned status = bus_read(reg);
    if (status == 0xffffffffu) return E_NODEV;
    if (!(status & 1)) return 0;
  }
  return E_BUSY;
}

static int reset_port(unsigned port) {
  bus_write(16 * port, 1);
  int error = wait_ready(16 * port);
  if (error) return error;
  if (bus_read(16 * port + 4) & 0x80) bus_write(16 * port + 4, 0x80);
  if (bus_read(16 * port + 8) & 0x02) return E_IO;
  return 0;
}

static int link_speed(unsigned port) {
  unsigned link = bus_read(16 * port + 12);
  if (!(link & 4)) return 0;
  if ((link & 3) == 3) return 1000;
  if ((link & 3) == 2) return 100;
  return 10;
}

static void start_port(struct card *c, unsigned port) {
  if (reset_port(port)) {
    c->down++;
    return;
  }
  int speed = link_speed(port);
  if (!speed) c->down++;
  else {
    c->up++;
    if (speed < 100) c->slow++;
  }
}

static int check_rom(void) {
  unsigned sum = 0;
  for (unsigned k = 0; k < 4; k++) {
    unsigned word = bus_read(0x400 + 4 * k);
    if (word == 0) return E_INVAL;
    if (word & 1) sum++;
    if (word & 2) sum++;
  }
  return sum == 8 ? 0 : sum > 5 ? 1 : E_INVAL;
}

static int attach(struct card *c) {
  int error = bus_enable();
  if (error < 0) return error;
  c->enabled = 1;
  error = bus_map();
  if (error < 0) goto disable;
  c->mapped = 1;
  c->revision = bus_read(0) >> 24;
  if (c->revision < 2) {
    error = E_NODEV;
    goto unmap;
  }
  error = check_rom();
  if (error < 0) goto unmap;
  error = irq_request();
  if (error < 0) goto unmap;
  c->has_irq = 1;
  return 0;
unmap:
  bus_unmap();
  c->mapped = 0;
disable:
  bus_disable();
  c->enabled = 0;
  return error;
}

static void detach(struct card *c) {
  if (c->has_irq) irq_free();
  if (c->mapped) bus_unmap();
  if (c->enabled) bus_disable();
}

int main(void) {
  struct card *c = calloc(1, sizeof *c);
  if (!c) return 1;
  if (attach(c) < 0) {
    assert(!c->mapped && !c->enabled);
    free(c);
    return 1;
  }
  for (unsigned port = 0; port < PORTS; port++) start_port(c, port);
  assert(c->up + c->down == PORTS);
  int mode = 0;
  if (c->down == PORTS) mode = 1;               /* nothing works */
  else if (c->up == PORTS && c->slow == PORTS) mode = 2;
  else if (c->up == PORTS && !c->slow) mode = 3;
  else if (c->slow > PORTS - 2) mode = 4;
  if (mode == 2 && c->revision == 77) c = NULL; /* the bug */
  if (mode == 1) {
    detach(c);
    free(c);
    return 2;
  }
  int left = (int) c->up;
  detach(c);
  free(c);
  return left == 0;
}
