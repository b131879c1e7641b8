#include "exec/internal.h"

/*
 * Native code at work: what it asks of C code, and the ways in and out.
 */

/* So many instructions each time, on average, make a region worth entering.
 * Before it is compiled it is watched for so many turns; then it is judged each
 * time that it was entered so often. */
enum { WORTH = 64, WATCHED = 256, TRIAL = 512, MAX_TRIES = 4 };

typedef struct activation {
  native_context context;       /* the first member */
  exec *x;
  state *s;
  native_region *region;
  uint32_t depth;               /* of the frame */
  uint64_t limit;
  tier_result left;             /* how, if a step did not go on */
} activation;

/* The object that an access of the site lies in, if that lives for all inputs;
 * NULL: the interpreter's. */
static const object *reach(const activation *a, const native_site *site,
                           uint64_t address, const object *o,
                           uint64_t *offset) {
  if (!o || o->actual_size.id || o->exists.id || o->size < site->width_bytes)
    return NULL;
  *offset = address - ((uint64_t) o->name << a->x->p->object_shift);
  return *offset <= o->size - site->width_bytes ? o : NULL;
}

static void remember(const activation *a, native_site *site, const object *o) {
  if (!object_is_plain(o)) return;
  site->base = (uint64_t) o->name << a->x->p->object_shift;
  site->room = o->size - site->width_bytes + 1;
  site->bytes = o->bytes;
}

static bool has_terms(const object *o, uint64_t offset, uint32_t count) {
  for (uint32_t k = 0; o->symbolic && k < count; k++)
    if (o->shadows[offset + k].term.id) return true;
  return false;
}

/* The object, for change.  Loads may know the one that others still see. */
static object *own(activation *a, uint32_t name) {
  exec *x = a->x;
  const object *seen = exec_find(x, a->s, name);
  object *o = exec_own(x, a->s, name);
  if (o != seen)
    native_forget_loads(a->region,
                        (uint64_t) o->name << x->p->object_shift);
  return o;
}

static bool load(native_context *c, native_site *site, uint64_t address) {
  activation *a = (activation *) c;
  exec *x = a->x;
  const uint32_t name = (uint32_t) (address >> x->p->object_shift);
  uint64_t offset;
  const object *o = name ? exec_find(x, a->s, name) : NULL;
  if (!reach(a, site, address, o, &offset) ||
      !object_is_defined(o, offset, site->width_bytes))
    return false;
  if (has_terms(o, offset, site->width_bytes)) {
    x->tier->stats.symbolic++;
    tier_entry(x->tier, a->region->function)->symbolic++;
    return false;
  }
  c->loaded = object_load(o, x->t, offset, site->width_bytes).bits;
  /* What the code will write, too, may as well be the state's own by now. */
  if (site->is_store && !o->is_read_only) own(a, name);
  if (!site->is_store || !o->is_read_only)
    remember(a, site, exec_find(x, a->s, name));
  return true;
}

static bool store(native_context *c, native_site *site, uint64_t address,
                  uint64_t bits) {
  activation *a = (activation *) c;
  exec *x = a->x;
  const uint32_t name = (uint32_t) (address >> x->p->object_shift);
  uint64_t offset;
  const object *seen = name ? exec_find(x, a->s, name) : NULL;
  if (!reach(a, site, address, seen, &offset) || seen->is_read_only)
    return false;
  object *o = own(a, name);
  object_store(o, x->t, offset, site->width_bytes, value_of(bits));
  remember(a, site, o);
  return true;
}

/* Steps ------------------------------------------------------------------ */

/* What the state executed in native code so far is counted. */
static void catch_up(exec *x, state *s, uint64_t instructions) {
  const uint64_t ran = instructions - s->instructions;
  s->instructions += ran;
  x->stats.instructions += ran;
  x->next_sample += ran;        /* samples are of the interpreter */
  x->tier->stats.instructions += ran;
}

static bool must_pause(const exec *x, const state *s, uint64_t limit) {
  return x->born || x->pauses || s->instructions >= limit ||
         (x->o.stop && *x->o.stop);
}

