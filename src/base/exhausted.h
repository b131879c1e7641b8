#ifndef BASE_EXHAUSTED_H
#define BASE_EXHAUSTED_H

/* First words of fatal() where the system refuses memory, or a table has as many entries as
 * numbers: a limit, not an error of braid.  The watching process recognises these words and
 * reports a cut. */
#define EXHAUSTED "out of memory"

#endif
