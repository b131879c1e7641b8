#ifndef EXPLORE_POLICY_H
#define EXPLORE_POLICY_H

#include "explore/strategy.h"

/*
 * Which contender runs next: a pure function of what each has cost so far, in
 * counted units, and of what was seen of it.
 *
 * Let c(i) be the cost of contender i, C the sum over all contenders, those that
 * were lost included, n the number of cores, and f(i) its floor, a part of 1: percents
 * are parts of 100, or of the sum of those that there are, if that is more; native runs of a
 * fuzz target have three times their percents.  Where functions without code return
 * anything, the two forms of joins have one floor together, and each alone the smaller of
 * both: what they are behind is for the one ahead (below), or else for the one with the
 * least cost.  On one
 * core g(i) = f(i); on more g(i) = f(i) / 4n: a quarter of a core's work goes by floors.
 * When a core is free,
 *
 *   1. one that had less than a TRIAL runs, the one with the least first: a
 *      contender that is far better than the others mostly ends within it;
 *   2. else, on more than one core, the paths while they have had less than one
 *      core's work, C / n, unless templates contain (below);
 *   3. else one that re-executes the path to a bug; such ones together have at most half of
 *      all that was spent;
 *   4. else the one most behind its floor: the i with the largest
 *      g(i) * C - c(i), if that is positive;
 *   5. else the favourite, which estimates choose;
 *   6. else the one least ahead of its floor.
 *
 * Favourites.  The paths alone if they are nearly done.  Else the one with the
 * least cost of
 *
 *   - the paths, and the joins as diagrams or as if-then-else.  These two take the
 *     same order, so the one that has executed an eighth more instructions at the
 *     same cost, a trial at least, is ahead; unless it executed none in the latter
 *     half of its cost.  If none is ahead, it is the diagrams (where they have one floor,
 *     the one with the least cost), and if-then-else too if
 *     diagrams are more than half of what those do.  Up to an eighth of the diagrams'
 *     cost if-then-else is a favourite in any case;
 *   - or, if templates contain what the joins alone do not, the templates and the
 *     joins with templates; on more than one core the paths, too, only when the joins with
 *     templates have had HEAD_START.  They do if some were applied and the
 *     joins with templates never had an eighth of the states of those without; or a
 *     half, if those without had their most states in the latter half of their cost:
 *     they grow.  After two trials the joins with templates must also have applied
 *     one, and covered no less than those without had at half the cost, unless these
 *     grow;
 *   - beside those joins each of the two with templates, up to HEAD_START, if it applied
 *     one and the joins with templates had less than half the states; templates alone if
 *     the joins with templates were given up, since they met none: up to HEAD_START,
 *     then up to a tenth of a core's work, C / 10n;
 *   - z-equivalence if it dropped a state;
 *   - the joins where annotated if they forgot something.  Else they are joins that
 *     others make as well;
 *   - invariants if a state came back to a loop, up to C / 10n.  They do not begin
 *     before C is ten trials;
 *   - the one that runs natively, up to C / 4n beside what building it costs; up to C / 2 if
 *     it covered something in the latter half of its cost.  It does not begin before C is
 *     what building it costs.
 *
 * Bound.  A slice costs s(i) = max(SLICE, c(i) / 16).  When all have had their
 * trials, the sum over all of g(i) * C - c(i) is at most 0.  By 4 no contender
 * falls behind while another that is less behind runs, so g(i) * C - c(i) never
 * exceeds the sum of one slice and one trial of each other contender; what the paths
 * have by 2 and the floors of the others are together less than 1.  A contender
 * that ends at cost b therefore ends when
 *
 *   C <= (b + slices + trials) / g(b)
 *
 * whatever the estimates were, and twice as much where others confirm bugs.  With the
 * floors of contenders.def, on one core:
 * 2.5 times the paths alone, 2.7 times the joins as diagrams (with one floor
 * for both forms 2.7 times the one ahead and 25 times the other), 17 times the templates or
 * invariants, 25 times the plain joins or both, 50 times the others, and in a program
 * with annotations 1.42 times as much, 3.4 times the joins there; with native runs 1.2 times
 * as much, of a fuzz target 1.6 times, and once more what building the target costs, which counts for no floor; and what has no use
 * for a program is not there, so that the favourite has its part.  No policy can
 * promise 2.5 times the best of three or more: of k contenders of which nothing is
 * known, one has had at most C / k when C has been spent, and that one may be the
 * best.  On more cores the time that passes is C / n, at most four times as long as on
 * one core by this bound; in return the paths have a core, and the favourite of the
 * others nearly one.
 */
typedef enum contender {
#define CONTENDER(NAME, TEXT, STRATEGIES, DIAGRAMS, HUNTS, PERCENT) CONTENDER_##NAME,
#include "explore/contenders.def"
  CONTENDERS
} contender;

typedef struct contender_row {
  const char *text;
  unsigned strategies;          /* see explore_options */
  bool has_diagrams, hunts;
  unsigned percent;
} contender_row;

extern const contender_row contender_rows[CONTENDERS];

typedef struct policy_history {
  struct policy_entry {
    uint64_t cost;
    bool is_there;              /* it neither ended nor was lost */
    bool is_running;            /* on another core */
    bool is_promising;          /* what is special to it was of use */
    bool confirms;              /* it re-executes the path to a bug that it found */
    uint64_t instructions;      /* that it had executed at the least cost of those
                                 * who join without templates */
    uint64_t moved_cost;        /* its cost when it last executed one */
    bool is_mostly_diagrams;    /* more than half of its cost is */
    uint64_t states;            /* that it had at a time, at most ... */
    uint64_t states_cost;       /* ... and its cost when it first had so many */
    uint64_t covered;           /* edges ... */
    uint64_t covered_cost;      /* ... and its cost when it had covered them */
  } of[CONTENDERS];
  unsigned cores;
  bool is_fuzz;                 /* the program is a fuzz target */
  bool has_unknown;             /* functions without code return anything */
  uint64_t build;               /* what the one that runs natively costs before it runs */
  double estimate;              /* of what all paths will cost; INFINITY: none */
  bool is_reliable;             /* ... and most likely that is so */
} policy_history;

/* CONTENDERS: nobody is there that is not running. */
contender policy_next(const policy_history *);

/* The units for which it runs. */
uint64_t policy_slice(const policy_history *, contender);

#endif
