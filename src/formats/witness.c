#include "formats/witness.h"

#include "base/mem.h"
#include "base/sha.h"
#include "files/json.h"
#include "files/outdir.h"
#include "files/yaml_read.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const types[] = {
#define WAYPOINT(NAME, TEXT) TEXT,
#include "formats/waypoints.def"
};

static void release_place(witness_place *p) {
  free(p->file);
  free(p->function);
}

void witness_release(witness *w) {
  for (uint32_t k = 0; k < w->waypoints.count; k++) {
    free(w->waypoints.items[k].constraint);
    release_place(&w->waypoints.items[k].place);
  }
  for (uint32_t k = 0; k < w->invariants.count; k++) {
    free(w->invariants.items[k].value);
    release_place(&w->invariants.items[k].place);
  }
  for (uint32_t k = 0; k < w->files.count; k++) free(w->files.items[k]);
  for (uint32_t k = 0; k < w->hashes.count; k++) free(w->hashes.items[k]);
  vec_release(&w->waypoints);
  vec_release(&w->invariants);
  vec_release(&w->files);
  vec_release(&w->hashes);
  free(w->specification);
  free(w->data_model);
  *w = (witness) {0};
}

static char *copy_of(const char *text) { return text ? mem_string(text) : NULL; }

static witness_place copy_place(const witness_place *p) {
  return (witness_place) {mem_string(p->file ? p->file : "?"), p->line,
                          p->column, copy_of(p->function)};
}

void witness_add_waypoint(witness *w, witness_type type,
                          const char *constraint, const witness_place *p) {
  const witness_waypoint all = {type, false, w->segments++,
                                copy_of(constraint), copy_place(p)};
  vec_push(&w->waypoints, all);
}

void witness_add_invariant(witness *w, bool is_loop, const char *value,
                           const witness_place *p) {
  const witness_invariant all = {is_loop, mem_string(value), copy_place(p)};
  vec_push(&w->invariants, all);
}

void witness_add_file(witness *w, const char *path) {
  char *error = NULL;
  size_t size = 0;
  char *text = file_read_whole(path, &size, &error);
  vec_push(&w->files, mem_string(path));
  vec_push(&w->hashes, mem_string(text ? sha256(text, size).hex : ""));
  free(text);
  free(error);
}

/* Writing ----------------------------------------------------------------- */

/* JSON's strings are YAML's in double quotes. */
static void put_string(FILE *out, const char *text) {
  json_put_string(out, text);
}

static void put_line(FILE *out, unsigned indent, const char *key,
                     const char *text) {
  fprintf(out, "%*s%s: ", (int) indent, "", key);
  put_string(out, text);
  fputc('\n', out);
}

static void put_place(FILE *out, unsigned indent, const witness_place *p) {
  fprintf(out, "%*slocation:\n", (int) indent, "");
  put_line(out, indent + 2, "file_name", p->file);
  fprintf(out, "%*sline: %u\n", (int) indent + 2, "", p->line);
  if (p->column)
    fprintf(out, "%*scolumn: %u\n", (int) indent + 2, "", p->column);
  if (p->function) put_line(out, indent + 2, "function", p->function);
}

static void put_waypoint(FILE *out, const witness_waypoint *w) {
  const bool has_result = w->type == WITNESS_FUNCTION_RETURN;
  fputs("        - waypoint:\n", out);
  put_line(out, 12, "type", types[w->type]);
  put_line(out, 12, "action", w->is_avoid ? "avoid" : "follow");
  if (w->constraint) {
    fputs("            constraint:\n", out);
    put_line(out, 14, "value", w->constraint);
    put_line(out, 14, "format", has_result ? "acsl_expression"
                                           : "c_expression");
  }
  put_place(out, 12, &w->place);
}

static void put_invariant(FILE *out, const witness_invariant *i) {
  fputs("    - invariant:\n", out);
  put_line(out, 8, "type", i->is_loop ? "loop_invariant"
                                      : "location_invariant");
  put_place(out, 8, &i->place);
  put_line(out, 8, "value", i->value);
  put_line(out, 8, "format", "c_expression");
}

