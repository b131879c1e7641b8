#ifndef FORMATS_FINGERPRINT_H
#define FORMATS_FINGERPRINT_H

#include "formats/run_report.h"

/*
 * The identity of a bug across edits of the program: kind, file, function and text of the
 * line, without white space and line numbers; bugs of the same line by their order.
 */
void fingerprint_bugs(report_bug *, uint32_t count);

/* A source file's name as a URI, relative if the name is; to be freed. */
char *fingerprint_uri(const char *file);

/* Marks the bugs with fingerprints in a SARIF file of an earlier run.  NULL, or a message
 * to be freed. */
char *baseline_apply(const char *file, report_bug *, uint32_t count);

#endif
