/* Readers over two kinds of streams, as in Figure 2 of the paper, with a
 * header, records and a trailer; what a caller learns is a few flags. */
#include <assert.h>

int user_choice(void);
int file_open(void), file_get(void), file_eof(void), file_close(void);
int sock_open(void), sock_get(void), sock_eof(void), sock_close(void);

enum { RECORDS = 4, FIELDS = 3, SOURCES = 12 };

static int use_socket, opened, closed, broken, longest;

static int get(void) { return use_socket ? sock_get() : file_get(); }
static int at_end(void) { return use_socket ? sock_eof() : file_eof(); }

static int read_field(void) {
  int c = get();
  if (c < 0) return -1;
  if (c == '"') {
    for (int k = 0; k < 3; k++) {
      c = get();
      if (c < 0) return -1;
      if (c == '"') return 1;
    }
    return -1;
  }
  if (c == ',') return 0;
  return c > 127 ? -1 : 1;
}

static int read_record(void) {
  int filled = 0;
  for (int k = 0; k < FIELDS; k++) {
    int f = read_field();
    if (f < 0) return -1;
    if (f) filled++;
  }
  return filled > 1;
}

static int read_header(void) {
  int magic = get();
  if (magic != 0x7f) return -1;
  int version = get();
  if (version < 1 || version > 3) return -2;
  int flags = get();
  if (flags & 0x80) return -3;
  return version > 1;
}

static int read_all(void) {
  int records = 0, good = 0;
  int kind = read_header();
  if (kind < 0) return kind;
  while (records < RECORDS && !at_end()) {
    int r = read_record();
    if (r < 0) {
      broken++;
      return -4;
    }
    records++;
    if (r) good++;
  }
  if (kind && get() != 0x1a) return -5;
  if (good > longest) longest = good;
  return good;
}

static int read_source(void) {
  use_socket = user_choice() == 'S';
  if ((use_socket ? sock_open() : file_open()) < 0) return -9;
  opened++;
  int result = read_all();
  if ((use_socket ? sock_close() : file_close()) >= 0) closed++;
  if (result < 0) return -1;
  return result ? 1 : 0;
}

int main(void) {
  int positive = 0, empty = 0, bad = 0;
  for (int k = 0; k < SOURCES; k++) {
    int r = read_source();
    if (r > 0) positive++;
    else if (!r) empty++;
    else bad++;
  }
  assert(closed <= opened);
  if (bad == SOURCES && broken == SOURCES) return 1;
  if (empty == SOURCES) return 2;
  if (positive == SOURCES && longest == RECORDS) return 3;
  if (opened == 0) return 4;
  if (opened == SOURCES && closed == 0) assert(positive != SOURCES);
  return 0;
}
