#include "merge/internal.h"


#include "expr/sweep.h"
#include "expr/varset.h"

#include <assert.h>

/* States that went on before, and their values. */
static void mark(void *context, expr_table *t) {
  const merger *m = context;
  sweep_mark(t, m->refuted_term);
  contracts_mark(m, t);
  for (uint32_t k = 0; k < m->planted.count; k++) sweep_mark(t, m->planted.items[k]);
  for (uint32_t k = 0; k < m->visits.count; k++) {
    const visit *p = m->visits.items + k;
    states_mark(t, &p->state, 1);
    for (uint32_t i = 0; i < p->values.count; i++) {
      const pair *v = p->values.items + i;
      const expr all[] = {v->left, v->right, v->joined, v->mark, v->any,
                          v->first, v->step};
      for (unsigned n = 0; n < sizeof all / sizeof *all; n++)
        sweep_mark(t, all[n]);
    }
    for (uint32_t i = 0; i < p->candidates.count; i++)
      sweep_mark(t, p->candidates.items[i]);
    for (uint32_t i = 0; i < p->ranks.count; i++)
      sweep_mark(t, p->ranks.items[i].term);
  }
}

merger *merger_new(exec *x, const lattice_sizes *everywhere) {
  merger *m = mem_zeroed(1, sizeof *m);
  m->x = x;
  m->t = exec_table(x);
  m->solver = exec_solver(x);
  m->everywhere = *everywhere;
  vec_push(&m->folds, ((fold) {.above = 0}));
  m->steps = 1;
  sweep_add_root(m->t, (sweep_root) {"merger", m, mark, NULL});
  return m;
}

static void release_visit(visit *p) {
  state_free(p->state);
  vec_release(&p->values);
  vec_release(&p->ranks);
  vec_release(&p->candidates);
}

void merger_restart(merger *m) {
  for (uint32_t k = 0; k < m->visits.count; k++)
    release_visit(m->visits.items + k);
  vec_clear(&m->visits);
  contracts_restart(m);
  m->kept_for = 0;
  m->is_unranked = false;
}

void merger_free(merger *m) {
  if (!m) return;
  sweep_remove_root(m->t, m);
  merger_restart(m);
  vec_release(&m->visits);
  contracts_release(m);
  vec_release(&m->lost);
  vec_release(&m->folds);
  vec_release(&m->kept);
  vec_release(&m->refined);
  vec_release(&m->planted);
  vec_release(&m->arrivals);
  vec_release(&m->proposals);
  free(m);
}

merger_stats merger_get_stats(const merger *m) { return m->stats; }

bool merger_is_refined(const merger *m, uint32_t site) {
  for (uint32_t k = 0; k < m->refined.count; k++)
    if (m->refined.items[k] == site) return true;
  return false;
}

static uint32_t site_of(const merger *m, const state *s) {
  return exec_site(m->x, s->top->function, s->pc);
}

/* A join where `left` is, by the lattices that go there. */
static merging begin(merger *m, const state *left, const state *right) {
  merging w = {.m = m, .left = left, .right = right,
               .lattices = m->everywhere};
  if (merger_is_refined(m, site_of(m, left))) {
    w.lattices = lattice_for_all(LATTICE_ITE);
  } else if (left->waits) {
    const uint32_t kind = exec_annotation(m->x, left) &
                          ~(uint32_t) ANNOTATION_FOLDS;
    w.is_mixed = kind == ANNOTATION_MIXED;
    w.lattices = lattice_for_all(kind < LATTICES ? (lattice) kind
                                                 : LATTICE_ITE);
  }
  return w;
}

static const char *kind_of(const merging *w) {
  const lattice l = lattice_of_all(&w->lattices);
  if (w->seeks) return "invariant";
  return w->is_mixed || l == LATTICES ? "mixed" : lattice_text(l);
}

/* Whether it lost anything. */
static bool note_loss(merger *m, state *s, const merging *w) {
  abstraction a = {.site = site_of(m, s), .place = state_insn(s)->place,
                   .kind = kind_of(w), .first = UINT32_MAX};
  for (uint32_t k = 0; k < w->pairs.count; k++) {
    const pair *p = w->pairs.items + k;
    if (!p->is_abstract) continue;
    const uint32_t symbol = (uint32_t) expr_get(m->t, p->joined).imm;
    if (symbol < a.first) a.first = symbol;
    if (symbol > a.last) a.last = symbol;
    m->stats.abstracted++;
  }
  if (a.first == UINT32_MAX && !w->forgot) return false;
  vec_push(&m->lost, a);
  s->abstraction = m->lost.count;
  return s->outputs_lost = true;        /* it may never be printed */
}

