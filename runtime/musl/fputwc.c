/* In the locale C, GNU's writes something else for a character that the locale has not. */
#include "../libc/differences.h"
#include "../world.h"

#include "src/stdio/fputwc.c"
