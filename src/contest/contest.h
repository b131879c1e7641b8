#ifndef CONTEST_CONTEST_H
#define CONTEST_CONTEST_H

#include "contest/contend.h"
#include "contest/contender.h"
#include "explore/cost.h"

/* What the files of contend.h share, in the process that the user started: contend.c
 * conducts, contest.c has the contenders' processes, their costs and slices,
 * contest_found.c takes what they say. */

enum { CONTEST_UNIT_NS = 1000000 / COST_MS };

/* What it had executed at some cost; each cost is at least an eighth more than the
 * one before, so that there are few. */
typedef struct contest_mark {
  uint64_t cost, instructions;
} contest_mark;

typedef struct contest_process {
  pid_t id;                     /* 0: not forked, or gone */
  int orders, findings;         /* pipes: to it, from it */
  bool runs;                    /* has a slice, and a core */
  bool confirms;                /* a bug: see WIRE_CONFIRMS */
  bool is_stopped;              /* has a slice, and waits for a core: see stop_late */
  uint64_t base_cost;           /* counted before it was forked */
  uint64_t until_ns;            /* its processor time when the slice is over */
  uint64_t covered_cost;        /* when it last covered something, ... */
  uint64_t moved_cost;          /* ... executed something, ... */
  uint64_t states_cost;         /* ... had more states than before */
  bool is_gone;                 /* lost, or never there */
  bool has_ended;               /* with something cut: see contend.h */
  wire_slice last;              /* what it last said */
  VEC(contest_mark) marks;
  VEC(wire) held;               /* tests, read up to their inputs: see take_test */
} contest_process;

typedef struct contest {
  session *s;
  const contend_options *o;
  contest_process of[CONTENDERS];
  uint64_t first_instructions;  /* of the paths in this process */
  uint64_t first_cost;          /* ... counted, ... */
  uint64_t first_ns;            /* ... and in processor time */
  uint64_t begun_ns;            /* clock_used_ns at the beginning */
  unsigned times;               /* see may_cost */
  uint64_t base_bytes;          /* resident, then */
  uint8_t *covered;             /* edges, then, if that was in a question: see part */
  unsigned running;
} contest;

/* contest.c */
/* What it cost, counted, and in processor time. */
uint64_t contest_own_cost(const contest *, contender);
uint64_t contest_used_ns(const contest *, contender);
/* What the policy goes by: one of both. */
bool contest_goes_by_time(const contest *);
uint64_t contest_spent(const contest *, contender);
bool contest_may_leave_open(contender);
uint64_t contest_may_cost(const contest *, contender);
uint64_t contest_own_bytes(const contest *, contender);
/* Its place in the ledger; NULL where nobody watches. */
ledger_process *contest_watched(const contest *, contender);
/* False: this is the contender. */
bool contest_start_process(contest *, contender);
void contest_end_process(contest *, contender);
/* One contender less.  Why: NULL if that is nothing to report. */
void contest_lose(contest *, contender, const char *why);
extern const char contest_out_of_memory[];
const char *contest_why_gone(const contest *, contender);
bool contest_is_there(const contest *, contender);
bool contest_may_end_as_useless(const contest *, contender);
void contest_note_mark(contest *, contender);
policy_history contest_history_of(const contest *);
void contest_begin_slice(contest *, const policy_history *, contender);
void contest_stop_late(contest *, contender);
/* The contender's next slice, or the rest of the last one.  False: this is the contender. */
bool contest_give_slice(contest *, const policy_history *, contender);
/* Hands out slices as long as there are jobs.  False: this is a contender. */
bool contest_hand_out(contest *);

/* contest_found.c */
/* One message.  True: its contender decides. */
bool contest_take_message(contest *, contender);
/* Tests of the contender that finishes the run. */
void contest_write_held(contest *, contender);

#endif
