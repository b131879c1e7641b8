#include "ir/elf.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HOST_ORDER ELFDATA2LSB
#else
#define HOST_ORDER ELFDATA2MSB
#endif

static bool is_64(const elf *e) {
  return e->head.e_ident[EI_CLASS] == ELFCLASS64;
}

static size_t section_head_size(const elf *e) {
  return is_64(e) ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
}

static bool lies_within(const elf *e, uint64_t offset, uint64_t size) {
  return offset <= e->size && size <= e->size - offset;
}

/* Both classes --------------------------------------------------------------
 * The fields have the same names in both and differ in width only. */

#define EACH_HEAD_FIELD(DO) \
  DO(e_type) DO(e_machine) DO(e_version) DO(e_entry) DO(e_phoff) DO(e_shoff) \
  DO(e_flags) DO(e_ehsize) DO(e_phentsize) DO(e_phnum) DO(e_shentsize) \
  DO(e_shnum) DO(e_shstrndx)
#define EACH_SECTION_FIELD(DO) \
  DO(sh_name) DO(sh_type) DO(sh_flags) DO(sh_addr) DO(sh_offset) DO(sh_size) \
  DO(sh_link) DO(sh_info) DO(sh_addralign) DO(sh_entsize)
#define WIDEN(F) wide.F = narrow.F;
#define NARROW(F) narrow.F = (__typeof__(narrow.F)) wide.F;

static Elf64_Ehdr read_head(const uint8_t *from, bool is_wide) {
  Elf64_Ehdr wide;
  Elf32_Ehdr narrow;
  if (is_wide) {
    memcpy(&wide, from, sizeof wide);
    return wide;
  }
  memcpy(&narrow, from, sizeof narrow);
  memcpy(wide.e_ident, narrow.e_ident, EI_NIDENT);
  EACH_HEAD_FIELD(WIDEN)
  return wide;
}

static void write_head(uint8_t *to, Elf64_Ehdr wide) {
  Elf32_Ehdr narrow;
  if (wide.e_ident[EI_CLASS] == ELFCLASS64) {
    memcpy(to, &wide, sizeof wide);
    return;
  }
  memcpy(narrow.e_ident, wide.e_ident, EI_NIDENT);
  EACH_HEAD_FIELD(NARROW)
  memcpy(to, &narrow, sizeof narrow);
}

static Elf64_Shdr read_section_head(const uint8_t *from, bool is_wide) {
  Elf64_Shdr wide;
  Elf32_Shdr narrow;
  if (is_wide) {
    memcpy(&wide, from, sizeof wide);
    return wide;
  }
  memcpy(&narrow, from, sizeof narrow);
  EACH_SECTION_FIELD(WIDEN)
  return wide;
}

static void write_section_head(uint8_t *to, Elf64_Shdr wide, bool is_wide) {
  Elf32_Shdr narrow;
  if (is_wide) {
    memcpy(to, &wide, sizeof wide);
    return;
  }
  EACH_SECTION_FIELD(NARROW)
  memcpy(to, &narrow, sizeof narrow);
}

/* Reading ---------------------------------------------------------------- */

bool elf_is_magic(const void *data, size_t size) {
  return size >= SELFMAG && !memcmp(data, ELFMAG, SELFMAG);
}

static Elf64_Shdr section_head(const elf *e, uint32_t index) {
  return read_section_head(e->data + e->head.e_shoff +
                               index * section_head_size(e), is_64(e));
}

bool elf_init(elf *e, const void *data, size_t size) {
  *e = (elf) {.data = data, .size = size};
  if (!elf_is_magic(data, size) || size < EI_NIDENT) return false;
  const uint8_t class = e->data[EI_CLASS];
  if ((class != ELFCLASS32 && class != ELFCLASS64) ||
      e->data[EI_DATA] != HOST_ORDER)
    return false;
  const bool is_wide = class == ELFCLASS64;
  if (size < (is_wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr))) return false;
  e->head = read_head(data, is_wide);
  const uint64_t entry = section_head_size(e), table = e->head.e_shoff;
  if (!table) return true;
  if (e->head.e_shentsize != entry || !lies_within(e, table, entry))
    return false;
  /* What does not fit into the header is in the section that is never used. */
  const Elf64_Shdr none = section_head(e, 0);
  const uint64_t count = e->head.e_shnum ? e->head.e_shnum : none.sh_size;
  if (count > (size - table) / entry || count > UINT32_MAX - 1) return false;
  e->section_count = (uint32_t) count;
  e->names = e->head.e_shstrndx == SHN_XINDEX ? none.sh_link
                                              : e->head.e_shstrndx;
  return true;
}

