/* semver.c: parse, render and compare a version. */
#include <braid.h>
#include "semver.h"

int main(void) {
  char text[LENGTH + 1], out[64] = "";
  semver_t v = {0}, w = {1, 2, 3, NULL, NULL};
  braid_string(text, sizeof text, "text");
  if (semver_parse(text, &v)) return 1;
  semver_render(&v, out);
  const int order = semver_compare(v, w);
  semver_free(&v);
  return order;
}