/* By expressions of an annotation: the next join there has the same ones. */
static void keep_elements(merger *m, const state *s, const merging *w) {
  vec_clear(&m->kept);
  for (uint32_t k = 0; w->is_partial && k < w->kept.count; k++)
    vec_push(&m->kept, w->kept.items[k]);
  m->kept_for = m->kept.count ? s->abstraction : 0;
  m->kept_instructions = s->instructions;
}

state *merger_join(merger *m, const state *a, const state *b,
                   join_stats *stats) {
  merging w = begin(m, a, b);
  w.knows_left = m->kept_for && m->kept_for == a->abstraction &&
                 m->kept_instructions == a->instructions;
  state *s = merging_run(&w, stats);
  m->kept_for = 0;
  if (s && note_loss(m, s, &w)) keep_elements(m, s, &w);
  merging_release(&w);
  return s;
}

/* Loops ------------------------------------------------------------------ */

static visit *find_visit(merger *m, const state *s) {
  for (uint32_t k = 0; k < m->visits.count; k++) {
    visit *p = m->visits.items + k;
    if (p->site == site_of(m, s) && p->stack == s->top->stack &&
        p->serial == s->top->serial)
      return p;
  }
  return NULL;
}

void merger_remember(merger *m, visit *p, const state *s, const merging *w) {
  if (!p) {
    vec_push(&m->visits, ((visit) {.site = site_of(m, s),
                                 .stack = s->top->stack,
                                 .serial = s->top->serial}));
    p = &vec_last(&m->visits);
  }
  state_free(p->state);
  p->state = state_copy(s);
  p->conjuncts = path_count(&s->path);
  p->is_assumed = false;
  uint32_t left = 0;
  for (uint32_t k = 0; w && w->seeks && k < p->values.count; k++)
    if (invariant_carries(w, p->values.items + k))
      p->values.items[left++] = p->values.items[k];
  p->values.count = left;
  vec_clear(&p->candidates);
  for (uint32_t k = 0; w && k < w->candidates.count; k++)
    vec_push(&p->candidates, w->candidates.items[k]);
  for (uint32_t k = 0; w && k < w->pairs.count; k++)
    if (w->pairs.items[k].is_abstract)
      vec_push(&p->values, w->pairs.items[k]);
}

/* Whether only abstract numbers changed from one iteration to the next. */
bool merger_is_whole(const merging *w, const join_stats *stats) {
  const state *a = w->left, *b = w->right;
  return !w->has_others && !stats->lone && stats->values == w->pairs.count &&
         a->unfreed == b->unfreed && a->heap_bytes == b->heap_bytes &&
         a->dynamics == b->dynamics &&
         pmap_same(&a->instances, &b->instances) &&
         pmap_same(&a->counts, &b->counts) &&
         pmap_same(&a->settled, &b->settled);
}

/* Values of a visit's symbols. */
typedef struct binding {
  uint32_t *from, used;
  expr *to;
} binding;

static void binding_release(binding *b) {
  free(b->from);
  free(b->to);
}

/* Values for the earlier state's abstract symbols under which the two states are equal, if
 * any.  The symbols occur in the earlier path and as the abstract values, and nowhere
 * else. */
static bool bind(const merger *m, const visit *p, const merging *w, binding *b) {
  *b = (binding) {.from = mem_resize(NULL, p->values.count + 1, sizeof *b->from),
                  .to = mem_resize(NULL, p->values.count + 1, sizeof *b->to)};
  for (uint32_t k = 0; k < w->pairs.count; k++) {
    const pair *q = w->pairs.items + k;
    if (expr_same(q->joined, q->left)) continue;        /* equal here */
    uint32_t n = 0;
    while (n < p->values.count &&
           !expr_same(p->values.items[n].joined, q->left))
      n++;
    if (n == p->values.count) return false;
    const uint32_t symbol = (uint32_t) expr_get(m->t, q->left).imm;
    for (uint32_t i = 0; i < b->used; i++)
      if (b->from[i] == symbol) return false;
    assert(b->used < p->values.count && expr_get(m->t, q->left).op == EXPR_VAR);
    b->from[b->used] = symbol;
    b->to[b->used++] = q->right;
  }
  return true;
}

/* Whether the earlier state subsumes this state: such values exist, and satisfy the earlier
 * path. */
