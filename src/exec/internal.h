#ifndef EXEC_INTERNAL_H
#define EXEC_INTERNAL_H

#include "base/checks.h"
#include "base/fatal.h"
#include "base/index.h"
#include "base/limits.h"
#include "exec/forkfree.h"
#include "exec/model.h"
#include "exec/strategy.h"
#include "expr/range.h"
#include "ir/draft.h"

/*
 * Shared by the files of this room and of the rooms lazy/ and tier/, which are parts of the
 * executor.
 *
 * A function that finishes an instruction returns true if the state lives on; the state's
 * pc is then the next instruction.  After false the state is gone.
 */
enum { CACHE = SIZED(32, 2) };

typedef struct input_key {
  uint32_t index, size, symbol;
  uint32_t object;              /* not 0: an object, with the word at offset `index` */
  input_kind kind;
  const char *name;             /* interned */
} input_key;

/* 1 + the number of a symbol's input, or the symbol's made-up object. */
typedef struct input_place { uint32_t number, object; } input_place;

/* Where undefined memory gets the value of a fixed input. */
typedef struct fixed_place {
  uint64_t offset;
  uint32_t object, number;
} fixed_place;

struct exec {
  const ir_program *p;
  expr_table *t;
  solver *solver;
  names *names;
  bool is_twin;                 /* the names are the original's */
  exec_options o;
  exec_hooks hooks;
  exec_stats stats;

  /* Valid while a single state runs and its memory gains or loses no object; `owned`, while
   * the state is not copied. */
  struct { uint32_t name; object *object; } seen[CACHE], owned[CACHE];
  bool born;                    /* a state was born since exec_run began */
  bool watch;                   /* jumps are looked at: loops, error label */
  exec_strategy strategy;       /* reports_jumps only if there is a hook */
  bool pauses;                  /* does the running state pause? */
  bool has_landed;              /* ... behind a longjmp */
  struct probe *probe;          /* the probe running now; NULL: none */
  uint8_t **join_points;        /* by function: blocks with several ways in */
  uint32_t system_call;         /* symbol of the function for system calls */
  bool has_jumps;               /* some state called setjmp */

  forkfree_map *forkfree;  /* NULL: jumps are looked at everywhere */
  relevancy_options asks;       /* options of the analysis, run when so many ... */
  uint64_t mark_after;          /* ... instructions were executed under watch */
  uint64_t watched;             /* instructions so far */
  bool is_marked;
  double relevancy_ms;          /* for reports only */
  bool is_tired;                /* the state's time slice ends */
  uint64_t tired_at;            /* ... or at this exec_effort */
  uint64_t soft_limit;          /* of the running state: from here on symbolic work ends the
                                 * time slice.  UINT64_MAX: never */

  struct exec_tier *tier;       /* NULL: no native code */
  bool owns_tier;
  ir_insn *const *code;         /* by number of the function: code for the interpreter, with
                                 * entries to native code; NULL: unchanged code */
  uint64_t next_sample;         /* when so many instructions were executed */

  uint8_t *edges, *functions;
  VEC(exec_news) news;          /* an entry for each newly covered edge */
  expr open;                    /* the condition left open just now; or {0} */
  bool leads;                   /* some paths are led by inputs: exec_lead */
  exec_advice *advice;          /* NULL: none */
  void *adviser;                /* the adviser's context */
  bool asks_at_once;            /* see exec_ask_at_once */
  bool puts_off;                /* see exec_put_off */
  bool spares_solver;           /* see exec_spare_solver */
  idmap tolls;                  /* by site, plus one: costs of its queries (unasked.c) */
  bool keeps_jobs;              /* see exec_keep_jobs */
  bool is_exact;                /* no object is guessed from a sum that is an address */
  uint32_t place;               /* 1 + the bound symbol of copies; 0: none yet */
  uint32_t led_edge;            /* 1 + the edge that a seeded path took just now */
  uint32_t *first_site;         /* by number of the function */
  uint8_t *primitives;          /* by symbol: a primitive's number, 0: none */
  uint32_t next_state;

