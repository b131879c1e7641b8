#ifndef REPLAY_FENCE_H
#define REPLAY_FENCE_H

#include "base/process.h"

/*
 * Every native run of the program under test goes through the fence: confirmation of bugs,
 * `braid replay`, coverage; and compilers with flags from a file or a server.  Behind the
 * fence the program sees the system read-only, writes only into its working directory and
 * named files, reaches no network and no process except its descendants, and leaves nothing
 * behind.  With namespaces the working directory is a "/" of its own (fence_root.h), as in
 * braid's model; without, a directory of the host.
 *
 * Namespaces are bubblewrap's (the program bwrap); inside, and alone without namespaces,
 * runs braid's own program share/braid/fence (src/fence).
 */
typedef enum fence_kind {
#define FENCE(NAME, TEXT, SENTENCE) FENCE_##NAME,
#include "replay/fences.def"
} fence_kind;

const char *fence_text(fence_kind);
const char *fence_sentence(fence_kind);
bool fence_find(const char *text, fence_kind *);

/* Whether "/" is the working directory, and the place of a requested file behind the fence.
 * To be freed. */
bool fence_has_root(fence_kind);
char *fence_view(fence_kind, const char *path);

/* The best working fence here; tried at the first call. $BRAID_FENCE, for tests, is
 * "landlock", "landlock:N" (as in a kernel with only version N) or "none": no better fence
 * is then tried. */
fence_kind fence_best(void);

/* Why the fence is no better; NULL for the best.  Borrowed. */
const char *fence_obstacle(void);

typedef struct fence_request {
  const char *const *argv;      /* NULL at the end; [0] is absolute */
  const char *const *environment;       /* the whole environment, NULL at the end */
  const char *directory;        /* its own, empty, in a scratch_make directory */
  const char *files;            /* initial contents */
  const char *const *read;      /* readable files elsewhere, NULL at the end; regular files:
                                 * a FIFO there would be open */
  const char *const *written;   /* writable files elsewhere, NULL at the end; made if
                                 * absent */
  const char *input_path;       /* of stdin; NULL: empty */
  uint32_t wall_ms, cpu_s;
  uint64_t address_bytes;       /* of each process; 0: no limit */
  uint64_t memory_bytes;        /* resident, of all processes together */
  uint64_t output_bytes;
  process_watch watch;
  bool is_compiler;             /* see fence_compile */
  const char *where;            /* ... at the start; NULL: in the directory */
} fence_request;

/* MISSING is no fence to run behind. */
process_result fence_run(fence_kind, const fence_request *);

/* A compiler, which reads everything readable for this user, and writes below `directory`
 * only, which need not be empty and stays this user's.  Landlock and the filter of system
 * calls confine the compiler; argv[0] is looked up in PATH. */
bool fence_confines_compilers(void);    /* whether there is Landlock; tried out once */
process_result fence_compile(const fence_request *);

#endif
