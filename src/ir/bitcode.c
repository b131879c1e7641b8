#include "ir/bitcode.h"

#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool bitcode_open(bitcode_file *f, const char *path, char **message) {
  *f = (bitcode_file) {0};
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  if (fd < 0 || fstat(fd, &info)) {
    *message = mem_format("%s: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
    return false;
  }
  if (!S_ISREG(info.st_mode) || info.st_size <= 0) {
    *message = mem_format("%s: %s", path, S_ISREG(info.st_mode)
                                              ? "the file is empty"
                                              : "not a regular file");
    close(fd);
    return false;
  }
  f->size = (size_t) info.st_size;
  void *data = mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (data == MAP_FAILED) {
    *message = mem_format("%s: %s", path, strerror(errno));
    return false;
  }
  f->data = data;
  return true;
}

void bitcode_close(bitcode_file *f) {
  if (f->data) munmap((void *) f->data, f->size);
  *f = (bitcode_file) {0};
}

/* The first thing that LLVM complains of is the one to report. */
static void note(LLVMDiagnosticInfoRef info, void *context) {
  char **text = context;
  if (*text || LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *said = LLVMGetDiagInfoDescription(info);
  *text = mem_string(said);
  LLVMDisposeMessage(said);
}

/* LLVM ends the process after this; it is bad input, so the status is 2. */
static void give_up(const char *reason) {
  static const char head[] = "braid: LLVM cannot read the bitcode: ";
  (void) !write(STDERR_FILENO, head, sizeof head - 1);
  (void) !write(STDERR_FILENO, reason, strlen(reason));
  (void) !write(STDERR_FILENO, "\n", 1);
  _exit(2);
}

LLVMContextRef bitcode_context_new(char **text) {
  static bool is_installed;
  if (!is_installed) LLVMInstallFatalErrorHandler(give_up);
  is_installed = true;
  LLVMContextRef context = LLVMContextCreate();
  *text = NULL;
  LLVMContextSetDiagnosticHandler(context, note, text);
  return context;
}

static bool has_magic(const unsigned char *data, size_t size) {
  static const unsigned char raw[] = {'B', 'C', 0xc0, 0xde};
  static const unsigned char wrapped[] = {0xde, 0xc0, 0x17, 0x0b};
  return size >= 4 && (!memcmp(data, raw, 4) || !memcmp(data, wrapped, 4));
}

static const char *guess(const unsigned char *data, size_t size) {
  if (size >= 4 && !memcmp(data, "\177ELF", 4))
    return "an object file or program, not LLVM bitcode "
           "(compile with clang-" BRAID_LLVM " -flto or -emit-llvm)";
  if (size >= 8 && !memcmp(data, "!<arch>\n", 8))
    return "an archive, not a bitcode file";
  return "not LLVM bitcode";
}

/* LLVM prints what it dislikes in debug information, whatever its handlers
 * are, and then drops the information: standard error is put aside. */
static int hush(void) {
  fflush(stderr);
  const int aside = dup(STDERR_FILENO);
  const int sink = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (aside >= 0 && sink >= 0) dup2(sink, STDERR_FILENO);
  if (sink >= 0) close(sink);
  return aside;
}

static void unhush(int aside) {
  if (aside < 0) return;
  dup2(aside, STDERR_FILENO);
  close(aside);
}

/* The function that looks for handlers of exceptions; NULL: the module has none.  Who has
 * handlers is open to passes from then on. */
static LLVMValueRef personality(LLVMModuleRef module) {
  const unsigned closed = LLVMGetEnumAttributeKindForName("optnone", 7);
  LLVMValueRef found = NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMHasPersonalityFn(f)) continue;
    found = LLVMGetPersonalityFn(f);
    LLVMRemoveEnumAttributeAtIndex(f, (unsigned) LLVMAttributeFunctionIndex, closed);
  }
  return found;
}

/* A call that an exception could leave becomes one that returns or ends the program: who throws
 * has no code, so no path gets to a handler.  Rust's modules hold its whole library, most of it
 * for nobody. */
static void drop_handlers(LLVMModuleRef module, LLVMValueRef by) {
  size_t length;
  const bool is_rust = !strcmp(LLVMGetValueName2(by, &length), "rust_eh_personality");
  const LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
  const LLVMErrorRef error = LLVMRunPasses(
      module, is_rust ? "globaldce,function(lower-invoke)" : "function(lower-invoke)", NULL, o);
  LLVMDisposePassBuilderOptions(o);
  assert(!error);
  (void) error;
}

LLVMModuleRef bitcode_parse(LLVMContextRef context, char **text,
                            const char *name, const void *data, size_t size,
                            bool verify, char **message) {
  if (!has_magic(data, size)) {
    *message = mem_format("%s: %s", name, guess(data, size));
    return NULL;
  }
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange(data, size, name, 0);
  LLVMModuleRef module = NULL;
  const int aside = verify ? hush() : -1;
  const bool failed = LLVMParseBitcodeInContext2(context, buffer, &module);
  unhush(aside);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed) {
    *message = mem_format("%s: %s", name,
                          *text ? *text : "LLVM " BRAID_LLVM " cannot read this bitcode");
  } else if (verify) {
    char *complaint = NULL;
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &complaint)) {
      complaint[strcspn(complaint, "\n")] = '\0';
      *message = mem_format("%s: malformed bitcode: %s", name, complaint);
      LLVMDisposeModule(module);
      module = NULL;
    }
    LLVMDisposeMessage(complaint);
    const LLVMValueRef by = module ? personality(module) : NULL;
    if (by) drop_handlers(module, by);
  } else {
    return module;
  }
  free(*text);
  *text = NULL;
  return failed ? NULL : module;
}

LLVMModuleRef bitcode_parse_lazily(LLVMContextRef context, const char *name, const void *data,
                                   size_t size) {
  if (!has_magic(data, size)) return NULL;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(data, size, name, 0);
  LLVMModuleRef module = NULL;
  if (!LLVMGetBitcodeModuleInContext2(context, buffer, &module)) return module;
  LLVMDisposeMemoryBuffer(buffer);
  return NULL;
}

/* LLVM's C interface has no function for it: a run of no passes reads the code first. */
void bitcode_materialise(LLVMValueRef function) {
  if (LLVMIsDeclaration(function) || LLVMCountBasicBlocks(function)) return;
  const LLVMPassManagerRef none =
      LLVMCreateFunctionPassManagerForModule(LLVMGetGlobalParent(function));
  LLVMRunFunctionPassManager(none, function);
  LLVMDisposePassManager(none);
}
