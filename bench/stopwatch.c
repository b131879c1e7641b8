/*
 * Runs a command several times and prints, on one line, the least processor
 * time in ms (user and system, children included) and the largest resident
 * memory in KiB:  stopwatch [-w] N COMMAND...  With -w the time is that of the
 * clock.  Its output is thrown away; a command
 * that fails in an unexpected way (killed, or status other than 0, 5 or 10)
 * makes stopwatch fail.
 *
 * stopwatch -t FILE COMMAND...  runs it once, leaves its output and status as they are
 * (128 + signal if it was killed), and writes the processor time into FILE.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double ms(struct timeval t) {
  return (double) t.tv_sec * 1e3 + (double) t.tv_usec / 1e3;
}

static double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static int once(const char *file, char **command) {
  const pid_t child = fork();
  if (!child) {
    execvp(*command, command);
    _exit(127);
  }
  int status;
  struct rusage u;
  if (child < 0 || wait4(child, &status, 0, &u) != child) return 126;
  FILE *out = fopen(file, "w");
  if (!out) return 126;
  fprintf(out, "%.1f\n", ms(u.ru_utime) + ms(u.ru_stime));
  fclose(out);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv) {
  if (argc > 3 && !strcmp(argv[1], "-t")) return once(argv[2], argv + 3);
  const int by_clock = argc > 1 && !strcmp(argv[1], "-w");
  if (by_clock) argc--, argv++;
  if (argc < 3) {
    fprintf(stderr, "usage: %s [-w] N COMMAND...\n", argv[0]);
    return 1;
  }
  double least = -1;
  long memory = 0;
  for (int k = atoi(argv[1]); k > 0; k--) {
    const double began = clock_now();
    const pid_t child = fork();
    if (!child) {
      const int null = open("/dev/null", O_WRONLY);
      dup2(null, 1);
      dup2(null, 2);
      execvp(argv[2], argv + 2);
      _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
      perror(argv[0]);
      return 1;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code && code != 5 && code != 10) {
      fprintf(stderr, "%s: %s ended with %d\n", argv[0], argv[2], code);
      return 1;
    }
    const double took = by_clock ? clock_now() - began
                                 : ms(used.ru_utime) + ms(used.ru_stime);
    if (least < 0 || took < least) least = took;
    if (used.ru_maxrss > memory) memory = used.ru_maxrss;
  }
  printf("%.1f %ld\n", least, memory);
  return 0;
}
