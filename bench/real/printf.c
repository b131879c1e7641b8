/* printf: any format, five arguments. */
#include <braid.h>
#include "printf.h"

void _putchar(char c) { (void) c; }

int main(void) {
  char format[LENGTH + 1], out[64];
  braid_string(format, sizeof format, "format");
  return snprintf_(out, sizeof out, format, 42, 7, 100, 3, 1) < 0;
}
