/* Copies of strings that overlap. */
// options: --sym-arg 1
#include <string.h>

int main(int argc, char **argv) {
  char text[32] = "text and more";
  if (argc < 2) return 0;
  switch (argv[1][0]) {
  case 'a': strcpy(text, text + 3); break;      // expect: overlap
  case 'b': strcat(text, text + 5); break;      // expect: overlap
  case 'c': strncpy(text + 1, text, 4); break;  // expect: overlap
  case 'd': strncat(text, text + 5, 3); break;  // expect: overlap
  case 'e': strncpy(text, text + 5, 5); break;
  }
  return text[0];
}