/* The text at an offset of a section of texts; "" if it does not end there. */
static const char *text_at(const elf *e, const Elf64_Shdr *h, uint64_t offset) {
  if (h->sh_type != SHT_STRTAB || !lies_within(e, h->sh_offset, h->sh_size) ||
      offset >= h->sh_size)
    return "";
  const char *text = (const char *) e->data + h->sh_offset + offset;
  return memchr(text, 0, h->sh_size - offset) ? text : "";
}

bool elf_get(const elf *e, uint32_t index, elf_section *s) {
  if (index >= e->section_count) return false;
  *s = (elf_section) {.head = section_head(e, index), .name = ""};
  if (e->names < e->section_count) {
    const Elf64_Shdr names = section_head(e, e->names);
    s->name = text_at(e, &names, s->head.sh_name);
  }
  if (s->head.sh_type == SHT_NOBITS || s->head.sh_type == SHT_NULL)
    return true;
  if (!lies_within(e, s->head.sh_offset, s->head.sh_size)) return false;
  s->data = e->data + s->head.sh_offset;
  s->size = (size_t) s->head.sh_size;
  return true;
}

bool elf_find(const elf *e, const char *name, elf_section *s) {
  for (uint32_t i = 1; i < e->section_count; i++)
    if (elf_get(e, i, s) && s->data && !strcmp(s->name, name)) return true;
  return false;
}

bool elf_functions(const elf *e, void (*take)(void *context, const char *name),
                   void *context) {
  elf_section table;
  if (!elf_find(e, ".symtab", &table) ||
      table.head.sh_link >= e->section_count)
    return false;
  const Elf64_Shdr names = section_head(e, table.head.sh_link);
  const size_t step = is_64(e) ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
  for (size_t at = 0; at + step <= table.size; at += step) {
    Elf64_Sym s = {0};
    if (is_64(e)) memcpy(&s, table.data + at, sizeof s);
    else {
      Elf32_Sym narrow;
      memcpy(&narrow, table.data + at, sizeof narrow);
      s.st_name = narrow.st_name;
      s.st_info = narrow.st_info;
      s.st_shndx = narrow.st_shndx;
    }
    /* The two classes pack st_info alike. */
    if (ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_shndx != SHN_UNDEF &&
        ELF64_ST_BIND(s.st_info) != STB_LOCAL)
      take(context, text_at(e, &names, s.st_name));
  }
  return true;
}

/* The text of a dynamic entry of that tag, by its number among them. */
static const char *dynamic_text(const elf *e, int64_t tag, uint32_t index) {
  elf_section table;
  if (!elf_find(e, ".dynamic", &table) ||
      table.head.sh_link >= e->section_count)
    return NULL;
  const Elf64_Shdr texts = section_head(e, table.head.sh_link);
  const size_t step = is_64(e) ? sizeof(Elf64_Dyn) : sizeof(Elf32_Dyn);
  for (size_t at = 0; at + step <= table.size; at += step) {
    Elf64_Dyn d;
    if (is_64(e)) memcpy(&d, table.data + at, sizeof d);
    else {
      Elf32_Dyn narrow;
      memcpy(&narrow, table.data + at, sizeof narrow);
      d.d_tag = narrow.d_tag;
      d.d_un.d_val = narrow.d_un.d_val;
    }
    if (d.d_tag == tag && !index--) return text_at(e, &texts, d.d_un.d_val);
  }
  return NULL;
}

const char *elf_needed(const elf *e, uint32_t index) {
  return dynamic_text(e, DT_NEEDED, index);
}

