/* peak FILE COMMAND...: runs the command and writes to the file how many KiB it,
 * or any process that it waited for, was resident with at most. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 3) return 125;
  const pid_t pid = fork();
  if (!pid) {
    execv(argv[2], argv + 2);
    _exit(126);
  }
  int status;
  struct rusage used;
  if (pid < 0 || waitpid(pid, &status, 0) != pid ||
      getrusage(RUSAGE_CHILDREN, &used))
    return 125;
  FILE *out = fopen(argv[1], "w");
  if (!out) return 125;
  fprintf(out, "%ld\n", used.ru_maxrss);
  fclose(out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
