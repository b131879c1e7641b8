#include "files/testcase.h"

#include "files/outdir.h"

#include <string.h>

/*
 * KLEE's .ktest: all numbers are 32 bits, big endian, and strings carry their
 * length.
 */
static const char magic[5] = "KTEST", old_magic[5] = "BOUT\n";
enum { VERSION = 3 };

static void put(FILE *out, uint32_t n) {
  unsigned char b[4] = {(unsigned char) (n >> 24), (unsigned char) (n >> 16),
                        (unsigned char) (n >> 8), (unsigned char) n};
  fwrite(b, 1, sizeof b, out);
}

static void put_string(FILE *out, const char *prefix, const char *text) {
  put(out, (uint32_t) (strlen(prefix) + strlen(text)));
  fputs(prefix, out);
  fputs(text, out);
}

void ktest_write(const testcase *t, FILE *out) {
  uint32_t objects = 0;
  fwrite(magic, 1, sizeof magic, out);
  put(out, VERSION);
  put(out, t->arguments.count);
  for (uint32_t i = 0; i < t->arguments.count; i++)
    put_string(out, "", t->arguments.items[i]);
  put(out, 0);
  put(out, 0);
  /* KLEE's reader refuses objects of no bytes, and no replay misses them. */
  for (uint32_t i = 0; i < t->inputs.count; i++)
    objects += t->inputs.items[i].size != 0;
  put(out, objects);
  for (uint32_t i = 0; i < t->inputs.count; i++) {
    const testcase_input *in = &t->inputs.items[i];
    if (!in->size) continue;
    put_string(out, in->kind == TESTCASE_VALUE ? TESTCASE_VALUE_PREFIX : "",
               in->name);
    put(out, in->size);
    fwrite(in->bytes, 1, in->size, out);
  }
}

char *ktest_write_file(const testcase *t, const char *path) {
  file_text text;
  ktest_write(t, file_text_begin(&text));
  return file_text_end(&text, path);
}

/* What is left to read; `broken` once something was asked that is not there,
 * and from then on everything read is 0 or empty. */
typedef struct cursor {
  const unsigned char *at;
  size_t left;
  bool broken;
} cursor;

static const unsigned char *get_bytes(cursor *c, uint32_t size) {
  if (c->broken || c->left < size) {
    c->broken = true;
    return NULL;
  }
  const unsigned char *p = c->at;
  c->at += size;
  c->left -= size;
  return p;
}

static uint32_t get(cursor *c) {
  const unsigned char *p = get_bytes(c, 4);
  return !p ? 0
            : (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 |
                  (uint32_t) p[2] << 8 | p[3];
}

/* To be freed; NULL when broken.  A name is a C string for us: one that holds
 * a NUL is not a name. */
static char *get_string(cursor *c) {
  uint32_t length = get(c);
  const unsigned char *p = get_bytes(c, length);
  if (!p || memchr(p, 0, length)) {
    c->broken = true;
    return NULL;
  }
  char *text = mem_zeroed((size_t) length + 1, 1);
  memcpy(text, p, length);
  return text;
}

static void get_object(cursor *c, testcase *t) {
  const size_t prefix = strlen(TESTCASE_VALUE_PREFIX);
  char *name = get_string(c);
  uint32_t size = get(c);
  const unsigned char *bytes = get_bytes(c, size);
  if (name && !c->broken) {
    bool value = !strncmp(name, TESTCASE_VALUE_PREFIX, prefix) && name[prefix];
    testcase_add_input(t, value ? TESTCASE_VALUE : TESTCASE_OBJECT,
                       value ? name + prefix : name, bytes, size);
  }
  free(name);
}

char *ktest_parse(testcase *t, const void *bytes, size_t size) {
  cursor c = {bytes, size, false};
  *t = (testcase) {0};
  const unsigned char *start = get_bytes(&c, sizeof magic);
  if (!start || (memcmp(start, magic, sizeof magic) &&
                 memcmp(start, old_magic, sizeof old_magic)))
    return mem_string("not a .ktest file");
  uint32_t version = get(&c);
  if (c.broken) return mem_string("the .ktest file ends too early");
  if (version < 1 || version > VERSION)
    return mem_format("a .ktest file of unknown version %u", version);
  for (uint32_t n = get(&c); n && !c.broken; n--) {
    char *text = get_string(&c);
    if (text) vec_push(&t->arguments, text);
  }
  if (version >= 2) {
    get(&c);
    get(&c);
  }
  for (uint32_t n = get(&c); n && !c.broken; n--) get_object(&c, t);
  if (!c.broken && !c.left) return NULL;
  testcase_release(t);
  return mem_string(c.broken ? "the .ktest file ends too early"
                             : "the .ktest file goes on after its end");
}

char *ktest_read(testcase *t, const char *path) {
  size_t size;
  char *error = NULL, *bytes = file_read_whole(path, &size, &error);
  *t = (testcase) {0};
  if (!bytes) return error;
  char *reason = ktest_parse(t, bytes, size);
  free(bytes);
  if (!reason) return NULL;
  error = mem_format("%s: %s", path, reason);
  free(reason);
  return error;
}
