#include "ir/archive.h"

#include "base/index.h"
#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* A header is 60 bytes of text: name 16, date 12, owner 6, group 6, mode 8,
 * size 10, and two bytes that end it.  Members begin at even offsets. */
enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE_LENGTH = 10 };

struct archive {
  char *path;
  bitcode_file file;
  VEC(struct symbol { const char *name; uint64_t offset; }) symbols;
  hash_index index;             /* of them */
  const char *long_names;       /* the member "//", or NULL */
  size_t long_size;
};

static uint32_t find(const archive *a, const char *name, uint64_t hash) {
  uint32_t step = 0, n;
  while ((n = index_next(&a->index, hash, &step)))
    if (!strcmp(a->symbols.items[n - 1].name, name)) break;
  return n;
}

/* The number in a field of blanks and digits; UINT64_MAX if it is none. */
static uint64_t decimal(const unsigned char *text, unsigned length) {
  uint64_t n = 0;
  unsigned i = 0;
  for (; i < length && '0' <= text[i] && text[i] <= '9'; i++)
    n = 10 * n + (uint64_t) (text[i] - '0');
  const unsigned digits = i;
  while (i < length && text[i] == ' ') i++;
  return digits && i == length ? n : UINT64_MAX;
}

/* Where the contents of the member at the offset begin, and their size. */
static const unsigned char *contents(const archive *a, uint64_t offset,
                                     size_t *size) {
  if (offset < MAGIC || offset > a->file.size ||
      a->file.size - offset < HEADER)
    return NULL;
  const unsigned char *header = a->file.data + offset;
  const uint64_t n = decimal(header + SIZE_AT, SIZE_LENGTH);
  if (memcmp(header + HEADER - 2, "`\n", 2) ||
      n > a->file.size - offset - HEADER)
    return NULL;
  *size = (size_t) n;
  return header + HEADER;
}

static uint64_t big_endian(const unsigned char *p, unsigned bytes) {
  uint64_t n = 0;
  for (unsigned i = 0; i < bytes; i++) n = n << 8 | p[i];
  return n;
}

/* The index: a count, so many offsets, then so many strings. */
static bool read_index(archive *a, const unsigned char *p, size_t size,
                       unsigned word) {
  if (size < word) return false;
  const uint64_t count = big_endian(p, word);
  if (count > (size - word) / (word + 1)) return false;
  const char *name = (const char *) p + word + count * word;
  const char *end = (const char *) p + size;
  for (uint64_t i = 0; i < count; i++) {
    const size_t left = (size_t) (end - name), length = strnlen(name, left);
    if (length == left) return false;
    const uint64_t hash = hash_bytes(name, length);
    if (!find(a, name, hash)) {
      const struct symbol s = {name, big_endian(p + word + i * word, word)};
      vec_push(&a->symbols, s);
      index_add(&a->index, hash, a->symbols.count);
    }
    name += length + 1;
  }
  return true;
}

archive *archive_open(const char *path, char **message) {
  archive *a = mem_zeroed(1, sizeof *a);
  a->path = mem_string(path);
  if (!bitcode_open(&a->file, path, message)) {
    archive_free(a);
    return NULL;
  }
  const char *problem = NULL;
  size_t size = 0;
  const unsigned char *p = NULL;
  if (a->file.size < MAGIC || memcmp(a->file.data, "!<arch>\n", MAGIC))
    problem = "not an archive";
  else if (!(p = contents(a, MAGIC, &size)))
    problem = "the archive is empty or damaged";
  else if (!memcmp(p - HEADER, "/SYM64/ ", 8))
    problem = read_index(a, p, size, 8) ? NULL : "the index is damaged";
  else if (!memcmp(p - HEADER, "/ ", 2))
    problem = read_index(a, p, size, 4) ? NULL : "the index is damaged";
  else
    problem = "the archive has no index of symbols (llvm-ranlib-" BRAID_LLVM " makes one)";
  if (problem) {
    *message = mem_format("%s: %s", path, problem);
    archive_free(a);
    return NULL;
  }
  const uint64_t second = (uint64_t) (p - a->file.data) + size + size % 2;
  p = contents(a, second, &size);
  if (p && !memcmp(p - HEADER, "// ", 3)) {
    a->long_names = (const char *) p;
    a->long_size = size;
  }
  return a;
}

void archive_free(archive *a) {
  if (!a) return;
  bitcode_close(&a->file);
  vec_release(&a->symbols);
  index_release(&a->index);
  free(a->path);
  free(a);
}

const char *archive_path(const archive *a) { return a->path; }

uint64_t archive_find(const archive *a, const char *symbol) {
  const uint32_t n = find(a, symbol, hash_bytes(symbol, strlen(symbol)));
  return n ? a->symbols.items[n - 1].offset : 0;
}

uint64_t archive_next(const archive *a, uint64_t offset) {
  uint64_t next = 0;
  for (uint32_t k = 0; k < a->symbols.count; k++) {
    const uint64_t at = a->symbols.items[k].offset;
    if (at > offset && (!next || at < next)) next = at;
  }
  return next;
}

bool archive_get(const archive *a, uint64_t offset, archive_member *m) {
  m->data = contents(a, offset, &m->size);
  if (!m->data) return false;
  const char *name = (const char *) m->data - HEADER;
  size_t length = NAME;
  const uint64_t at =
      name[0] == '/' ? decimal((const unsigned char *) name + 1, NAME - 1)
                     : UINT64_MAX;
  if (at < a->long_size) {
    name = a->long_names + at;
    length = a->long_size - (size_t) at;
  }
  size_t i = 0;
  for (; i < length && i < sizeof m->name - 1 && name[i] != '/' &&
         name[i] != '\n'; i++)
    m->name[i] = name[i];
  m->name[i] = '\0';
  return true;
}
