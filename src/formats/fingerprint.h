#ifndef FORMATS_FINGERPRINT_H
#define FORMATS_FINGERPRINT_H

#include "formats/run_report.h"

/*
 * What distinguishes one bug from another across edits of the program: its
 * kind, file and function and what the line says, without white space and line
 * numbers; two of one line by their order.
 */
void fingerprint_bugs(report_bug *, uint32_t count);

/* The file's path, relative where it lies below the working directory, as a URI;
 * to be freed. */
char *fingerprint_uri(const char *file);

/* Marks the bugs whose fingerprint is in a SARIF file of an earlier run.  NULL, or
 * a message to be freed. */
char *baseline_apply(const char *file, report_bug *, uint32_t count);

#endif
