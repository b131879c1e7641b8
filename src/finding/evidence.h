#ifndef FINDING_EVIDENCE_H
#define FINDING_EVIDENCE_H

#include "finding/session.h"

/*
 * Evidence against a proof, kept apart from the list of bugs, so that a bug lost on the way
 * into the list, or out, is noticed:
 *
 * - the first error of the property reached by inputs, as soon as re-executed here, or
 *   received from another process, a ledger or a queue;
 * - the number of such errors counted in a shared ledger;
 * - tests whose paths were not followed to their ends when written: re-executed before the
 *   run says "proved".  Any other test was re-executed when written, with the end of its
 *   path, or belongs to a bug.
 */

/* Inputs led to the bug.  `is_written`: its test is written, with this number. */
void evidence_note_bug(session *, const session_bug *, bool is_written);
/* The test of this number was written with an unknown end. */
void evidence_note_test(session *, const testcase *, uint32_t number);
/* The contender's own list of such tests is replaced by the common list. */
void evidence_forget_tests(session *);
/* Takes the text of another process over, or NULL. */
void evidence_take(session *, char *text);
void evidence_release(session *);

/* Before a proof is reported: the evidence against it, to be freed; NULL: none.
 * Re-executes tests, for a tenth of the run's cost or the first slice of the paths (limits:
 * contest_first), whichever is more. */
char *evidence_against(session *);

#endif
