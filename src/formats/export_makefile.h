#ifndef FORMATS_EXPORT_MAKEFILE_H
#define FORMATS_EXPORT_MAKEFILE_H

#include "formats/export.h"

/* The Makefile of a suite in the directory, to be freed: builds the program under test with
 * sanitizers (a source, or each unit that braid cc built, as its build did; with has_msan once
 * more under MSan), and runs the tests.  *error: NULL, or a message to be freed. */
char *export_makefile(const run_info *, export_form, const char *directory, bool has_msan,
                      char **error);

#endif
