#include "cli/explain.h"

#include "base/mem.h"
#include "tier/tier.h"

#include <inttypes.h>
#include <string.h>

/* Lists are long in large programs: the most frequent come first, and the rest is
 * one line. */
enum { SHOWN = 6, LABEL = 14 };

typedef struct item {
  char *text;                   /* owned */
  uint64_t count;
} item;

typedef VEC(item) item_list;

static int by_count(const void *a, const void *b) {
  const item *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? 1 : -1;
  return strcmp(x->text, y->text);
}

static int by_text(const void *a, const void *b) {
  return strcmp(((const item *) a)->text, ((const item *) b)->text);
}

/* Makes one item of those with the same text. */
static void unite_items(item_list *list) {
  uint32_t kept = 0;
  qsort(list->items, list->count, sizeof *list->items, by_text);
  for (uint32_t k = 1; k < list->count; k++) {
    item *last = list->items + kept, *i = list->items + k;
    if (strcmp(last->text, i->text)) {
      list->items[++kept] = *i;
    } else {
      last->count += i->count;
      free(i->text);
    }
  }
  list->count = kept + 1;
}

/* Prints the list and forgets it. */
static void put_items(item_list *list, FILE *out) {
  uint64_t rest = 0;
  uint32_t left = 0;
  if (list->count) {
    unite_items(list);
    qsort(list->items, list->count, sizeof *list->items, by_count);
  }
  for (uint32_t k = 0; k < list->count; k++) {
    const item *i = list->items + k;
    if (k < SHOWN)
      fprintf(out, "%*s%8" PRIu64 "  %s\n", LABEL, "", i->count, i->text);
    else rest += i->count, left++;
    free(i->text);
  }
  if (left)
    fprintf(out, "%*s%8" PRIu64 "  at %u more\n", LABEL, "", rest, left);
  vec_release(list);
  *list = (item_list) {0};
}

static void label(const char *text, FILE *out) {
  fprintf(out, "%-*s", LABEL, text);
}

static char *place_text(const ir_program *p, const ir_function *f,
                        uint32_t place) {
  const char *name = f ? f->name : "?";
  if (!place) return mem_string(name);
  const ir_place *at = p->places.items + place;
  return mem_format("%s:%u in %s", p->files.items[at->file], at->line, name);
}

/* Where it happened; several columns of one line are one place. */
static uint64_t gather(const session *s, history_kind kind, item_list *list) {
  const history *r = explore_get_history(s->explore);
  uint64_t total = 0;
  for (uint32_t k = 0; k < r->places.count; k++) {
    const history_place *at = r->places.items + k;
    if (!at->counts[kind]) continue;
    total += at->counts[kind];
    vec_push(list, ((item) {place_text(s->program, at->function, k),
                            at->counts[kind]}));
  }
  return total;
}

/* The order ---------------------------------------------------------------- */

static void explain_order(const session *s, FILE *out) {
  const explore_options *o = explore_get_options(s->explore);
  label("order", out);
  if (s->contender) {
    fprintf(out, "path by path at first; then by contenders in parallel; "
                 "the first to end\n%*swas: %s\n", LABEL, "",
            s->contender);
    for (uint32_t k = 0; k < s->contenders.count; k++)
      fprintf(out, "%*s%s: %.1f ms of counted work\n", LABEL, "",
              s->contenders.items[k].name,
              (double) s->contenders.items[k].count / 1e3);
    for (uint32_t k = 0; k < s->lost.count; k++)
      fprintf(out, "%*slost: %s\n", LABEL, "", s->lost.items[k]);
  } else if (o->strategies & STRATEGY_JOIN) {
    fputs(o->only_annotated
              ? "path by path; paths that meet are joined where annotated\n"
              : "paths are joined wherever they meet\n", out);
  } else {
    fprintf(out, "path by path%s\n",
            s->o->classic ? "; joins are off (--classic)"
            : s->o->merge == MERGE_OFF ? "; joins are off"
            : "; it ended before trying joins was worth it");
  }
}

/* Joins -------------------------------------------------------------------- */