const char *elf_soname(const elf *e) {
  return dynamic_text(e, DT_SONAME, 0);
}

/* Writing ---------------------------------------------------------------- */

enum { ALIGNMENT = 8 };

static size_t aligned(size_t n) { return (n + ALIGNMENT - 1) & ~(size_t) 7; }

uint8_t *elf_add(const elf *e, const elf_addition *a, size_t *size) {
  elf_section names;
  if (!elf_get(e, e->names, &names) || !names.data) return NULL;
  const size_t entry = section_head_size(e), more = strlen(a->name) + 1;
  const size_t data_at = aligned(e->size), names_at = data_at + a->size;
  const size_t table_at = aligned(names_at + names.size + more);
  *size = table_at + (e->section_count + 1) * entry;
  uint8_t *out = mem_zeroed(*size, 1);
  memcpy(out, e->data, e->size);
  if (a->size) memcpy(out + data_at, a->data, a->size);
  memcpy(out + names_at, names.data, names.size);
  memcpy(out + names_at + names.size, a->name, more);
  memcpy(out + table_at, e->data + e->head.e_shoff, e->section_count * entry);

  const Elf64_Shdr added = {
    .sh_name = (Elf64_Word) names.size, .sh_type = SHT_PROGBITS,
    .sh_flags = a->flags, .sh_offset = data_at, .sh_size = a->size,
    .sh_addralign = ALIGNMENT};
  write_section_head(out + table_at + e->section_count * entry, added,
                     is_64(e));
  names.head.sh_offset = names_at;
  names.head.sh_size = names.size + more;
  write_section_head(out + table_at + e->names * entry, names.head, is_64(e));

  Elf64_Ehdr head = e->head;
  head.e_shoff = table_at;
  if (head.e_shnum && head.e_shnum + 1 < SHN_LORESERVE) head.e_shnum++;
  else {
    Elf64_Shdr none = section_head(e, 0);
    none.sh_size = e->section_count + 1;
    head.e_shnum = 0;
    write_section_head(out + table_at, none, is_64(e));
  }
  if (a->flags & SHF_GNU_RETAIN) head.e_ident[EI_OSABI] = ELFOSABI_GNU;
  write_head(out, head);
  return out;
}

/* Without .note.GNU-stack linkers would take it to need an executable stack. */
uint8_t *elf_object(uint16_t machine, bool is_wide, const elf_addition *a,
                    size_t *size) {
  static const char names[] = "\0.shstrtab\0.note.GNU-stack";
  enum { SHSTRTAB_AT = 1, NOTE_AT = 11, SECTIONS = 3 };
  const size_t head_size = is_wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
  const size_t entry = is_wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
  const size_t table_at = aligned(head_size + sizeof names);
  const size_t base_size = table_at + SECTIONS * entry;
  uint8_t *base = mem_zeroed(base_size, 1);
  const Elf64_Ehdr head = {
    .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
                is_wide ? ELFCLASS64 : ELFCLASS32, HOST_ORDER, EV_CURRENT},
    .e_type = ET_REL, .e_machine = machine, .e_version = EV_CURRENT,
    .e_shoff = table_at, .e_ehsize = (Elf64_Half) head_size,
    .e_shentsize = (Elf64_Half) entry, .e_shnum = SECTIONS, .e_shstrndx = 1};
  const Elf64_Shdr strings = {.sh_name = SHSTRTAB_AT, .sh_type = SHT_STRTAB,
                              .sh_offset = head_size, .sh_size = sizeof names,
                              .sh_addralign = 1};
  const Elf64_Shdr note = {.sh_name = NOTE_AT, .sh_type = SHT_PROGBITS,
                           .sh_offset = head_size, .sh_addralign = 1};
  write_head(base, head);
  memcpy(base + head_size, names, sizeof names);
  write_section_head(base + table_at + entry, strings, is_wide);
  write_section_head(base + table_at + 2 * entry, note, is_wide);
  elf e;
  uint8_t *out = elf_init(&e, base, base_size) ? elf_add(&e, a, size) : NULL;
  free(base);
  return out;
}
