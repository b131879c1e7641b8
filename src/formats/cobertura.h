#ifndef FORMATS_COBERTURA_H
#define FORMATS_COBERTURA_H

#include <stdio.h>

/* What an lcov report says, as Cobertura's coverage-04.dtd has it: each file is
 * a package with one class. */
void cobertura_write(const char *lcov, const char *version, FILE *);

#endif