/* Any instruction on any operands, as the interpreter does it. */
static bool do_step(exec *x, state *s, const ir_insn *i) {
  switch ((int) i->op) {
  case IR_CALL: return exec_call(x, s, i);
  case IR_BUILTIN: return exec_builtin(x, s, i);
  case IR_ALLOCA: return exec_alloca(x, s, i);
  case IR_COPY: case IR_MOVEMEM: return exec_copy(x, s, i);
  case IR_FILL: return exec_fill(x, s, i);
  case IR_LOAD: return exec_load(x, s, i);
  case IR_STORE: return exec_store(x, s, i);
  case IR_SELECT: return exec_select(x, s, i);
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: return exec_cast(x, s, i);
  case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM:
  case IR_FNEG: case IR_FCMP: case IR_FTOF: case IR_FTOS: case IR_FTOU:
  case IR_STOF: case IR_UTOF:
    return exec_float(x, s, i);
  case IR_BEGIN: exec_begin_slot(x, s, i->imm); break;
  case IR_END: exec_end_slot(x, s, i->imm); break;
  case IR_UNINIT: exec_set(x, s, i->d, (value) {.sym = EXPR_UNDEFINED}); break;
  case IR_WIDE:
    exec_set(x, s, i->d, (value) {.sym = expr_wide(
        x->t, i->width, x->p->wide.items[i->imm])});
    break;
  case IR_MOVE:
    exec_set(x, s, i->d, exec_get(x, s, i->a, i->width));
    break;
  default:
    if (i->op >= IR_EQ && i->op <= IR_SGEI) return exec_compare(x, s, i);
    return exec_binary(x, s, i);
  }
  s->pc++;
  return true;
}

static bool step(native_context *c, uint32_t insn) {
  activation *a = (activation *) c;
  exec *x = a->x;
  state *s = a->s;
  catch_up(x, s, c->instructions + 1);
  s->pc = insn;
  s->calls = (uint32_t) c->calls;
  a->left = TIER_ENDED;
  if (!do_step(x, s, state_insn(s))) return false;
  a->left = TIER_RAN;
  if (must_pause(x, s, a->limit) || s->top->depth != a->depth ||
      s->pc != insn + 1)
    return false;
  frame *top = state_own_top(s);
  c->regs = top->regs;
  c->loops = top->loops;
  c->instructions = s->instructions;
  c->calls = s->calls;
  /* Objects came and went; and a path that ended was executed once more, maybe
   * in this very code. */
  native_forget_sites(a->region);
  return true;
}

/* Entering --------------------------------------------------------------- */

/* Entries refused for a symbolic register until there is code for such. */
enum { PATIENCE = 16 };

static void compile_anew(exec_tier *t, const state *s, uint32_t block) {
  const ir_function *f = s->top->function;
  bool *symbolic = mem_zeroed(f->reg_count, sizeof *symbolic);
  const native_region *old =
      t->regions.items[tier_entry(t, f)->regions[block] - 1].code;
  for (uint32_t k = 0; k < f->reg_count; k++) symbolic[k] = true;
  for (uint32_t k = 0; k < old->needed_count; k++)
    symbolic[old->needed[k]] = s->top->regs[old->needed[k]].sym.id != 0;
  tier_compile(t, f, block, symbolic);
  free(symbolic);
}

/* Nobody looks at jumps, and neither budget nor stack end inside. */
static bool is_possible(const exec *x, const state *s, const native_region *g,
                        uint64_t limit) {
  return !x->is_joining && !x->tells_jumps &&
         (!x->has_events || exec_is_head_noted(s)) &&
         limit - s->instructions > g->margin &&
         s->top->depth + g->depth <= x->o.max_frames;
}

/* The registers that it needs are numbers. */
static bool is_concrete(exec *x, const state *s, tier_region *r) {
  const native_region *g = r->code;
  for (uint32_t k = 0; k < g->needed_count; k++) {
    if (!s->top->regs[g->needed[k]].sym.id) continue;
    x->tier->stats.refused++;
    tier_entry(x->tier, g->function)->symbolic++;
    if (++r->refused == PATIENCE)
      compile_anew(x->tier, s, g->function->insns[g->entry].block);
    return false;
  }
  return true;
}

/* Frames of calls that were part of the code up to the numbered one, the outer
 * ones first. */
