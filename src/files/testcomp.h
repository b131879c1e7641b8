#ifndef FILES_TESTCOMP_H
#define FILES_TESTCOMP_H

#include "files/testcase.h"

/* Test-Comp's exchange format: test-suite/metadata.xml and an XML file a test. */
typedef struct testcomp_metadata {
  const char *producer;         /* "braid 0.1" */
  const char *specification;    /* the property's text */
  const char *program_file;
  const char *program_sha256;
  const char *entry_function;
  unsigned pointer_bits;        /* 32 or 64 */
  const char *creation_time;    /* ISO 8601; NULL: now, in UTC */
} testcomp_metadata;

void testcomp_write_metadata(const testcomp_metadata *, FILE *);

/* Values in their type's form; an input for each byte of an object. */
void testcomp_write_test(const testcase *, bool covers_error, FILE *);

/* The value's text, to be freed: decimal integers; floating-point numbers in hexadecimal,
 * exactly. Bytes of an unknown type are an unsigned integer. */
char *testcomp_value(const char *type, const uint8_t *bytes, uint32_t size);

/* Whether integers of this type (a C type or the end of a nondet function's name) are
 * signed; char is, as on x86. */
bool testcomp_is_signed(const char *type);

#endif
