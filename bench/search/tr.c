/* A small tr: a set with ranges and escapes, a second one, and a line to translate.
 * Planted: a range that ends in an escape is one longer than was counted. */
#include <braid.h>
#include <stdlib.h>

enum { SET = 5, LINE = 4, MOST = 32 };

/* How many characters the set has, at most MOST. */
static int expand(const char *s, char *out) {
  int count = 0;
  for (int k = 0; s[k]; k++) {
    char c = s[k];
    if (c == '\\' && s[k + 1]) {
      k++;
      c = s[k] == 'n' ? '\n' : s[k] == 't' ? '\t' : s[k];
    }
    if (s[k + 1] != '-' || !s[k + 2]) {
      if (count >= MOST) exit(2);
      out[count++] = c;
      continue;
    }
    char last = s[k + 2];
    if (last < c) exit(1);
    if (count + (last - c) >= MOST) exit(2);
    k += 2;
    if (last == '\\' && s[k + 1]) last = s[++k];
    for (int x = c; x <= last; x++) out[count++] = (char) x;
  }
  return count;
}

int main(void) {
  char from[SET + 1] = {0}, to[SET + 1] = {0}, line[LINE + 1] = {0};
  char a[MOST], b[MOST];
  braid_make_symbolic(from, SET, "from");
  braid_make_symbolic(to, SET, "to");
  braid_make_symbolic(line, LINE, "line");
  const int n = expand(from, a), m = expand(to, b);
  if (!n || !m) return 1;
  for (int k = 0; line[k]; k++)
    for (int j = 0; j < n; j++)
      if (line[k] == a[j]) {
        line[k] = b[j < m ? j : m - 1];
        break;
      }
  return line[0];
}
