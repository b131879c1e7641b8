#ifndef FINDING_EVIDENCE_H
#define FINDING_EVIDENCE_H

#include "finding/session.h"

/*
 * What speaks against a proof, kept apart from the list of bugs, so that a bug which is
 * lost on its way into that list, or out of it, is missed:
 *
 * - the first error of those that the property asks for to which inputs led, as soon as it
 *   was re-executed here, or came from another process, a ledger or a queue;
 * - how many of them the processes that share a ledger have counted in it;
 * - the tests whose paths were not followed to their ends when they were written: they are
 *   re-executed when the run is about to say "proved".  Any other test was when it was
 *   written, and its end is that of its path, or it is one of a bug.
 */

/* Inputs led to the bug.  `is_written`: its test is, with its number. */
void evidence_note_bug(session *, const session_bug *, bool is_written);
/* The test of that number was written, and how it ends is not known. */
void evidence_note_test(session *, const testcase *, uint32_t number);
/* The contender's own list of such tests gives way to the one of all. */
void evidence_forget_tests(session *);
/* Takes the text of another process over, or NULL. */
void evidence_take(session *, char *text);
void evidence_release(session *);

/* Before a proof is reported: what speaks against it, to be freed; NULL: nothing does.
 * Re-executes tests, for a tenth of what the run has cost or as long as the paths have for
 * themselves (limits: cli_first), whichever is more. */
char *evidence_against(session *);

#endif
