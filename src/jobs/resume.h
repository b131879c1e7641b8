#ifndef JOBS_RESUME_H
#define JOBS_RESUME_H

#include "base/options.h"

/*
 * `braid run --resume DIR`: the command line of the run in DIR, which continues in its
 * original working directory.
 */
typedef struct resume {
  char *text;                   /* the words of the ledger */
  char *option;                 /* --resume=DIR, DIR from the root */
  int argc;
  char **argv;
  char **by_hand;               /* words both in the ledger and repeated */
  uint32_t by_hand_count;
  char *sources;                /* jobs_sources() of then */
  bool is_sealed;               /* the words have the seal of this user's key */
} resume;

/* Whether the command line has --resume. */
bool resume_is_asked(int argc, char **argv);

/* NULL, or a message to be freed: there is nothing to be resumed, or more is asked
 * for than other budgets. */
char *resume_init(resume *, int argc, char **argv);

/* NULL, or a message to be freed: the stored words ask for more than a ledger may. */
char *resume_refuses(const resume *, const options *);
void resume_release(resume *);

/* --queue-key: from now on queues are sealed under the key in this file.  NULL, or a
 * message to be freed. */
char *resume_use_key(const char *file);

/* Why there is no ledger in the directory; to be freed. */
char *resume_nothing_there(const char *directory);

/* `braid status DIR`: how far the run is, from another terminal. */
int cli_status(int argc, char **argv);

#endif
