#ifndef IR_READY_MAKE_H
#define IR_READY_MAKE_H

#include <stdbool.h>

/* Writes ARCHIVE.ready, the records of the archive's members (ready.h): whole or not at all.
 * False: a message to be freed. */
bool ready_make(const char *archive, char **message);

#endif
