#include "formats/fingerprint.h"

#include "base/sha.h"
#include "base/source_names.h"
#include "files/json_read.h"

#include <ctype.h>
#include <string.h>

char *fingerprint_uri(const char *file) {
  char *text;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  if (*file == '/') fputs("file://", out);
  for (; *file; file++)
    if (isalnum((unsigned char) *file) || strchr("/._-~", *file))
      fputc(*file, out);
    else
      fprintf(out, "%%%02X", (unsigned char) *file);
  mem_stream_end(out);
  return text;
}

/* The line without its white space; nothing if it cannot be read. */
static void put_line(FILE *out, const replay_frame *f) {
  char *path = f->file && f->line ? source_names_path(f->file) : NULL;
  FILE *in = path ? fopen(path, "r") : NULL;
  char *line = NULL;
  size_t capacity = 0;
  bool found = in;
  free(path);
  for (uint32_t n = 0; found && n < f->line; n++)
    found = getline(&line, &capacity, in) >= 0;
  for (const char *c = found ? line : ""; *c; c++)
    if (!isspace((unsigned char) *c)) fputc(*c, out);
  free(line);
  if (in) fclose(in);
}

static sha256_text digest(const report_bug *b) {
  static const replay_frame nowhere;
  const replay_frame *f = b->stack_count ? b->stack : &nowhere;
  char *text, *uri = fingerprint_uri(f->file ? f->file : "");
  size_t size;
  FILE *out = mem_stream(&text, &size);
  fprintf(out, "%s\n%s\n%s\n", outcome_text(b->kind), uri,
          f->function ? f->function : "");
  put_line(out, f);
  mem_stream_end(out);
  const sha256_text d = sha256(text, size);
  free(text);
  free(uri);
  return d;
}

void fingerprint_bugs(report_bug *bugs, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    const sha256_text d = digest(bugs + k);
    unsigned number = 1;
    for (uint32_t i = 0; i < k; i++)
      number += !strncmp(bugs[i].fingerprint, d.hex, sizeof d.hex - 1);
    snprintf(bugs[k].fingerprint, sizeof bugs[k].fingerprint, "%s:%u", d.hex,
             number);
  }
}

/* Baselines --------------------------------------------------------------- */

static void mark(const char *known, report_bug *bugs, uint32_t count) {
  for (uint32_t k = 0; known && k < count; k++)
    bugs[k].is_known |= !strcmp(bugs[k].fingerprint, known);
}

char *baseline_apply(const char *file, report_bug *bugs, uint32_t count) {
  char *error = NULL;
  size_t size;
  char *text = file_read_whole(file, &size, &error);
  if (!text) return error;
  json_value *all = json_parse(text, &error);
  free(text);
  const json_value *runs = json_get(all, "runs");
  if (!all || !runs) {
    char *why = mem_format("%s is no SARIF file%s%s", file, error ? ": " : "",
                           error ? error : "");
    free(error);
    json_free(all);
    return why;
  }
  for (const json_value *run = runs->first; run; run = run->next) {
    const json_value *results = json_get(run, "results");
    for (const json_value *r = results ? results->first : NULL; r; r = r->next)
      mark(json_text(json_get(json_get(r, "partialFingerprints"),
                              "primaryLocationLineHash")),
           bugs, count);
  }
  json_free(all);
  return NULL;
}
