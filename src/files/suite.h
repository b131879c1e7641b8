#ifndef FILES_SUITE_H
#define FILES_SUITE_H

#include "files/outdir.h"
#include "files/testcomp.h"

/* The files of a test in the directory of a run; false if a write failed. */
bool suite_write_ktest(outdir *, const testcase *, uint32_t number);
bool suite_write_xml(outdir *, const testcase *, uint32_t number,
                     bool covers_error);
bool suite_write_metadata(outdir *, const testcomp_metadata *);

/* A fuzz target's bytes under fuzzers' names: corpus/SHA1 or crash-SHA1. */
bool suite_write_raw(outdir *, const testcase *, bool crash);

#endif
