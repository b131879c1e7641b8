#include "base/mem.h"
#include "base/stored.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

static const char *refused(const char *flag, const char *value) {
  const char *const flags[] = {flag, value};
  return stored_refuses_flag(flags, value ? 2 : 1, (stored_words) {NULL, 0});
}

static void what_a_program_means_is_taken(void) {
  static const char *const good[] = {
    "-DX=1", "-UX", "-Iinclude", "-I/usr/include", "-isystem/x", "-includex.h", "-std=c11", "-w",
    "-Wall", "-Wno-unused", "-Werror=format", "-march=native", "-mavx2", "-fwrapv",
    "-fno-strict-aliasing", "-ffp-contract=off", "-funsigned-char", "-fno-builtin-printf",
    "-fPIC", "-Wl,--wrap=malloc,--wrap=calloc", "-DA=b,c", "-Ia,b"};
  for (size_t k = 0; k < sizeof good / sizeof *good; k++) CHECK(!refused(good[k], NULL));
  CHECK(!refused("-I", "include") && !refused("-D", "X=-1") && !refused("-include", "x.h"));
}

static void what_runs_loads_or_writes_is_not(void) {
  static const char *const bad[] = {
    "-fplugin=x.so", "-fplugin-arg-x-y", "-fpass-plugin=x.so", "-Xclang", "-load", "-B.", "-Bx",
    "@file", "-o", "-ox", "--config=x", "-specs=x", "--specs=x", "-wrapper", "-fuse-ld=x",
    "-Wl,-plugin,x", "-Wl,--wrap=a,-o,b", "-Wl,--wrap=", "-Wp,-MD,x", "-Wa,-al=x", "-save-temps",
    "-MD", "-MFx", "-ftime-trace=x", "-fcrash-diagnostics-dir=x", "-fmodules-cache-path=x",
    "-fprofile-use=x", "-fprofile-instr-generate=x", "-fsave-optimization-record=x",
    "-foptimization-record-file=x", "-include-pch", "-fno-integrated-as", "-fembed-bitcode",
    "-fwrapv=x", "-fwrapvx", "-mllvm", "-resource-dir=x", "--sysroot=x", "-x", "-E", "-S", "x.so",
    "-fcf-protection=a,b", "", "-", "--"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CHECK(refused(bad[k], NULL) == bad[k]);
    CHECK(!stored_refuses_flag(bad + k, 1, (stored_words) {bad + k, 1}));       /* by hand */
  }
  CHECK(refused("-I", "-fplugin=x.so"));
}

static void a_file_is_no_option(void) {
  CHECK(stored_is_file("a.c") && stored_is_file("/a/-b.c") && stored_is_file("./@a"));
  CHECK(!stored_is_file("-a.c") && !stored_is_file("@a") && !stored_is_file(""));
}

static char *refuse(const char *option, bool is_sealed) {
  char *argv[] = {"run", (char *) option, "a.c", NULL}, *message = NULL;
  options o;
  CHECK(options_parse(&o, 3, argv, &message));
  char *word = stored_refuses(&o, is_sealed, (stored_words) {NULL, 0});
  options_release(&o);
  return word;
}

static void paths_are_taken_under_a_seal_only(void) {
  static const char *const paths[] = {"--cache=x", "--root=/", "--sarif=x", "--corpus=x",
                                      "--baseline=x", "--write-witness=x", "--seeds=x",
                                      "--replay=unconfined"};
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
    char *word = refuse(paths[k], false);
    CHECK(word && !strcmp(word, paths[k]));
    free(word);
    CHECK(!refuse(paths[k], true));
  }
  CHECK(!refuse("--merge=off", false));
}

int main(void) {
  what_a_program_means_is_taken();
  what_runs_loads_or_writes_is_not();
  a_file_is_no_option();
  paths_are_taken_under_a_seal_only();
  return 0;
}
