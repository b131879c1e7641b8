#include "ir/annotate.h"
#include "ir/bitcode.h"
#include "ir/finish.h"
#include "ir/link.h"
#include "ir/lower.h"
#include "ir/optimised.h"
#include "ir/program.h"
#include "ir/reads.h"
#include "ir/inputs.h"
#include "ir/signature.h"
#include "ir/tidy.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

/* From the linker's decisions to a program: symbols with addresses, then
 * functions, then initial values (which may hold the addresses of blocks). */
typedef struct resolver {
  ir_linker *linker;
  ir_program *program;
  types *types;                 /* a module's each */
  places places;
  signatures signatures;
  ptrmap symbols;               /* of functions and variables */
  ptrmap aliases;
  VEC(LLVMValueRef) alias_targets;
  ptrmap blocks;                /* whose address is taken: number, plus 1 */
  ready_globals *globals;       /* a module's each, once asked for */
  /* What defines each symbol, and in which module; NULL: nothing. */
  struct definition { LLVMValueRef value; uint32_t module; } *definitions;
  uint32_t definition_capacity;
} resolver;

static constants constants_of(resolver *r, uint32_t module) {
  return (constants) {.program = r->program, .symbols = &r->symbols,
                      .aliases = &r->aliases,
                      .alias_targets = r->alias_targets.items,
                      .types = r->types + module};
}

/* In the function's bitcode, which may not have been read. */
static uint32_t block_count(const resolver *r, LLVMValueRef function, uint32_t module) {
  const ready_member *ready = r->linker->modules.items[module].ready;
  return ready ? ready_block_count(ready, ptrmap_get(&r->linker->ready_functions, function) - 1)
               : LLVMCountBasicBlocks(function);
}

static void describe_function(resolver *r, ir_symbol *s, LLVMValueRef v, uint32_t module) {
  types *t = r->types + module;
  LLVMTypeRef type = LLVMGlobalGetValueType(v);
  LLVMTypeRef result = LLVMGetReturnType(type);
  const type_layout *parts = types_layout(t, result);
  s->is_variadic = LLVMIsFunctionVarArg(type);
  s->returns_pointer = LLVMGetTypeKind(result) == LLVMPointerTypeKind;
  s->result_count = parts->count;
  s->result_floats = types_floats(parts);
  s->result_widths = mem_zeroed(parts->count, sizeof *s->result_widths);
  for (uint32_t i = 0; i < parts->count; i++)
    s->result_widths[i] = parts->parts[i].width;
  s->place = s->is_defined ? places_of_function(&r->places, v) : 0;
  /* Room for the addresses of blocks, whose final numbers are not known. */
  s->size = s->is_defined ? 1 + 3 * (uint64_t) block_count(r, v, module) : 1;
  s->align = 1;
}

static void describe_variable(resolver *r, ir_symbol *s, LLVMValueRef v,
                              types *t, uint64_t common_size) {
  LLVMTypeRef type = LLVMGlobalGetValueType(v);
  s->is_constant = LLVMIsGlobalConstant(v);
  s->is_literal = s->is_constant && LLVMGetUnnamedAddress(v) == LLVMGlobalUnnamedAddr;
  s->is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
  s->is_thread_local = LLVMIsThreadLocal(v);
  s->size = LLVMTypeIsSized(type) ? types_size(t, type) : 0;
  if (common_size > s->size) s->size = common_size;
  s->align = LLVMGetAlignment(v);
  if (!s->align && LLVMTypeIsSized(type))
    s->align = LLVMABIAlignmentOfType(t->data, type);
  s->place = places_of_variable(&r->places, v);
}

static uint32_t symbol_new(resolver *r, LLVMValueRef v, uint32_t module,
                           const link_entry *e) {
  const char *name = link_name(v);
  const bool is_defined = e ? e->rank != LINK_UNDEFINED
                            : !LLVMIsDeclaration(v);
  ir_symbol s = {.name = program_text(r->program, name, strlen(name)),
                 .kind = LLVMIsAFunction(v) ? IR_FUNCTION : IR_VARIABLE,
                 .is_defined = is_defined, .is_local = !e,
                 .is_weak = e && (is_defined ? e->rank == LINK_WEAK
                                             : !e->is_wanted && !r->linker->trial),
                 .is_library = r->linker->modules.items[module].is_library ||
                               (LLVMIsAFunction(v) && places_is_of_rust(v))};
  if (s.kind == IR_FUNCTION) describe_function(r, &s, v, module);
  else describe_variable(r, &s, v, r->types + module, e ? e->common_size : 0);
  if ((r->linker->wants_types || r->linker->wants_variables) && !s.is_library)
    s.type = signature_of(&r->signatures, v);
  vec_push(&r->program->symbols, s);
  const uint32_t at = r->program->symbols.count - 1;
  if (at >= r->definition_capacity) {
    r->definition_capacity = mem_grown(r->definition_capacity, at + 1);
    r->definitions = mem_resize(r->definitions, r->definition_capacity,
                                sizeof *r->definitions);
  }
  r->definitions[at] =
      (struct definition) {is_defined ? v : NULL, module};
  return at;
}

