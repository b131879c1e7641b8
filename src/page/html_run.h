#ifndef PAGE_HTML_RUN_H
#define PAGE_HTML_RUN_H

#include "files/json_read.h"
#include "formats/history_file.h"
#include "replay/run_info.h"

#include <stdio.h>

/*
 * The directory of a run as the page needs it.  Only stats.json must be there;
 * what else is missing is said on the page.
 */
typedef struct html_line {
  bool has_code, is_hit;
  uint32_t ways, taken;         /* out of its branches */
  uint32_t bugs;
} html_line;

typedef struct html_file {
  char *name;                   /* as the debug info has it */
  VEC(html_line) lines;         /* from line 1, which is items[0] */
  VEC(char *) text;             /* its lines; empty: it could not be read */
  char *missing;                /* why not, or NULL */
  bool is_newer;                /* it was changed after the run */
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

/* The file of that name; NULL: the page does not show it. */
const html_file *html_find(const html_run *, const char *name);

#endif
