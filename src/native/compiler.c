#include "native/emit.h"

#include "base/limits.h"

#include <assert.h>
#include <llvm/Config/llvm-config.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/*
 * From regions to machine code, by LLVM's ORC, in two qualities.  In small loops,
 * and in what has run long, registers become machine registers.  Everything else
 * is made quickly, as by clang -O0, in a fifth of the time.
 */
typedef enum quality { GOOD, QUICK, QUALITIES } quality;

struct native_compiler {
  const ir_program *program;
  const names *names;
  LLVMOrcLLJITRef jits[QUALITIES];      /* made when first needed */
  LLVMTargetMachineRef machine; /* for the passes */
  uint32_t compiled;            /* so far, for their names */
};

/* Locals to values, and what little pays for code that runs milliseconds. */
static const char passes[] =
    "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";

static LLVMTargetMachineRef machine_for_host(quality q) {
  char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (!LLVMGetTargetFromTriple(triple, &target, &message))
    machine = LLVMCreateTargetMachine(target, triple, cpu, features,
                                      q == QUICK ? LLVMCodeGenLevelNone
                                                 : LLVMCodeGenLevelLess,
                                      LLVMRelocDefault,
                                      LLVMCodeModelJITDefault);
  LLVMDisposeMessage(message);
  LLVMDisposeMessage(triple);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

/* NULL: LLVM cannot. */
static LLVMOrcLLJITRef make_jit(quality q) {
  const LLVMTargetMachineRef machine = machine_for_host(q);
  if (!machine) return NULL;
  const LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
      builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
  LLVMOrcLLJITRef jit;
  const LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit, builder);
  if (!error) return jit;
  LLVMConsumeError(error);
  return NULL;
}

native_compiler *native_compiler_new(const ir_program *p, const names *n) {
  if (LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter())
    return NULL;
  /* For quick code the older selector takes half as long. */
  static const char *const flags[] = {"braid", "-global-isel=0"};
  LLVMParseCommandLineOptions(2, flags, NULL);
  const LLVMTargetMachineRef machine = machine_for_host(GOOD);
  if (!machine) return NULL;
  native_compiler *c = mem_zeroed(1, sizeof *c);
  *c = (native_compiler) {.program = p, .names = n, .machine = machine};
  return c;
}

void native_compiler_free(native_compiler *c) {
  if (!c) return;
  for (unsigned k = 0; k < QUALITIES; k++)
    if (c->jits[k]) LLVMConsumeError(LLVMOrcDisposeLLJIT(c->jits[k]));
  LLVMDisposeTargetMachine(c->machine);
  free(c);
}

static void optimise(native_compiler *c, LLVMModuleRef module) {
  const LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
  const LLVMErrorRef error = LLVMRunPasses(module, passes, c->machine, o);
  if (error) LLVMConsumeError(error);
  LLVMDisposePassBuilderOptions(o);
}

/* Sites are known by their addresses: there is room for all of them at once,
 * at most one an access. */
static uint32_t count_accesses(const emitter *e) {
  uint32_t count = 0;
  for (uint32_t n = 0; n < e->frames.count; n++) {
    const emit_frame *f = e->frames.items[n];
    for (uint32_t k = 0; k < f->function->insn_count; k++) {
      const ir_insn *i = f->function->insns + k;
      count += f->region->blocks[i->block] &&
               (i->op == IR_LOAD || i->op == IR_STORE);
    }
  }
  return count;
}

/* Since LLVM 21 the context comes first. */
static LLVMOrcThreadSafeContextRef make_context(LLVMContextRef *llvm) {
#if LLVM_VERSION_MAJOR >= 21
  *llvm = LLVMContextCreate();
  return LLVMOrcCreateNewThreadSafeContextFromLLVMContext(*llvm);
#else
  const LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContext();
  *llvm = LLVMOrcThreadSafeContextGetContext(shared);
  return shared;
#endif
}

/* Makes the code that was planned.  False: LLVM cannot. */
static bool make_code(native_compiler *c, emitter *e) {
  char name[32], inner[32];
  const quality q = e->is_quick ? QUICK : GOOD;
  if (!c->jits[q]) c->jits[q] = make_jit(q);
  const LLVMOrcLLJITRef jit = c->jits[q];
  if (!jit) return false;
  snprintf(name, sizeof name, "region%u", ++c->compiled);
  snprintf(inner, sizeof inner, "function%u", c->compiled);
  LLVMContextRef llvm;
  const LLVMOrcThreadSafeContextRef shared = make_context(&llvm);
  const LLVMModuleRef module = LLVMModuleCreateWithNameInContext(name, llvm);
  LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(jit));
  LLVMSetDataLayout(module, LLVMOrcLLJITGetDataLayoutStr(jit));
  e->llvm = llvm;
  e->module = module;
  e->builder = LLVMCreateBuilderInContext(llvm);
  emit_region(e, e->is_function ? inner : name);
  if (e->is_function) emit_wrapper(e, name);
  LLVMDisposeBuilder(e->builder);
  if (!e->is_quick) optimise(c, module);
  LLVMOrcExecutorAddress run = 0, call = 0;
  LLVMErrorRef error = LLVMOrcLLJITAddLLVMIRModule(
      jit, LLVMOrcLLJITGetMainJITDylib(jit),
      LLVMOrcCreateNewThreadSafeModule(module, shared));
  LLVMOrcDisposeThreadSafeContext(shared);
  if (!error) error = LLVMOrcLLJITLookup(jit, &run, name);
  if (!error && e->is_function)
    error = LLVMOrcLLJITLookup(jit, &call, inner);
  if (error) LLVMConsumeError(error);
  e->result->run = (uint64_t (*)(native_context *)) (uintptr_t) run;
  e->result->call = (void *) (uintptr_t) call;
  return !error;
}

