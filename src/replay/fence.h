#ifndef REPLAY_FENCE_H
#define REPLAY_FENCE_H

#include "base/process.h"

/*
 * Every native run of the program under test goes through here: confirmation of
 * bugs, `braid replay`, coverage; and compilers that get flags from a file or a server.
 * Behind the fence it sees the system read-only,
 * writes only into its working directory and the files named, reaches no network
 * and no process but its own descendants, and nothing of it is left at the end.
 * With namespaces the working directory is a "/" of its own (fence_root.h), as in
 * braid's model; without, it is one among the host's.
 *
 * Namespaces are bubblewrap's (the program bwrap); in them, and alone where there
 * are none, runs our own program share/braid/fence (src/fence).
 */
typedef enum fence_kind {
#define FENCE(NAME, TEXT, SENTENCE) FENCE_##NAME,
#include "replay/fences.def"
} fence_kind;

const char *fence_text(fence_kind);
const char *fence_sentence(fence_kind);
bool fence_find(const char *text, fence_kind *);

/* Whether its "/" is the working directory, and where it shows a file that a request
 * names.  To be freed. */
bool fence_has_root(fence_kind);
char *fence_view(fence_kind, const char *path);

/* The best fence that holds here; tried out at the first call.  $BRAID_FENCE,
 * for tests, is "landlock", "landlock:N" (as of a kernel that has only version N
 * of it) or "none": no better one is then looked for. */
fence_kind fence_best(void);

/* Why it is no better; NULL if it is the best of all.  Borrowed. */
const char *fence_obstacle(void);

typedef struct fence_request {
  const char *const *argv;      /* NULL at the end; [0] is absolute */
  const char *const *environment;       /* all of it, NULL at the end */
  const char *directory;        /* its own, empty, in a scratch_make directory */
  const char *files;            /* what is to be in it at first */
  const char *const *read;      /* files elsewhere that it may read, NULL at the
                                 * end; regular ones: a FIFO there would be open */
  const char *const *written;   /* files elsewhere that it may write, NULL at
                                 * the end; made if they are not there */
  const char *input_path;       /* its stdin; NULL: empty */
  uint32_t wall_ms, cpu_s;
  uint64_t address_bytes;       /* of each process; 0: no limit */
  uint64_t memory_bytes;        /* resident, of all processes together */
  uint64_t output_bytes;
  process_watch watch;
  bool is_compiler;             /* see fence_compile */
  const char *where;            /* ... where it starts; NULL: in the directory */
} fence_request;

/* MISSING is no fence to run behind. */
process_result fence_run(fence_kind, const fence_request *);

/* A compiler, which reads whatever this user can, and writes below `directory` only, which
 * need not be empty and stays this user's.  Landlock and the filter of system calls hold it;
 * argv[0] is looked up in PATH. */
bool fence_confines_compilers(void);    /* whether there is Landlock; tried out once */
process_result fence_compile(const fence_request *);

#endif
