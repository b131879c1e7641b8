/* errno, under the names by which the host's headers and libc know it. */
#include "libc.h"

static int error_number;

WEAK int *__errno_location(void) { return &error_number; }

int *___errno_location(void);
WEAK int *___errno_location(void) { return &error_number; }

int *__errno(void);
WEAK int *__errno(void) { return &error_number; }
