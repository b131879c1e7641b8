/* A small paste: two inputs line by line, with a list of delimiters.
 * Planted: an empty list of delimiters is divided by. */
#include <braid.h>

enum { SIZE = 8, LIST = 4 };

static int read_list(const char *s, char *out) {
  int count = 0;
  for (int k = 0; s[k]; k++) {
    if (s[k] != '\\') {
      out[count++] = s[k];
      continue;
    }
    k++;
    if (!s[k]) break;
    if (s[k] == '0') continue;          /* no delimiter at all */
    out[count++] = s[k] == 'n' ? '\n' : s[k] == 't' ? '\t' : s[k];
  }
  return count;
}

static int put_line(const char *s, int *at, char *out, int to) {
  while (s[*at] && s[*at] != '\n') out[to++] = s[(*at)++];
  if (s[*at] == '\n') ++*at;
  return to;
}

int main(void) {
  char left[SIZE + 1] = {0}, right[SIZE + 1] = {0}, list[LIST + 1] = {0};
  char delimiters[LIST + 1], out[4 * SIZE];
  braid_make_symbolic(left, SIZE, "left");
  braid_make_symbolic(right, SIZE, "right");
  braid_make_symbolic(list, LIST, "list");
  if (!list[0]) return 1;
  const int count = read_list(list, delimiters);
  int l = 0, r = 0, to = 0, lines = 0;
  while (left[l] || right[r]) {
    to = put_line(left, &l, out, to);
    if (lines) out[to++] = delimiters[lines % count];
    to = put_line(right, &r, out, to);
    out[to++] = '\n';
    lines++;
  }
  return to;
}
