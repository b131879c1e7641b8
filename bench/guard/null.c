/* Every path offsets a null pointer first, as readers of lines do with an empty buffer; the other
 * bug is behind. */
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char *line = NULL, next;
  size_t room = 0, count = 0;
  char *end = line + room;
  while (read(0, &next, 1) == 1 && count < 3) {
    if (line + count == end) {
      line = realloc(line, room += 2);
      if (!line) return 1;
      end = line + room;
    }
    line[count++] = next;
  }
  if (count == 3 && line[0] == 'o' && line[1] == 'u' && line[2] == 't') return line[count + 1];
  free(line);
  return 0;
}
