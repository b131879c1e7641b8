#ifndef EXPLORE_POLICY_H
#define EXPLORE_POLICY_H

#include "explore/strategy.h"

/*
 * Which contender runs next: a pure function of the contenders' costs so far, in counted
 * units, and of their results.
 *
 * Let c(i) be the cost of contender i, C the sum over all contenders, lost contenders
 * included, n the number of cores, and f(i) the floor, a part of 1: percents are parts of
 * 100, or of the sum of the present percents, if larger; native runs of a fuzz target have
 * three times their percents; where braid chose the inputs, a contender that does not go path by
 * path has a quarter of its percents, and is no favourite, while the latter half of its cost
 * covered nothing that nobody else in the run had.  Where functions without code return anything, the two forms
 * of joins have a floor together, and each alone the smaller of both: the form ahead
 * (below), or else the form with the least cost, gets the part by which both are behind.  On
 * one core g(i) = f(i); on more g(i) = f(i) / 4n: a quarter of a core's work goes by floors.
 * A free core runs
 *
 *   1. the contender with the least cost below a TRIAL: a far better contender mostly ends
 *      within a trial;
 *   2. else, on more than one core, the paths while below one core's work, C / n, unless
 *      templates contain (below);
 *   3. else a contender that re-executes the path to a bug; all re-executions together have
 *      at most half of C;
 *   4. else the contender most behind its floor: the i with the largest g(i) * C - c(i), if
 *      positive;
 *   5. else the favourite, chosen by estimates;
 *   6. else the contender least ahead of its floor.
 *
 * Favourites.  The paths alone if nearly done.  Else the least cost of
 *
 *   - the paths, and the joins as diagrams or as if-then-else.  These two take the same
 *     order, so the form with an eighth more executed instructions at the same cost, a trial
 *     at least, is ahead; unless none was executed in the latter half of its cost.  If
 *     neither is ahead: the diagrams (with a common floor the form with the least cost), and
 *     if-then-else too if diagrams are more than half of the joins' cost.  Up to an eighth
 *     of the diagrams' cost if-then-else is a favourite in any case;
 *   - or, if templates contain the growth of the joins alone, the templates and the joins
 *     with templates; on more than one core the paths, too, only when the joins with
 *     templates have had HEAD_START.  Templates contain if some were applied and the joins
 *     with templates never had an eighth of the states of the joins without; or a half, if
 *     the joins without grow, that is, had their most states in the latter half of their
 *     cost.  After two trials the joins with templates must also have applied a template,
 *     and covered no less than the joins without had at half the cost, unless these grow;
 *   - beside the joins each of the two with templates, up to HEAD_START, if it applied a
 *     template and the joins with templates had less than half the states; templates alone
 *     if the joins with templates were given up without having met a template: up to
 *     HEAD_START, then up to a tenth of a core's work, C / 10n;
 *   - z-equivalence if a state was dropped;
 *   - the joins where annotated if a value was forgotten.  Otherwise other contenders make
 *     the same joins;
 *   - invariants if a state came back to a loop, up to C / 10n.  They do not begin before C
 *     is ten trials;
 *   - paths of other sizes, up to C / 8: on one core less than their floor;
 *   - native runs, up to C / 4n beside the cost of building; up to C / 2 when the
 *     latter half of their cost covered what nobody in the run had.  They do not begin before C is the cost of building.
 *
 * Bound.  A slice costs s(i) = max(SLICE, c(i) / 16).  After all trials, the sum over all of
 * g(i) * C - c(i) is at most 0.  By 4 no contender falls behind while a contender less
 * behind runs, so g(i) * C - c(i) never exceeds the sum of one slice and one trial of each
 * other contender; the paths' part by 2 and the floors of the others are together less
 * than 1.  A contender that ends at cost b therefore ends when
 *
 *   C <= (b + slices + trials) / g(b)
 *
 * whatever the estimates were, and twice as much where others confirm bugs.  With the
 * floors of contenders.def, on one core: 2.5 times the paths alone, 2.7 times the joins as
 * diagrams (with a common floor 2.7 times the form ahead and 25 times the other), 17 times
 * the templates or invariants, 25 times the plain joins or both, 50 times the others, and
 * in a program with annotations 1.42 times as much, 3.4 times the joins there; with native
 * runs 1.2 times as much, of a fuzz target 1.6 times, and once more the cost of building
 * the target, which counts for no floor; with the paths of other sizes 1.2 times as
 * much, too; where braid chose the inputs, four times as much for all that do not go path by path.
 * A contender without use for a program is absent,
 * so the favourite has its part.  No policy can promise 2.5 times the best of three or
 * more: of k unknown contenders, one has had at most C / k when C has been spent, and may
 * be the best.  On more cores the elapsed time is C / n, at most four times as long as on
 * one core by this bound; in return the paths have a core, and the favourite of the others
 * nearly one.
 */
typedef enum contender {
#define CONTENDER(NAME, TEXT, STRATEGIES, DIAGRAMS, HUNTS, SIZES, PERCENT) CONTENDER_##NAME,
#include "explore/contenders.def"
  CONTENDERS
} contender;

typedef struct contender_row {
  const char *text;
  unsigned strategies;          /* see explore_options */
  bool has_diagrams, hunts;
  bool resizes;                 /* with inputs of other sizes: its end decides nothing */
  unsigned percent;
} contender_row;

extern const contender_row contender_rows[CONTENDERS];

typedef struct policy_history {
  struct policy_entry {
    uint64_t cost;
    bool is_there;              /* neither ended nor lost */
    bool is_running;            /* on another core */
    bool is_promising;          /* its special technique was useful */
    bool has_news;              /* the latter half of its cost covered what nobody had */
    bool confirms;              /* re-executes the path to a bug found */
    uint64_t instructions;      /* executed by then at the least cost of those joining
                                 * without templates */
    uint64_t moved_cost;        /* its cost at the last executed instruction */
    bool is_mostly_diagrams;    /* more than half of its cost */
    uint64_t states;            /* the most states at a time ... */
    uint64_t states_cost;       /* ... and the cost of reaching so many */
    uint64_t covered;           /* edges ... */
    uint64_t covered_cost;      /* ... and the cost of covering these */
  } of[CONTENDERS];
  unsigned cores;
  bool is_fuzz;                 /* the program is a fuzz target */
  bool is_chosen;               /* braid chose the program's inputs */
  bool has_unknown;             /* functions without code return anything */
  uint64_t build;               /* cost of building the native target */
  double estimate;              /* of the cost of all paths; INFINITY: none */
  bool is_reliable;             /* ... and most likely correct */
} policy_history;

/* CONTENDERS: no idle contender. */
contender policy_next(const policy_history *);

/* The units of the slice. */
uint64_t policy_slice(const policy_history *, contender);

#endif