uint32_t native_region_size(const ir_program *p, const ir_function *f,
                            uint32_t block, const native_options *o,
                            bool *has_calls) {
  region g;
  *has_calls = false;
  if (!region_find(&g, p, f, block, o->edges)) return 0;
  for (uint32_t k = 0; k < f->insn_count && !*has_calls; k++)
    *has_calls = g.blocks[f->insns[k].block] &&
                 native_may_call(p, f, f->insns + k, o);
  region_release(&g);
  return g.instructions;
}

/* A loop that calls nothing but what becomes part of a little code. */
static bool is_small(const emitter *e) {
  const region *g = e->frames.items[0]->region;
  uint32_t size = 0;
  for (uint32_t k = 0; k < e->frames.count; k++)
    size += e->frames.items[k]->region->instructions;
  return g->function->blocks[g->head].is_loop_head && !e->result->has_calls &&
         g->instructions <= limits.native_small_loop &&
         size <= limits.native_small_code;
}

/* Instructions between two looks at a budget by regions that call: a few microseconds.  Accesses
 * whose caches are in registers: x86-64 has as many. */
enum { MARGIN = 4096, FEW_ACCESSES = 16 };

/* What native.h says of a region: its registers are the function's, none is asked for twice, and
 * each site is the region's own. */
static bool is_whole(const native_region *g) {
  bool is = g->run && g->margin && g->entry < g->function->insn_count;
  for (uint32_t k = 0; k < g->needed_count; k++)
    is &= g->needed[k] < g->function->reg_count && (!k || g->needed[k - 1] < g->needed[k]);
  for (uint32_t k = 0; k < g->dead_count; k++)
    is &= g->dead[k] < g->function->reg_count && (!k || g->dead[k - 1] < g->dead[k]);
  for (uint32_t k = 0; k < g->site_count; k++)
    is &= g->sites[k].owner == g && !g->sites[k].room && g->sites[k].width_bytes;
  return is;
}

/* Code for the region, which becomes the first frame; the result says what
 * must hold when it is entered.  Of neither quality: of the one that pays. */
static native_region *compile(native_compiler *c, region *g, uint32_t block,
                              const native_options *o, bool is_function,
                              quality wanted) {
  const ir_function *f = g->function;
  native_region *result = mem_zeroed(1, sizeof *result);
  result->function = f;
  result->entry = f->blocks[block].first;
  result->margin = g->instructions + 1;
  result->needed = mem_zeroed(f->reg_count, sizeof *result->needed);
  result->dead = mem_zeroed(f->reg_count, sizeof *result->dead);
  for (uint32_t k = 0; k < f->reg_count; k++)
    if (is_function ? g->registers[k].is_parameter : g->registers[k].is_needed)
      result->needed[result->needed_count++] = k;
    else if (!is_function && g->registers[k].is_written &&
             !g->registers[k].is_kept)
      result->dead[result->dead_count++] = k;
  emitter e = {.program = c->program, .names = c->names, .options = o,
               .result = result, .is_function = is_function,
               .is_quick = wanted == QUICK};
  emit_frame *own = mem_zeroed(1, sizeof *own);
  own->function = f;
  own->region = g;
  vec_push(&e.frames, own);
  bool is_made = emit_plan(&e);
  const bool is_bounded = is_function || result->has_calls;
  if (is_made && wanted == QUALITIES && !is_small(&e)) {
    emit_release(&e);
    native_region_free(result);
    return compile(c, g, block, o, is_function, QUICK);
  }
  result->is_quick = e.is_quick;
  if (is_bounded && result->margin > MARGIN) is_made = false;
  if (is_bounded) result->margin = MARGIN;
  if (is_made) {
    const uint32_t accesses = count_accesses(&e);
    result->sites = mem_zeroed(accesses + 1, sizeof *result->sites);
    e.copies_sites = accesses <= FEW_ACCESSES && !is_bounded;
    is_made = make_code(c, &e);
    assert(result->site_count <= accesses && (!is_made || is_whole(result)));
  }
  emit_release(&e);
  region_release(g);
  if (is_made) return result;
  native_region_free(result);
  return NULL;
}

native_region *native_compile(native_compiler *c, const ir_function *f,
                              uint32_t block, const native_options *o,
                              const bool *symbolic, bool is_good) {
  assert(block < f->block_count);
  region g;
  if (!region_find(&g, c->program, f, block, o->edges)) return NULL;
  if (symbolic) region_keep(&g, symbolic);
  return compile(c, &g, block, o, false, is_good ? GOOD : QUALITIES);
}

native_region *native_compile_function(native_compiler *c, const ir_function *f,
                                       const native_options *o, bool is_good) {
  region g;
  region_of_callee(&g, c->program, f, o->edges);
  return compile(c, &g, 0, o, true, is_good ? GOOD : QUICK);
}

void native_region_free(native_region *g) {
  if (!g) return;
  free(g->needed);
  free(g->dead);
  free(g->sites);
  for (uint32_t k = 0; k < g->inlined_count; k++) {
    free(g->inlined[k].regs);
    free(g->inlined[k].written);
    free(g->inlined[k].is_kept);
  }
  free(g->inlined);
  free(g);
}

static void forget(native_site *s) {
  s->room = 0;
  s->partly = NULL;
}

void native_forget_sites(native_region *g) {
  for (uint32_t k = 0; k < g->site_count; k++) forget(g->sites + k);
}

void native_forget_object(native_region *g, uint32_t name, bool only_loads) {
  for (uint32_t k = 0; k < g->site_count; k++)
    if (g->sites[k].name == name && !(only_loads && g->sites[k].is_store))
      forget(g->sites + k);
}
