#include "finding/progress.h"

#include "base/clock.h"
#include "base/limits.h"
#include "explore/covered.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
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

/* The line in parts, what people look for first; parts that do not fit are left out. */
typedef struct line {
  FILE *out;
  unsigned columns, used;
} line;

__attribute__((format(printf, 2, 3)))
static void put(line *l, const char *format, ...) {
  char part[96];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(part, sizeof part, format, arguments);
  va_end(arguments);
  assert(length > 0 && length < (int) sizeof part);
  const unsigned needs = (unsigned) length + (l->used ? 2 : 0);
  if (l->used + needs > l->columns) return;
  fprintf(l->out, "%s%s", l->used ? ", " : "", part);
  l->used += needs;
}

static void put_count(line *l, uint64_t n, const char *noun) {
  put(l, "%llu %s%s", (unsigned long long) n, noun, n == 1 ? "" : "s");
}

static void put_parts(line *l, const session *s, double seconds) {
  const session_view v = view_of(s);
  const covered c = covered_by(s->exec);
  const double used = v.is_set ? (double) v.used_ns / 1e9 : seconds;
  const double solving = used > 0 ? 100 * (double) v.solver_ns / 1e9 / used : 0;
  if (!s->o->max_time_ms) put(l, "%.0f s", seconds);
  else put(l, "%.0f of %.0f s", seconds, (double) s->o->max_time_ms / 1e3);
  put_count(l, s->bugs.count, "bug");
  put(l, "%.0f%% of branches", percent(c.branches_hit, c.branches_total));
  put(l, "%llu paths done", (unsigned long long) v.paths);
  /* A share that is rounded up would promise the end. */
  if (s->jobs_done)
    put(l, "about %.0f%% of all", s->jobs_share < 0.99 ? 100 * s->jobs_share : 99);
  if (v.what) put(l, "now %s", v.what);
  put(l, "%llu waiting", (unsigned long long) v.states);
  put(l, "%llu MiB", (unsigned long long) (v.memory_bytes >> 20));
  put(l, "%.0f%% of the time in the solver", solving < 100 ? solving : 100);
  if (s->workers) put(l, "%u processes", s->workers + 1);
  if (v.order) put(l, "%s", v.order);
  if (s->is_fuzz) put(l, "input of up to %llu bytes", (unsigned long long) s->o->max_len);
  if (s->jobs_done)
    put(l, "%llu jobs done, %llu open", (unsigned long long) s->jobs_done,
        (unsigned long long) s->jobs_open);
}

/* Of the terminal: a longer line could not be taken back.  Its last column stays empty. */
static unsigned columns(void) {
  struct winsize w;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) || w.ws_col < 2 ? 79 : w.ws_col - 1u;
}

static void show(progress *p, double now) {
  line l = {stderr, p->is_terminal ? columns() : UINT_MAX, 0};
  fputs(p->is_terminal ? "\r\033[K" : "braid: ", stderr);
  put_parts(&l, p->session, (now - p->began_ms) / 1e3);
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
