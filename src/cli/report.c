#include "cli/report.h"

#include "base/mem.h"
#include "page/html.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: braid report [options] DIR\n"
    "\n"
    "Writes a page about the run in DIR, one file that needs no other: the\n"
    "verdict and what it rests on, each bug, how the paths split and joined,\n"
    "the sources with what was covered, and where the time went.\n"
    "\n"
    "  --output=FILE    instead of DIR/report.html; - is standard output\n"
    "  --help           this\n"
    "\n"
    "Exit status: 0 written, 1 usage, 2 DIR is not that of a finished run.\n";

enum { EXIT_USAGE = 1, EXIT_INPUT = 2 };

static int fail(int status, char *message) {
  fprintf(stderr, "braid report: %s\n", message);
  free(message);
  return status;
}

static int write_page(const html_run *r, const char *where) {
  char *text = NULL;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  html_write(r, out);
  mem_stream_end(out);
  if (!strcmp(where, "-")) {
    const bool is_written = fwrite(text, 1, size, stdout) == size &&
                            !fflush(stdout);
    free(text);
    return is_written ? 0 : fail(EXIT_INPUT, mem_string(
                                     "cannot write to standard output"));
  }
  char *message = file_write_whole(where, text, size);
  free(text);
  if (message) return fail(EXIT_INPUT, message);
  printf("%s\n", where);
  return 0;
}

int cli_report(int argc, char **argv) {
  static const char option[] = "--output=";
  const char *directory = NULL, *where = NULL;
  for (int k = 1; k < argc; k++) {
    const char *word = argv[k];
    if (!strcmp(word, "--help")) {
      fputs(usage, stdout);
      return 0;
    }
    if (!strncmp(word, option, strlen(option))) where = word + strlen(option);
    else if (word[0] == '-' && word[1])
      return fail(EXIT_USAGE, mem_format("unknown option %s", word));
    else if (directory)
      return fail(EXIT_USAGE, mem_string("one directory at a time"));
    else directory = word;
  }
  if (!directory || (where && !*where)) {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  html_run run;
  char *message = html_load(&run, directory);
  if (message) return fail(EXIT_INPUT, message);
  char *beside = mem_format("%s/report.html", directory);
  const int status = write_page(&run, where ? where : beside);
  free(beside);
  html_run_release(&run);
  return status;
}
