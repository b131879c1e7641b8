#ifndef PAGE_HTML_H
#define PAGE_HTML_H

#include "page/html_run.h"

/*
 * The page of a run: a single file without external parts.  Source text, file names and
 * messages may hold anything: all go through html_text, and a policy in the page allows no
 * script except the page's own.
 */
void html_write(const html_run *, FILE *);

/* Text, for elements and for attributes in double quotes.  Invalid UTF-8 becomes U+FFFD;
 * characters that would change the surrounding text are shown by number. */
void html_text(FILE *, const char *);

/* So many things: "1 path", "2 paths". */
void html_count(FILE *, uint64_t, const char *noun);
void html_duration(FILE *, double ms);
double html_percent(uint64_t part, uint64_t whole);
void html_bar(FILE *, double percent);

/* "file:line", as a link if the page shows the line. */
void html_place(FILE *, const html_run *, const char *file, uint64_t line);

/* The lines round a place, with a caret under the column if not 0. */
void html_excerpt(FILE *, const html_run *, const char *file, uint64_t line,
                  uint64_t column);

/* Sections. */
void html_bugs(const html_run *, FILE *);
void html_sources(const html_run *, FILE *);
void html_history(const html_run *, FILE *);
void html_jobs(const html_run *, FILE *);
void html_numbers(const html_run *, FILE *);

#endif
