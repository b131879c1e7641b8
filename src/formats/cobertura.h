#ifndef FORMATS_COBERTURA_H
#define FORMATS_COBERTURA_H

#include <stdio.h>

/* An lcov report in the form of Cobertura's coverage-04.dtd: each file is a package with a
 * single class. */
void cobertura_write(const char *lcov, const char *version, FILE *);

#endif