/* The symbol that stands for one module's function or variable. */
static void resolve(resolver *r, LLVMValueRef v, uint32_t module) {
  const char *name = link_name(v);
  if (link_is_special(name)) return;
  if (link_is_local(v)) {
    ptrmap_set(&r->symbols, v, symbol_new(r, v, module, NULL));
    return;
  }
  link_entry *e = r->linker->entries.items + link_find(r->linker, name);
  if (LLVMIsAGlobalAlias(e->value)) {
    vec_push(&r->alias_targets, e->value);
    ptrmap_set(&r->aliases, v, r->alias_targets.count);
    return;
  }
  if (!e->symbol) e->symbol = symbol_new(r, e->value, e->module, e);
  ptrmap_set(&r->symbols, v, e->symbol);
}

static void resolve_alias(resolver *r, LLVMValueRef v, uint32_t module) {
  if (!link_is_local(v)) {
    resolve(r, v, module);
    return;
  }
  vec_push(&r->alias_targets, v);
  ptrmap_set(&r->aliases, v, r->alias_targets.count);
}

static void resolve_all(resolver *r) {
  for (uint32_t m = 0; m < r->linker->modules.count; m++) {
    LLVMModuleRef llvm = r->linker->modules.items[m].llvm;
    for (LLVMValueRef v = LLVMGetFirstFunction(llvm); v;
         v = LLVMGetNextFunction(v))
      resolve(r, v, m);
    for (LLVMValueRef v = LLVMGetFirstGlobal(llvm); v;
         v = LLVMGetNextGlobal(v))
      resolve(r, v, m);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(llvm); v;
         v = LLVMGetNextGlobalAlias(v))
      resolve_alias(r, v, m);
  }
}

/* Global names; an alias is a name of what it stands for. */
static void name_symbols(resolver *r) {
  for (uint32_t i = 1; i < r->linker->entries.count; i++) {
    const link_entry *e = r->linker->entries.items + i;
    uint32_t symbol = e->symbol;
    if (!e->value) continue;    /* wanted, and nowhere mentioned */
    if (LLVMIsAGlobalAlias(e->value)) {
      const constants c = constants_of(r, e->module);
      number n;
      if (constant_number(&c, e->value, &n)) symbol = n.symbol;
    }
    if (symbol)
      vec_push(&r->program->names,
               ((ir_name) {program_text(r->program, e->name, strlen(e->name)),
                           symbol}));
  }
  program_sort_names(r->program);
}

/* Without a symbol: LLVM's own.  In a record each weak symbol is there. */
static number number_of(const constants *c, LLVMValueRef v, bool *fits) {
  number n = {0};
  if (!constant_number(c, v, &n)) n = (number) {0};
  *fits &= n.bits || LLVMGetLinkage(v) != LLVMExternalWeakLinkage;
  return n;
}

/* The module's globals in this program, ready.h. */
static const ready_globals *globals_of(resolver *r, uint32_t module) {
  ready_globals *all = r->globals + module;
  if (all->items) return all;
  const LLVMModuleRef m = r->linker->modules.items[module].llvm;
  const constants c = constants_of(r, module);
  VEC(number) list = {0};
  uint32_t aliases = 0;
  all->fits = true;
  for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v)) {
    const number n = number_of(&c, v, &all->fits);
    vec_push(&list, n);
  }
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v)) {
    const number n = number_of(&c, v, &all->fits);
    vec_push(&list, n);
  }
  for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m); v; v = LLVMGetNextGlobalAlias(v)) {
    number n = {0}, of = {0};
    all->fits &= constant_number(&c, v, &n) &&
                 constant_number(&c, LLVMAliasGetAliasee(v), &of) && n.bits == of.bits;
    vec_push(&list, n);
    aliases++;
  }
  for (uint32_t k = 0; k + aliases < list.count; k++)
    for (uint32_t i = 0; i < k; i++)
      all->fits &= !list.items[k].symbol || list.items[k].bits != list.items[i].bits;
  vec_reserve(&list, 1);
  all->items = list.items;
  all->count = list.count;
  return all;
}

