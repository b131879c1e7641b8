#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Asked whenever there is more output, NUL at the end: whether the program may be ended,
 * as if its time were up.  NULL: nobody asks. */
typedef struct process_watch {
  bool (*is_enough)(void *context, const char *output, size_t size);
  void *context;
} process_watch;

/* One program run to its end under limits, its output captured.  A limit of 0
 * is none. */
typedef struct process_request {
  const char *const *argv;      /* NULL at the end; [0] is looked up in PATH */
  const char *const *environment;       /* "NAME=value" on top of ours; or NULL */
  bool environment_is_all;      /* ... or instead of ours */
  const char *directory;        /* NULL: the current one */
  const char *input_path;       /* its stdin; NULL: empty */
  uint32_t wall_ms, cpu_s;
  uint32_t grace_ms;            /* from SIGTERM to SIGKILL; 0: the usual one */
  const int *pass;              /* descriptors it gets, -1 at the end; or NULL */
  bool as_scratch_owner;
  uint64_t memory_bytes;        /* of address space */
  uint64_t data_bytes;          /* of memory of its own */
  uint64_t file_bytes;          /* each file it writes */
  uint64_t output_bytes;        /* kept; what comes after is dropped */
  process_watch watch;
} process_request;

typedef struct process_result {
  int start_error;              /* an errno: it never started; 0: it did */
  bool timed_out;
  bool is_spinning;             /* ... computing, as far as the fence saw */
  int exit_status;              /* -1: ended by a signal */
  int signal;                   /* 0: none */
  char *output;                 /* stdout and stderr, '?' for NUL, one at the end; owned */
  size_t output_size;
} process_result;

process_result process_run(const process_request *);

/* A signal handler may set it: what runs is then ended as if its time were
 * up. */
extern volatile sig_atomic_t process_stop;

/* How much memory a compiler may have that braid starts: --max-memory, but never less
 * than compilers need for a small program.  0: no limit. */
extern uint64_t process_compiler_bytes;
void process_set_compiler_bytes(uint64_t max_memory);

/* And this: nothing runs beyond it.  0: no limit.  By base/clock.h. */
extern uint64_t process_deadline_ns;
bool process_is_time_up(void);

/* A new directory in $TMPDIR or /tmp, to be freed; NULL and *error. */
char *scratch_make(char **error);

/* Whose such directories are.  Not root's: a user that has nothing else, as
 * whom root may let a program run that is not to be trusted. */
uid_t scratch_owner(void);
void scratch_give(const char *path);    /* to that owner, with all below it */
void scratch_remove(const char *directory);     /* with all that is in it */

/* For mkdtemp; to be freed.  The name holds the run, which is this process unless
 * it says otherwise, so that another can remove what it leaves behind. */
char *scratch_template(void);
void scratch_set_run(pid_t);
void scratch_remove_all(pid_t run);

#endif
