/* picohttpparser: a request whose path and first header are unknown. */
#include <braid.h>
#include <picohttpparser.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
  char text[64] = "GET /";
  struct phr_header header[4];
  const char *method, *path;
  size_t method_length, path_length, headers = 4;
  int minor;
  char free_part[LENGTH];
  braid_make_symbolic(free_part, sizeof free_part, "request");
  size_t length = strlen(text);
  text[length++] = free_part[0];
  memcpy(text + length, " HTTP/1.1\r\n", 11);
  length += 11;
  memcpy(text + length, free_part + 1, LENGTH - 1);
  length += LENGTH - 1;
  memcpy(text + length, "\r\n\r\n", 4);
  length += 4;
  const int consumed =
    phr_parse_request(text, length, &method, &method_length, &path,
                      &path_length, &minor, header, &headers, 0);
  braid_assert(consumed <= (int) length);
  if (consumed > 0)
    for (size_t i = 0; i < headers; i++)
      braid_assert(header[i].value + header[i].value_len <= text + length);
  return 0;
}
