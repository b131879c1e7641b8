/*
 * Looks for inputs of a program with main() (loop.h).  With -Wl,--wrap=__libc_start_main the
 * loop takes the place of main, after all constructors; each run is a process of its own, which
 * finds arguments, standard input, files and variables as the parts of its input say, and
 * then calls main.
 */
#include "hunt/loop.h"
#include "hunt/parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

/* A run takes at most HUNT_STEPS edges, well below a second: one that is still there waits
 * for something that does not come. */
enum { WAIT_S = 2 };

typedef int start(int, char **, char **);
static start *program;
static char *name;              /* argv[0] */
extern char **environ;

/* Standard input, a file without a name: to write and to read. */
static int writer = -1, reader = -1;

/* The working directory, and what was in there at first. */
static DIR *directory;
static char **known;
static size_t known_count;

/* Nobody waits for a clock. */
WEAK unsigned sleep(unsigned seconds) { return seconds - seconds; }
WEAK int usleep(useconds_t time) { return (int) (time - time); }
WEAK int nanosleep(const struct timespec *time, struct timespec *rest) {
  (void) time;
  if (rest) *rest = (struct timespec) {0};
  return 0;
}

/* The world of a run ------------------------------------------------------------ */

/* The bytes that the program finds, as a block with exact bounds that a zero ends. */
static char *text_of(const hunt_area *a, const hunt_part *p, const hunt_slice *s) {
  static uint8_t bytes[HUNT_LONGEST];
  const uint32_t size = hunt_contents(p, a->bytes_now + s->offset, s->size, bytes);
  char *text = malloc(size + 1);
  if (!text) _exit(0);
  memcpy(text, bytes, size);
  text[size] = 0;
  return text;
}

static void write_contents(const hunt_area *a, const hunt_part *p, const hunt_slice *s, int to) {
  uint8_t bytes[HUNT_LONGEST];
  const uint32_t size = hunt_contents(p, a->bytes_now + s->offset, s->size, bytes);
  if (pwrite(to, bytes, size, 0) != (ssize_t) size) _exit(HUNT_FAILED);
}

static void write_file(const hunt_area *a, const hunt_part *p, const hunt_slice *s) {
  const int file = open(p->name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) return;
  write_contents(a, p, s, file);
  close(file);
}

/* In the process of the run.  Memory is had as the program has it, so that a sanitizer knows
 * its bounds. */
static _Noreturn void begin(hunt_area *a, const hunt_slice *parts) {
  char **argv = calloc(a->parts + 2, sizeof *argv);
  int argc = 0;
  if (!argv) _exit(0);
  argv[argc++] = name;
  for (uint32_t k = 0; k < a->parts; k++) {
    const hunt_part *p = a->part + k;
    char *text;
    if (!parts[k].is_there) continue;
    switch ((hunt_part_kind) p->kind) {
    case HUNT_TEXT: argv[argc++] = strdup(p->name); break;
    case HUNT_COUNT: break;
    case HUNT_ARGUMENT: argv[argc++] = text_of(a, p, parts + k); break;
    case HUNT_STDIN: dup2(reader, 0); break;
    case HUNT_FILE: write_file(a, p, parts + k); break;
    case HUNT_VARIABLE:
      text = text_of(a, p, parts + k);
      setenv(p->name, text, 1);
      free(text);
      break;
    }
  }
  setpgid(0, 0);
  close(writer);
  close(reader);
  close(dirfd(directory));
  alarm(WAIT_S);
  a->phase = HUNT_RUNS;
  exit(program(argc, argv, environ));
}

/* Executions -------------------------------------------------------------------- */

static int is_known(const char *entry) {
  for (size_t k = 0; k < known_count; k++)
    if (!strcmp(known[k], entry)) return 1;
  return 0;
}

static void list_directory(void) {
  for (const struct dirent *e; (e = readdir(directory));) {
    char **more = realloc(known, (known_count + 1) * sizeof *known);
    if (!more || !(more[known_count] = strdup(e->d_name))) _exit(HUNT_FAILED);
    known = more;
    known_count++;
  }
}

/* What the last run left in the working directory. */
static void clean_directory(void) {
  rewinddir(directory);
  for (const struct dirent *e; (e = readdir(directory));)
    if (!is_known(e->d_name) && unlink(e->d_name)) rmdir(e->d_name);
}

static void set_input(const hunt_area *a, const hunt_slice *parts) {
  for (uint32_t k = 0; k < a->parts; k++)
    if (a->part[k].kind == HUNT_STDIN) {
      if (ftruncate(writer, 0)) _exit(HUNT_FAILED);
      write_contents(a, a->part + k, parts + k, writer);
      lseek(reader, 0, SEEK_SET);
    }
}

static hunt_kind execute(hunt_area *a) {
  hunt_slice parts[HUNT_PARTS];
  int status = 0;
  hunt_split(a->part, a->parts, a->bytes_now, a->size, parts);
  set_input(a, parts);
  const pid_t child = hunt_fork();
  if (child < 0) _exit(HUNT_FAILED);
  if (!child) begin(a, parts);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  kill(-child, SIGKILL);        /* what it started */
  clean_directory();
  const int hangs = a->phase == HUNT_STUCK, was_ended = WIFSIGNALED(status);
  a->phase = HUNT_BETWEEN;
  if (was_ended && WTERMSIG(status) == SIGALRM) {
    a->phase = HUNT_WAITS;
    _exit(0);
  }
  return hangs ? HUNT_HANGS : was_ended ? HUNT_CRASHES : HUNT_IDLE;
}

static int make_input(void) {
  static const char path[] = ".braid-input";
  writer = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  reader = open(path, O_RDONLY | O_CLOEXEC);
  unlink(path);
  directory = opendir(".");
  return writer >= 0 && reader >= 0 && directory;
}

static int serve(int argc, char **argv, char **variables) {
  hunt_area *area = hunt_open();
  (void) argc, (void) variables;
  name = argv[0];
  if (!area || !make_input()) return HUNT_FAILED;
  list_directory();
  pthread_atfork(NULL, NULL, hunt_detach);
  return hunt_loop(area, execute);
}

/* Weak: a fuzz target has parts of this file for its sleep(), but not this function. */
extern __attribute__((weak)) int __real___libc_start_main(start *, int, char **, void (*)(void), void (*)(void),
                                    void (*)(void), void *);
int __wrap___libc_start_main(start *, int, char **, void (*)(void), void (*)(void),
                             void (*)(void), void *);
int __wrap___libc_start_main(start *main, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*loader_fini)(void), void *end) {
  program = main;
  return __real___libc_start_main(serve, argc, argv, init, fini, loader_fini, end);
}