/* The code from the module's record. */
static bool take_ready(resolver *r, const struct definition *d, ir_function *f) {
  const ready_member *ready = r->linker->modules.items[d->module].ready;
  return ready && ready_take(ready, ptrmap_get(&r->linker->ready_functions, d->value) - 1,
                             globals_of(r, d->module), r->program, f);
}

static void release_globals(resolver *r) {
  for (uint32_t m = 0; m < r->linker->modules.count; m++) free(r->globals[m].items);
  free(r->globals);
}

/* What ready_make.c wants to know of the only module. */
static void report_trial(resolver *r, link_trial *t) {
  const LLVMModuleRef m = r->linker->modules.items[0].llvm;
  t->globals = *globals_of(r, 0);
  r->globals[0].items = NULL;
  for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v)) {
    const uint32_t symbol = ptrmap_get(&r->symbols, v);
    const bool is_here = symbol && r->definitions[symbol].value == v;
    vec_push(&t->functions,
             is_here ? r->program->symbols.items[symbol].function : READY_NONE);
  }
}

/* Remembers the final numbers of blocks that constants may refer to. */
static void keep_blocks(resolver *r, lower *l, const uint32_t *final) {
  for (uint32_t i = 0; i < l->order.count; i++)
    if (l->draft.blocks.items[i].is_kept && final[i] != CFG_NONE)
      ptrmap_set(&r->blocks, l->order.items[i], final[i] + 1);
}

static void lower_all(resolver *r) {
  ir_program *p = r->program;
  lower l = {.places = &r->places};
  const bool keeps = r->linker->wants_variables;
  VEC(uint32_t) final = {0};
  for (uint32_t i = 1; i < p->symbols.count; i++) {
    ir_symbol *s = p->symbols.items + i;
    const struct definition def = r->definitions[i];
    if (s->kind != IR_FUNCTION || !def.value) continue;
    ir_function *f = mem_zeroed(1, sizeof *f);
    f->symbol = i;
    f->name = s->name;
    f->is_variadic = s->is_variadic;
    f->is_library = s->is_library;
    f->result_count = s->result_count;
    f->result_floats = s->result_floats;
    f->result_widths = mem_zeroed(s->result_count, sizeof *f->result_widths);
    if (s->result_count)
      memcpy(f->result_widths, s->result_widths,
             s->result_count * sizeof *f->result_widths);
    /* Records are the library's, of which nobody follows variables. */
    if (!take_ready(r, &def, f)) {
      if (r->linker->modules.items[def.module].ready) bitcode_materialise(def.value);
      l.constants = constants_of(r, def.module);
      l.signatures = keeps && !f->is_library ? &r->signatures : NULL;
      lower_function(&l, def.value, f);
      draft_annotate(&l.draft);
      if (!l.has_setjmp && !l.signatures) tidy(&l.draft);
      vec_reserve(&final, l.draft.blocks.count);
      draft_finish(&l.draft, final.items);
      keep_blocks(r, &l, final.items);
    }
    vec_push(&p->functions, f);
    s->function = p->functions.count - 1;
  }
  lower_release(&l);
  vec_release(&final);
}

static bool initialise(resolver *r, char **message) {
  ir_program *p = r->program;
  for (uint32_t i = 1; i < p->symbols.count; i++) {
    ir_symbol *s = p->symbols.items + i;
    const struct definition def = r->definitions[i];
    if (s->kind != IR_VARIABLE || !def.value) continue;
    LLVMValueRef value = LLVMGetInitializer(def.value);
    if (!value || LLVMIsNull(value) || !s->size) continue;
    constants c = constants_of(r, def.module);
    c.blocks = &r->blocks;
    relocation_list list = {0};
    s->bytes = mem_zeroed(s->size, 1);
    const bool ok = constant_write(&c, value, s->bytes, 0, &list);
    s->relocations.items = list.items;
    s->relocations.count = list.count;
    s->relocations.capacity = list.capacity;
    if (!ok) {
      *message = mem_format(
          "%s: the initial value of '%s' is of an unsupported kind",
          r->linker->modules.items[def.module].path, s->name);
      return false;
    }
  }
  return true;
}

