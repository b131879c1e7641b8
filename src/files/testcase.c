#include "files/testcase.h"

#include <string.h>

void testcase_release(testcase *t) {
  for (uint32_t i = 0; i < t->arguments.count; i++) free(t->arguments.items[i]);
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    free(t->inputs.items[i].name);
    free(t->inputs.items[i].bytes);
  }
  vec_release(&t->arguments);
  vec_release(&t->inputs);
}

void testcase_add_argument(testcase *t, const char *text) {
  vec_push(&t->arguments, mem_string(text));
}

void testcase_add_input(testcase *t, testcase_kind kind, const char *name,
                        const void *bytes, uint32_t size) {
  testcase_input in = {mem_string(name), kind, mem_resize(NULL, size, 1), size};
  if (size) memcpy(in.bytes, bytes, size);
  vec_push(&t->inputs, in);
}

const testcase_input *testcase_find(const testcase *t, const char *name) {
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = &t->inputs.items[i];
    if (in->kind == TESTCASE_OBJECT && !strcmp(in->name, name)) return in;
  }
  return NULL;
}

/* The object's size, or less if the other one says so. */
static size_t size_of(const testcase_input *data, const testcase_input *length) {
  const size_t size = data ? data->size : 0;
  uint64_t wanted = 0;
  if (!length) return size;
  for (uint32_t i = 0; i < length->size && i < sizeof wanted; i++)
    wanted |= (uint64_t) length->bytes[i] << 8 * i;
  return wanted < size ? (size_t) wanted : size;
}

const uint8_t *testcase_contents(const testcase *t, const char *name, size_t *size) {
  static const char end[] = "_data";
  const testcase_input *data = testcase_find(t, name);
  size_t n = strlen(name);
  if (n > sizeof end - 1 && !strcmp(name + n - (sizeof end - 1), end))
    n -= sizeof end - 1;
  char *counted = mem_format("%.*s_size", (int) n, name);
  *size = size_of(data, testcase_find(t, counted));
  free(counted);
  return data ? data->bytes : NULL;
}

const uint8_t *testcase_fuzz_data(const testcase *t, size_t *size) {
  const testcase_input *data = testcase_find(t, TESTCASE_FUZZ_DATA);
  const testcase_input *length = testcase_find(t, TESTCASE_FUZZ_SIZE);
  *size = size_of(data, length);
  if (!data && length && length->size) return length->bytes;
  return data ? data->bytes : NULL;
}
