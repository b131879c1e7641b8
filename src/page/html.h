#ifndef PAGE_HTML_H
#define PAGE_HTML_H

#include "page/html_run.h"

/*
 * The page of one run: a single file without anything from elsewhere.  Source
 * text, file names and messages may hold anything: they go through html_text,
 * and a policy in the page lets no script run but its own.
 */
void html_write(const html_run *, FILE *);

/* Text, for elements and for attributes in double quotes.  What is no UTF-8 is
 * U+FFFD; what would change how the text round it reads is shown by number. */
void html_text(FILE *, const char *);

/* So many things: "1 path", "2 paths". */
void html_count(FILE *, uint64_t, const char *noun);
void html_duration(FILE *, double ms);
double html_percent(uint64_t part, uint64_t whole);
void html_bar(FILE *, double percent);

/* "file:line", as a link if the page shows that line. */
void html_place(FILE *, const html_run *, const char *file, uint64_t line);

/* The lines round a place, with a caret under the column if it is not 0. */
void html_excerpt(FILE *, const html_run *, const char *file, uint64_t line,
                  uint64_t column);

/* Sections. */
void html_bugs(const html_run *, FILE *);
void html_sources(const html_run *, FILE *);
void html_history(const html_run *, FILE *);
void html_jobs(const html_run *, FILE *);
void html_numbers(const html_run *, FILE *);

#endif
