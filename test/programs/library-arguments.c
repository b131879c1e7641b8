/* What a library function may not be given. */
// options: --sym-arg 1
// replay: no
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  static char text[32] = "text and more";
  volatile int wide = 1000, low = -2, end = EOF;
  if (argc < 2) return 0;
  switch (argv[1][0]) {
  case 'a': return isalpha(wide);               // expect: bad-argument
  case 'b': return tolower(low);                // expect: bad-argument
  case 'c': return isdigit(end) || isspace((unsigned char) argv[1][0]);
  case 'd': sprintf(text, "%d %s", 1, text + 2); break;  // expect: bad-argument
  case 'e': snprintf(text, 20, "%s!", text); break;      // expect: bad-argument
  case 'f': snprintf(text, 2, "%s", text + 8); break;
  case 'g': stpcpy(text + 1, text); break;      // expect: bad-argument
  case 'h': return strtok(NULL, ",") != NULL;   // expect: bad-argument
  }
  return 0;
}