static void explain_joins(const session *s, FILE *out) {
  const explore_progress p = explore_get_progress(s->explore);
  item_list list = {0};
  const uint64_t joined = gather(s, HISTORY_JOIN, &list);
  if (joined) {
    label("joined", out);
    fprintf(out, "%" PRIu64 " time%s two paths that met became one\n",
            joined, joined == 1 ? "" : "s");
  }
  put_items(&list, out);
  for (uint32_t k = JOIN_NONE + 1; k < JOIN_REFUSALS; k++)
    if (p.joins.refused[k])
      vec_push(&list, ((item) {mem_string(join_refusal_text((join_refusal) k)),
                               p.joins.refused[k]}));
  if (list.count) {
    label("not joined", out);
    fputs("where two paths met, but\n", out);
  }
  put_items(&list, out);
  static const struct {
    history_kind kind;
    const char *name, *text;
  } folds[] = {
    {HISTORY_FOLD, "folded", "iterations of a loop that an earlier one subsumes"},
    {HISTORY_WIDEN, "widened", "iterations that an earlier one was widened to cover"},
    {HISTORY_CALL, "recursion", "calls and returns by what is claimed of all calls"},
  };
  for (unsigned k = 0; k < 3; k++) {
    const uint64_t count = gather(s, folds[k].kind, &list);
    if (count) {
      label(folds[k].name, out);
      fprintf(out, "%" PRIu64 " %s\n", count, folds[k].text);
    }
    put_items(&list, out);
  }
  const merger_stats lossy = s->merger ? merger_get_stats(s->merger)
                                       : (merger_stats) {0};
  if (!lossy.abstracted) return;
  label("forgotten", out);
  fprintf(out, "the exact value, %" PRIu64 " time%s, where joined paths "
               "differed\n", lossy.abstracted,
          lossy.abstracted == 1 ? "" : "s");
}

/* Invariants --------------------------------------------------------------- */

typedef struct invariant_list { const session *s; FILE *out; } invariant_list;

static void put_invariant(void *context, const state *head, expr invariant) {
  const invariant_list *list = context;
  const ir_place *at = list->s->program->places.items + state_insn(head)->place;
  fprintf(list->out, "%*s%s:%u  ", LABEL, "",
          list->s->program->files.items[at->file], at->line);
  expr_print(exec_table(list->s->exec), invariant, list->out);
  fputc('\n', list->out);
}

/* Of what a loop changes: "join" is its value at the loop's head. */
static void explain_invariants(const session *s, FILE *out) {
  invariant_list list = {s, out};
  if (!s->merger || s->o->loops != LOOPS_INVARIANT) return;
  const merger_stats m = merger_get_stats(s->merger);
  label("invariants", out);
  fprintf(out, "%" PRIu64 " states came back to a loop and are covered, after it was "
               "weakened %" PRIu64 " times\n", m.folded, m.widened);
  merger_each_invariant(s->merger, put_invariant, &list);
}

/* Loops -------------------------------------------------------------------- */

static void explain_loops(const session *s, FILE *out) {
  const compact *c = explore_get_loops(s->explore);
  item_list taken = {0}, unrolled = {0};
  if (!c) {
    label("loops", out);
    fputs("iteration by iteration\n", out);
  }
  for (uint32_t k = 0; c && k < compact_loop_count(c); k++) {
    const compact_loop l = compact_get_loop(c, k);
    if (l.function->is_library && !l.applied) continue;
    char *place = place_text(s->program, l.function, l.place);
    if (l.applied) vec_push(&taken, ((item) {mem_string(place), l.applied}));
    if (l.unrolled)
      vec_push(&unrolled, ((item) {mem_format("%s: %s", place, l.reason),
                                   l.unrolled}));
    free(place);
  }
  if (taken.count) {
    label("loops", out);
    fputs("any number of iterations at once, so often\n", out);
  }
  put_items(&taken, out);
  if (unrolled.count) {
    label("unrolled", out);
    fputs("loops taken iteration by iteration, so often, mostly since\n", out);
  }
  put_items(&unrolled, out);
}

/* Returns ------------------------------------------------------------------ */