typedef struct hook { uint64_t priority; uint32_t function; } hook;

typedef VEC(hook) hook_list;

static void add_hook(resolver *r, const constants *c, uint64_t priority, LLVMValueRef of,
                     hook_list *to) {
  number f;
  if (constant_number(c, of, &f) && f.symbol && ir_function_of(r->program, f.symbol))
    vec_push(to, ((hook) {priority, r->program->symbols.items[f.symbol].function}));
}

/* What a program puts into the linker's own list of constructors, as Rust's library does; NULL:
 * the variable is no such pointer. */
static LLVMValueRef listed(LLVMValueRef variable, uint64_t *priority) {
  static const char section[] = ".init_array";
  enum { LAST = 65535, LENGTH = sizeof section - 1 };
  const char *where = LLVMGetSection(variable);
  LLVMValueRef of = where && !strncmp(where, section, LENGTH) ? LLVMGetInitializer(variable) : NULL;
  if (!of) return NULL;
  *priority = where[LENGTH] == '.' ? strtoul(where + LENGTH + 1, NULL, 10) : LAST;
  while (LLVMIsAConstantStruct(of) && LLVMGetNumOperands(of)) of = LLVMGetOperand(of, 0);
  return of;
}

static void add_listed(resolver *r, uint32_t module, hook_list *to) {
  const link_module *m = r->linker->modules.items + module;
  const constants c = constants_of(r, module);
  for (LLVMValueRef v = m->is_library ? NULL : LLVMGetFirstGlobal(m->llvm); v;
       v = LLVMGetNextGlobal(v)) {
    uint64_t priority;
    LLVMValueRef of = listed(v, &priority);
    if (of) add_hook(r, &c, priority, of, to);
  }
}

/* The functions of llvm.global_ctors or llvm.global_dtors, over all modules,
 * by priority; those of equal priority in order. */
static void add_hooks(resolver *r, const char *name, bool is_reversed,
                      void (*push)(ir_program *, uint32_t)) {
  hook_list hooks = {0};
  for (uint32_t m = 0; m < r->linker->modules.count; m++) {
    if (!is_reversed) add_listed(r, m, &hooks);
    LLVMValueRef v = LLVMGetNamedGlobal(r->linker->modules.items[m].llvm,
                                        name);
    LLVMValueRef list = v ? LLVMGetInitializer(v) : NULL;
    if (!list) continue;
    const constants c = constants_of(r, m);
    const uint64_t count = LLVMGetArrayLength2(LLVMTypeOf(list));
    for (uint64_t i = 0; i < count; i++) {
      LLVMValueRef one = LLVMGetAggregateElement(list, (unsigned) i);
      number priority;
      if (constant_number(&c, LLVMGetAggregateElement(one, 0), &priority))
        add_hook(r, &c, priority.bits, LLVMGetAggregateElement(one, 1), &hooks);
    }
  }
  for (uint32_t i = 1; i < hooks.count; i++)    /* insertion keeps the order */
    for (uint32_t k = i; k && hooks.items[k - 1].priority >
                                  hooks.items[k].priority; k--) {
      const hook h = hooks.items[k];
      hooks.items[k] = hooks.items[k - 1];
      hooks.items[k - 1] = h;
    }
  for (uint32_t i = 0; i < hooks.count; i++)
    push(r->program,
         hooks.items[is_reversed ? hooks.count - 1 - i : i].function);
  vec_release(&hooks);
}

static void push_constructor(ir_program *p, uint32_t f) {
  vec_push(&p->constructors, f);
}

static void push_destructor(ir_program *p, uint32_t f) {
  vec_push(&p->destructors, f);
}

static LLVMValueRef definition_of(void *context, LLVMValueRef function) {
  const ir_linker *l = context;
  if (!link_is_local(function)) {
    const link_entry *e = l->entries.items + link_find(l, link_name(function));
    if (e->rank <= LINK_AVAILABLE || !LLVMIsAFunction(e->value)) return NULL;
    function = e->value;
  }
  bitcode_materialise(function);        /* its uses of the parameters are looked at */
  return function;
}

