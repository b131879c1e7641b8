#include "finding/progress.h"

#include "base/clock.h"
#include "base/limits.h"
#include "explore/covered.h"

#include <stdio.h>
#include <unistd.h>

enum { TERMINAL_MS = 200 };

void progress_init(progress *p, const session *s, bool quiet) {
  *p = (progress) {.session = s, .began_ms = clock_ms(), .is_quiet = quiet,
                   .is_terminal = isatty(STDERR_FILENO)};
  p->shown_ms = p->began_ms;
}

static double percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * (double) part / (double) whole : 100.0;
}

/* What there is to say of a run, by one process or by several. */
static session_view view_of(const session *s) {
  if (s->view.is_set) return s->view;
  const explore_progress e = explore_get_progress(s->explore);
  return (session_view) {
    .paths = s->paths_completed, .states = e.states,
    .memory_bytes = e.memory_bytes, .order = e.order,
    .solver_ns = solver_get_stats(exec_solver(s->exec))->solver_ns};
}

static void show(progress *p, double now) {
  const session *s = p->session;
  const session_view v = view_of(s);
  const covered c = covered_by(s->exec);
  const double seconds = (now - p->began_ms) / 1e3;
  const double used = v.is_set ? (double) v.used_ns / 1e9 : seconds;
  const double solving = used > 0 ? 100 * (double) v.solver_ns / 1e9 / used : 0;
  fprintf(stderr,
          "%s%llu paths, %llu states, %.0f%% of branches, %u bug%s, "
          "solver %.0f%%, %llu MiB, %.0f s",
          p->is_terminal ? "\r\033[K" : "braid: ",
          (unsigned long long) v.paths, (unsigned long long) v.states,
          percent(c.branches_hit, c.branches_total), s->bugs.count,
          s->bugs.count == 1 ? "" : "s",
          solving < 100 ? solving : 100,
          (unsigned long long) (v.memory_bytes >> 20), seconds);
  if (s->is_fuzz)
    fprintf(stderr, ", input of up to %llu bytes",
            (unsigned long long) s->o->max_len);
  if (s->jobs_done)
    fprintf(stderr, ", jobs: %llu open, %llu done, about %.0f%% of the tree",
            (unsigned long long) s->jobs_open, (unsigned long long) s->jobs_done,
            100 * s->jobs_share);
  if (s->workers) fprintf(stderr, ", %u processes", s->workers + 1);
  if (v.what) fprintf(stderr, ", %s", v.what);
  if (v.order) fprintf(stderr, ", %s", v.order);
  if (s->o->max_time_ms)
    fprintf(stderr, ", %.0f s left",
            (double) s->o->max_time_ms / 1e3 - seconds);
  if (!p->is_terminal) fputc('\n', stderr);
  fflush(stderr);
  p->is_shown = true;
}

void progress_tick(void *context) {
  progress *p = context;
  if (p->is_quiet) return;
  const double now = clock_ms();
  if (now - p->shown_ms < (p->is_terminal ? TERMINAL_MS : (double) limits.finding_progress_ms)) return;
  show(p, now);
  p->shown_ms = now;
}

void progress_end(progress *p) {
  if (p->is_shown && p->is_terminal) fputs("\r\033[K", stderr);
}
