#include "solver/z3.h"

#include "base/limits.h"
#include "base/vec.h"
#include "expr/sweep.h"
#include "solver/subprocess.h"
#include "solver/z3_terms.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

enum { POLL_MS = 50 };

struct z3_backend {
  expr_table *table;
  const interrupt *end;
  z3_terms terms;
  Z3_solver solver;
  Z3_model model;
  VEC(expr) stack;              /* asserted, one push each */
  subprocess_words values;           /* a model of another process's: after its symbols */
  VEC(uint32_t) symbols;        /* ... of the last question asked there */
  bool is_apart;                /* the last answer is from there */
  bool is_exact_there;
  bool is_half_done;            /* the context: renew it */
  /* Z3 polls nothing, so a thread of ours watches flag and clock. */
  pthread_t watcher;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool has_watcher, is_solving, is_ending;
};

/* Z3's errors show as NULL results, which are checked where they can occur. */
static void ignore_error(Z3_context c, Z3_error_code e) {
  (void) c;
  (void) e;
}

static void *watch(void *self) {
  z3_backend *z = self;
  pthread_mutex_lock(&z->lock);
  while (!z->is_ending) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
      until.tv_nsec -= 1000000000L;
      until.tv_sec++;
    }
    if (z->is_solving) pthread_cond_timedwait(&z->wake, &z->lock, &until);
    else pthread_cond_wait(&z->wake, &z->lock);
    if (z->is_solving && interrupt_is_set(z->end))
      Z3_interrupt(z->terms.context);
  }
  pthread_mutex_unlock(&z->lock);
  return NULL;
}

/* Signals are for the main thread. */
static void start_watcher(z3_backend *z) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  z->has_watcher = pthread_create(&z->watcher, NULL, watch, z) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void set_solving(z3_backend *z, bool solving) {
  if (solving && !z->has_watcher && (z->end->stop || z->end->deadline_ns))
    start_watcher(z);
  if (!z->has_watcher) return;
  pthread_mutex_lock(&z->lock);
  z->is_solving = solving;
  pthread_cond_signal(&z->wake);
  pthread_mutex_unlock(&z->lock);
}

z3_backend *z3_backend_new(expr_table *t, const interrupt *end) {
  z3_backend *z = mem_zeroed(1, sizeof *z);
  z->table = t;
  z->end = end;
  pthread_mutex_init(&z->lock, NULL);
  pthread_cond_init(&z->wake, NULL);
  return z;
}

static void drop_model(z3_backend *z) {
  if (z->model) Z3_model_dec_ref(z->terms.context, z->model);
  z->model = NULL;
  z->is_apart = false;
}

static void close_context(z3_backend *z) {
  if (!z->terms.context) return;
  drop_model(z);
  Z3_solver_dec_ref(z->terms.context, z->solver);
  Z3_context c = z->terms.context;
  z3_terms_release(&z->terms);
  Z3_del_context(c);
  z->terms = (z3_terms) {0};
  vec_clear(&z->stack);
}

static void mark_keys(const idmap *m, expr_table *t) {
  for (uint32_t i = 0; i < m->capacity; i++)
    if (m->slots[i].key) sweep_mark(t, (expr) {(uint32_t) m->slots[i].key});
}

void z3_backend_mark(z3_backend *z) {
  mark_keys(&z->terms.bits, z->table);
  mark_keys(&z->terms.floats, z->table);
  for (uint32_t i = 0; i < z->stack.count; i++)
    sweep_mark(z->table, z->stack.items[i]);
}

static void open_context(z3_backend *z) {
  Z3_config config = Z3_mk_config();
  Z3_context c = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(c, ignore_error);
  z->terms = (z3_terms) {.table = z->table, .context = c, .is_exact = true,
                         .end = z->end};
  z->solver = Z3_mk_simple_solver(c);
  Z3_solver_inc_ref(c, z->solver);
}

void z3_backend_free(z3_backend *z) {
  if (!z) return;
  if (z->has_watcher) {
    pthread_mutex_lock(&z->lock);
    z->is_ending = true;
    pthread_cond_signal(&z->wake);
    pthread_mutex_unlock(&z->lock);
    pthread_join(z->watcher, NULL);
  }
  close_context(z);
  pthread_cond_destroy(&z->wake);
  pthread_mutex_destroy(&z->lock);
  vec_release(&z->stack);
  vec_release(&z->values);
  vec_release(&z->symbols);
  free(z);
}

/* All terms are made before Z3 may be interrupted.  False: the run was stopped meanwhile. */
static bool make_terms(z3_backend *z, const expr *conjuncts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!z3_terms_bits(&z->terms, conjuncts[i])) return false;
  return true;
}

/* False: it is not asserted, so that nothing may be asked. */
static bool assert_term(z3_backend *z, Z3_solver solver, expr e) {
  Z3_ast a = z3_terms_condition(&z->terms, e);
  if (!a) return false;
  Z3_solver_assert(z->terms.context, solver, a);
  return Z3_get_error_code(z->terms.context) == Z3_OK && !interrupt_is_set(z->end);
}

