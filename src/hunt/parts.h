#ifndef HUNT_PARTS_H
#define HUNT_PARTS_H

#include "hunt/area.h"

/*
 * How the bytes of an input are the parts of a program's world: for each part, in the order of
 * the table, two bytes with its length, least significant first, and so many bytes.  HUNT_TEXT
 * has neither.  Any bytes are an input: what is not there is empty, a length beyond the
 * part's maximum, or beyond the end of the input, is cut, and what follows the last part is
 * ignored.
 */
enum { HUNT_HEADER = 2 };       /* bytes of a length */

typedef struct hunt_slice {
  uint32_t offset, size;
  uint32_t is_there;            /* 0: an argument beyond the number of a HUNT_COUNT */
} hunt_slice;

/* The most bytes that an input has for the part, without its length. */
uint32_t hunt_room(const hunt_part *);

/* Where the parts of an input are; each is no larger than its room. */
void hunt_split(const hunt_part *, uint32_t count, const uint8_t *bytes, uint32_t size,
                hunt_slice *parts);

/* Appends a part to an input that has `size` bytes; the new size.  A HUNT_TEXT appends
 * nothing. */
uint32_t hunt_append(const hunt_part *, uint8_t *input, uint32_t size, const uint8_t *bytes,
                     uint32_t count);

/* What the program finds for the bytes of a part, in `to`, which has hunt_room bytes; the size.
 * Contents of files are filled with zeros up to `least`.  Arguments and variables end before
 * the first zero byte; if their length is exact, 'a' is there for zeros and for what is
 * missing. */
uint32_t hunt_contents(const hunt_part *, const uint8_t *bytes, uint32_t size, uint8_t *to);

/* The number that the bytes of a HUNT_COUNT mean, and the byte for a number. */
uint32_t hunt_number(const hunt_part *, const uint8_t *bytes, uint32_t size);
uint8_t hunt_number_byte(const hunt_part *, uint32_t number);

#endif