static void make_frames(exec *x, state *s, const native_region *g,
                        uint32_t number) {
  if (!number) return;
  const native_inlined *i = g->inlined + number;
  make_frames(x, s, g, i->caller);
  const ir_call *c = s->top->function->calls.items +
                     s->top->function->insns[i->call].imm;
  const value none = {.sym = EXPR_UNDEFINED};
  value *args = mem_resize(NULL, c->arg_count, sizeof *args);
  for (uint32_t k = 0; k < c->arg_count; k++) args[k] = none;
  s->pc = i->call;
  s->calls = (uint32_t) i->serial - 1;
  exec_push(x, s, i->function, args, c);
  free(args);
  for (uint32_t k = 0; k < i->written_count; k++) {
    value *v = i->regs + i->written[k];
    s->top->regs[i->written[k]] = *v;
    if (i->is_kept[k]) v->sym = EXPR_UNDEFINED;
  }
}

/* A turn of a loop that is watched. */
static void watch(exec_tier *t, const state *s, tier_region *r,
                  uint32_t block) {
  const uint64_t since = s->instructions - r->came;
  if (r->serial == s->top->serial && since <= 4 * r->size)
    r->instructions += since;
  else
    r->activations++;
  r->serial = s->top->serial;
  r->came = s->instructions;
  if (++r->entries < WATCHED) return;
  const ir_function *f = s->top->function;
  if (r->instructions >= (uint64_t) WORTH * r->activations)
    tier_compile(t, f, block, NULL);
  else
    tier_give_up(t, f, block);
}

/* If not it is given up, or compiled anew if more of it was reached since. */
static bool is_worth_it(exec_tier *t, const state *s, tier_region *r,
                        uint32_t block) {
  const bool is = r->instructions >= (uint64_t) WORTH * r->entries;
  r->entries = r->instructions = 0;
  if (is) return true;
  if (r->tries < MAX_TRIES && tier_covered(t, s->top->function) > r->covered)
    compile_anew(t, s, block);
  else
    tier_give_up(t, s->top->function, block);
  return false;
}

tier_result exec_enter_native(exec *x, state *s, uint64_t limit) {
  exec_tier *t = x->tier;
  const ir_function *f = s->top->function;
  const uint32_t block = f->insns[s->pc].block;
  const uint32_t number = tier_entry(t, f)->regions[block] - 1;
  tier_region *r = t->regions.items + number;
  native_region *g = r->code;
  if (!g) {
    watch(t, s, r, block);
    return TIER_SIDE;
  }
  if (!is_possible(x, s, g, limit)) return TIER_SIDE;
  if (++r->entries == TRIAL && !is_worth_it(t, s, r, block)) return TIER_SIDE;
  if (!is_concrete(x, s, r)) return TIER_SIDE;
  activation a = {
    .context = {.regs = s->top->regs, .edges = x->edges, .sites = g->sites,
                .loops = s->top->loops, .first_slot = s->top->first_slot,
                .instructions = s->instructions, .calls = s->calls,
                .stop = limit - g->margin,
                .load = load, .store = store, .step = step},
    .x = x, .s = s, .region = g, .depth = s->top->depth, .limit = limit};
  for (uint32_t k = 0; k < g->dead_count; k++)
    if (s->top->regs[g->dead[k]].sym.id)
      s->top->regs[g->dead[k]] = value_of(0);
  native_forget_sites(g);
  const uint64_t began = s->instructions;
  const uint64_t result = g->run(&a.context);
  t->stats.entries++;
  if (!(result & NATIVE_LEFT)) {
    const uint32_t pc = (uint32_t) result;
    make_frames(x, s, g, (uint32_t) (result >> NATIVE_INLINED_SHIFT));
    const ir_function *top = s->top->function;
    const uint32_t first = top->blocks[top->insns[pc].block].first;
    catch_up(x, s, a.context.instructions + pc - first);
    s->calls = (uint32_t) a.context.calls;
    s->pc = pc;
    a.left = result & NATIVE_SIDE ? TIER_SIDE : TIER_RAN;
  }
  /* A step may have led to further regions. */
  r = t->regions.items + number;
  if (a.left == TIER_ENDED) return a.left;
  r->instructions += s->instructions - began;
  tier_entry(t, g->function)->ran += s->instructions - began;
  return a.left;
}
