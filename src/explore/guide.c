#include "explore/guide.h"


#include <string.h>

/* Blocks are numbered over the program, function after function.  Targets are
 * edges, then functions' entries. */
struct guide {
  exec *x;
  const ir_program *p;
  uint32_t *first_block;        /* of a function */
  bool *is_beside_main;         /* of a function: its file is */
  uint32_t blocks;
  uint32_t *first, *before;     /* before[first[b]] .. : who leads to b */
  uint8_t *distance;            /* of a block */
  uint32_t *target;             /* of a block: the one that is so far */
  uint32_t *tries;              /* of a target */
  uint32_t *sent_from;          /* of a block: states that were sent from it */
  uint32_t sent;                /* since distances were computed */
  VEC(uint32_t) ring[GUIDE_FAR];
};

/* The file that a function is defined in; NULL: not known. */
static const char *file_of(const ir_program *p, const ir_function *f) {
  return f && f->place ? p->files.items[p->places.items[f->place].file] : NULL;
}

static size_t directory_length(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? (size_t) (slash - file) : 0;
}

/* A program comes with libraries of its own: what lies beside main matters
 * most. */
static void find_main(guide *g) {
  const char *own = file_of(g->p,
                            ir_function_of(g->p, ir_find_symbol(g->p, "main")));
  for (uint32_t n = 0; n < g->p->functions.count; n++) {
    const char *file = file_of(g->p, g->p->functions.items[n]);
    g->is_beside_main[n] =
      !own || (file && directory_length(file) == directory_length(own) &&
               !strncmp(file, own, directory_length(own)));
  }
}

static const ir_function *callee(const guide *g, const ir_function *f,
                                 const ir_insn *i, uint32_t *number) {
  if (i->op != IR_CALL) return NULL;
  const ir_call *c = f->calls.items + i->imm;
  if (c->callee == IR_INDIRECT) return NULL;
  const ir_function *called = ir_function_of(g->p, c->callee);
  if (called) *number = g->p->symbols.items[called->symbol].function;
  return called;
}

static uint32_t number_of(const guide *g, const ir_function *f) {
  return g->p->symbols.items[f->symbol].function;
}

/* Calls `WHAT` for every way from a block to another one, FROM and TO. */
#define EACH_WAY(WHAT) \
  for (uint32_t n = 0; n < g->p->functions.count; n++) { \
    const ir_function *f = g->p->functions.items[n]; \
    for (uint32_t b = 0; f && b < f->block_count; b++) { \
      const uint32_t FROM = g->first_block[n] + b; \
      const ir_block *k = f->blocks + b; \
      for (uint32_t j = 0; j < k->successor_count; j++) { \
        const uint32_t TO = g->first_block[n] + k->successors[j]; \
        WHAT; \
      } \
      for (uint32_t j = 0; j < k->count; j++) { \
        uint32_t called; \
        if (!callee(g, f, f->insns + k->first + j, &called)) continue; \
        const uint32_t TO = g->first_block[called]; \
        WHAT; \
      } \
    } \
  }

static void build_graph(guide *g) {
  g->first = mem_zeroed(g->blocks + 2, sizeof *g->first);
  EACH_WAY(((void) FROM, g->first[TO + 2]++))
  for (uint32_t b = 0; b < g->blocks; b++) g->first[b + 2] += g->first[b + 1];
  g->before = mem_zeroed(g->first[g->blocks + 1] + 1, sizeof *g->before);
  EACH_WAY(g->before[g->first[TO + 1]++] = FROM)
}

/* Edges by which code outside of main's directory seems farther: as eight tries without success
 * (handicap). */
enum { ELSEWHERE = 8 };

/* What a target costs that was tried so often without success. */
static uint32_t handicap(const guide *g, uint32_t target, uint32_t function) {
  uint32_t cost = g->is_beside_main[function] ? 0 : ELSEWHERE;
  for (uint32_t tries = g->tries[target] / 4; tries; tries /= 2) cost += 4;
  return cost;
}

static void offer(guide *g, uint32_t block, uint32_t distance,
                  uint32_t target) {
  if (distance >= g->distance[block]) return;
  g->distance[block] = (uint8_t) distance;
  g->target[block] = target;
  vec_push(&g->ring[distance], block);
}

static void offer_edge(guide *g, uint32_t number, uint32_t block,
                       uint64_t edge) {
  if (!exec_covered_edges(g->x)[edge])
    offer(g, g->first_block[number] + block,
          handicap(g, (uint32_t) edge, number), (uint32_t) edge);
}

static void offer_targets(guide *g, uint32_t number, const ir_function *f) {
  if (!exec_covered_functions(g->x)[number])
    offer(g, g->first_block[number],
          handicap(g, g->p->edge_count + number, number),
          g->p->edge_count + number);
  for (uint32_t b = 0; b < f->block_count; b++) {
    const ir_block *k = f->blocks + b;
    const ir_insn *end = f->insns + k->first + k->count - 1;
    if (end->op == IR_BRANCH) {
      offer_edge(g, number, b, end->imm);
      offer_edge(g, number, b, end->imm + 1);
    } else if (end->op == IR_SWITCH) {
      const ir_switch *w = f->switches.items + end->imm;
      for (uint32_t j = 0; j < w->count; j++)
        offer_edge(g, number, b, w->edges[j]);
      offer_edge(g, number, b, w->otherwise_edge);
    }
  }
}

