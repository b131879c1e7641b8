#ifndef FINDING_WIRE_H
#define FINDING_WIRE_H

#include "finding/session.h"

/*
 * Messages between the process started by the user and its forked contenders: a kind, a
 * length, and bytes. Both ends are the same program at the same address, so constant text
 * of a slice is sent as a pointer.
 *
 * Findings go through ledgers and queues, too, where others may have changed the bytes:
 * reading is defined for any bytes, and invalid findings are bad.
 */
typedef enum wire_kind {
  WIRE_SLICE,                   /* contender: its slice is over; a wire_slice and its first
                                 * cut, "" for none */
  WIRE_EDGES,                   /* coverage since the last such message */
  WIRE_BUG,
  WIRE_TEST,
  WIRE_CONFIRMS,                /* a bool: re-execution of a bug's path begins, or ends */
  WIRE_GO,                      /* to a contender: a wire_order */
  WIRE_FINISH                   /* ... the run is the contender's to finish */
} wire_kind;

typedef struct wire {
  VEC(uint8_t) bytes;
  uint32_t read;                /* bytes read so far */
  bool is_bad;                  /* read past the end, or invalid contents: the rest must not
                                 * be used */
} wire;

void wire_release(wire *);

void wire_put(wire *, const void *, size_t);
void wire_get(wire *, void *, size_t);          /* zeros after an error */
bool wire_is_at_end(const wire *);              /* whole, and nothing is left */
void wire_put_bytes(wire *, const void *, size_t);      /* with their number */
/* To be freed, with a NUL past its end; NULL stays NULL. */
char *wire_get_bytes(wire *, size_t *);

void wire_put_test(wire *, const testcase *);
void wire_get_test(wire *, testcase *);
void wire_put_bug(wire *, const session_bug *);
void wire_get_bug(wire *, session *, session_bug *);
/* The identity of findings: the mistake, and its surety.  A ledger keeps both the possible
 * and the confirmed finding, in either order. */
void wire_put_key(wire *, const session_bug *);
void wire_skip_key(wire *);
/* Whether a test is a final state's, and the edges first taken by its path, by the state's
 * needs_test; each is set in `sent`, unless NULL. Returns how many. */
uint32_t wire_put_news(wire *, const session *, uint32_t news, bool is_final,
                       uint8_t *sent);
void wire_put_attached(wire *, const session *);
void wire_get_attached(wire *, session *);

/* Reads a test and its attachments, and writes the files.  Final: see session_adopt_test. */
void wire_write_test(wire *, session *, bool is_final);

/* Writes or reads a whole message; false: the other end is gone. */
bool wire_send(int fd, wire_kind, const wire *);
bool wire_receive(int fd, wire_kind *, wire *);

#endif
