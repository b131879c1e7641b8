#ifndef CONTEST_CONTEST_H
#define CONTEST_CONTEST_H

#include "contest/contend.h"
#include "contest/contender.h"
#include "explore/cost.h"

/* Shared by the files of contend.h in the process started by the user: contend.c conducts,
 * contest.c has the contenders' processes, costs and slices, contest_found.c takes their
 * findings. */

enum { CONTEST_UNIT_NS = 1000000 / COST_MS };

/* Instructions executed at some cost; each cost is at least an eighth more than the
 * previous cost, so marks are few. */
typedef struct contest_mark {
  uint64_t cost, instructions;
} contest_mark;

typedef struct contest_process {
  pid_t id;                     /* 0: not forked, or gone */
  int orders, findings;         /* pipes: to the contender, and back */
  bool runs;                    /* has a slice, and a core */
  bool confirms;                /* a bug: see WIRE_CONFIRMS */
  bool is_stopped;              /* has a slice, and waits for a core: see stop_late */
  uint32_t heard;                /* of the tested edges */
  uint64_t base_cost;           /* counted before the fork */
  uint64_t until_ns;            /* processor time at the end of the slice */
  bool has_news;                /* in this slice: a test that covers what none did before */
  uint64_t news_cost;           /* at the end of the last slice with news, ... */
  uint64_t covered_cost;        /* ... at the last coverage new to itself, ... */
  uint64_t moved_cost;          /* ... when it last executed something, ... */
  uint64_t states_cost;         /* ... had more states than before */
  bool is_gone;                 /* lost, or never there */
  bool has_ended;               /* with something cut: see contend.h */
  wire_slice last;              /* the last report */
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
  bool is_decided;              /* the verdict: what runs on changes it by bugs only */
  uint64_t base_bytes;          /* resident, then */
  uint8_t *covered;             /* edges then, if in a query: see part */
  VEC(uint32_t) tested;         /* edges, in the order of the tests that took them first */
  unsigned running;
} contest;

/* contest.c */
/* The contender's cost, counted, and in processor time. */
uint64_t contest_own_cost(const contest *, contender);
uint64_t contest_used_ns(const contest *, contender);
/* The policy's measure: either of both. */
bool contest_goes_by_time(const contest *);
uint64_t contest_spent(const contest *, contender);
bool contest_may_leave_open(contender);
uint64_t contest_may_cost(const contest *, contender);
uint64_t contest_own_bytes(const contest *, contender);
/* The contender's place in the ledger; NULL without supervisor. */
ledger_process *contest_watched(const contest *, contender);
/* False: this is the contender. */
bool contest_start_process(contest *, contender);
void contest_end_process(contest *, contender);
/* The contender drops out.  Why: NULL for nothing to report. */
void contest_lose(contest *, contender, const char *why);
extern const char contest_out_of_memory[];
const char *contest_why_gone(const contest *, contender);
/* The latter half of its cost covered what nothing in the run had covered. */
bool contest_has_news(const contest *, contender);
bool contest_is_there(const contest *, contender);
bool contest_may_end_as_useless(const contest *, contender);
void contest_note_mark(contest *, contender);
policy_history contest_history_of(const contest *);
void contest_begin_slice(contest *, const policy_history *, contender);
void contest_stop_late(contest *, contender);
/* The contender's next slice, or the rest of the last slice.  False: this process is the
 * contender. */
bool contest_give_slice(contest *, const policy_history *, contender);
/* Hands out slices as long as there are jobs.  False: this is a contender. */
bool contest_hand_out(contest *);

/* contest_found.c */
/* A message.  True: its contender decides. */
bool contest_take_message(contest *, contender);
/* Tests of the finishing contender. */
void contest_write_held(contest *, contender);

#endif
