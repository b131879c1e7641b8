#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Called for every piece of output, NUL at the end: whether the program may be ended, as if
 * its time were up.  NULL: never. */
typedef struct process_watch {
  bool (*is_enough)(void *context, const char *output, size_t size);
  void *context;
} process_watch;

/* A program run to its end under limits, with captured output.  A limit of 0 is none. */
typedef struct process_request {
  const char *const *argv;      /* NULL at the end; [0] is looked up in PATH */
  const char *const *environment;       /* "NAME=value" on top of ours; or NULL */
  bool environment_is_all;      /* ... or instead of ours */
  const char *directory;        /* NULL: the current directory */
  const char *input_path;       /* of stdin; NULL: empty */
  uint32_t wall_ms, cpu_s;
  uint32_t grace_ms;            /* from SIGTERM to SIGKILL; 0: the default */
  const int *pass;              /* inherited descriptors, -1 at the end; or NULL */
  bool as_scratch_owner;
  uint64_t memory_bytes;        /* of address space */
  uint64_t data_bytes;          /* of private memory */
  uint64_t file_bytes;          /* of each written file */
  uint64_t output_bytes;        /* kept; later output is dropped */
  process_watch watch;
} process_request;

typedef struct process_result {
  int start_error;              /* an errno: never started; 0: started */
  bool timed_out;
  bool is_spinning;             /* ... computing, as far as the fence saw */
  int exit_status;              /* -1: ended by a signal */
  int signal;                   /* 0: none */
  char *output;                 /* stdout and stderr, '?' for NUL, NUL at the end; owned */
  size_t output_size;
} process_result;

process_result process_run(const process_request *);

/* The program of that name in $PATH's absolute directories, or at that path; to be freed.  NULL:
 * it is not there. */
char *process_find(const char *name);

/* Set by a signal handler: running programs are then ended as if their time were up. */
extern volatile sig_atomic_t process_stop;

/* Memory limit of a compiler started by braid: --max-memory, but never less than a compiler
 * needs for a small program. 0: no limit. */
extern uint64_t process_compiler_bytes;
void process_set_compiler_bytes(uint64_t max_memory);

/* No program runs beyond this time. 0: no limit.  By base/clock.h. */
extern uint64_t process_deadline_ns;
bool process_is_time_up(void);

/* A new directory in $TMPDIR or /tmp, to be freed; NULL and *error. */
char *scratch_make(char **error);

/* The owner of such directories.  For root a user without other possessions, as which root
 * may let an untrusted program run. */
uid_t scratch_owner(void);
void scratch_give(const char *path);    /* to the owner, with everything below */
void scratch_remove(const char *directory);     /* with its contents */

/* For mkdtemp; to be freed.  The name contains the run, by default this process, so another
 * process can remove the leftovers. */
char *scratch_template(void);
void scratch_set_run(pid_t);
void scratch_remove_all(pid_t run);

#endif
