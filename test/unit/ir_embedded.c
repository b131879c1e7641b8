#include "base/mem.h"
#include "base/random.h"
#include "ir/elf.h"
#include "ir/embedded.h"
#include "test/check.h"

#include <string.h>
#include <unistd.h>

static const char path[] = "/tmp/braid-test-embedded";

static void append(embedded_bytes *to, const char *code) {
  static const char command[] = "/there\0file.c\0-DX";
  const embedded_unit u = {command, sizeof command, (const uint8_t *) code,
                           strlen(code)};
  embedded_append(to, &u);
}

static uint8_t *object_with(const embedded_bytes *units, bool is_64,
                            size_t *size) {
  const elf_addition a = {EMBEDDED_SECTION, units->items, units->count, 0};
  return elf_object(is_64 ? EM_X86_64 : EM_386, is_64, &a, size);
}

static void save(const void *bytes, size_t size) {
  FILE *out = fopen(path, "wb");
  CHECK(out && fwrite(bytes, 1, size, out) == size && !fclose(out));
}

static void a_section_added_is_found_again(void) {
  for (int is_64 = 0; is_64 < 2; is_64++) {
    const elf_addition first = {".first", "abc", 3, 0};
    const elf_addition second = {".second", "", 0, SHF_GNU_RETAIN};
    size_t size, larger_size;
    elf e;
    elf_section s;
    uint8_t *object = elf_object(EM_AARCH64, is_64, &first, &size);
    CHECK(elf_init(&e, object, size));
    CHECK(e.head.e_type == ET_REL && e.head.e_machine == EM_AARCH64);
    CHECK(!elf_find(&e, ".second", &s));
    uint8_t *larger = elf_add(&e, &second, &larger_size);
    CHECK(elf_init(&e, larger, larger_size));
    CHECK(elf_find(&e, ".second", &s) && !s.size);
    CHECK(elf_find(&e, ".first", &s) && s.size == 3);
    CHECK(!memcmp(s.data, "abc", 3) && s.head.sh_offset % 8 == 0);
    CHECK(elf_find(&e, ".note.GNU-stack", &s) && elf_find(&e, ".shstrtab", &s));
    free(object);
    free(larger);
  }
}

/* More sections than the header can count. */
static void many_sections_are_counted_elsewhere(void) {
  elf_addition a = {".x", "1234", 4, 0};
  size_t size, larger_size;
  elf e;
  elf_section s;
  uint8_t *object = elf_object(EM_X86_64, true, &a, &size);
  CHECK(elf_init(&e, object, size));
  const uint32_t count = SHN_LORESERVE - 1;
  const size_t table = e.head.e_shoff;
  uint8_t *wide = mem_zeroed(table + count * sizeof(Elf64_Shdr), 1);
  memcpy(wide, object, size);
  Elf64_Ehdr head = e.head;
  head.e_shnum = (Elf64_Half) count;
  memcpy(wide, &head, sizeof head);
  CHECK(elf_init(&e, wide, table + count * sizeof(Elf64_Shdr)));
  a.name = ".last";
  uint8_t *larger = elf_add(&e, &a, &larger_size);
  CHECK(elf_init(&e, larger, larger_size));
  CHECK(!e.head.e_shnum && e.section_count == count + 1);
  CHECK(elf_get(&e, count, &s) && !strcmp(s.name, ".last"));
  CHECK(elf_find(&e, ".x", &s));
  free(object);
  free(wide);
  free(larger);
}

static void units_survive_concatenation_and_padding(void) {
  for (int is_64 = 0; is_64 < 2; is_64++) {
    embedded_bytes units = {0};
    embedded e;
    char *message;
    size_t size;
    append(&units, "one");
    for (int i = 0; i < 40; i++) vec_push(&units, 0);
    append(&units, "second");
    append(&units, "one");
    uint8_t *object = object_with(&units, is_64, &size);
    save(object, size);
    CHECK(embedded_is_candidate(path) && !embedded_is_part(path));
    CHECK(embedded_open(&e, path, &message));
    CHECK(e.units.count == 2);
    CHECK(e.units.items[1].bitcode_size == 6 &&
          !memcmp(e.units.items[1].bitcode, "second", 6));
    CHECK(!strcmp(e.units.items[0].command, "/there"));
    embedded_close(&e);
    free(object);
    vec_release(&units);
  }
}

static void members_of_archives_are_found(void) {
  embedded_bytes archive = {0};
  const char *const codes[] = {"first", "other"};
  for (int i = 0; i < 8; i++) vec_push(&archive, (uint8_t) "!<arch>\n"[i]);
  for (int k = 0; k < 2; k++) {
    embedded_bytes units = {0};
    size_t size;
    append(&units, codes[k]);
    uint8_t *object = object_with(&units, true, &size);
    char head[61];
    snprintf(head, sizeof head, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", "x.o/", 0,
             0, 0, 644, size);
    for (int i = 0; i < 60; i++) vec_push(&archive, (uint8_t) head[i]);
    for (size_t i = 0; i < size; i++) vec_push(&archive, object[i]);
    if (archive.count % 2) vec_push(&archive, '\n');
    free(object);
    vec_release(&units);
  }
  embedded e;
  char *message;
  save(archive.items, archive.count);
  CHECK(embedded_open(&e, path, &message));
  CHECK(e.units.count == 2 && !memcmp(e.units.items[1].bitcode, "other", 5));
  embedded_close(&e);
  vec_release(&archive);
}

/* Whatever the bytes are, the answer is units within the file or a message. */
static void damage_is_told_or_harmless(void) {
  embedded_bytes units = {0};
  random_source seed = {1};
  size_t size;
  append(&units, "bitcode");
  append(&units, "more");
  for (int round = 0; round < 3000; round++) {
    uint8_t *object = object_with(&units, round & 1, &size);
    embedded e;
    char *message;
    size_t kept = size;
    for (uint64_t n = 1 + random_below(&seed, 4); n; n--)
      object[random_below(&seed, size)] = (uint8_t) random_next(&seed);
    if (!random_below(&seed, 4)) kept = 1 + random_below(&seed, size);
    save(object, kept);
    if (embedded_open(&e, path, &message)) {
      for (uint32_t i = 0; i < e.units.count; i++) {
        const embedded_unit *u = e.units.items + i;
        const uint8_t *start = e.files.items[0].data;
        CHECK(u->bitcode >= start &&
              u->bitcode + u->bitcode_size <= start + kept);
      }
      embedded_close(&e);
    } else {
      CHECK(message);
      free(message);
    }
    free(object);
  }
  vec_release(&units);
}

int main(void) {
  a_section_added_is_found_again();
  many_sections_are_counted_elsewhere();
  units_survive_concatenation_and_padding();
  members_of_archives_are_found();
  damage_is_told_or_harmless();
  unlink(path);
  return 0;
}
