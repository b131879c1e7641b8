/* A character device: commands with arguments from an unknown user. */
#include <assert.h>

int user_command(void), user_word(void), user_fault(void), has_right(int);
int hw_status(void), hw_fifo(void), hw_program(int, int), wait_event(void);

enum { CALLS = 9, QUEUES = 4 };
enum { RESET = 1, SETUP, START, STOP, QUERY, FLASH };

static struct {
  int ready, running, errors, dropped, flashed;
  int queue[QUEUES];
} dev;

static int copy_in(int words) {
  for (int k = 0; k < words; k++)
    if (user_fault()) return -14;
  return 0;
}

static int drain(void) {
  for (int k = 0; k < 6; k++) {
    int s = hw_fifo();
    if (s < 0) return -5;
    if (s == 0) return 0;
    if (s & 0x100) dev.dropped = 1;
  }
  return -110;
}

static int reset(void) {
  if (!has_right(21)) return -1;
  int error = drain();
  if (error) {
    if (dev.errors < 3) dev.errors++;
    return error;
  }
  for (int k = 0; k < QUEUES; k++) dev.queue[k] = 0;
  dev.ready = 1;
  dev.running = 0;
  return 0;
}

static int setup(void) {
  int error = copy_in(5);
  if (error) return error;
  if (!dev.ready) return -19;
  int queue = user_word(), depth = user_word();
  if (queue < 0 || queue >= QUEUES) return -22;
  if (depth <= 0 || depth > 4096) return -22;
  if (depth & (depth - 1)) return -22;
  if (hw_program(queue, depth) < 0) return -5;
  dev.queue[queue] = depth > 64 ? 2 : 1;
  return 0;
}

static int start(void) {
  int used = 0;
  for (int k = 0; k < QUEUES; k++)
    if (dev.queue[k]) used++;
  if (!used) return -22;
  if (hw_status() & 1) return -16;
  for (int k = 0; k < 4; k++) {
    int e = wait_event();
    if (e < 0) return -4;
    if (e > 0) break;
  }
  dev.running = used;
  return 0;
}

static int flash(void) {
  if (!has_right(17) || !has_right(21)) return -1;
  if (dev.running) return -16;
  int error = copy_in(4);
  if (error) return error;
  for (int k = 0; k < 4; k++) {
    if (hw_program(100 + k, user_word()) < 0) return -5;
    if (hw_status() & 4) return -5;
  }
  dev.flashed = 1;
  return 0;
}

static int command(void) {
  switch (user_command()) {
  case RESET: return reset();
  case SETUP: return setup();
  case START: return start();
  case STOP: dev.running = 0; return drain();
  case QUERY: return copy_in(3) ? -14 : hw_status() & 1;
  case FLASH: return flash();
  }
  return -25;
}

int main(void) {
  int failures = 0;
  for (int k = 0; k < CALLS; k++)
    if (command() < 0) failures++;
  assert(dev.running <= QUEUES);
  if (dev.running == QUEUES) return 1;
  if (dev.running == 3 && dev.flashed) return 2;
  if (dev.errors == 3 && dev.flashed && dev.dropped) return 3;
  if (failures == CALLS) return 4;
  if (!failures && dev.flashed && dev.running == 2)
    assert(dev.queue[0] != 2 || dev.queue[3] != 2);     /* the bug */
  return 0;
}
