#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "base/outcomes.h"
#include "base/process.h"
#include "files/testcase.h"

/* Wherever braid compiles: errors of clang 16 and later are warnings, as gcc 13 has it, since old
 * programs are programs. */
#define REPLAY_OLDER_C "-Wno-error=implicit-function-declaration", \
                       "-Wno-error=implicit-int", "-Wno-error=int-conversion", \
                       "-Wno-error=incompatible-function-pointer-types", \
                       "-Wno-error=return-mismatch"

/* By the suffix: .cpp, .cc, .cxx, .C. */
bool replay_is_cxx(const char *source);

/* C++ as far as it goes: what a library would throw ends the program. */
#define REPLAY_CXX "-fno-exceptions", "-D_GLIBCXX_EXTERN_TEMPLATE=0"

/* Whether the flag, a -std=, is for sources of this language. */
bool replay_fits(const char *flag, bool is_cxx);

/*
 * The native replay: the program is built with clang and runtime/replay.c, and
 * runs on a test outside braid, under limits, behind a fence (replay/fence.h),
 * in a scratch directory of its own.  No path ever passes through a shell.
 */
typedef enum replay_tier {
#define TIER(NAME, TEXT, CONFIRMS, SENTENCE) REPLAY_##NAME,
#include "replay/tiers.def"
} replay_tier;

/* For a compiler or coverage tool: as long as only one that hangs takes. */
enum { REPLAY_TOOL_MS = 120000 };

const char *replay_tier_text(replay_tier);
const char *replay_tier_sentence(replay_tier);
bool replay_tier_confirms(replay_tier);
bool replay_tier_find(const char *text, replay_tier *);

typedef enum replay_entry {
  REPLAY_MAIN,
  REPLAY_FUZZ,                  /* LLVMFuzzerTestOneInput */
  REPLAY_FUNCTION,              /* named by `entry`, integer parameters */
  REPLAY_HARNESS                /* a main for `entry` beside each test */
} replay_entry;

/* Everything needed to build the program again.  All borrowed. */
typedef struct replay_program {
  const char *directory;        /* where flags are relative to; NULL: here */
  const char *const *sources;   /* absolute */
  uint32_t sources_count;
  const char *const *flags;     /* the user's, for clang */
  uint32_t flags_count;
  replay_entry entry_kind;
  const char *entry;            /* of REPLAY_FUNCTION */
  const char *target;           /* "native", "x86_64", "i386" */
  const char *error_function;   /* a call is an error; NULL: reach_error */
  const char *error_label;      /* NULL: none; no native run can see a label */
  bool uninit_is_any;           /* unwritten memory held values chosen by braid */
  bool unconfined;              /* compilers are not: the user's explicit word */
} replay_program;

typedef enum replay_variant {
  REPLAY_WITH_ASAN,             /* and UBSan */
  REPLAY_WITH_MSAN,
  REPLAY_WITH_COVERAGE,
  REPLAY_TO_HUNT,               /* with src/hunt: see replay/hunt.h */
  REPLAY_TO_HUNT_MEMORY         /* ... without UBSan */
} replay_variant;

/* Builds the program into the file `binary`.  NULL, or a message to be freed with the
 * compiler's messages. */
char *replay_build(const replay_program *, replay_variant, const char *binary);

/* The message for a compiler ended for its memory; NULL: another reason. */
const char *replay_memory_text(const char *output);

/* Whether a native program of this target's data model can run here. */
bool replay_is_native(const replay_program *);

typedef struct replay_limits {
  uint32_t wall_ms, cpu_s;
  uint64_t memory_bytes, output_bytes;
  bool leaks;                   /* look for leaks at the end */
  bool unconfined;              /* the user's explicit word */
  process_watch watch;
} replay_limits;

extern const replay_limits replay_default_limits;

typedef struct replay_run_result {
  bool started, timed_out, is_spinning, assumption_failed, error_reached,
       user_error;
  int exit_status;              /* -1: ended by a signal */
  int signal;                   /* 0: none */
  char *output;                 /* both streams, cut at the limit; owned */
} replay_run_result;

void replay_run_release(replay_run_result *);

/* Runs a test; binary is absolute; profile: file for coverage, or NULL. */
replay_run_result replay_run(const char *binary, const testcase *,
                             const replay_limits *, const char *profile);

/* A place of the predicted stack, innermost first; the bug itself is [0]. */
typedef struct replay_frame {
  const char *function, *file;  /* NULL: not known */
  uint32_t line, column;        /* 0: not known */
} replay_frame;

typedef struct replay_prediction {
  outcome kind;
  const replay_frame *stack;
  uint32_t stack_count;
  bool is_exact;                /* a sanitizer's report of a line nearby will not do */
} replay_prediction;

typedef struct replay_answer {
  replay_tier tier;
  char *detail;                 /* message of the native run, a line; owned */
} replay_answer;

/* A run's answer about the predicted bug. */
replay_answer replay_judge(const replay_program *, const replay_prediction *,
                           const replay_run_result *);

/* All of a run's bugs together: builds each variant when first needed, keeps the build, and
 * removes everything at the end. */
typedef struct replay_session replay_session;

replay_session *replay_session_new(const replay_program *,
                                   const replay_limits *);
void replay_session_free(replay_session *);     /* accepts NULL */
replay_answer replay_confirm(replay_session *, const replay_prediction *,
                             const testcase *);

/* The place of runtime/replay.c: installed with braid, or in the source tree of this build.
 * To be freed; NULL if absent. */
char *replay_runtime(void);

#endif
