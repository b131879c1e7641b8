#include "base/build.h"

#include "base/mem.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

typedef struct build_id {
  char hex[128];
} build_id;

/* The linker's digest of this executable. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *context) {
  build_id *id = context;
  (void) size;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const ElfW(Phdr) *p = info->dlpi_phdr + k;
    if (p->p_type != PT_NOTE) continue;
    const char *at = (const char *) (info->dlpi_addr + p->p_vaddr);
    const char *end = at + p->p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr) *n = (const ElfW(Nhdr) *) (const void *) at;
      const char *name = at + sizeof *n;
      const uint8_t *d = (const uint8_t *) name + ((n->n_namesz + 3) & ~3u);
      if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4))
        for (uint32_t i = 0; i < n->n_descsz && 2 * i + 2 < sizeof id->hex; i++)
          snprintf(id->hex + 2 * i, 3, "%02x", d[i]);
      at = (const char *) d + ((n->n_descsz + 3) & ~3u);
    }
  }
  return 1;                     /* the first is the executable */
}

const char *build_name(void) {
  static char *name;
  if (name) return name;
  build_id id = {""};
  dl_iterate_phdr(find_build_id, &id);
  return name = mem_format(BRAID_VERSION " %s", id.hex);
}
