#ifndef PAGE_HTML_RUN_H
#define PAGE_HTML_RUN_H

#include "files/json_read.h"
#include "formats/history_file.h"
#include "replay/run_info.h"

#include <stdio.h>

/*
 * The directory of a run for the page.  Only stats.json is required; missing files are
 * mentioned on the page.
 */
typedef struct html_line {
  bool has_code, is_hit;
  uint32_t ways, taken;         /* of the line's branches */
  uint32_t bugs;
} html_line;

typedef struct html_file {
  char *name;                   /* as in the debug info */
  VEC(html_line) lines;         /* from line 1, items[0], on */
  VEC(char *) text;             /* the lines; empty: not readable */
  char *missing;                /* why not, or NULL */
  bool is_newer;                /* changed after the run */
  uint64_t lines_found, lines_hit, ways, taken;
} html_file;

typedef struct html_run {
  const char *directory;
  json_value *stats, *history_text;
  run_info info;
  bool has_info;
  VEC(html_file) files;
  history_read history;
  char *no_coverage, *no_history;       /* why there is none, or NULL */
  char *explained;              /* explain.txt; NULL: not there */
} html_run;

/* NULL, or a message to be freed. */
char *html_load(html_run *, const char *directory);
void html_run_release(html_run *);

/* The file of this name; NULL: not shown on the page. */
const html_file *html_find(const html_run *, const char *name);

#endif
