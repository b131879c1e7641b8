/* libcsv: parse a few bytes, write each field back quoted. */
#include <braid.h>
#include <csv.h>

#ifndef LENGTH
#define LENGTH 5
#endif

static void field(void *bytes, size_t length, void *total) {
  char quoted[2 * LENGTH + 2];
  const size_t size = csv_write(quoted, sizeof quoted, bytes, length);
  braid_assert(size <= sizeof quoted);
  *(size_t *) total += length;
}

static void row(int end, void *total) {
  (void) end;
  (void) total;
}

int main(void) {
  char text[LENGTH];
  struct csv_parser parser;
  size_t total = 0;
  braid_make_symbolic(text, sizeof text, "text");
  csv_init(&parser, 0);
  csv_parse(&parser, text, sizeof text, field, row, &total);
  csv_fini(&parser, field, row, &total);
  csv_free(&parser);
  braid_assert(total <= LENGTH);
  return 0;
}
