/* tests DIRECTORY: a line for each test of a run, whether in tests.pack or in a .ktest:
 * a hash of its bytes.  Sorted, they are the set of its tests. */
#include <dirent.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_hash(const unsigned char *bytes, size_t size) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (size_t k = 0; k < size; k++) h = (h ^ bytes[k]) * UINT64_C(0x100000001b3);
  printf("%016" PRIx64 "\n", h);
}

static uint32_t number(const unsigned char *at) {
  return (uint32_t) at[0] << 24 | (uint32_t) at[1] << 16 | (uint32_t) at[2] << 8 | at[3];
}

static void read_file(const char *directory, const char *name, int is_pack) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 0, SEEK_END)) exit(1);
  const size_t size = (size_t) ftell(f);
  unsigned char *bytes = malloc(size + 1);
  rewind(f);
  if (!bytes || fread(bytes, 1, size, f) != size) exit(1);
  fclose(f);
  if (!is_pack) print_hash(bytes, size);
  for (size_t at = 8; is_pack && at < size; at += 8 + number(bytes + at + 4)) {
    if (at + 8 > size || number(bytes + at + 4) > size - at - 8) exit(1);
    print_hash(bytes + at + 8, number(bytes + at + 4));
  }
  free(bytes);
}

int main(int argc, char **argv) {
  DIR *d = argc == 2 ? opendir(argv[1]) : NULL;
  if (!d) return 1;
  for (struct dirent *e; (e = readdir(d));) {
    const size_t n = strlen(e->d_name);
    const int is_pack = !strcmp(e->d_name, "tests.pack");
    if (is_pack || (n > 6 && !strcmp(e->d_name + n - 6, ".ktest")))
      read_file(argv[1], e->d_name, is_pack);
  }
  return 0;
}