  exec_trace *trace;            /* NULL: branches are not noted */
  exec_look *look;              /* NULL: nobody sees each instruction */
  void *looker;                 /* its context */
  const fixed_inputs *fixed;    /* NULL: inputs are symbolic */
  uint32_t next_asked, next_undefined;  /* of inputs, undefined registers separately;
                                         * UINT32_MAX: none yet */
  VEC(fixed_place) fixed_places;
  VEC(uint8_t) fixed_used;      /* of inputs, undefined memory: a bit a byte */
  bool diverged;
  const uint64_t *fixed_picks;  /* see exec_fix_picks */
  uint32_t fixed_pick_count;

  VEC(input_key) input_keys;
  hash_index input_index;       /* of the inputs */
  VEC(input_place) input_places;        /* by symbol */
  VEC(char *) interned;         /* names of inputs, texts of messages */
  hash_index intern_index;      /* of the interned texts */
  VEC(exec_note) notes;
  idmap mixed;                  /* numbers made of addresses and other numbers, or tags
                                 * (place.c) */
  idmap *passed;                /* places of reported bugs with paths continuing behind; the
                                 * original's */
  uint64_t awaited;             /* a twin ends there all the same */
  idmap noted;                  /* __braid_note_here: by site and object of the text */
  VEC(uint32_t) twins;          /* by symbol: the twin in "does it matter" */
  bool frees_made_up;           /* some path freed a made-up object */
  struct lazy_table *lazy;      /* the original's; NULL: nothing is made up */
  const relevancy *marks;       /* to be checked; NULL: not */
  uint64_t **seen_marks, **ran_marks;   /* by function: a bit an instruction */
  operands mark_operands;       /* of the instruction being checked */
};

/* Jumps are looked at: for joins, or for templates. */
static inline bool exec_is_watched(const exec *x) {
  return x->strategy.joins || x->strategy.reports_jumps;
}

/* unasked.c: cost of queries so far, in conflicts: the solver's work, and sets of
 * symbols. */
uint64_t exec_effort(const exec *);

/* Work on terms that may take long; counted only where slices may end afterwards. */
static inline uint64_t exec_work(const exec *x) {
  if (x->soft_limit == UINT64_MAX) return 0;
  const solver_stats *q = solver_get_stats(x->solver);
  const summaries *d = x->strategy.summaries;
  return q->by_sat + q->by_z3 + q->by_difference + q->cached_queries +
         q->cached_differences +
         (d ? summaries_get_stats(d)->steps : 0);
}

/* After an instruction, `before` being the work until then: whether the time slice is over.
 * A stopped solver decides nothing: no state should ask a stopped solver. */
static inline bool exec_is_over(exec *x, const state *s, uint64_t limit,
                                uint64_t worked) {
  x->is_tired |= (s->instructions >= x->soft_limit && exec_work(x) != worked) ||
                 exec_effort(x) >= x->tired_at;
  return x->born || x->pauses || x->is_tired || s->instructions >= limit ||
         (x->o.stop && *x->o.stop);
}

/* The fork-free region of a block of the frame's function; 0: none. */
static inline uint32_t exec_place(const exec *x, const frame *f,
                                  uint32_t block) {
  return x->forkfree ? forkfree_at(x->forkfree, f, block) : 0;
}

/* The same for a new call of the function by this instruction of the frame. */
static inline uint32_t exec_place_of_call(const exec *x, const frame *caller,
                                          uint32_t insn,
                                          const ir_function *f) {
  if (!x->forkfree || !exec_is_watched(x)) return 0;
  const uint32_t from =
      caller ? forkfree_at(x->forkfree, caller, caller->function->insns[insn].block)
             : 0;
  return forkfree_call(x->forkfree, from, f);
}

/* ending.c */
bool exec_finish(exec *, state *, outcome, const char *message);
bool exec_finish_exit(exec *, state *, int status);
/* A possible status of the value. */
int exec_status(exec *, const state *, value);
/* A condition whose failure is a bug of this kind.  After true the condition holds; inputs
 * with failure were reported as a path of their own. */
bool exec_require(exec *, state *, expr condition, outcome,
                  const char *message);