static void put_content(const witness *w, FILE *out) {
  const bool is_empty = w->is_correctness ? !w->invariants.count
                                          : !w->waypoints.count;
  fputs(is_empty ? "  content: []\n" : "  content:\n", out);
  uint32_t segment = UINT32_MAX;
  for (uint32_t k = 0; k < w->waypoints.count && !w->is_correctness; k++) {
    const witness_waypoint *p = w->waypoints.items + k;
    if (p->segment != segment) fputs("    - segment:\n", out);
    segment = p->segment;
    put_waypoint(out, p);
  }
  for (uint32_t k = 0; k < w->invariants.count && w->is_correctness; k++)
    put_invariant(out, w->invariants.items + k);
}

static void put_task(const witness *w, FILE *out) {
  fputs("    task:\n      input_files:\n", out);
  for (uint32_t k = 0; k < w->files.count; k++) {
    fputs("        - ", out);
    put_string(out, w->files.items[k]);
    fputc('\n', out);
  }
  fputs("      input_file_hashes:\n", out);
  for (uint32_t k = 0; k < w->files.count; k++) {
    fputs("        ", out);
    put_string(out, w->files.items[k]);
    fputs(": ", out);
    put_string(out, w->hashes.items[k]);
    fputc('\n', out);
  }
  put_line(out, 6, "specification", w->specification);
  put_line(out, 6, "data_model", w->data_model);
  put_line(out, 6, "language", "C");
}

/* The time of SOURCE_DATE_EPOCH, if it is set, so that equal runs can write
 * equal files; else now. */
static void put_time(FILE *out) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  const time_t when = fixed ? (time_t) strtoll(fixed, NULL, 10) : time(NULL);
  struct tm utc;
  char text[40] = "1970-01-01T00:00:00Z";
  if (gmtime_r(&when, &utc))
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  put_line(out, 4, "creation_time", text);
}

void witness_write(const witness *w, FILE *out) {
  char *text;
  size_t size;
  FILE *rest = mem_stream(&text, &size);
  put_task(w, rest);
  put_content(w, rest);
  mem_stream_end(rest);
  /* The name of what is said (RFC 9562, version 5). */
  const sha1_text d = sha1(text, size);
  fprintf(out, "- entry_type: \"%s\"\n  metadata:\n"
          "    format_version: \"2.0\"\n"
          "    uuid: \"%.8s-%.4s-5%.3s-a%.3s-%.12s\"\n",
          w->is_correctness ? "invariant_set" : "violation_sequence", d.hex,
          d.hex + 8, d.hex + 12, d.hex + 15, d.hex + 18);
  put_time(out);
  fputs("    producer:\n      name: \"braid\"\n      version: \""
        BRAID_VERSION "\"\n", out);
  fwrite(text, 1, size, out);
  free(text);
}

/* Reading ----------------------------------------------------------------- */

static const char *text_of(const json_value *v, const char *key) {
  return json_text(json_get(v, key));
}

static uint32_t number_of(const json_value *v, const char *key) {
  const char *text = text_of(v, key);
  return text ? (uint32_t) strtoul(text, NULL, 10) : 0;
}

static char *read_place(witness_place *p, const json_value *v) {
  *p = (witness_place) {copy_of(text_of(v, "file_name")), number_of(v, "line"),
                        number_of(v, "column"),
                        copy_of(text_of(v, "function"))};
  if (p->file && p->line) return NULL;
  return mem_string("a location has no file_name or line");
}

