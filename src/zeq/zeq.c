#include "zeq/zeq.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/prices.h"
#include "zeq/encode.h"
#include "zeq/fields.h"
#include "zeq/forms.h"
#include "zeq/weight.h"

#include <assert.h>
#include <string.h>

/*
 * Comparing must pay.  At calls where hardly any state was dropped lately comparing has
 * a budget: a part of the run's cost, for all of them together.
 * Where states are dropped there is none: a drop saves all that would have followed.
 * Counted, so that the same run has the same result.
 */
typedef struct zeq_site {
  uint32_t compared, dropped;   /* the last LOOK or more count */
} zeq_site;

struct zeq {
  zeq_encoder encoder;
  zeq_core *core;
  weights weights;
  VEC(zeq_function) functions;  /* by number of the function */
  VEC(zeq_site) sites;          /* by exec_site of where the state goes on */
  uint64_t work;
  uint64_t idle;                /* of that, where hardly any state was dropped */
  zeq_stats stats;
};

zeq *zeq_new(exec *x) {
  zeq *z = mem_zeroed(1, sizeof *z);
  zeq_encoder_init(&z->encoder, x);
  z->core = zeq_core_new(exec_table(x));
  weights_init(&z->weights);
  return z;
}

void zeq_free(zeq *z) {
  if (!z) return;
  zeq_encoder_release(&z->encoder);
  zeq_core_free(z->core);
  weights_release(&z->weights);
  vec_release(&z->functions);
  vec_release(&z->sites);
  free(z);
}

/* The returns of an event ------------------------------------------------- */

static void returns_free(void *given) {
  forms_release(given);
  free(given);
}

static forms *returns_of(call_event *e) {
  if (!e->returns) {
    e->returns = mem_zeroed(1, sizeof(forms));
    e->release = returns_free;
  }
  return e->returns;
}

/* A state returns --------------------------------------------------------- */

static zeq_function *function_of(zeq *z, const ir_function *f) {
  const ir_program *p = exec_program(z->encoder.x);
  const uint32_t number = p->symbols.items[f->symbol].function;
  assert(number < p->functions.count);
  while (z->functions.count <= number)
    vec_push(&z->functions, ((zeq_function) {0}));
  zeq_function *found = z->functions.items + number;
  found->function = f;
  return found;
}

static bool leave(zeq *z, state *s, call_event *event) {
  /* Nobody else is inside, and nobody returned before. */
  if (event->refs == 1 && !event->returns) return true;
  if (!zeq_encode(&z->encoder, s, event)) {
    z->stats.refused++;
    return true;
  }
  const zeq_view view = zeq_encoder_view(&z->encoder);
  zeq_form *form = &z->encoder.words;
  const uint32_t words = form->count;
  zeq_append_form(z->core, &z->encoder.constraint, &view, form);
  z->stats.nodes += zeq_core_nodes(z->core);
  z->stats.words += form->count;
  forms *returns = returns_of(event);
  form_entry *kept = forms_look_up(returns, form);
  assert(form->count >= words && returns->all.count);
  if (kept) {
    assert(kept->weight);
    weights_add(&z->weights, kept->weight, zeq_of(s)->weight);
    return false;
  }
  const ir_program *p = exec_program(z->encoder.x);
  const uint32_t number = p->symbols.items[event->function->symbol].function;
  uint32_t *own = &zeq_of(s)->weight;
  *own = weights_new(&z->weights, *own, number);
  vec_last(&returns->all).weight = *own;
  return true;
}

static zeq_site *site_of(zeq *z, const state *s) {
  const uint32_t number = exec_site(z->encoder.x, s->top->function, s->pc);
  while (z->sites.count <= number) vec_push(&z->sites, ((zeq_site) {0}));
  return z->sites.items + number;
}

/* Comparisons at a call, before old ones count half, and one of how many must drop a state, else
 * comparing has a budget: of 64 with a rate of 1/16 four are expected, two standard deviations. */
enum { LOOK = 64, HARDLY = 16 };

static bool is_idle(const zeq_site *at) {
  return HARDLY * at->dropped < at->compared || !at->compared;
}

static bool is_affordable(const zeq *z, const zeq_site *at, uint64_t cost) {
  return !is_idle(at) || z->idle <= cost / limits.zeq_idle_part + COST_MS;
}

static void count_at(zeq_site *at, bool is_dropped) {
  at->compared++;
  at->dropped += is_dropped;
  if (at->compared < 2 * LOOK) return;
  at->compared /= 2;
  at->dropped /= 2;
}

uint64_t zeq_work(const zeq *z) { return z->work; }

bool zeq_leave(zeq *z, state *s, uint64_t cost) {
  call_event *event = s->left;
  assert(event && event->refs && !s->unasked.id);
  zeq_site *at = site_of(z, s);
  s->left = NULL;
  if (!is_affordable(z, at, cost)) {
    z->stats.skipped++;
    event_release(event);
    return true;
  }
  const uint64_t began = clock_used_ns(), nodes = z->stats.nodes;
  const bool goes_on = leave(z, s, event);
  const uint64_t work = PRICE_RETURN + PRICE_RETURN_NODE * (z->stats.nodes - nodes);
  z->work += work;
  if (is_idle(at)) z->idle += work;
  count_at(at, !goes_on);
  zeq_function *f = function_of(z, event->function);
  f->returned++;
  z->stats.returned++;
  f->kept += goes_on;
  z->stats.kept += goes_on;
  event_release(event);
  const uint64_t spent = clock_used_ns() - began;
  f->spent_ns += spent;
  z->stats.spent_ns += spent;
  return goes_on;
}

uint32_t zeq_join_weights(zeq *z, uint32_t a, uint32_t b) {
  const uint32_t sum = weights_new(&z->weights, a, UINT32_MAX);
  weights_add(&z->weights, sum, b);
  return sum;
}

uint32_t zeq_weigh(zeq *z, uint32_t old) {
  return weights_new(&z->weights, old, UINT32_MAX);
}

void zeq_add_weight(zeq *z, uint32_t to, uint32_t more) {
  weights_add(&z->weights, to, more);
}

void zeq_count_end(zeq *z, const state *s) {
  weights_end(&z->weights, zeq_of(s)->weight);
}

/* Figures ----------------------------------------------------------------- */

zeq_stats zeq_get_stats(zeq *z) {
  zeq_stats s = z->stats;
  s.paths = weights_total(&z->weights);
  return s;
}

static int by_dropped(const void *a, const void *b) {
  const zeq_function *x = a, *y = b;
  const uint64_t p = x->returned - x->kept, q = y->returned - y->kept;
  if (p != q) return p > q ? -1 : 1;
  return strcmp(x->function->name, y->function->name);
}

zeq_function *zeq_get_functions(zeq *z, uint32_t *count) {
  zeq_function *out = mem_zeroed(z->functions.count, sizeof *out);
  long double *sums = mem_zeroed(z->functions.count, sizeof *sums);
  weights_by_group(&z->weights, sums, z->functions.count);
  *count = 0;
  for (uint32_t k = 0; k < z->functions.count; k++) {
    zeq_function f = z->functions.items[k];
    if (!f.returned) continue;
    f.denoted = sums[k];
    out[(*count)++] = f;
  }
  free(sums);
  if (*count) qsort(out, *count, sizeof *out, by_dropped);
  return out;
}