static bool assert_all(z3_backend *z, Z3_solver solver, const expr *conjuncts,
                       uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!assert_term(z, solver, conjuncts[i])) return false;
  return true;
}

/* Pops to the common beginning and pushes the rest.  False: see assert_term. */
static bool restack(z3_backend *z, const expr *conjuncts, uint32_t count) {
  Z3_context c = z->terms.context;
  uint32_t same = 0;
  while (same < count && same < z->stack.count &&
         expr_same(z->stack.items[same], conjuncts[same])) same++;
  if (z->stack.count > same)
    Z3_solver_pop(c, z->solver, z->stack.count - same);
  z->stack.count = same;
  for (uint32_t i = same; i < count; i++) {
    Z3_solver_push(c, z->solver);
    vec_push(&z->stack, conjuncts[i]);
    if (!assert_term(z, z->solver, conjuncts[i])) return false;
  }
  assert(z->stack.count == count);
  return true;
}

static unknown_reason why(z3_backend *z, Z3_solver solver) {
  if (interrupt_is_of_all(z->end)) return UNKNOWN_INTERRUPTED;
  if (interrupt_is_late(z->end)) return UNKNOWN_TIME;
  const char *text = Z3_solver_get_reason_unknown(z->terms.context, solver);
  if (!strcmp(text, "timeout") || !strcmp(text, "canceled"))
    return UNKNOWN_TIME;
  return z->terms.is_exact ? UNKNOWN_GAVE_UP : UNKNOWN_OPERATOR;
}

static z3_answer stopped(const z3_backend *z, unknown_reason *reason) {
  *reason = interrupt_is_of_all(z->end) ? UNKNOWN_INTERRUPTED
            : interrupt_is_late(z->end) ? UNKNOWN_TIME : UNKNOWN_GAVE_UP;
  return Z3_DONT_KNOW;
}

/* The terms are made.  What was interrupted may be half done: the context is renewed. */
static z3_answer ask(z3_backend *z, Z3_solver solver, const expr *conjuncts,
                     uint32_t count, unknown_reason *reason) {
  set_solving(z, true);
  const bool is_asserted = solver == z->solver
                               ? restack(z, conjuncts, count)
                               : assert_all(z, solver, conjuncts, count);
  const Z3_lbool found = is_asserted ? Z3_solver_check(z->terms.context, solver)
                                     : Z3_L_UNDEF;
  set_solving(z, false);
  z->is_half_done = !is_asserted || interrupt_is_set(z->end);
  if (!is_asserted) return stopped(z, reason);
  if (found == Z3_L_FALSE) return Z3_NO;
  if (found == Z3_L_TRUE)
    z->model = Z3_solver_get_model(z->terms.context, solver);
  if (!z->model) {
    *reason = why(z, solver);
    return Z3_DONT_KNOW;
  }
  Z3_model_inc_ref(z->terms.context, z->model);
  return Z3_YES;
}

/* Floats: the incremental solver is no match for bit-blasting all at once. */
static z3_answer ask_floats(z3_backend *z, const expr *conjuncts,
                            uint32_t count, unknown_reason *reason) {
  Z3_context c = z->terms.context;
  Z3_tactic tactic = Z3_mk_tactic(c, "qffp");
  Z3_tactic_inc_ref(c, tactic);
  Z3_solver solver = Z3_mk_solver_from_tactic(c, tactic);
  Z3_solver_inc_ref(c, solver);
  Z3_tactic_dec_ref(c, tactic);
  const z3_answer a = ask(z, solver, conjuncts, count, reason);
  Z3_solver_dec_ref(c, solver);
  return a;
}

/* A solver of its own for a question with quantifiers, bounded in steps. */
static Z3_solver new_bounded(z3_backend *z) {
  Z3_context c = z->terms.context;
  Z3_solver solver = Z3_mk_solver(c);
  Z3_solver_inc_ref(c, solver);
  Z3_params p = Z3_mk_params(c);
  Z3_params_inc_ref(c, p);
  Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"), limits.solver_z3_steps);
  Z3_solver_set_params(c, solver, p);
  Z3_params_dec_ref(c, p);
  return solver;
}

static z3_answer ask_quantified(z3_backend *z, const expr *conjuncts,
                                uint32_t count, unknown_reason *reason) {
  Z3_solver solver = new_bounded(z);
  const z3_answer a = ask(z, solver, conjuncts, count, reason);
  Z3_solver_dec_ref(z->terms.context, solver);
  return a;
}

/* A context keeps every term that was ever made in it, so it is renewed after so many: some 50 MiB
 * at a few hundred bytes a term. */
enum { MOST_TERMS = 200000 };

