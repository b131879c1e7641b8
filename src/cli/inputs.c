#include "cli/inputs.h"

#include "base/mem.h"
#include "finding/load.h"

#include <assert.h>
#include <stdlib.h>

/* The words for a program that refers to all of these. */
static const struct { uint32_t refers; const char *words[5]; } rows[] = {
  {IR_REFERS_ARGUMENTS, {"--sym-args", "0", "2", "8"}},
  {IR_REFERS_INPUT, {"--sym-stdin", "16"}},
  /* An argument may name it. */
  {IR_REFERS_ARGUMENTS | IR_REFERS_FILES, {"--sym-file", "A:16"}},
  {IR_REFERS_FILES, {"--sym-open", "16"}},
};

/* The command line says what the inputs are. */
static bool is_given(const options *o) {
  return o->arguments.count || o->sym_arg || o->sym_args || o->sym_argv || o->sym_env ||
         o->sym_stdin || o->sym_files || o->sym_file || o->sym_open || o->sym_socket || o->seeds ||
         o->corpus || o->entry;
}

bool inputs_choose(options *o, const ir_program *p) {
  assert(!o->chosen);
  if (o->sym == SYM_NONE || is_given(o) || !load_defines(p, "main")) return false;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if ((p->refers & rows[k].refers) != rows[k].refers) continue;
    for (const char *const *word = rows[k].words; *word; word++) {
      vec_push(&o->world, *word);
      o->chosen++;
    }
  }
  return o->chosen;
}

char *inputs_text(const options *o) {
  char *text = NULL;
  for (uint32_t k = o->world.count - o->chosen; k < o->world.count; k++) {
    char *longer = mem_format("%s%s%s", text ? text : "", text ? " " : "",
                              o->world.items[k]);
    free(text);
    text = longer;
  }
  return text;
}
