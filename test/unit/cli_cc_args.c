#include "cli/cc_args.h"
#include "test/check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Each line's words, and after "=>" what they come to: mode, output, the C
 * files, then the flags for bitcode. */
static const char *const lines[] = {
  "a.c => link - a.c :",
  "-c a.c => object - a.c :",
  "-O2 -g -Wall -Werror -c a.c -o b.o => object b.o a.c : -Wall",
  "-I inc -Iinc2 -D X=1 -DY -UZ -c a.c => "
  "object - a.c : -I inc -Iinc2 -D X=1 -DY -UZ",
  "-include a.c -isystem b.c -c d.c => "
  "object - d.c : -include a.c -isystem b.c",
  "-MD -MF x.c -MT y.c -MP -Wp,-MD,z -c a.c => object - a.c :",
  "-S a.c => other - a.c :", "-E -c a.c => other - a.c :",
  "-M a.c => other - a.c :", "--version => other - :",
  "-dumpmachine => other - :", "-print-prog-name=ld => other - :",
  "a.o b.s c.S d.cc e.c f.i libx.a => link - e.c f.i :",
  "-x c a.txt -xassembler b.c -x none d.c => link - a.txt d.c :",
  "-x c - => link - - :",
  "-c -- a.c => object - a.c :",
  "-lm -L dir -Wl,-z,now -Xlinker a.c -shared -static-libgcc -z now -u f a.c "
  "=> link - a.c :",
  "-flto=thin -fPIC -march=native -std=c99 -fwrapv -c a.c => "
  "object - a.c : -fPIC -march=native -std=c99 -fwrapv",
  "-fsanitize=address -fstack-protector-strong -ffast-math -pg a.c => "
  "link - a.c :",
  "-m32 -target i686-linux-gnu a.c => "
  "link - a.c : -m32 -target i686-linux-gnu",
  "-pthread -nostdinc -ansi -oout a.c => "
  "link out a.c : -pthread -nostdinc -ansi",
  "dir/conftest.c => link - :",
};

static void describe(const cc_args *a, char *text, size_t size) {
  static const char *const modes[] = {"link", "object", "other"};
  int n = snprintf(text, size, "%s %s", modes[a->mode],
                   a->output ? a->output : "-");
  for (uint32_t i = 0; i < a->inputs.count; i++)
    if (cc_is_c(a->inputs.items + i))
      n += snprintf(text + n, size - (size_t) n, " %s",
                    a->inputs.items[i].path);
  n += snprintf(text + n, size - (size_t) n, " :");
  for (uint32_t i = 0; i < a->flags.count; i++)
    n += snprintf(text + n, size - (size_t) n, " %s", a->flags.items[i]);
}

static void command_lines_are_understood(void) {
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
    char words[256], text[512], *argv[64] = {"cc"};
    const char *arrow = strstr(lines[k], "=> ");
    int argc = 1;
    snprintf(words, sizeof words, "%.*s", (int) (arrow - lines[k]), lines[k]);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
      argv[argc++] = w;
    cc_args a;
    cc_args_init(&a, argc, argv);
    describe(&a, text, sizeof text);
    if (strcmp(text, arrow + 3))
      fatal("%s\n  gives  %s", lines[k], text);
    cc_args_release(&a);
  }
}

static void response_files_are_opened(void) {
  static const char path[] = "/tmp/braid-test-response";
  FILE *out = fopen(path, "w");
  fprintf(out, "-DA='x y' \"-DB=\\\"q\\\"\"\n  -c 'a b.c'\t-DC=\\ z -flto @%s",
          path);
  fclose(out);
  char *argv[] = {"cc", "@/tmp/braid-test-response", "@/no/such", NULL};
  cc_args a;
  cc_args_init(&a, 2, argv);
  CHECK(a.mode == CC_OBJECT && a.has_lto);
  CHECK(!strcmp(a.inputs.items[0].path, "a b.c"));
  CHECK(!strcmp(a.flags.items[0], "-DA=x y"));
  CHECK(!strcmp(a.flags.items[1], "-DB=\"q\""));
  CHECK(!strcmp(a.flags.items[2], "-DC= z"));
  for (uint32_t i = 0; i < a.words.count; i++)
    CHECK(strcmp(a.words.items[i], "-flto"));
  cc_args_release(&a);
  argv[1] = argv[2];
  cc_args_init(&a, 2, argv);
  CHECK(a.inputs.count == 1 && !strcmp(a.inputs.items[0].path, "@/no/such"));
  cc_args_release(&a);
  unlink(path);
}

static void objects_are_named_as_compilers_do(void) {
  static const char *const names[][2] = {
    {"a.c", "a.o"}, {"dir/b.i", "b.o"}, {"x.y.c", "x.y.o"}, {"-", "-.o"}};
  cc_args a = {0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *object = cc_object_of(&a, &(cc_input) {names[i][0], NULL});
    CHECK(!strcmp(object, names[i][1]));
    free(object);
  }
}

int main(void) {
  command_lines_are_understood();
  response_files_are_opened();
  objects_are_named_as_compilers_do();
  return 0;
}