static z3_answer check_here(z3_backend *z, const expr *conjuncts, uint32_t count,
                            unknown_reason *reason) {
  if (z->terms.bits.count > MOST_TERMS || z->is_half_done) close_context(z);
  z->is_half_done = false;
  if (!z->terms.context) open_context(z);
  unsigned flags = 0;
  for (uint32_t i = 0; i < count; i++)
    flags |= expr_get(z->table, conjuncts[i]).flags;
  if (!make_terms(z, conjuncts, count)) return stopped(z, reason);
  if (flags & EXPR_HAS_FORALL)
    return ask_quantified(z, conjuncts, count, reason);
  if (flags & EXPR_HAS_FLOAT) return ask_floats(z, conjuncts, count, reason);
  return ask(z, z->solver, conjuncts, count, reason);
}

/* Questions with wide words, in another process ------------------------------ */

typedef struct question {
  z3_backend *z;
  const expr *conjuncts;
  uint32_t count;
} question;

enum { ANSWER, REASON, IS_EXACT, VALUES };      /* words that come back */

static unsigned limbs_of(const z3_backend *z, uint32_t symbol) {
  return (expr_symbol_width(z->table, symbol) + 63) / 64;
}

/* Nothing there watches flag or clock: the process is ended. */
static void answer_apart(void *context, subprocess_words *out) {
  const question *q = context;
  const interrupt never = {0};
  z3_backend *own = z3_backend_new(q->z->table, &never);
  unknown_reason reason = UNKNOWN_NONE;
  const z3_answer a = check_here(own, q->conjuncts, q->count, &reason);
  vec_push(out, a);
  vec_push(out, reason);
  vec_push(out, own->terms.is_exact);
  for (uint32_t i = 0; i < q->z->symbols.count && a == Z3_YES && own->model; i++) {
    const uint32_t symbol = q->z->symbols.items[i];
    uint64_t limbs[EXPR_MAX_LIMBS];
    z3_backend_value(own, symbol, limbs);
    for (unsigned k = 0; k < limbs_of(own, symbol); k++) vec_push(out, limbs[k]);
  }
}

/* The symbols whose values a model has, each once. */
static void note_symbols(z3_backend *z, const expr *conjuncts, uint32_t count) {
  idmap seen = {0};
  vec_clear(&z->symbols);
  for (uint32_t i = 0; i < count; i++) {
    const varset vars = varset_of(z->table, conjuncts[i]);
    for (uint32_t k = 0; k < varset_count(z->table, vars); k++) {
      const uint32_t symbol = varset_symbols(z->table, vars)[k];
      uint64_t *mark = idmap_at(&seen, (uint64_t) symbol + 1);
      if (!*mark) vec_push(&z->symbols, symbol);
      *mark = 1;
    }
  }
  idmap_release(&seen);
}

static z3_answer ask_apart(z3_backend *z, question *q, unknown_reason *reason) {
  note_symbols(z, q->conjuncts, q->count);
  const subprocess_end end = subprocess_run(answer_apart, q, z->end, &z->values);
  if (end != APART_DONE || z->values.count < VALUES) return stopped(z, reason);
  *reason = (unknown_reason) z->values.items[REASON];
  z->is_apart = true;
  z->is_exact_there = z->values.items[IS_EXACT];
  return (z3_answer) z->values.items[ANSWER];
}

static void value_from_there(const z3_backend *z, uint32_t symbol, uint64_t *limbs) {
  uint32_t at = VALUES;
  for (uint32_t i = 0; i < z->symbols.count; i++) {
    const unsigned size = limbs_of(z, z->symbols.items[i]);
    if (z->symbols.items[i] == symbol && at + size <= z->values.count)
      memcpy(limbs, z->values.items + at, size * sizeof *limbs);
    at += size;
  }
}

z3_answer z3_backend_check(z3_backend *z, const expr *conjuncts,
                           uint32_t count, unknown_reason *reason) {
  drop_model(z);
  if (!subprocess_is_better(z->table, conjuncts, count))
    return check_here(z, conjuncts, count, reason);
  question q = {.z = z, .conjuncts = conjuncts, .count = count};
  return ask_apart(z, &q, reason);
}

bool z3_backend_is_exact(const z3_backend *z) {
  return z->is_apart ? z->is_exact_there : z->terms.is_exact;
}

void z3_backend_value(z3_backend *z, uint32_t symbol, uint64_t *limbs) {
  Z3_context c = z->terms.context;
  assert(z->is_apart || z->model);
  memset(limbs, 0, EXPR_MAX_LIMBS * sizeof *limbs);
  if (z->is_apart) {
    value_from_there(z, symbol, limbs);
    return;
  }
  Z3_ast term = z3_terms_bits(&z->terms, expr_symbol(z->table, symbol)), value;
  if (!term || !Z3_model_eval(c, z->model, term, true, &value)) return;
  if (Z3_get_numeral_uint64(c, value, limbs)) return;
  const char *digits = Z3_get_numeral_binary_string(c, value);
  const size_t length = digits ? strlen(digits) : 0;
  for (size_t i = 0; i < length && i < EXPR_MAX_WIDTH; i++)
    if (digits[length - 1 - i] == '1')
      limbs[i / 64] |= UINT64_C(1) << i % 64;
}
