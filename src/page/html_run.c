#include "page/html_run.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Source text ------------------------------------------------------------ */

enum { MAX_SOURCE_BYTES = 16 << 20, MAX_LINES = 1 << 20 };

static char *path_of(const html_run *r, const char *name) {
  const char *base = json_text(json_get(r->stats, "source_root"));
  return *name == '/' || !base ? mem_string(name)
                               : mem_format("%s/%s", base, name);
}

static bool was_changed(const html_run *r, const struct stat *source) {
  struct stat run;
  char *where = mem_format("%s/stats.json", r->directory);
  const bool is_known = !stat(where, &run);
  free(where);
  return is_known && source->st_mtime > run.st_mtime;
}

static void read_text(const html_run *r, html_file *f) {
  char *where = path_of(r, f->name), *message = NULL;
  struct stat s;
  size_t size = 0;
  char *text = NULL;
  if (stat(where, &s)) message = mem_string(strerror(errno));
  else if (!S_ISREG(s.st_mode)) message = mem_string("it is not a file");
  else if (s.st_size > MAX_SOURCE_BYTES) message = mem_string("it is too large");
  else text = file_read_whole(where, &size, &message);
  free(where);
  if (!text) {
    f->missing = message;
    return;
  }
  f->is_newer = was_changed(r, &s);
  for (char *rest = text; rest && *rest && f->text.count < MAX_LINES;) {
    char *line = strsep(&rest, "\n");
    const size_t length = strlen(line);
    if (length && line[length - 1] == '\r') line[length - 1] = 0;
    vec_push(&f->text, mem_string(line));
  }
  free(text);
}

/* Coverage --------------------------------------------------------------- */

static html_line *line_of(html_file *f, uint32_t number) {
  static const html_line none;
  if (!number || number > MAX_LINES) return NULL;
  while (f->lines.count < number) vec_push(&f->lines, none);
  return f->lines.items + number - 1;
}

/* "DA:12,1" and "BRDA:12,0,1,-". */
static void take_record(html_file *f, const char *line) {
  const char *comma = strrchr(line, ',');
  const bool is_branch = !strncmp(line, "BRDA:", 5);
  if (!comma || (!is_branch && strncmp(line, "DA:", 3))) return;
  html_line *l = line_of(f, (uint32_t) strtoul(strchr(line, ':') + 1, NULL, 10));
  const bool is_hit = comma[1] != '-' && strtoull(comma + 1, NULL, 10);
  if (!l) return;
  if (is_branch) {
    l->ways++;
    l->taken += is_hit;
    f->ways++;
    f->taken += is_hit;
  } else {
    l->has_code = true;
    l->is_hit |= is_hit;
    f->lines_found++;
    f->lines_hit += is_hit;
  }
}

static void read_coverage(html_run *r) {
  char *where = mem_format("%s/explored.lcov", r->directory);
  size_t size;
  char *text = file_read_whole(where, &size, &r->no_coverage), *rest = text;
  html_file *f = NULL;
  free(where);
  while (rest) {
    char *line = strsep(&rest, "\n");
    if (!strncmp(line, "SF:", 3)) {
      vec_push(&r->files, ((html_file) {.name = mem_string(line + 3)}));
      f = &vec_last(&r->files);
    } else if (f) {
      take_record(f, line);
    }
  }
  free(text);
  for (uint32_t k = 0; k < r->files.count; k++)
    read_text(r, r->files.items + k);
}

const html_file *html_find(const html_run *r, const char *name) {
  for (uint32_t k = 0; name && k < r->files.count; k++)
    if (!strcmp(r->files.items[k].name, name)) return r->files.items + k;
  return NULL;
}

static void mark_bugs(html_run *r) {
  const json_value *bugs = json_get(r->stats, "bugs");
  for (const json_value *b = bugs ? bugs->first : NULL; b; b = b->next) {
    const char *name = json_text(json_get(b, "file"));
    const uint64_t line = json_whole(json_get(b, "line"));
    html_file *f = (html_file *) (uintptr_t) html_find(r, name);
    html_line *l = f && line <= MAX_LINES ? line_of(f, (uint32_t) line) : NULL;
    if (l) l->bugs++;
  }
}

/* The directory ---------------------------------------------------------- */

static json_value *read_json(const char *directory, const char *name,
                             char **message) {
  char *where = mem_format("%s/%s", directory, name), *wrong = NULL;
  size_t size;
  char *text = file_read_whole(where, &size, message);
  json_value *v = text ? json_parse(text, &wrong) : NULL;
  if (wrong) *message = mem_format("%s is damaged: %s", where, wrong);
  free(wrong);
  free(text);
  free(where);
  return v;
}

static bool has(const char *directory, const char *name) {
  char *where = mem_format("%s/%s", directory, name);
  const bool is_there = !access(where, F_OK);
  free(where);
  return is_there;
}

/* Why the directory cannot be reported on; NULL: no reason so far. */
static char *look_at(const char *directory) {
  struct stat s;
  if (stat(directory, &s))
    return mem_format("%s: %s", directory, strerror(errno));
  if (!S_ISDIR(s.st_mode))
    return mem_format("%s is not a directory; give the one that braid run "
                      "wrote, such as braid-last", directory);
  if (has(directory, "stats.json")) return NULL;
  if (has(directory, "test000001.ktest") || has(directory, "run.info"))
    return mem_format("%s: the run has not finished, or was killed: it has "
                      "tests but no stats.json", directory);
  return mem_format("%s is not the directory of a run: it has no stats.json",
                    directory);
}

static void read_explanation(html_run *r) {
  char *where = mem_format("%s/explain.txt", r->directory), *message = NULL;
  size_t size;
  r->explained = file_read_whole(where, &size, &message);
  free(message);
  free(where);
}

char *html_load(html_run *r, const char *directory) {
  *r = (html_run) {.directory = directory};
  char *message = look_at(directory);
  if (message) return message;
  r->stats = read_json(directory, "stats.json", &message);
  if (message) return message;
  if (!json_text(json_get(r->stats, "verdict"))) {
    html_run_release(r);
    return mem_format("%s/stats.json says no verdict: it is not of a run",
                      directory);
  }
  message = run_info_read(&r->info, directory);
  r->has_info = !message;
  free(message);
  read_coverage(r);
  mark_bugs(r);
  r->history_text = read_json(directory, HISTORY_FILE, &r->no_history);
  if (r->history_text)
    r->no_history = history_take(&r->history, r->history_text);
  read_explanation(r);
  return NULL;
}

void html_run_release(html_run *r) {
  for (uint32_t k = 0; k < r->files.count; k++) {
    html_file *f = r->files.items + k;
    for (uint32_t n = 0; n < f->text.count; n++) free(f->text.items[n]);
    vec_release(&f->text);
    vec_release(&f->lines);
    free(f->name);
    free(f->missing);
  }
  vec_release(&r->files);
  history_read_release(&r->history);
  json_free(r->history_text);
  json_free(r->stats);
  if (r->has_info) run_info_release(&r->info);
  free(r->no_coverage);
  free(r->no_history);
  free(r->explained);
  *r = (html_run) {0};
}
