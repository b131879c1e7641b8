#ifndef FINDING_WIRE_H
#define FINDING_WIRE_H

#include "finding/session.h"

/*
 * Messages between the process that a user started and the contenders that it
 * forked: a kind, a length, and bytes.  Both ends are the same program in the
 * same place, so a slice's constant text is sent as a pointer.
 *
 * Findings go through ledgers and queues, too, where others may have changed them:
 * whatever the bytes are, reading them is defined, and what is no finding is bad.
 */
typedef enum wire_kind {
  WIRE_SLICE,                   /* contender: its slice is over; a wire_slice and
                                 * what it cut first, "" for nothing */
  WIRE_EDGES,                   /* what was covered since the last such message */
  WIRE_BUG,
  WIRE_TEST,
  WIRE_CONFIRMS,                /* a bool: it begins, or ends, to re-execute the path to a
                                 * bug */
  WIRE_GO,                      /* to a contender: a wire_order */
  WIRE_FINISH                   /* ... the run is its to finish */
} wire_kind;

typedef struct wire {
  VEC(uint8_t) bytes;
  uint32_t read;                /* so many of them */
  bool is_bad;                  /* more was asked for than there was, or what was there is
                                 * no such thing: the rest is not to be used */
} wire;

void wire_release(wire *);

void wire_put(wire *, const void *, size_t);
void wire_get(wire *, void *, size_t);          /* zeros if it is bad */
bool wire_is_at_end(const wire *);              /* whole, and nothing is left */
void wire_put_bytes(wire *, const void *, size_t);      /* with their number */
/* To be freed, with a NUL past its end; NULL stays NULL. */
char *wire_get_bytes(wire *, size_t *);

void wire_put_test(wire *, const testcase *);
void wire_get_test(wire *, testcase *);
void wire_put_bug(wire *, const session_bug *);
void wire_get_bug(wire *, session *, session_bug *);
/* What distinguishes findings: the mistake, and how sure it is.  A ledger keeps both the
 * possible and the confirmed one, in whichever order they come. */
void wire_put_key(wire *, const session_bug *);
void wire_skip_key(wire *);
/* Whether a test is a final state's, and which edges its path took first, by the
 * state's needs_test; each is set in `sent`, unless that is NULL.  How many. */
uint32_t wire_put_news(wire *, const session *, uint32_t news, bool is_final,
                       uint8_t *sent);
void wire_put_attached(wire *, const session *);
void wire_get_attached(wire *, session *);

/* Reads a test and what is attached to it, and writes its files.  Final: as
 * session_adopt_test has it. */
void wire_write_test(wire *, session *, bool is_final);

/* Writes or reads one whole message; false: the other end is gone. */
bool wire_send(int fd, wire_kind, const wire *);
bool wire_receive(int fd, wire_kind *, wire *);

#endif
