/*
 * Runs a random program natively, in a process an input, and says how each
 * ended, and the lines that UBSan named.  Compiled with the program, whose main
 * is program_main.
 *
 *   harness HEX...     the bytes of one input each, two digits a byte: three
 *                      with a name, and then those that are asked for
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(void);
uint8_t braid_u8(const char *name);
uint8_t unknown(void);
void braid_assume(int condition);

static uint8_t bytes[8];

uint8_t unknown(void) {
  static unsigned asked;
  return bytes[3 + asked++];
}

uint8_t braid_u8(const char *name) {
  return name[0] == 'a' ? unknown() : bytes[name[2] - '0'];
}

void braid_assume(int condition) {
  if (!condition) _exit(98);
}

/* The line of UBSan's next "FILE:LINE:COLUMN: runtime error", or 0. */
static unsigned ubsan_line(const char **text) {
  static const char error[] = ": runtime error";
  const char *const from = *text, *at = strstr(from, error);
  unsigned colons = 0;
  if (!at) return 0;
  *text = at + sizeof error - 1;
  while (at > from && colons < 2)
    if (*--at == ':') colons++;
  return (unsigned) atoi(at + 1);
}

static void run(const char *hex) {
  static char text[1 << 16];
  FILE *log = tmpfile();
  int status;
  fflush(stdout);
  const pid_t child = fork();
  if (!child) {
    for (unsigned k = 0; hex[2 * k]; k++) {
      unsigned byte;
      sscanf(hex + 2 * k, "%2x", &byte);
      bytes[k] = (uint8_t) byte;
    }
    dup2(fileno(log), 2);
    if (!freopen("/dev/null", "w", stdout)) _exit(97);
    exit(program_main());
  }
  waitpid(child, &status, 0);
  rewind(log);
  text[fread(text, 1, sizeof text - 1, log)] = 0;
  fclose(log);
  const char *at = text;
  unsigned line, last = 0;
  while ((line = ubsan_line(&at))) last = line;
  if (strstr(text, "AddressSanitizer")) printf("memory 0");
  else if (WIFSIGNALED(status)) printf("signal %d", WTERMSIG(status));
  else if (WEXITSTATUS(status) == 99 && last) printf("undefined %u", last);
  else printf("exit %d", WEXITSTATUS(status));
  for (at = text; (line = ubsan_line(&at));) printf(" %u", line);
  putchar('\n');
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++) run(argv[k]);
  return 0;
}