static void explain_returns(const session *s, FILE *out) {
  if (!s->zeq) return;
  const zeq_stats z = zeq_get_stats(s->zeq);
  label("dropped", out);
  fprintf(out, "%" PRIu64 " of %" PRIu64 " paths that returned from a call, "
               "since an observationally equivalent one is kept\n",
          z.returned - z.kept, z.returned);
  uint32_t count;
  zeq_function *all = zeq_get_functions(s->zeq, &count);
  item_list list = {0};
  for (uint32_t k = 0; k < count; k++) {
    const zeq_function *f = all + k;
    const uint64_t dropped = f->returned - f->kept;
    if (dropped)
      vec_push(&list, ((item) {mem_format("in or behind %s",
                                          f->function->name), dropped}));
  }
  put_items(&list, out);
  free(all);
  if (!z.refused) return;
  label("not dropped", out);
  fprintf(out, "%" PRIu64 " that could not be compared\n", z.refused);
}

/* Loops' heads ------------------------------------------------------------- */

static char *head_text(const session *s, const seen_head *h) {
  const ir_place *at = s->program->places.items + h->place;
  if (!h->place) return mem_format("loop in %s", h->function->name);
  return mem_format("loop in %s at %s:%u", h->function->name,
                    s->program->files.items[at->file], at->line);
}

static void explain_seen(const session *s, FILE *out) {
  if (!s->seen) return;
  const seen_stats all = seen_get_stats(s->seen);
  if (!all.looked) return;
  label("seen before", out);
  fprintf(out, "%" PRIu64 " of %" PRIu64 " states at the head of a loop, since "
               "one that went on from there has the same future\n",
          all.dropped, all.looked + all.parts);
  item_list dropped = {0}, split = {0};
  for (uint32_t k = 0; k < seen_head_count(s->seen); k++) {
    const seen_head h = seen_get_head(s->seen, k);
    if (h.dropped)
      vec_push(&dropped, ((item) {head_text(s, &h), h.dropped}));
    if (h.parts) vec_push(&split, ((item) {head_text(s, &h), h.parts}));
  }
  put_items(&dropped, out);
  if (split.count) {
    label("taken apart", out);
    fprintf(out, "%" PRIu64 " states into one a value, that they can be "
                 "compared\n", all.split);
  }
  put_items(&split, out);
  if (all.refused | all.skipped | all.forgotten) {
    label("not compared", out);
    fprintf(out, "%" PRIu64 " that cannot be, %" PRIu64 " since that had cost too "
                 "much; %" PRIu64 " were forgotten\n", all.refused, all.skipped,
            all.forgotten);
  }
}

/* Native code -------------------------------------------------------------- */

typedef struct native_counts { item_list ran, met; } native_counts;

static void hear(void *context, const char *what, const char *function,
                 uint64_t count) {
  native_counts *t = context;
  if (!function) return;
  if (!strcmp(what, TIER_RAN_NATIVELY))
    vec_push(&t->ran, ((item) {mem_format("in %s", function), count}));
  else if (!strcmp(what, TIER_MET_SYMBOLIC))
    vec_push(&t->met, ((item) {mem_format("in %s", function), count}));
}

static void explain_native(const session *s, FILE *out) {
  native_counts t = {0};
  tier_report(s->exec, hear, &t);
  if (t.ran.count) {
    label("natively", out);
    fputs("instructions run as machine code, re-executions included\n", out);
  }
  put_items(&t.ran, out);
  if (t.met.count) {
    label("not natively", out);
    fputs("where machine code met symbolic data and left the rest to the "
          "interpreter, so often\n", out);
  }
  put_items(&t.met, out);
}

void explain_run(const session *s, FILE *out) {
  item_list list = {0};
  explain_order(s, out);
  const uint64_t splits = gather(s, HISTORY_SPLIT, &list);
  label("forked", out);
  fprintf(out, "%" PRIu64 " time%s, where both branches were feasible\n",
          splits, splits == 1 ? "" : "s");
  put_items(&list, out);
  explain_joins(s, out);
  explain_loops(s, out);
  explain_invariants(s, out);
  explain_returns(s, out);
  explain_seen(s, out);
  explain_native(s, out);
}
