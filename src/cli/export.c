#include "cli/export.h"

#include "base/mem.h"
#include "formats/export.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 1, EXIT_INPUT = 2 };

static void usage(FILE *out) {
  fputs("usage: braid export DIR --as=FORM [--output=PATH]\n"
        "\n"
        "Writes the tests of the run in DIR as a regression suite that builds and\n"
        "runs without braid: a Makefile (make check) and the tests, as\n"
        "\n", out);
  for (unsigned k = 0; k < EXPORT_FORMS; k++)
    fprintf(out, "  --as=%-18s%s\n", export_form_text((export_form) k),
            export_form_sentence((export_form) k));
  fputs("\n"
        "  --output=PATH       instead of DIR/suite-FORM; new or empty\n"
        "  --help              this\n"
        "\n"
        "Each bug is a test that fails until it is mended.\n"
        "\n"
        "Exit status: 0 written, 1 usage, 2 what is needed is not there.\n", out);
}

static int fail(int status, char *message) {
  fprintf(stderr, "braid export: %s\n", message);
  free(message);
  return status;
}

static bool find_form(const char *text, export_form *form) {
  for (unsigned k = 0; k < EXPORT_FORMS; k++)
    if (!strcmp(text, export_form_text((export_form) k))) {
      *form = (export_form) k;
      return true;
    }
  return false;
}

static char *no_form(const char *word) {
  char *text = mem_format("--as is not \"%s\" but one of", word);
  for (unsigned k = 0; k < EXPORT_FORMS; k++) {
    char *longer = mem_format("%s%s %s", text, k ? "," : "",
                              export_form_text((export_form) k));
    free(text);
    text = longer;
  }
  return text;
}

int cli_export(int argc, char **argv) {
  const char *directory = NULL, *output = NULL;
  export_form form = EXPORT_FORMS;
  for (int k = 1; k < argc; k++) {
    const char *word = argv[k];
    if (!strcmp(word, "--help")) {
      usage(stdout);
      return 0;
    }
    if (!strncmp(word, "--output=", 9)) output = word + 9;
    else if (!strncmp(word, "--as=", 5)) {
      if (!find_form(word + 5, &form))
        return fail(EXIT_USAGE, no_form(word + 5));
    } else if (word[0] == '-') {
      return fail(EXIT_USAGE, mem_format("unknown option %s", word));
    } else if (directory) {
      return fail(EXIT_USAGE, mem_string("one directory at a time"));
    } else {
      directory = word;
    }
  }
  if (!directory || form == EXPORT_FORMS || (output && !*output)) {
    usage(stderr);
    return EXIT_USAGE;
  }
  run_info info;
  char *message = run_info_read(&info, directory);
  if (message) return fail(EXIT_INPUT, message);
  char *beside = mem_format("%s/suite-%s", directory, export_form_text(form));
  uint32_t written;
  message = export_suite(&info, directory, form, output ? output : beside,
                         &written);
  int status = 0;
  if (message) status = fail(EXIT_INPUT, message);
  else
    printf("%u test%s in %s; make -C %s check\n", written,
           written == 1 ? "" : "s", output ? output : beside,
           output ? output : beside);
  free(beside);
  run_info_release(&info);
  return status;
}