void exec_note_text(exec *, const char *text);
/* The same with the place in the program's own code that led here. */
void exec_note_here(exec *, const state *, const char *text);
/* Whether the text at this address was noted for this place before; notes the text. */
bool exec_is_noted_here(exec *, const state *, uint64_t text);
void exec_note_call(exec *, const char *function);      /* "f()" */
const char *exec_intern_format(exec *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* branch.c */
/* Where a side of a fork goes on. */
typedef struct way {
  uint32_t pc;
  uint32_t edge;                /* coverage edge taken, or NO_EDGE */
} way;
enum { NO_EDGE = 0 };           /* edges are stored plus one */

typedef enum fork_result { FORK_ENDED, FORK_TRUE, FORK_FALSE } fork_result;

/* The state goes on where the condition holds, and a state born of it where
 * it does not; if only one of them is feasible, the state goes there. */
fork_result exec_fork(exec *, state *, expr condition, way if_true,
                      way if_false);
/* The copy that goes the other way; it is the caller's to hand on or end. */
state *exec_split(exec *, state *);
void exec_hand_on(exec *, state *child, const state *parent);
bool exec_branch(exec *, state *, const ir_insn *);
bool exec_switch(exec *, state *, const ir_insn *);
bool exec_goto(exec *, state *, const ir_insn *);
/* Only the inputs for which it holds go on; the rest end silently. */
bool exec_assume(exec *, state *, expr condition);
/* One value of the term for this state; others are born at the same pc. */
bool exec_enumerate(exec *, state *, expr, uint64_t *bits);
/* A value that the term can have, on which it depends what is asked for next; the
 * state remembers it. */
uint64_t exec_pick(exec *, state *, expr);
/* Called on each jump when x->watch. */
bool exec_jumped(exec *, state *, uint32_t from_block, uint32_t to_block);
/* The part of it that native code leaves to others. */
void exec_look_at_jump(exec *, state *, uint32_t from_block,
                       uint32_t to_block);
/* To be called before a state goes on. */
void exec_watch_heads(exec *, const state *);
/* Whether the state need not pause at the next head. */
static inline bool exec_is_head_noted(const exec *x, const state *s) {
  return !x->strategy.notes_heads || s->compared == s->forks;
}
/* Called when a born state first runs: marks the edge of its side. */
bool exec_arrive(exec *, state *);
void exec_take_edge(exec *, state *, uint64_t edge);
/* The state goes on there. */
void exec_go(exec *, state *, way);
uint32_t exec_find_case(const ir_switch *, uint64_t bits);
void exec_note_step(exec *, const exec_step *);
void exec_forget_caches(exec *);

/* unasked.c */
/* The input that the path follows, and its value of the term; NULL: none. */
path_witness *exec_led(exec *, state *, expr, uint64_t *bits);
/* Whether it follows one, or could. */
bool exec_is_led(exec *, state *);
/* The condition holds for the input: the state goes on there, and a state for which it
 * does not, and of which nobody knows whether it is feasible, is born. */
void exec_fork_led(exec *, state *, expr condition, path_witness *, way here, way other);
/* `failure` follows from the condition's negation, and may be weaker. */
void exec_require_led(exec *, state *, expr condition, expr failure, path_witness *,
                      outcome, const char *message);
/* As exec_ask, within the first allowance of a query.  ONE: this side is feasible, and the
 * other is to be put off. */
typedef enum ask_result { ASKED_BOTH, ASKED_ONE, ASKED_NEITHER } ask_result;
ask_result exec_ask_within(exec *, state *, expr condition, answer *holds, answer *fails);
/* Likewise path_may.  False: more expensive. */
bool exec_may_within(exec *, state *, expr condition, answer *);
/* The whole state waits, to execute the instruction from the start with more patience, at a
 * point of a possible fork and before any effect.  Returns false. */
bool exec_park(exec *, state *);
/* The term's exact range; false: too expensive, the bounds are only sound. */
bool exec_range_within(exec *, state *, expr, uint64_t *low, uint64_t *high);
/* The condition can hold: the state goes on there, and the rest is put off. */
void exec_fork_later(exec *, state *, expr condition, way here, way other);
void exec_require_later(exec *, state *, expr condition, outcome, const char *message);

/* iterations.c */
/* Both sides of a condition.  Where a quantifier leaves the condition open, the state is
 * narrowed to a single number of iterations; others, born at the same pc, ask again. */
void exec_ask(exec *, state *, expr condition, answer *holds, answer *fails);

/* place.c: where objects lie on a machine */
/* The instruction's result on these numbers does not depend on the place of an object. */
bool exec_is_placeless(exec *, state *, const ir_insn *, uint64_t a, uint64_t b);
/* The same if the object was placed before, else the address. */
expr exec_machine_bits(exec *, state *, expr address);
bool exec_may_be_address(exec *, state *, expr);
/* The result of an instruction with IR_NUMBERS where an object's place matters; false:
 * computed as usual, under an assumption if needed. */
bool exec_with_place(exec *, state *, const ir_insn *, expr_op, expr a, expr b,
                     expr *result);
/* Likewise the number's lowest bits. */
bool exec_cut_address(exec *, state *, expr a, unsigned width, expr *result);
/* Notes the comparison's assumption. */
void exec_look_at_comparison(exec *, state *, const ir_insn *, expr a, expr b);
void exec_note_order(exec *, state *);
void exec_note_distance(exec *, state *);
void exec_note_number(exec *, state *);
/* The number is an address in or near an object. */
bool exec_is_in_object(exec *, state *, uint64_t bits);
/* The address under a tag in the upper bits, or the number itself. */
uint64_t exec_untagged(const exec *, uint64_t bits);
/* The object of an address, perhaps at an unknown offset, in or near the object; or NULL. */
const object *exec_object_of(exec *, state *, expr address);

/* place_bytes.c: bytes of pointers read as numbers */
/* The byte may be a pointer's, according to the object's bytes. */
bool exec_is_of_address(const exec *, const object *, uint64_t offset);
/* The byte at the address may be a pointer's. */
bool exec_is_of_pointer(exec *, state *, value address);
/* Notes the assumptions about bytes read there by an instruction with IR_LOOKS. */
void exec_look_at_bytes(exec *, state *, value address);

/* uninit.c */
/* The register's or byte's missing definition becomes a symbol. */
value exec_define(exec *, state *, unsigned width);
value exec_define_at(exec *, state *, unsigned width, uint32_t name,
                     uint64_t offset);
/* A decision depends on the value: reports uninitialised parts. */
bool exec_need_defined(exec *, state *, value *, unsigned width);
/* The condition without uninitialised symbols: where false, the condition fails for some of
 * their values, mostly for all. */
expr exec_may_hold(exec *, expr condition);
/* Whether two values of uninitialised symbols make two values of the term. */
expr exec_depends(exec *, expr);
/* The term with zeros for all uninitialised symbols. */
expr exec_with_zeros(exec *, expr);

/* arith.c: any operands; errors included. */
bool exec_binary(exec *, state *, const ir_insn *);
bool exec_compare(exec *, state *, const ir_insn *);
bool exec_cast(exec *, state *, const ir_insn *);
bool exec_select(exec *, state *, const ir_insn *);
bool exec_index(exec *, state *, const ir_insn *);
bool exec_check(exec *, state *, const ir_insn *);
/* Only inputs for which `ok` holds go on; the rest is the bug, if looked for.  Where `ok`
 * depends on unwritten data, `ok` must not be false for every value of the data. */
bool exec_require_defined(exec *, state *, expr ok, outcome kind);

/* float.c */
bool exec_float(exec *, state *, const ir_insn *);
bool exec_float_builtin(exec *, state *, const ir_call *);

/* After every addition or removal of an object, copy of a state or run of another state,
 * exec_forget_caches was called: cached names agree with the state.  Checked in builds for
 * tests. */
static inline void exec_check_seen(const exec *x, const state *s, uint32_t name) {
  const unsigned i = name & (CACHE - 1);
  if (CHECKS_ARE_ON && name && x->seen[i].object != memory_find(&s->memory, name))
    fatal("an object was remembered that the state does not have: %x", name);
}

/* ... and nobody else sees the object. */
static inline void exec_check_owned(const exec *x, state *s, uint32_t name) {
  const unsigned i = name & (CACHE - 1);
  if (CHECKS_ARE_ON && name && x->owned[i].object != memory_own(&s->memory, x->names, name))
    fatal("an object was remembered that is not the state's own: %x", name);
}

/* access.c */
bool exec_load(exec *, state *, const ir_insn *);
bool exec_store(exec *, state *, const ir_insn *);
/* For other files: bytes at an address. */
bool exec_read(exec *, state *, value address, uint32_t bytes, value *result);
/* The same for copies: unwritten data is a value of its own in the copy, like copied marks,
 * unless any value is allowed. */
bool exec_read_copied(exec *, state *, value address, uint32_t bytes, value *result);
bool exec_write(exec *, state *, value address, uint32_t bytes, value);
/* The object and offset of `size` valid bytes at a concrete address; false:
 * the path ended. */
bool exec_resolve(exec *, state *, uint64_t address, uint64_t size,
                  bool write, const object **, uint64_t *offset);
/* The message for an access past the object's end. */
const char *exec_bounds_message(exec *, const object *, uint64_t offset, uint64_t size,
                                bool write);
/* The same at a term: narrows the state to the single object of the pointer. */
bool exec_narrow(exec *, state *, expr address, uint64_t size, bool write,
                 const object **);
/* If the object lives for some inputs only, the state goes on with these or with the
 * others; a born state settles the question anew.  False: the path ended. */
/* Lives always, and yet has a condition: argv[0], whose first access is listed as an
 * assumption. */
bool exec_is_fact(const exec *, const object *);
void exec_note_fact(exec *);
bool exec_settle_life(exec *, state *, uint32_t name);
object *exec_own(exec *, state *, uint32_t name);
const object *exec_find(exec *, state *, uint32_t name);
/* Undefined bytes of the range become symbols, or stay if `only_copied`. */
void exec_define_bytes(exec *, state *, uint32_t name, uint64_t offset,
                       uint64_t size);
/* The same in a copy of the object, made when needed and returned; NULL: none needed yet. */
object *exec_define_aside(exec *, state *, uint32_t name, object *copy, uint64_t offset,
                          uint64_t size);
/* Before unwritten data is copied. */
void exec_define_source(exec *, state *, uint32_t name, uint64_t offset,
                        uint64_t size);

/* Feasible offsets of an access: first, first + stride, ..., `count` of them, and the index
 * of the actual offset, as a term just wide enough. */
typedef struct offsets {
  uint64_t first, stride, count;
  expr number;
  unsigned number_bits;
  expr at;                      /* the actual offset; {0}: few offsets */
} offsets;

/* spread.c: an access at one of very many offsets, in bounds. */
/* Bytes without a store at a known place were never written. */
bool exec_rest_is_undefined(const exec *, const object *);
bool exec_may_spread(const exec *, const object *, const offsets *, uint64_t size,
                     bool write);
value exec_read_spread(exec *, state *, uint32_t name, const offsets *, uint32_t size,
                       bool copies);
void exec_write_spread(exec *, state *, uint32_t name, const offsets *, uint32_t size,
                       expr new);

/* lead.c: if the path follows an input, narrows the path to the input's values of all
 * symbols of the term; these are numbers in the state from then on.  The rest is born at
 * the same pc. */
typedef enum lead_result {
  LEAD_NONE,                    /* the state is unchanged, except for picks, and perhaps for
                                 * some of the symbols */
  LEAD_DONE,
  LEAD_ENDED                    /* the state did */
} lead_result;
lead_result exec_lead(exec *, state *, expr, uint64_t *bits);
/* The path's next pick: the recorded pick of the first run, or `bits`. */
uint64_t exec_note_pick(exec *, state *, uint64_t bits);

/* leaves.c: through a pointer that is a summary. *done: the access was made; false: the
 * state ended. */
bool exec_read_leaves(exec *, state *, expr address, uint32_t bytes,
                      value *result, bool *done);
bool exec_write_leaves(exec *, state *, expr address, uint32_t bytes, value,
                       bool *done);

/* block.c */
bool exec_copy(exec *, state *, const ir_insn *);
bool exec_fill(exec *, state *, const ir_insn *);
/* The source and target of a memcpy do not overlap, or are the same bytes; false: the
 * path ended. */
bool exec_check_overlap(exec *, state *, value to, value from, expr size);

/* moves.c: copies and fills of more than a word, of unknown length or at unknown places, as
 * a single write. */
typedef enum move_result {
  MOVE_NONE,                    /* not done; bounds hold */
  MOVE_DONE,
  MOVE_ENDED                    /* the state did */
} move_result;
move_result exec_copy_run(exec *, state *, value to, value from, value size,
                          unsigned width, bool may_overlap);
move_result exec_fill_run(exec *, state *, value to, value byte, value size,
                          unsigned width);

/* length.c */
/* strnlen, as a term; or ~n: unknown, and the first n bytes are not zero. */
bool exec_length(exec *, state *, value address, value limit, value *result);
/* The number of concrete nonzero bytes from the offset on. *ends: these are all bytes
 * before the limit or a zero. */
uint64_t exec_plain_length(const object *, uint64_t offset, uint64_t limit, bool *ends);

/* call.c */
bool exec_call(exec *, state *, const ir_insn *);
bool exec_return(exec *, state *, const ir_insn *);
bool exec_is_error_function(const exec *, const char *name);
bool exec_builtin(exec *, state *, const ir_insn *);
bool exec_push(exec *, state *, const ir_function *, const value *args,
               const ir_call *);
void exec_set_result(exec *, state *, const ir_call *, value);

/* slots.c */
/* The name of the first stack slot of a call of the function, at this depth, after so many
 * calls of the path; 0: no more names. */
uint32_t exec_name_slots(exec *, const ir_function *, uint32_t depth,
                         uint32_t calls);
/* Bytes of the native stack while the frame runs: at most, except objects of unknown size,
 * and at least. */
static inline uint64_t exec_stack_used(const state *s, const frame *top) {
  return top->stack_bytes + (s->dynamics ? s->dynamics->bytes : 0);
}
static inline uint64_t exec_stack_surely_used(const state *s, const frame *top) {
  return top->stack_bytes + (s->dynamics ? s->dynamics->sure : 0);
}
/* The name of a running function's variable beyond the room of the stack. */
bool exec_is_past_stack(const exec *, const state *, uint32_t name);
/* A new object of the frame at this depth, perhaps with a term as the size; 0: no more
 * names. */
uint32_t exec_add_dynamic(exec *, state *, uint32_t depth, uint64_t size,
                          expr actual);
/* A call may exceed the stack: overflow, or the noted assumption that objects of unknown
 * size leave an eighth of the stack to calls.  False: the state ended. */
bool exec_leave_room(exec *, state *);
bool exec_alloca(exec *, state *, const ir_insn *);
void exec_begin_slot(exec *, state *, uint64_t slot);
void exec_end_slot(exec *, state *, uint64_t slot);
/* Of a slot whose lives are objects of their own, by the slot's name: the name of the
 * living object; 0: none. */
uint32_t exec_instance(const state *, uint32_t slot_name);
void exec_set_instance(state *, uint32_t slot_name, uint32_t name);
/* The name of the next such object; 0: no more names. */
uint32_t exec_name_instance(exec *, state *, const ir_function *,
                            uint32_t slot);
bool exec_renew(exec *, state *, const ir_insn *);
/* Everything of the top frame dies with the frame. */
void exec_leave_frame(exec *, state *);
/* Dynamic objects of the top frame newer than the named object die. */
void exec_drop_dynamics(exec *, state *, uint64_t name);

/* jump.c */
bool exec_setjmp(exec *, state *, const ir_call *);
bool exec_longjmp(exec *, state *, const ir_call *);

/* primitives.c */
typedef enum primitive {
  NO_PRIMITIVE,
#define PRIMITIVE(NAME, TEXT) DO_##NAME,
#include "exec/primitives.def"
} primitive;
void exec_find_primitives(exec *);
/* Flags of __braid_alloc, as in runtime/primitives.h. */
enum { ALLOC_ZEROED = 1, ALLOC_OWN = 2 };
bool exec_primitive(exec *, state *, uint8_t primitive, const ir_call *);

/* probe.c */
bool exec_take_values(exec *, state *, const ir_call *);

/* heap.c */
/* The largest value of an object's size on the paths that go on; false: no path goes on. */
bool exec_bound_size(exec *, state *, expr size, uint64_t *most);
bool exec_allocate(exec *, state *, value size, uint64_t align, bool zero,
                   value *result);
/* The same for a size that is a number, at a site; 0: no names left. */
uint64_t exec_allocate_at(exec *, state *, uint64_t bytes, expr actual, uint64_t align,
                          bool zero, uint32_t site, uint32_t place);
bool exec_deallocate(exec *, state *, value address);
/* The naming site of a new heap object: the user's call. */
uint32_t exec_user_site(exec *, const state *, uint32_t *place);

/* leak.c */
typedef enum leak_result { LEAK_NONE, LEAK_FOUND, LEAK_ENDED } leak_result;

/* The place of the allocation of an unreachable object.  The state may be narrowed to
 * inputs with certain leak; the state ended if no input is left. */
leak_result exec_find_leak(exec *, state *, uint32_t *place);

/* input.c */
bool exec_input(exec *, state *, uint32_t name, uint64_t offset,
                uint32_t size, const char *text, input_kind);
/* A fresh symbol as an event of the log, or its value when inputs are fixed. */
value exec_fresh(exec *, state *, unsigned width, const char *text,
                 input_kind, symbol_class);
/* The same as contents of a made-up object, which are always the same; 0: of no object. */
value exec_fresh_in(exec *, state *, unsigned width, const char *text,
                    uint32_t made_up, uint64_t offset);
/* An undefined value as an input: of bytes of the named object, or of a register without a
 * name. */
value exec_undefined_input(exec *, state *, unsigned width, uint32_t name,
                           uint64_t offset);
/* Where the object lies: 16 bits. */
value exec_place_input(exec *, state *, uint32_t name);
/* Fresh bytes, a symbol each, as a single event; contents of `made_up` or, for 0, plain
 * inputs. */
void exec_input_bytes(exec *, state *, object *, uint64_t offset,
                      uint32_t size, const char *text, uint32_t made_up);

/* marks.c */
void exec_check_marks(exec *, state *, const ir_insn *);
/* Both ways of a condition are possible where the state is; branches count. */
void exec_check_parting(exec *, const state *, expr condition);
void exec_release_marks(exec *);

/* unknown.c: see exec/parts.h. */
bool exec_is_pointer(const exec *, uint32_t symbol);
bool exec_decide(exec *, state *, expr *);
void exec_note_condition(exec *, state *, expr condition);
void exec_note_frontier(exec *, state *, expr);
/* exec_find, creating a made-up object at the first look. */
const object *exec_reach(exec *, state *, uint32_t name);
/* How an access past the object ends the path. */
outcome exec_past(const exec *, const object *);
/* The variable's contents are anything at the start. */
bool exec_is_havocked(const exec *, const ir_symbol *);
void exec_add_globals(exec *, state *);
/* Whether constructors wait for the arguments that __braid_start makes of options. */
bool exec_constructs_late(const exec *);
/* They run first: each returns into the next one's beginning, the last to where the state is.
 * False: the state ended. */
bool exec_push_constructors(exec *, state *, const value args[3]);

static inline value exec_reg(const state *s, uint32_t reg) {
  return s->top->regs[reg];
}

/* The register's value, with a missing definition made a symbol. */
value exec_get(exec *, state *, uint32_t reg, unsigned width);
void exec_set(exec *, state *, uint32_t reg, value);

static inline expr exec_term(exec *x, value v, unsigned width) {
  return value_term(x->t, v, width);
}

/* A number, or a value of a symbolic term: exec_enumerate.  No term is made for a number,
 * so native code, which makes no terms, numbers terms alike. */
static inline bool exec_number(exec *x, state *s, value v, unsigned width,
                               uint64_t *bits) {
  if (v.sym.id) return exec_enumerate(x, s, exec_term(x, v, width), bits);
  *bits = value_bits(v);
  return true;
}

#endif
