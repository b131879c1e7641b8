/* getopt as the GNU C library has it: operands are moved behind the options, unless the
 * option string or the environment says otherwise. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: no environment variable is set
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };

/* "options|words that are left", as one string */
static void expect(const char *list, const struct option *named, int is_only, char **words,
                   const char *expected) {
  char *argv[MOST], got[80] = "";
  int argc = 0, o, index = -1;
  while (words[argc]) argc++;
  memcpy(argv, words, (size_t) (argc + 1) * sizeof *argv);
  optind = 0;
  opterr = 0;
  while ((o = is_only ? getopt_long_only(argc, argv, list, named, &index)
              : named ? getopt_long(argc, argv, list, named, &index)
                      : getopt(argc, argv, list)) != -1) {
    char letter[] = {o == 1 ? '1' : o ? (char) o : '0', 0};
    strcat(got, letter);
    if (optarg) strcat(strcat(strcat(got, "("), optarg), ")");
    if (o == '?' || o == ':') {
      char which[] = {optopt ? (char) optopt : '0', 0};
      strcat(got, which);
    }
  }
  strcat(got, "|");
  for (int k = optind; k < argc; k++) strcat(got, argv[k]);
  assert(!strcmp(got, expected));
}

#define WORDS(...) (char *[]) {"prog", __VA_ARGS__, NULL}

int main(void) {
  static int flag;
  static const struct option named[] = {
    {"file", required_argument, NULL, 'f'}, {"filter", no_argument, &flag, 7},
    {"color", optional_argument, NULL, 'c'}, {"all", no_argument, NULL, 'a'},
    {0}};
  expect("ab:", NULL, 0, WORDS("x", "-a", "y", "-b", "3", "z"), "ab(3)|xyz");
  expect("ab:", NULL, 0, WORDS("x", "-ab3", "--", "-a"), "ab(3)|x-a");
  expect("+ab:", NULL, 0, WORDS("-a", "x", "-b", "3"), "a|x-b3");
  expect("-ab:", NULL, 0, WORDS("x", "-a", "y"), "1(x)a1(y)|");
  expect(":ab:", NULL, 0, WORDS("-", "-q", "-b"), "?q:b|-");
  expect("ab::", NULL, 0, WORDS("-b", "x", "-by"), "bb(y)|x");
  expect("a:", named, 0, WORDS("x", "--file=1", "--fil", "--file", "2", "--all=3"),
         "f(1)?0f(2)?a|x");
  expect("a:", named, 0, WORDS("--filt", "--col", "--color=x", "--c", "--none"),
         "0cc(x)c?0|");
  assert(flag == 7);
  expect("xa", named, 1, WORDS("-all", "-x", "-file", "y", "-a"), "axf(y)a|");
  expect("W;a", named, 0, WORDS("-W", "all", "-Wfile=1"), "af(1)|");
  setenv("POSIXLY_CORRECT", "", 1);
  expect("ab:", NULL, 0, WORDS("-a", "x", "-b", "3"), "a|x-b3");
  return 0;
}
