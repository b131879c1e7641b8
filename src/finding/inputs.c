#include "finding/inputs.h"

#include "base/mem.h"
#include "finding/load.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4 };             /* of a row, at most */

/* Sizes of N bytes, a column each. */
#define BYTES(OPTION, BEFORE) \
  {{OPTION, BEFORE "4"}, {OPTION, BEFORE "16"}, {OPTION, BEFORE "64"}, \
   {OPTION, BEFORE "256"}, {OPTION, BEFORE "1024"}}

/* No size of what is explored: the file is read as it is. */
#define HOST_OPEN {"--host-open", "1048576"}

/* The words for a program that refers to all of these; sizes grow from column to column. */
static const struct { uint32_t refers; const char *words[INPUTS_SIZES][WORDS + 1]; } rows[] = {
  {IR_REFERS_ARGUMENTS, {{"--sym-args", "0", "3", "3"},
                         {"--sym-args", "0", "2", "8"}, {"--sym-args", "0", "4", "16"},
                         {"--sym-args", "0", "8", "32"}, {"--sym-args", "0", "8", "64"}}},
  {IR_REFERS_INPUT, BYTES("--sym-stdin", "")},
  /* An argument may name it. */
  {IR_REFERS_ARGUMENTS | IR_REFERS_FILES, BYTES("--sym-file", "A:")},
  {IR_REFERS_FILES, BYTES("--sym-open", "")},
  {IR_REFERS_FILES, {HOST_OPEN, HOST_OPEN, HOST_OPEN, HOST_OPEN, HOST_OPEN}},
  {IR_REFERS_GETENV, {{"--sym-getenv", "4"}, {"--sym-getenv", "8"}, {"--sym-getenv", "16"},
                      {"--sym-getenv", "32"}, {"--sym-getenv", "64"}}},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The command line says what the inputs are. */
static bool is_given(const options *o) {
  return o->arguments.count || o->sym_arg || o->sym_args || o->sym_argv || o->sym_env ||
         o->sym_stdin || o->sym_files || o->sym_file || o->sym_open || o->sym_getenv ||
         o->host_open || o->sym_socket || o->seeds ||
         o->corpus || o->entry;
}

/* Each variable makes one more variant of all that follows: dc, with two calls of getenv(), covers
 * 45 % of its branches instead of 1; dir, with more than ten calls, a third less. */
enum { MOST_CALLS = 2 };

static bool asks_for_few_variables(const ir_program *p) {
  uint32_t count = 0;
  for (uint32_t n = 0; n < p->functions.count; n++) {
    const ir_function *f = p->functions.items[n];
    for (uint32_t k = 0; f && !f->is_library && k < f->calls.count; k++) {
      const uint32_t callee = f->calls.items[k].callee;
      if (callee == IR_INDIRECT) continue;
      const char *name = p->symbols.items[callee].name;
      count += !strcmp(name, "getenv") || !strcmp(name, "secure_getenv");
    }
  }
  return count <= MOST_CALLS;
}

bool inputs_choose(options *o, const ir_program *p) {
  assert(!o->chosen);
  if (o->sym == SYM_NONE || is_given(o) || !load_defines(p, "main")) return false;
  for (size_t k = 0; k < ROWS; k++) {
    if ((p->refers & rows[k].refers) != rows[k].refers) continue;
    /* Who lists the environment would see what is made when it is asked for. */
    if (rows[k].refers == IR_REFERS_GETENV &&
        (p->refers & IR_REFERS_ENVIRON || !asks_for_few_variables(p)))
      continue;
    for (const char *const *word = rows[k].words[INPUTS_CHOSEN]; *word; word++) {
      vec_push(&o->world, *word);
      o->chosen++;
    }
  }
  o->chosen_size = INPUTS_CHOSEN;
  return o->chosen;
}

/* The same options with the sizes of that column. */
static options resized(const options *o, uint32_t size) {
  assert(o->chosen && size < INPUTS_SIZES);
  options other = *o;
  other.chosen_size = size;
  other.world.items = NULL;
  other.world.count = other.world.capacity = 0;
  const uint32_t first = o->world.count - o->chosen;
  for (uint32_t k = 0; k < first; k++) vec_push(&other.world, o->world.items[k]);
  while (other.world.count < o->world.count) {
    const char *name = o->world.items[other.world.count];
    size_t r = 0;
    while (r < ROWS && strcmp(name, rows[r].words[0][0])) r++;
    assert(r < ROWS);
    for (const char *const *word = rows[r].words[size]; *word; word++)
      vec_push(&other.world, *word);
  }
  return other;
}

bool inputs_grow(const options *o, options *larger) {
  if (!o->chosen || o->chosen_size + 1 == INPUTS_SIZES) return false;
  *larger = resized(o, o->chosen_size + 1);
  return true;
}

bool inputs_shrink(const options *o, options *smaller) {
  if (!o->chosen) return false;
  *smaller = resized(o, INPUTS_SMALL);
  return true;
}

char *inputs_grown_text(const options *o, uint64_t times) {
  options now = *o;
  for (uint64_t k = 0; k < times; k++) {
    options larger;
    if (!inputs_grow(&now, &larger)) break;
    if (k) vec_release(&now.world);
    now = larger;
  }
  char *text = inputs_text(&now);
  if (now.chosen_size > o->chosen_size) vec_release(&now.world);
  return text;
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
