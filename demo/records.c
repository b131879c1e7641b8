/*
 * Reads a message of sensor records, as a gateway might receive it:
 *
 *   message:  count, then that many records
 *   record:   length of the name, the name, value (4 bytes, big endian)
 *
 * It looks right, passes the obvious tests, and has two mistakes.
 */
#include <braid.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NAME_SIZE = 4, MESSAGE_SIZE = 20 };

struct reading {
  int32_t value;
  char name[NAME_SIZE];
};

struct input {
  const uint8_t *at, *end;
};

static bool take(struct input *in, void *to, size_t size) {
  if ((size_t) (in->end - in->at) < size) return false;
  memcpy(to, in->at, size);
  in->at += size;
  return true;
}

static bool read_record(struct input *in, struct reading *r) {
  uint8_t length, value[4];
  if (!take(in, &length, 1) || length > NAME_SIZE) return false;
  if (!take(in, r->name, length)) return false;
  r->name[length] = '\0';
  if (!take(in, value, 4)) return false;
  r->value = (int32_t) ((uint32_t) value[0] << 24 | (uint32_t) value[1] << 16 |
                        (uint32_t) value[2] << 8 | value[3]);
  return true;
}

/* The largest step between two readings that follow each other; -1 if the
 * message is malformed. */
static int32_t largest_step(const uint8_t *message, size_t size) {
  struct input in = {message, message + size};
  struct reading last = {0, ""}, next;
  int32_t largest = 0;
  uint8_t count;
  if (!take(&in, &count, 1) || count < 2) return -1;
  if (!read_record(&in, &last)) return -1;
  for (uint8_t i = 1; i < count; i++) {
    if (!read_record(&in, &next)) return -1;
    int32_t step = next.value - last.value;
    if (step > largest) largest = step;
    last = next;
  }
  return largest;
}

int main(void) {
  uint8_t message[MESSAGE_SIZE];
  braid_make_symbolic(message, sizeof message, "message");
  largest_step(message, sizeof message);
  return 0;
}