bool merger_covers(merger *m, visit *p, const state *s, merging *w) {
  assert(p->state != s && w->left == p->state && !m->checks);
  const uint32_t count = path_count(&p->state->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  binding b;
  bool covered = bind(m, p, w, &b);
  path_conjuncts(&p->state->path, all);
  for (uint32_t k = 0; k < count && covered; k++) {
    if (invariant_is_planted(m, all[k])) continue;
    const expr now = expr_substitute(m->t, all[k], b.from, b.to, b.used);
    covered = path_may(m->solver, &s->path, expr_not(m->t, now)) ==
              ANSWER_UNSAT;
  }
  if (covered && w->seeks && !w->is_call && !w->is_first)
    ranking_note(w, p, b.from, b.to, b.used);
  binding_release(&b);
  free(all);
  return covered;
}

/* Assumes the visit's path for the state, with the state's values for the visit's symbols.
 * False: not expressible. */
static bool assume_path(merger *m, const visit *p, state *s, const merging *w,
                        revisit *what) {
  const uint32_t count = path_count(&p->state->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  binding b;
  const bool has_form = bind(m, p, w, &b);
  path_conjuncts(&p->state->path, all);
  *what = REVISIT_NEW;
  for (uint32_t k = 0; k < count && has_form && *what == REVISIT_NEW; k++) {
    const expr now = expr_substitute(m->t, all[k], b.from, b.to, b.used);
    path longer = path_copy(s->path);
    const answer a = path_assume(m->solver, &longer, now);
    if (a == ANSWER_UNSAT) *what = REVISIT_COVERED;
    path_release(a == ANSWER_SAT ? &s->path : &longer);
    if (a == ANSWER_SAT) s->path = longer;
  }
  binding_release(&b);
  free(all);
  return has_form;
}

/* The outcome for a state at a visited place: `joined` is the widened state of both, taken
 * over here. */
revisit merger_visit_again(merger *m, visit *p, const state *s, merging *w,
                           state *joined, state **wider, join_stats *stats) {
  assert(joined && w->left == p->state && joined != s);
  if (merger_covers(m, p, s, w)) {
    m->stats.folded++;
    p->is_assumed = true;
    state_free(joined);
    return REVISIT_COVERED;
  }
  note_loss(m, joined, w);
  merger_remember(m, p, joined, w);
  p->is_assumed = true;
  m->stats.widened++;
  stats->joined++;
  *wider = joined;
  return REVISIT_WIDER;
}

revisit merger_revisit(merger *m, const state *s, state **wider,
                       join_stats *stats) {
  merging w = begin(m, s, s);
  if (merging_is_exact(&w) || !(exec_annotation(m->x, s) & ANNOTATION_FOLDS))
    return REVISIT_NEW;
  visit *p = find_visit(m, s);
  if (!p) {
    merger_remember(m, NULL, s, NULL);
    return REVISIT_NEW;
  }
  w.left = p->state;
  w.widens = true;
  join_stats scratch = {0};
  state *joined = merging_run(&w, &scratch);
  revisit what = REVISIT_NEW;
  if (joined && merger_is_whole(&w, &scratch)) {
    what = merger_visit_again(m, p, s, &w, joined, wider, stats);
  } else {
    /* Something else changes from iteration to iteration: they stay apart. */
    merger_remember(m, p, s, NULL);
    state_free(joined);
  }
  merging_release(&w);
  return what;
}

/*
 * Folds.  Each state comes from a chain of states that went on from loops' heads.  If a
 * state of the chain is widened, the wider state has all its runs, so descendants of the
 * narrower state need not go on, nor be compared with: inner loops begin anew, from the
 * wider state alone.
 */
uint32_t merger_new_fold(merger *m, uint32_t above) {
  assert(above < m->folds.count);
  vec_push(&m->folds, ((fold) {.above = above}));
  return m->folds.count - 1;
}

bool merger_fold_is_void(const merger *m, uint32_t at) {
  for (; at; at = m->folds.items[at].above) {
    assert(at < m->folds.count && m->folds.items[at].above < at);
    if (m->folds.items[at].is_void) return true;
  }
  return false;
}

bool merger_is_void(const merger *m, const state *s) {
  assert(s->fold < m->folds.count);
  return !m->checks && merger_fold_is_void(m, s->fold);
}

/* What both come from; numbers grow downwards. */
static uint32_t common_fold(const merger *m, uint32_t a, uint32_t b) {
  assert(a < m->folds.count && b < m->folds.count);
  while (a != b)
    if (a > b) a = m->folds.items[a].above;
    else b = m->folds.items[b].above;
  return a;
}

void merger_forget_void(merger *m) {
  contracts_forget_void(m);
  uint32_t left = 0;
  for (uint32_t k = 0; k < m->visits.count; k++) {
    visit *p = m->visits.items + k;
    if (merger_fold_is_void(m, p->fold)) release_visit(p);
    else m->visits.items[left++] = *p;
  }
  m->visits.count = left;
}

/* It took no input since then. */
static bool is_alone(const state *before, const state *s) {
  return before->inputs == s->inputs;
}

/* The wider state goes on in the visit's place. */
static void replace_fold(merger *m, visit *p, const state *s, state *wider) {
  const uint32_t above = m->folds.items[p->fold].above;
  assert(p->fold && !m->folds.items[p->fold].is_void);
  m->folds.items[p->fold].is_void = true;
  p->fold = wider->fold = merger_new_fold(m, common_fold(m, above, s->fold));
  p->state->fold = wider->fold;
  merger_forget_void(m);
}

/* A state goes on from the head by itself, and nobody yet for others. */
static void begin_visit(merger *m, visit *p, state *s) {
  const uint32_t above = s->fold;
  p->fold = merger_new_fold(m, above);
  if (p->steps > 1) induction_pass(m, p, s, (passing) {true, 0});
  else s->fold = p->fold;
}

/* The state was widened to *wider, or is covered, and may have to go on in any case. */
static revisit take(merger *m, visit *p, state *s, passing how, revisit what,
                    state *wider) {
  if (what == REVISIT_WIDER) {
    p->rounds++;
    ranking_restart(m, p, true);
    if (p->steps > 1) induction_widened(m, p);
  } else {                      /* it is needed as long as either is */
    fold *own = m->folds.items + p->fold;
    own->above = common_fold(m, own->above, s->fold);
  }
  const bool goes_on = how.is_first && how.step + 1 < p->steps;
  if (goes_on) induction_pass(m, p, s, how);
  if (what == REVISIT_WIDER) replace_fold(m, p, s, wider);      /* visits may move */
  if (!goes_on) return what;
  return what == REVISIT_WIDER ? REVISIT_BOTH : REVISIT_NEW;
}

/* The state is an iteration before the asked iteration.  False: impossible, since the state
 * has another form. */
static bool assume(merger *m, visit *p, state *s, passing how, revisit *what) {
  merging w = {.m = m, .left = p->state, .right = s, .before = p,
               .lattices = lattice_for_all(LATTICE_INTERVAL), .widens = true,
               .seeks = true, .checks = true};
  join_stats scratch = {0};
  state *joined = merging_run(&w, &scratch);
  const bool has_form =
      joined && merger_is_whole(&w, &scratch) && assume_path(m, p, s, &w, what);
  state_free(joined);
  merging_release(&w);
  if (has_form && *what == REVISIT_NEW) induction_pass(m, p, s, how);
  return has_form;
}

revisit merger_fold(merger *m, state *s, state **wider, join_stats *stats) {
  assert(!s->unasked.id && s->fold < m->folds.count);
  if (m->steps > 1 && induction_leaves(m, s)) return REVISIT_COVERED;
  visit *p = find_visit(m, s);
  if (m->checks) return p ? check_visit(m, p, s, wider) : REVISIT_NEW;
  if (!p) {
    merger_remember(m, NULL, s, NULL);
    p = &vec_last(&m->visits);
    p->symbols = expr_symbol_count(m->t);
    p->steps = induction_steps(m, s);
    begin_visit(m, p, s);
    return REVISIT_NEW;
  }
  m->stats.returned++;
  const bool is_deep = p->steps > 1;
  const passing how = is_deep ? induction_passing(m, p, s) : (passing) {false, 1};
  if (p->rounds >= MERGE_ROUNDS) {
    if (is_deep) induction_fail(m);
    return REVISIT_NEW;
  }
  merging w = {.m = m, .left = p->state, .right = s, .before = p,
               .lattices = lattice_for_all(LATTICE_INTERVAL), .widens = true,
               .seeks = true, .is_first = is_deep && how.is_first};
  join_stats scratch = {0};
  revisit what = REVISIT_NEW;
  if (is_deep && !how.is_first && how.step < p->steps && assume(m, p, s, how, &what))
    return what;
  state *joined = merging_run(&w, &scratch);
  if (!joined || !merger_is_whole(&w, &scratch)) {
    p->rounds++;
    ranking_restart(m, p, false);
    merger_remember(m, p, s, NULL);
    begin_visit(m, p, s);
    state_free(joined);
    if (is_deep) induction_fail(m);
  } else if (!is_deep && !w.pairs.count && is_alone(p->state, s)) {
    state_free(joined);         /* the search for hangs finds it */
  } else {
    joined->at_head = false;
    what = merger_visit_again(m, p, s, &w, joined, wider, stats);
    what = take(m, p, s, how, what, *wider);
  }
  merging_release(&w);
  return what;
}

void merger_each_invariant(const merger *m, merger_visit *each, void *context) {
  for (uint32_t k = 0; k < m->visits.count; k++) {
    const visit *p = m->visits.items + k;
    if (!p->is_assumed) continue;
    const uint32_t count = path_count(&p->state->path);
    expr *all = mem_resize(NULL, count + 1, sizeof *all);
    path_conjuncts(&p->state->path, all);
    for (uint32_t i = 0; i < count; i++) {
      const varset set = varset_of(m->t, all[i]);
      bool is_own = false;
      for (uint32_t n = 0; n < p->values.count; n++)
        is_own |= varset_contains(
            m->t, set, (uint32_t) expr_get(m->t, p->values.items[n].joined).imm);
      if (is_own) each(context, p->state, all[i]);
    }
    free(all);
  }
}

/* Blame ------------------------------------------------------------------ */

static const abstraction *maker_of(const merger *m, uint32_t symbol) {
  for (uint32_t k = m->lost.count; k-- > 0;)
    if (m->lost.items[k].first <= symbol && symbol <= m->lost.items[k].last)
      return m->lost.items + k;
  return NULL;
}

/* Among the symbols of the newest conjunct with such symbols, the newest whose join is not
 * refined yet. */
const abstraction *merger_blame(const merger *m, const state *s) {
  if (!m || !s->abstraction) return NULL;
  assert(s->abstraction <= m->lost.count);
  const uint32_t count = path_count(&s->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  const abstraction *found = NULL;
  path_conjuncts(&s->path, all);
  for (uint32_t k = count; k-- > 0 && !found;) {
    const varset set = varset_of(m->t, all[k]);
    for (uint32_t i = varset_count(m->t, set); i-- > 0 && !found;) {
      const uint32_t symbol = varset_symbols(m->t, set)[i];
      if (expr_symbol_class(m->t, symbol) != SYMBOL_ABSTRACT) continue;
      found = maker_of(m, symbol);
      if (found && merger_is_refined(m, found->site)) found = NULL;
    }
  }
  free(all);
  return found ? found : m->lost.items + s->abstraction - 1;
}

bool merger_refine(merger *m, const state *s) {
  const abstraction *a = merger_blame(m, s);
  if (!a || merger_is_refined(m, a->site)) return false;
  vec_push(&m->refined, a->site);
  return true;
}

/* BRAID_AS(KIND, expression), ... */
static char *check_mixed(const ir_argument *values, uint32_t count) {
  if (!count || count % 2)
    return mem_string("BRAID_MERGE(mixed) takes BRAID_AS(KIND, expression)");
  for (uint32_t k = 0; k < count; k += 2) {
    if (!values[k].is_number || values[k].number >= LATTICES)
      return mem_string("BRAID_MERGE(mixed) takes BRAID_AS(KIND, expression)");
    const lattice l = (lattice) values[k].number;
    if (lattice_kind_of(l) != LATTICE_EACH)
      return mem_format("BRAID_AS(%s, ...) is no lattice of one expression",
                        lattice_text(l));
  }
  return NULL;
}

char *merger_check_annotation(uint64_t kind, const ir_argument *values,
                              uint32_t count) {
  const bool folds = kind & ANNOTATION_FOLDS;
  kind &= ~(uint64_t) ANNOTATION_FOLDS;
  if (kind == ANNOTATION_MIXED) return check_mixed(values, count);
  if (kind >= LATTICES)
    return mem_format("BRAID_MERGE knows no lattice number %llu",
                      (unsigned long long) kind);
  const lattice l = (lattice) kind;
  if (lattice_kind_of(l) == LATTICE_EXACT && folds)
    return mem_format("BRAID_FOLD(%s) would keep all iterations apart",
                      lattice_text(l));
  if (lattice_kind_of(l) == LATTICE_EXACT && count)
    return mem_format("BRAID_MERGE(%s) takes no expressions", lattice_text(l));
  if (lattice_needs_expressions(l) && !count)
    return mem_format("BRAID_MERGE(%s) needs predicates", lattice_text(l));
  if (lattice_kind_of(l) == LATTICE_ALL && count > LATTICE_EXPRESSIONS)
    return mem_format("BRAID_MERGE(%s) takes at most %d predicates",
                      lattice_text(l), LATTICE_EXPRESSIONS);
  return NULL;
}