/* Of a function that is given (argc, argv, environment). */
static uint32_t parameters_read(const ir_linker *l, LLVMValueRef f) {
  uint32_t set = 0;
  for (unsigned k = 0; LLVMIsAFunction(f) && k < 3 && k < LLVMCountParams(f); k++)
    if (reads_value(LLVMGetParam(f, k), definition_of, (void *) (uintptr_t) l))
      set |= k < 2 ? IR_REFERS_ARGUMENTS : IR_REFERS_ENVIRON;
  return set;
}

static uint32_t references(const ir_linker *l) {
  static const struct { const char *name; ir_refers what; } names[] = {
#define REFERS(WHAT, NAME) {#NAME, IR_REFERS_##WHAT},
#include "ir/refers.def"
  };
  uint32_t set = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const link_entry *e = l->entries.items + link_find(l, names[i].name);
    if (e->is_referred && l->modules.items[e->module].is_library)
      set |= names[i].what;
  }
  const link_entry *e = l->entries.items + link_find(l, "main");
  if (e->rank != LINK_UNDEFINED && !l->modules.items[e->module].is_library)
    set |= parameters_read(l, e->value);
  for (uint32_t m = 0; m < l->modules.count; m++) {
    LLVMValueRef list = l->modules.items[m].is_library ? NULL
        : LLVMGetNamedGlobal(l->modules.items[m].llvm, "llvm.global_ctors");
    list = list ? LLVMGetInitializer(list) : NULL;
    const uint64_t count = list ? LLVMGetArrayLength2(LLVMTypeOf(list)) : 0;
    for (uint64_t i = 0; i < count; i++)
      set |= parameters_read(l, LLVMGetAggregateElement(
          LLVMGetAggregateElement(list, (unsigned) i), 1));
    for (LLVMValueRef v = l->modules.items[m].is_library
                              ? NULL : LLVMGetFirstGlobal(l->modules.items[m].llvm);
         v; v = LLVMGetNextGlobal(v)) {
      LLVMValueRef of = listed(v, &(uint64_t) {0});
      if (of) set |= parameters_read(l, of);
    }
  }
  return set;
}

static bool is_optimised(const ir_linker *l) {
  for (uint32_t m = 0; m < l->modules.count; m++)
    if (!l->modules.items[m].is_library && optimised_has_marks(l->modules.items[m].llvm))
      return true;
  return false;
}

ir_program *link_resolve(ir_linker *l, char **message) {
  resolver r = {.linker = l, .program = program_new(),
                .types = mem_zeroed(l->modules.count, sizeof *r.types),
                .globals = mem_zeroed(l->modules.count, sizeof *r.globals)};
  r.places.program = r.signatures.program = r.program;
  for (uint32_t m = 0; m < l->modules.count; m++)
    types_init(r.types + m, LLVMGetModuleDataLayout(l->modules.items[m].llvm));
  const char *triple = LLVMGetTarget(l->modules.items[0].llvm);
  r.program->pointer_bits = r.types[0].pointer_bits;
  r.program->target = r.program->pointer_bits == 32 ? IR_I386
                      : *triple == 'x'              ? IR_X86_64
                                                    : IR_AARCH64;
  r.program->refers = references(l);
  r.program->is_optimised = is_optimised(l);
  for (uint32_t m = 0; m < l->modules.count; m++)
    if (!l->modules.items[m].is_library) inputs_find(&r.signatures, l->modules.items[m].llvm);
  r.program->has_types = l->wants_types;
  resolve_all(&r);
  program_place_symbols(r.program);
  if (l->trial && l->trial->is_displaced) program_displace_symbols(r.program);
  name_symbols(&r);
  lower_all(&r);
  if (l->trial) report_trial(&r, l->trial);
  program_drop_numbers(r.program);
  add_hooks(&r, "llvm.global_ctors", false, push_constructor);
  add_hooks(&r, "llvm.global_dtors", true, push_destructor);
  ir_program *p = r.program;
  if (!initialise(&r, message)) {
    ir_program_free(p);
    p = NULL;
  }
  for (uint32_t m = 0; m < l->modules.count; m++) types_release(r.types + m);
  free(r.types);
  release_globals(&r);
  free(r.definitions);
  places_release(&r.places);
  signatures_release(&r.signatures);
  ptrmap_release(&r.symbols);
  ptrmap_release(&r.aliases);
  ptrmap_release(&r.blocks);
  vec_release(&r.alias_targets);
  return p;
}
