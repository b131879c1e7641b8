#include "ir/embedded.h"

#include "ir/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = {'b', 'r', 'a', 'i', 'd', 'b', 'c', '1'};
static const char archive_magic[8] = "!<arch>\n";
static const char thin_magic[8] = "!<thin>\n";

typedef struct unit_head {
  char magic[8];
  uint64_t command_size, bitcode_size;
} unit_head;

/* Units ------------------------------------------------------------------ */

static void append(embedded_bytes *to, const void *from, size_t size) {
  vec_reserve(to, to->count + (uint32_t) size);
  if (size) memcpy(to->items + to->count, from, size);
  to->count += (uint32_t) size;
}

void embedded_append(embedded_bytes *to, const embedded_unit *u) {
  unit_head head = {.command_size = u->command_size,
                    .bitcode_size = u->bitcode_size};
  memcpy(head.magic, magic, sizeof magic);
  append(to, &head, sizeof head);
  append(to, u->command, u->command_size);
  append(to, u->bitcode, u->bitcode_size);
  while (to->count % 8) vec_push(to, 0);
}

static bool is_there(const embedded *e, const embedded_unit *u) {
  for (uint32_t i = 0; i < e->units.count; i++) {
    const embedded_unit *v = e->units.items + i;
    if (v->bitcode_size == u->bitcode_size &&
        !memcmp(v->bitcode, u->bitcode, u->bitcode_size))
      return true;
  }
  return false;
}

/* The next unit from *at on, which moves behind it.  False at the end of the
 * bytes, and then *is_damaged if something else lies between the units. */
static bool next_unit(const uint8_t *data, size_t size, size_t *at,
                      embedded_unit *u, bool *is_damaged) {
  unit_head head;
  while (*at < size && !data[*at]) ++*at;
  *is_damaged = false;
  if (*at == size) return false;
  *is_damaged = true;
  if (size - *at < sizeof head) return false;
  memcpy(&head, data + *at, sizeof head);
  *at += sizeof head;
  if (memcmp(head.magic, magic, sizeof magic) || !head.command_size ||
      head.command_size > size - *at ||
      head.bitcode_size > size - *at - head.command_size ||
      data[*at + head.command_size - 1])
    return false;
  *u = (embedded_unit) {
    (const char *) data + *at, (size_t) head.command_size,
    data + *at + head.command_size, (size_t) head.bitcode_size};
  *at += u->command_size + u->bitcode_size;
  *is_damaged = false;
  return true;
}

const char *embedded_word(const embedded_unit *u, uint32_t index) {
  for (size_t at = 0; at < u->command_size; at += strlen(u->command + at) + 1)
    if (!index--) return u->command + at;
  return NULL;
}

/* Files ------------------------------------------------------------------ */

static bool map(const char *path, void **data, size_t *size) {
  struct stat about;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool good = !fstat(fd, &about);
  if (good && (!S_ISREG(about.st_mode) || !about.st_size)) {
    good = false;
    errno = EINVAL;
  }
  if (good) {
    *size = (size_t) about.st_size;
    *data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    good = *data != MAP_FAILED;
  }
  const int reason = errno;
  close(fd);
  errno = reason;
  return good;
}

bool embedded_is_candidate(const char *path) {
  char start[8];
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? -1 : read(fd, start, sizeof start);
  if (fd >= 0) close(fd);
  return n == sizeof start &&
         (elf_is_magic(start, sizeof start) ||
          !memcmp(start, archive_magic, sizeof start) ||
          !memcmp(start, thin_magic, sizeof start));
}

/* Calls `visit` with each ELF file in the bytes: themselves or, of an archive,
 * its members.  False when `visit` says so. */
static bool each_elf(const uint8_t *data, size_t size,
                     bool (*visit)(void *context, const elf *),
                     void *context) {
  enum { MEMBER_HEAD = 60, SIZE_AT = 48, SIZE_LENGTH = 10 };
  elf file;
  if (size < sizeof archive_magic ||
      memcmp(data, archive_magic, sizeof archive_magic))
    return !elf_init(&file, data, size) || visit(context, &file);
  size_t at = sizeof archive_magic;
  while (size - at >= MEMBER_HEAD) {
    char digits[SIZE_LENGTH + 1] = {0};
    memcpy(digits, data + at + SIZE_AT, SIZE_LENGTH);
    const size_t length = strtoul(digits, NULL, 10);
    at += MEMBER_HEAD;
    if (length > size - at) return true;
    if (elf_init(&file, data + at, length) && !visit(context, &file))
      return false;
    at += length + (length & 1);
    if (at > size) break;
  }
  return true;
}

static bool take_file(embedded *, const char *path, const elf *user);

/* A shared object that was on the line is the program's only if the linker saw
 * a use for it. */
static bool take_unit(embedded *e, const elf *file, const embedded_unit *u) {
  const char *source = embedded_word(u, 1);
  if (!u->bitcode_size) return !source || take_file(e, source, file);
  if (!is_there(e, u)) vec_push(&e->units, *u);
  return true;
}

static bool take_section(void *context, const elf *file) {
  elf_section s;
  bool is_damaged = false;
  /* An object that `ld -r` made may have more than one. */
  for (uint32_t i = 1; i < file->section_count && !is_damaged; i++) {
    if (!elf_get(file, i, &s) || !s.data || strcmp(s.name, EMBEDDED_SECTION))
      continue;
    embedded_unit u;
    size_t at = 0;
    while (next_unit(s.data, s.size, &at, &u, &is_damaged))
      if (!take_unit(context, file, &u)) return false;
  }
  return !is_damaged;
}

