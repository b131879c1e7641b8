#ifndef FORMATS_EXPORT_H
#define FORMATS_EXPORT_H

#include "replay/run_info.h"

/*
 * The tests of a run as a regression suite that builds and runs without braid: a Makefile,
 * braid's half of the program (runtime/replay.c and its headers) and the tests in one of
 * several forms.  The program's own sources stay in place; the Makefile names the sources.
 */
typedef enum export_form {
#define FORM(NAME, TEXT, SENTENCE) EXPORT_##NAME,
#include "formats/forms.def"
  EXPORT_FORMS
} export_form;

const char *export_form_text(export_form);
const char *export_form_sentence(export_form);

/* From the run in `directory` into `output`, which must be new or empty.  NULL, or a
 * message to be freed; *written: number of tests. */
char *export_suite(const run_info *, const char *directory, export_form,
                   const char *output, uint32_t *written);

#endif
