#ifndef HUNT_PARTS_H
#define HUNT_PARTS_H

#include "hunt/area.h"

/*
 * The bytes of an input as parts of a program's world: for each part, in the order of the
 * table, two bytes with the length, least significant first, and so many bytes.  HUNT_TEXT
 * has neither.  Any bytes are an input: missing parts are empty, a length beyond the part's
 * maximum, or beyond the end of the input, is cut, and bytes after the last part are
 * ignored.
 */
enum { HUNT_HEADER = 2 };       /* bytes of a length */

typedef struct hunt_slice {
  uint32_t offset, size;
  uint32_t is_there;            /* 0: an argument beyond the number of a HUNT_COUNT */
} hunt_slice;

/* The most bytes of the part in an input, without the length. */
uint32_t hunt_room(const hunt_part *);

/* Finds the parts of an input; none is larger than its room. */
void hunt_split(const hunt_part *, uint32_t count, const uint8_t *bytes, uint32_t size,
                hunt_slice *parts);

/* Appends a part to an input of `size` bytes; the new size.  A HUNT_TEXT appends nothing. */
uint32_t hunt_append(const hunt_part *, uint8_t *input, uint32_t size, const uint8_t *bytes,
                     uint32_t count);

/* The program's view of the part's bytes, in `to`, which has hunt_room bytes; returns the
 * size.  Contents of files are filled with zeros up to `least`.  Arguments and variables
 * end before the first zero byte; with an exact length, 'a' replaces zeros and missing
 * bytes. */
uint32_t hunt_contents(const hunt_part *, const uint8_t *bytes, uint32_t size, uint8_t *to);

/* The number of a HUNT_COUNT's bytes, and the byte for a number. */
uint32_t hunt_number(const hunt_part *, const uint8_t *bytes, uint32_t size);
uint8_t hunt_number_byte(const hunt_part *, uint32_t number);

#endif