/* What those that are linked to a shared object call it. */
static const char *name_of(const elf *shared, const char *path) {
  const char *slash = strrchr(path, '/'), *name = elf_soname(shared);
  return name ? name : slash ? slash + 1 : path;
}

static bool is_needed(const elf *user, const char *name) {
  const char *needed;
  for (uint32_t i = 0; (needed = elf_needed(user, i)); i++)
    if (!strcmp(needed, name)) return true;
  return false;
}

/* Takes the units of a shared object that `user` is linked to, if it is.  False
 * if they are damaged.  Where objects need each other in a circle, there are
 * more of them than anyone has. */
static bool take_file(embedded *e, const char *path, const elf *user) {
  enum { MAX_FILES = 64 };
  embedded_file f;
  elf shared;
  if (e->files.count >= MAX_FILES || !map(path, &f.data, &f.size)) return true;
  f.name = NULL;
  vec_push(&e->files, f);
  const uint32_t mine = e->files.count - 1;
  if (!elf_init(&shared, f.data, f.size) || shared.head.e_type == ET_REL) {
    vec_push(&e->parts, path);
    return true;
  }
  if (!is_needed(user, name_of(&shared, path))) return true;
  e->files.items[mine].name = name_of(&shared, path);
  return take_section(e, &shared);
}

static bool is_inside(const embedded *e, const char *name) {
  for (uint32_t i = 0; i < e->files.count; i++)
    if (e->files.items[i].name && !strcmp(e->files.items[i].name, name))
      return true;
  return false;
}

const char *embedded_needed(const embedded *e, uint32_t index) {
  for (uint32_t k = 0; k < e->files.count; k++) {
    const embedded_file *f = e->files.items + k;
    const char *name;
    elf file;
    if ((k && !f->name) || !elf_init(&file, f->data, f->size)) continue;
    for (uint32_t i = 0; (name = elf_needed(&file, i)); i++)
      if (!is_inside(e, name) && !index--) return name;
  }
  return NULL;
}

bool embedded_is_part(const char *path) {
  embedded_file f;
  elf file;
  elf_section s;
  if (!embedded_is_candidate(path) || !map(path, &f.data, &f.size))
    return false;
  bool is_part = !elf_is_magic(f.data, f.size);
  if (!is_part && elf_init(&file, f.data, f.size)) {
    const bool has_units = elf_find(&file, EMBEDDED_SECTION, &s);
    is_part = file.head.e_type == ET_DYN ? has_units : !has_units;
  }
  munmap(f.data, f.size);
  return is_part;
}

static char *why_none(const char *path, const void *data, size_t size) {
  elf file;
  elf_section s;
  if (size >= sizeof thin_magic && !memcmp(data, thin_magic, 8))
    return mem_format("%s is a thin archive: name the objects that it stands "
                      "for", path);
  if (elf_is_magic(data, size) && !elf_init(&file, data, size))
    return mem_format("%s: a damaged or foreign object file", path);
  const bool is_stripped = elf_is_magic(data, size) &&
                           !elf_find(&file, ".symtab", &s);
  return mem_format("%s has no bitcode in it: %s (make CC=\"braid cc\")", path,
                    is_stripped ? "it was stripped, or built without braid cc"
                                : "it was built without braid cc");
}

bool embedded_open(embedded *e, const char *path, char **message) {
  embedded_file f;
  *e = (embedded) {0};
  *message = NULL;
  if (!map(path, &f.data, &f.size)) {
    *message = mem_format("cannot read %s: %s", path, strerror(errno));
    return false;
  }
  f.name = NULL;
  vec_push(&e->files, f);
  if (!each_elf(f.data, f.size, take_section, e))
    *message = mem_format("%s: the bitcode in it is damaged", path);
  else if (!e->units.count)
    *message = why_none(path, f.data, f.size);
  if (*message) embedded_close(e);
  return !*message;
}

void embedded_close(embedded *e) {
  vec_release(&e->units);
  for (uint32_t i = 0; i < e->files.count; i++)
    munmap(e->files.items[i].data, e->files.items[i].size);
  vec_release(&e->files);
  vec_release(&e->parts);
}

/* What is missing -------------------------------------------------------- */

typedef struct missing {
  const ir_program *program;
  char *text;
  uint32_t count;
} missing;

enum { NAMED = 8 };

static void note_function(void *context, const char *name) {
  missing *m = context;
  const uint32_t symbol = ir_find_symbol(m->program, name);
  if (!symbol || m->program->symbols.items[symbol].kind != IR_FUNCTION ||
      m->program->symbols.items[symbol].is_defined)
    return;
  if (m->count++ >= NAMED) return;
  char *longer = m->text ? mem_format("%s, %s", m->text, name)
                         : mem_string(name);
  free(m->text);
  m->text = longer;
}

static bool note_functions(void *context, const elf *file) {
  elf_functions(file, note_function, context);
  return true;
}

char *embedded_missing(const char *path, const ir_program *p) {
  void *data;
  size_t size;
  missing m = {.program = p};
  if (!map(path, &data, &size)) return NULL;
  each_elf(data, size, note_functions, &m);
  munmap(data, size);
  if (m.count > NAMED) {
    char *longer = mem_format("%s and %u more", m.text, m.count - NAMED);
    free(m.text);
    m.text = longer;
  }
  return m.text;
}
