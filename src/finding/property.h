#ifndef FINDING_PROPERTY_H
#define FINDING_PROPERTY_H

#include "base/options.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The outcomes that decide the verdict.  Without a property: every bug that the run looks
 * for.  With a property (--property, --error-function, --error-label) only the named
 * outcomes; other bugs end their path, are listed and do not count.
 */
typedef struct property {
  uint64_t counted;             /* a bit an outcome, see OPTIONS_BIT */
  bool is_narrow;               /* not every bug counts */
  char *error_function;         /* a call is OUTCOME_REACH_ERROR */
  char *error_label;            /* reaching the label is the same; NULL: none */
  bool must_end;                /* "F end": a path that stays in a loop for ever, or may, is
                                 * no proof */
  bool must_free_all;           /* OUTCOME_LEAK: also reachable memory */
  bool tracks_memory;           /* ... and however the program ends */
  bool covers_branches;         /* Test-Comp: tests are wanted, no verdict */
  char *covers_call;            /* likewise, for a function; NULL: none */
  char *text;                   /* the file's lines, repeated in metadata */
} property;

/* The property of the options.  False, and a message with file and line to be freed, when
 * the file is unreadable or malformed or asks for an unsupported check (exit 2). */
bool property_init(property *, const options *, char **message);
void property_release(property *);

/* The lines of a .prp file; name is for the message. */
bool property_parse(property *, const char *text, const char *name,
                    char **message);

/* The property in the notation of verification tasks, to be freed: violated by the bug, or
 * checked by a run without bugs. */
char *property_of_bug(const property *, outcome bug);
char *property_of_run(const property *, const options *);

static inline bool property_counts(const property *p, outcome bug) {
  return p->counted & OPTIONS_BIT(bug);
}

/* The name in reports; NULL: every bug counts. */
static inline const char *property_name(const property *p) {
  return !p->is_narrow ? NULL : p->text ? p->text : "error place";
}

#endif