/* Dijkstra's algorithm, backwards from all targets at once. */
static void compute(guide *g) {
  memset(g->distance, GUIDE_FAR, g->blocks);
  for (uint32_t n = 0; n < g->p->functions.count; n++) {
    const ir_function *f = g->p->functions.items[n];
    if (f && !f->is_library) offer_targets(g, n, f);
  }
  for (uint32_t d = 0; d < GUIDE_FAR; d++) {
    while (g->ring[d].count) {
      const uint32_t b = vec_pop(&g->ring[d]);
      if (g->distance[b] != d || d + 1 == GUIDE_FAR) continue;
      for (uint32_t k = g->first[b]; k < g->first[b + 1]; k++)
        offer(g, g->before[k], d + 1, g->target[b]);
    }
  }
  g->sent = 0;
}

guide *guide_new(exec *x) {
  guide *g = mem_zeroed(1, sizeof *g);
  g->x = x;
  g->p = exec_program(x);
  const uint32_t functions = g->p->functions.count;
  g->first_block = mem_zeroed(functions + 1, sizeof *g->first_block);
  for (uint32_t n = 0; n < functions; n++) {
    const ir_function *f = g->p->functions.items[n];
    g->first_block[n] = g->blocks;
    g->blocks += f ? f->block_count : 0;
  }
  build_graph(g);
  g->is_beside_main = mem_zeroed(functions + 1, sizeof *g->is_beside_main);
  find_main(g);
  g->distance = mem_zeroed(g->blocks + 1, sizeof *g->distance);
  g->target = mem_zeroed(g->blocks + 1, sizeof *g->target);
  g->sent_from = mem_zeroed(g->blocks + 1, sizeof *g->sent_from);
  g->tries = mem_zeroed(g->p->edge_count + functions + 1, sizeof *g->tries);
  compute(g);
  return g;
}

void guide_free(guide *g) {
  if (!g) return;
  for (uint32_t d = 0; d < GUIDE_FAR; d++) vec_release(&g->ring[d]);
  free(g->first_block);
  free(g->is_beside_main);
  free(g->first);
  free(g->before);
  free(g->distance);
  free(g->target);
  free(g->sent_from);
  free(g->tries);
  free(g);
}

typedef struct nearest { uint32_t distance, target; } nearest;

static void consider(const guide *g, nearest *n, uint32_t block,
                     uint32_t more) {
  const uint32_t d = g->distance[block] + more;
  if (d < n->distance) *n = (nearest) {d, g->target[block]};
}

/* From an instruction on: what is called in the rest of its block, and where
 * that leads. */
static void consider_rest(const guide *g, nearest *n, const ir_function *f,
                          uint32_t pc, uint32_t more) {
  if (pc >= f->insn_count) return;
  const uint32_t base = g->first_block[number_of(g, f)];
  const ir_block *b = f->blocks + f->insns[pc].block;
  for (uint32_t k = pc; k < b->first + b->count; k++) {
    uint32_t called;
    if (callee(g, f, f->insns + k, &called))
      consider(g, n, g->first_block[called], more + 1);
  }
  const uint32_t number = base + f->insns[pc].block;
  /* A target at the block's own end, else what follows it. */
  if (b->successor_count) consider(g, n, number, more);
}

uint32_t guide_distance(guide *g, const state *s, uint32_t *target) {
  nearest n = {GUIDE_FAR, 0};
  const frame *f = s->top;
  if (s->edge_to_mark && !f->function->is_library &&
      !exec_covered_edges(g->x)[s->edge_to_mark - 1]) {
    *target = s->edge_to_mark - 1;
    return 0;
  }
  uint32_t pc = s->pc;
  for (uint32_t up = 1; f; up += 2, f = f->caller) {
    consider_rest(g, &n, f->function, pc, up);
    pc = f->resume == UINT32_MAX ? f->restart : f->resume + 1;
  }
  *target = n.target;
  return n.distance;
}

static uint32_t place_of(const guide *g, const state *s) {
  const frame *f = s->top;
  uint32_t pc = s->pc;
  for (; f->caller && f->function->is_library; f = f->caller)
    pc = f->resume == UINT32_MAX ? f->restart : f->resume;
  if (pc >= f->function->insn_count) pc = f->function->insn_count - 1;
  return g->first_block[number_of(g, f->function)] +
         f->function->insns[pc].block;
}

/* States sent to targets between two looks at the coverage: a look walks the graph of all blocks,
 * at 10,000 of them as much as 20 visits a state. */
enum { MOST_SENT = 512 };

void guide_sent(guide *g, const state *s, uint32_t target) {
  g->tries[target]++;
  g->sent_from[place_of(g, s)]++;
  if (++g->sent >= MOST_SENT) compute(g);
}

uint32_t guide_sent_from(const guide *g, const state *s) {
  return g->sent_from[place_of(g, s)];
}