static char *read_waypoint(witness *w, const json_value *v) {
  const char *type = text_of(v, "type"), *action = text_of(v, "action");
  witness_waypoint p = {.segment = w->segments};
  unsigned k = 0;
  while (k < WITNESS_TYPES && (!type || strcmp(type, types[k]))) k++;
  if (k == WITNESS_TYPES)
    return mem_format("unknown type of waypoint: %s", type ? type : "none");
  p.type = (witness_type) k;
  if (!action || (strcmp(action, "follow") && strcmp(action, "avoid")))
    return mem_format("unknown action: %s", action ? action : "none");
  p.is_avoid = !strcmp(action, "avoid");
  const char *value = text_of(json_get(v, "constraint"), "value");
  p.constraint = value && strcmp(value, "1") ? mem_string(value) : NULL;
  char *wrong = read_place(&p.place, json_get(v, "location"));
  vec_push(&w->waypoints, p);
  w->segments += !p.is_avoid;
  return wrong;
}

static char *read_violation(witness *w, const json_value *content) {
  for (const json_value *s = content ? content->first : NULL; s; s = s->next) {
    const json_value *all = json_get(s, "segment");
    const uint32_t before = w->segments;
    for (const json_value *p = all ? all->first : NULL; p; p = p->next) {
      if (w->segments != before)
        return mem_string("a segment goes on behind what it follows");
      char *wrong = read_waypoint(w, json_get(p, "waypoint"));
      if (wrong) return wrong;
    }
    if (w->segments == before)
      return mem_string("a segment follows nothing");
  }
  if (!w->waypoints.count) return mem_string("it has no waypoints");
  return vec_last(&w->waypoints).type == WITNESS_TARGET
             ? NULL : mem_string("the last waypoint is no target");
}

static char *read_invariants(witness *w, const json_value *content) {
  for (const json_value *v = content ? content->first : NULL; v; v = v->next) {
    const json_value *i = json_get(v, "invariant");
    const char *type = text_of(i, "type"), *value = text_of(i, "value");
    if (!type || !value ||
        (strcmp(type, "loop_invariant") && strcmp(type, "location_invariant")))
      return mem_format("unknown type of invariant: %s",
                        type ? type : "none");
    witness_invariant all = {!strcmp(type, "loop_invariant"),
                             mem_string(value), {0}};
    char *wrong = read_place(&all.place, json_get(i, "location"));
    vec_push(&w->invariants, all);
    if (wrong) return wrong;
  }
  return NULL;
}

static char *read_entry(witness *w, const json_value *entry) {
  const char *type = text_of(entry, "entry_type");
  const json_value *metadata = json_get(entry, "metadata");
  const json_value *task = json_get(metadata, "task");
  const char *version = text_of(metadata, "format_version");
  if (!type || !version || strncmp(version, "2.", 2))
    return mem_format("not of format 2: %s", version ? version : "no version");
  w->specification = mem_string(text_of(task, "specification")
                                    ? text_of(task, "specification") : "");
  w->data_model = copy_of(text_of(task, "data_model"));
  const json_value *files = json_get(task, "input_files");
  for (const json_value *f = files ? files->first : NULL; f; f = f->next) {
    if (!json_text(f)) continue;
    const char *hash = text_of(json_get(task, "input_file_hashes"),
                               json_text(f));
    vec_push(&w->files, mem_string(json_text(f)));
    vec_push(&w->hashes, mem_string(hash ? hash : ""));
  }
  w->is_correctness = !strcmp(type, "invariant_set");
  if (w->is_correctness) return read_invariants(w, json_get(entry, "content"));
  if (strcmp(type, "violation_sequence"))
    return mem_format("unknown type of entry: %s", type);
  return read_violation(w, json_get(entry, "content"));
}

char *witness_read(witness *w, const char *path) {
  char *error = NULL;
  size_t size;
  *w = (witness) {0};
  char *text = file_read_whole(path, &size, &error);
  if (!text) return error;
  json_value *all = yaml_parse(text, &error);
  free(text);
  if (all && all->kind != JSON_ARRAY) error = mem_string("it is no list");
  else if (all && json_length(all) != 1)
    error = mem_string("it has not one entry, but several or none");
  else if (all) error = read_entry(w, all->first);
  json_free(all);
  if (!error) return NULL;
  char *message = mem_format("%s is no witness: %s", path, error);
  free(error);
  witness_release(w);
  return message;
}
