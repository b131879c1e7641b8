#include "files/json.h"

#include "files/utf8.h"

#include <string.h>

void json_put_string(FILE *out, const char *text) {
  const unsigned char *p = (const unsigned char *) text;
  fputc('"', out);
  while (*p) {
    uint32_t code;
    unsigned length = utf8_read((const char *) p, &code);
    if (!length) fputs("\\ufffd", out), length = 1;
    else if (*p == '"' || *p == '\\') fprintf(out, "\\%c", *p);
    else if (*p == '\n') fputs("\\n", out);
    else if (*p == '\t') fputs("\\t", out);
    else if (*p == '\r') fputs("\\r", out);
    else if (*p < 0x20 || *p == 0x7f) fprintf(out, "\\u%04x", *p);
    else fwrite(p, 1, length, out);
    p += length;
  }
  fputc('"', out);
}

static void start_member(json *j, const char *key) {
  if (j->depth)
    fprintf(j->out, "%s\n%*s", j->has_member ? "," : "", (int) (2 * j->depth),
            "");
  j->has_member = true;
  if (!key) return;
  json_put_string(j->out, key);
  fputs(": ", j->out);
}

void json_begin(json *j, const char *key, char bracket) {
  start_member(j, key);
  fputc(bracket, j->out);
  j->depth++;
  j->has_member = false;
}

void json_end(json *j, char bracket) {
  j->depth--;
  if (j->has_member) fprintf(j->out, "\n%*s", (int) (2 * j->depth), "");
  fputc(bracket, j->out);
  j->has_member = true;
  if (!j->depth) fputc('\n', j->out);
}

void json_string(json *j, const char *key, const char *text) {
  start_member(j, key);
  if (text) json_put_string(j->out, text);
  else fputs("null", j->out);
}

void json_number(json *j, const char *key, uint64_t n) {
  start_member(j, key);
  fprintf(j->out, "%llu", (unsigned long long) n);
}

/* By whole microseconds, so that no locale's decimal point gets in. */
void json_real(json *j, const char *key, double v) {
  start_member(j, key);
  fprintf(j->out, "%.6g", v);
}

void json_ms(json *j, const char *key, double ms) {
  uint64_t us = ms > 0 ? (uint64_t) (ms * 1000 + 0.5) : 0;
  start_member(j, key);
  fprintf(j->out, "%llu.%03llu", (unsigned long long) (us / 1000),
          (unsigned long long) (us % 1000));
}

void json_bool(json *j, const char *key, bool b) {
  start_member(j, key);
  fputs(b ? "true" : "false", j->out);
}
