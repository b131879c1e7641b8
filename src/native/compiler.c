#include "native/emit.h"

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* From regions to machine code, by LLVM's ORC. */
struct native_compiler {
  const ir_program *program;
  const names *names;
  LLVMOrcLLJITRef jit;
  LLVMTargetMachineRef machine; /* for the passes */
  uint32_t compiled;            /* so far, for their names */
};

enum { FEW_ACCESSES = 16 };

/* Locals to values, and what little pays for code that runs milliseconds. */
static const char passes[] =
    "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";

static LLVMTargetMachineRef machine_for_host(void) {
  char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
  char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (!LLVMGetTargetFromTriple(triple, &target, &message))
    machine = LLVMCreateTargetMachine(target, triple, cpu, features,
                                      LLVMCodeGenLevelLess, LLVMRelocDefault,
                                      LLVMCodeModelJITDefault);
  LLVMDisposeMessage(message);
  LLVMDisposeMessage(triple);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

native_compiler *native_compiler_new(const ir_program *p, const names *n) {
  if (LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter())
    return NULL;
  const LLVMTargetMachineRef machine = machine_for_host();
  const LLVMTargetMachineRef other = machine ? machine_for_host() : NULL;
  if (!machine || !other) return NULL;
  const LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
      builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(other));
  LLVMOrcLLJITRef jit;
  const LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit, builder);
  if (error) {
    LLVMConsumeError(error);
    LLVMDisposeTargetMachine(machine);
    return NULL;
  }
  native_compiler *c = mem_zeroed(1, sizeof *c);
  *c = (native_compiler) {.program = p, .names = n, .jit = jit,
                          .machine = machine};
  return c;
}

void native_compiler_free(native_compiler *c) {
  if (!c) return;
  LLVMConsumeError(LLVMOrcDisposeLLJIT(c->jit));
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

/* The address of the code that was planned; 0: LLVM cannot. */
static LLVMOrcExecutorAddress make_code(native_compiler *c, emitter *e) {
  char name[32];
  snprintf(name, sizeof name, "region%u", ++c->compiled);
  const LLVMOrcThreadSafeContextRef shared =
      LLVMOrcCreateNewThreadSafeContext();
  const LLVMContextRef llvm = LLVMOrcThreadSafeContextGetContext(shared);
  const LLVMModuleRef module = LLVMModuleCreateWithNameInContext(name, llvm);
  LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(c->jit));
  LLVMSetDataLayout(module, LLVMOrcLLJITGetDataLayoutStr(c->jit));
  e->llvm = llvm;
  e->module = module;
  e->builder = LLVMCreateBuilderInContext(llvm);
  emit_region(e, name);
  LLVMDisposeBuilder(e->builder);
  optimise(c, module);
  LLVMOrcExecutorAddress address = 0;
  LLVMErrorRef error = LLVMOrcLLJITAddLLVMIRModule(
      c->jit, LLVMOrcLLJITGetMainJITDylib(c->jit),
      LLVMOrcCreateNewThreadSafeModule(module, shared));
  LLVMOrcDisposeThreadSafeContext(shared);
  if (!error) error = LLVMOrcLLJITLookup(c->jit, &address, name);
  if (!error) return address;
  LLVMConsumeError(error);
  return 0;
}

uint32_t native_region_size(const ir_program *p, const ir_function *f,
                            uint32_t block, const native_options *o) {
  region g;
  if (!region_find(&g, p, f, block, o->edges)) return 0;
  region_release(&g);
  return g.instructions;
}

native_region *native_compile(native_compiler *c, const ir_function *f,
                              uint32_t block, const native_options *o,
                              const bool *symbolic) {
  region g;
  if (!region_find(&g, c->program, f, block, o->edges)) return NULL;
  if (symbolic) region_keep(&g, symbolic);
  native_region *result = mem_zeroed(1, sizeof *result);
  result->function = f;
  result->entry = f->blocks[block].first;
  result->margin = g.instructions + 1;
  result->needed = mem_zeroed(f->reg_count, sizeof *result->needed);
  result->dead = mem_zeroed(f->reg_count, sizeof *result->dead);
  for (uint32_t k = 0; k < f->reg_count; k++)
    if (g.registers[k].is_needed) result->needed[result->needed_count++] = k;
    else if (g.registers[k].is_written && !g.registers[k].is_kept)
      result->dead[result->dead_count++] = k;
  emitter e = {.program = c->program, .names = c->names, .options = o,
               .result = result};
  emit_frame *own = mem_zeroed(1, sizeof *own);
  own->function = f;
  own->region = &g;
  vec_push(&e.frames, own);
  LLVMOrcExecutorAddress address = 0;
  if (emit_plan(&e)) {
    const uint32_t accesses = count_accesses(&e);
    result->sites = mem_zeroed(accesses + 1, sizeof *result->sites);
    e.copies_sites = accesses <= FEW_ACCESSES;
    address = make_code(c, &e);
  }
  emit_release(&e);
  region_release(&g);
  result->run = (uint64_t (*)(native_context *)) (uintptr_t) address;
  if (address) return result;
  native_region_free(result);
  return NULL;
}

void native_region_free(native_region *g) {
  if (!g) return;
  free(g->needed);
  free(g->dead);
  free(g->sites);
  for (uint32_t k = 1; k < g->inlined_count; k++) {
    free(g->inlined[k].regs);
    free(g->inlined[k].written);
    free(g->inlined[k].is_kept);
  }
  free(g->inlined);
  free(g);
}

void native_forget_sites(native_region *g) {
  for (uint32_t k = 0; k < g->site_count; k++) g->sites[k].room = 0;
}

void native_forget_loads(native_region *g, uint64_t base) {
  for (uint32_t k = 0; k < g->site_count; k++)
    if (!g->sites[k].is_store && g->sites[k].base == base)
      g->sites[k].room = 0;
}
