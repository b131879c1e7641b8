#include "finding/seeds.h"

#include "base/mem.h"

/* What became of each seed, for the report: where it stopped, and why nothing came
 * of it if nothing did. */

static char *place_text(const ir_program *p, uint32_t place) {
  if (!place) return mem_string("");
  const ir_place *at = p->places.items + place;
  return mem_format(" at %s:%u", p->files.items[at->file], at->line);
}

/* Why the path of a seed did not go on. */
static char *ended_text(const seed_story *t, const char *at) {
  switch (outcome_class_of(t->kind)) {
  case OUTCOME_CLASS_BUG:
    return mem_format("followed to a bug: %s%s", outcome_text(t->kind), at);
  case OUTCOME_CLASS_CUT:
    return mem_format("stopped%s: %s%s%s", at,
                      t->kind == OUTCOME_UNKNOWN_ANSWER ? "too hard a question"
                                                        : outcome_text(t->kind),
                      t->message ? ": " : "", t->message ? t->message : "");
  case OUTCOME_CLASS_END:
    if (t->kind == OUTCOME_ASSUMED_AWAY)
      return mem_format("left%s: it is not what the program assumes", at);
    break;
  case OUTCOME_CLASS_NONE: break;
  }
  return mem_string("followed to its end");
}

static char *way_text(const seed_story *t, const char *at) {
  switch (t->end) {
  case SEED_WAITS: return mem_string("not followed: nothing was left to run, or no time");
  case SEED_FOLLOWS: return mem_string("the run ended while it was followed");
  case SEED_ENDED: return ended_text(t, at);
  case SEED_LEFT:
    return mem_format("left%s: the path went on with other inputs only", at);
  case SEED_KNOWN:
    return mem_string("its path was run before, or goes on as part of another");
  case SEED_LONG:
    return mem_format("stopped%s: its path is longer than --limit explore_way", at);
  }
  return NULL;
}

char *seed_story_text(const seed_files *f, const seeds *q, const ir_program *p,
                      uint32_t seed) {
  const seed_story none = {0};
  const seed_story *t = q && seed < q->stories.count ? q->stories.items + seed
                                                     : &none;
  char *at = place_text(p, t->place), *way = way_text(t, at);
  const char *nothing =
      t->inputs || t->end == SEED_WAITS ? ""
      : !t->branches   ? "; nothing new, since no branch on it can go otherwise"
      : !t->queued     ? "; nothing new, since each other side was queued before"
      : !t->followed   ? "; nothing new, since no other side was followed yet"
                       : "; nothing new, since the other sides lead to code that is "
                         "covered";
  char *text = mem_format(
      "%s: %s; branches: %llu, other sides queued: %llu, followed: %llu, new "
      "inputs: %llu%s", f->all.items[seed].name, way, (unsigned long long) t->branches,
      (unsigned long long) t->queued, (unsigned long long) t->followed,
      (unsigned long long) t->inputs, nothing);
  free(at);
  free(way);
  return text;
}
