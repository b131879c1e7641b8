/* tiny-regex-c: compile a short pattern and search for it in a fixed text. */
#include <braid.h>
#include <re.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  char pattern[LENGTH + 1];
  int length;
  braid_string(pattern, sizeof pattern, "pattern");
  re_t compiled = re_compile(pattern);
  if (compiled) re_matchp(compiled, "ab 1-", &length);
  return 0;
}
