#include "solver/subprocess.h"

#include "base/full_io.h"
#include "base/idmap.h"
#include "base/limits.h"
#include "base/prices.h"
#include "base/yield.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 20 };

/* How wide ------------------------------------------------------------------ */

/* Cells of the circuit, about: full adders, or as much. */
static uint64_t cells_of(const expr_table *t, const expr_node *n) {
  uint64_t width = n->width;
  if (expr_arity((expr_op) n->op) && expr_width(t, n->arg[0]) > width)
    width = expr_width(t, n->arg[0]);
  if (width < limits.expr_wide_bits) return 0;
  switch ((int) n->op) {
  case EXPR_MUL: return width * width;
  case EXPR_UDIV: case EXPR_UREM: case EXPR_SDIV: case EXPR_SREM:
    return 4 * width * width;
  case EXPR_SHL: case EXPR_LSHR: case EXPR_ASHR: return 16 * width;
  case EXPR_CONST: case EXPR_VAR: case EXPR_CONCAT: case EXPR_EXTRACT:
  case EXPR_ZEXT: case EXPR_SEXT: return 0;
  }
  return width;
}

bool subprocess_is_better(const expr_table *t, const expr *conjuncts, uint32_t count) {
  VEC(expr) stack = {0};
  idmap seen = {0};
  uint64_t cells = 0;
  for (uint32_t i = 0; i < count; i++)
    if (expr_has(t, conjuncts[i], EXPR_HAS_WIDE)) vec_push(&stack, conjuncts[i]);
  while (stack.count && cells <= limits.solver_z3_cells) {
    const expr e = vec_pop(&stack);
    uint64_t *mark = idmap_at(&seen, e.id);
    if (*mark) continue;
    *mark = 1;
    const expr_node n = expr_get(t, e);
    cells += cells_of(t, &n);
    for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++)
      if (expr_has(t, n.arg[k], EXPR_HAS_WIDE)) vec_push(&stack, n.arg[k]);
  }
  vec_release(&stack);
  idmap_release(&seen);
  return cells > limits.solver_z3_cells;
}

/* The other process ----------------------------------------------------------- */

/* A library may call exit() when memory is out: nothing of the run is to be tidied up then. */
static void leave(void) { _exit(1); }

/* So much more than this process has. */
static void limit_memory(void) {
  unsigned long pages = 0;
  FILE *in = fopen("/proc/self/statm", "r");
  if (in && fscanf(in, "%lu", &pages) != 1) pages = 0;
  if (in) fclose(in);
  if (!pages) return;
  struct rlimit now;
  const rlim_t most = (rlim_t) pages * (rlim_t) sysconf(_SC_PAGESIZE) +
                      ((rlim_t) limits.solver_z3_memory << 20);
  if (!getrlimit(RLIMIT_AS, &now) && (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most)) {
    now.rlim_cur = most;
    setrlimit(RLIMIT_AS, &now);
  }
  /* Rather this one than any other. */
  FILE *score = fopen("/proc/self/oom_score_adj", "w");
  if (score) {
    fputs("1000", score);
    fclose(score);
  }
}

static _Noreturn void work_apart(subprocess_work *work, void *context, int fd, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  atexit(leave);
  yield_hook = NULL;
  /* The other process hears of these, too, and ends this one. */
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGPIPE, SIG_DFL);
  const int quiet = open("/dev/null", O_WRONLY);
  if (quiet >= 0) dup2(quiet, STDERR_FILENO);
  limit_memory();
  subprocess_words words = {0};
  work(context, &words);
  const uint64_t count = words.count;
  const bool is_said = full_write(fd, &count, sizeof count) &&
                       full_write(fd, words.items, count * sizeof *words.items);
  _exit(!is_said);
}

/* Waiting for it ---------------------------------------------------------------- */

static uint64_t used_ms(pid_t id) {
  clockid_t its_clock;
  struct timespec t;
  if (clock_getcpuclockid(id, &its_clock) || clock_gettime(its_clock, &t)) return 0;
  return (uint64_t) t.tv_sec * 1000 + (uint64_t) t.tv_nsec / 1000000;
}

/* What it used counts as this process's work; while others go first, it stops.  False: this
 * is another process now, forked meanwhile. */
static bool let_others_go_first(pid_t id, uint64_t *counted_ms) {
  const pid_t self = getpid();
  const uint64_t now = used_ms(id);
  if (!yield_hook || now <= *counted_ms) return true;
  kill(id, SIGSTOP);
  yield((now - *counted_ms) * (COST_MS / PRICE_CONFLICT));
  *counted_ms = now;
  if (getpid() != self) return false;
  kill(id, SIGCONT);
  return true;
}

/* Bytes that came, until it has said all or is to end. */
typedef VEC(uint8_t) bytes;

static bool is_whole(const bytes *b) {
  uint64_t count = 0;
  if (b->count < sizeof count) return false;
  memcpy(&count, b->items, sizeof count);
  return b->count == (count + 1) * sizeof(uint64_t);
}

/* False: it will say nothing more. */
static bool take(int fd, bytes *b) {
  uint8_t some[1 << 14];
  const ssize_t n = read(fd, some, sizeof some);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  for (ssize_t i = 0; i < n; i++) vec_push(b, some[i]);
  return n > 0;
}

/* False: this is another process now. */
static bool wait_for(pid_t id, int fd, const interrupt *end, bytes *b) {
  uint64_t counted_ms = 0;
  bool goes_on = true;
  while (goes_on && !is_whole(b) && !interrupt_is_set(end)) {
    struct pollfd p = {fd, POLLIN, 0};
    if (poll(&p, 1, POLL_MS) > 0) goes_on = take(fd, b);
    else if (!let_others_go_first(id, &counted_ms)) return false;
  }
  return true;
}

subprocess_end subprocess_run(subprocess_work *work, void *context, const interrupt *end,
                    subprocess_words *out) {
  bytes b = {0};
  for (bool is_mine = false; !is_mine;) {
    int ends[2];
    vec_clear(&b);
    if (pipe2(ends, O_CLOEXEC)) return APART_FAILED;
    fflush(NULL);
    const pid_t parent = getpid(), id = fork();
    if (!id) {
      close(ends[0]);
      work_apart(work, context, ends[1], parent);
    }
    close(ends[1]);
    if (id < 0) {
      close(ends[0]);
      return APART_FAILED;
    }
    is_mine = wait_for(id, ends[0], end, &b);
    close(ends[0]);
    if (!is_mine) continue;
    kill(id, SIGKILL);
    while (waitpid(id, NULL, 0) < 0 && errno == EINTR) continue;
  }
  const bool is_done = is_whole(&b);
  vec_clear(out);
  for (size_t at = sizeof(uint64_t); is_done && at < b.count; at += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, b.items + at, sizeof word);
    vec_push(out, word);
  }
  vec_release(&b);
  return is_done ? APART_DONE : interrupt_is_set(end) ? APART_STOPPED : APART_FAILED;
}
