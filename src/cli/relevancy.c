#include "cli/relevancy.h"

#include "base/mem.h"
#include "finding/entry.h"
#include "finding/load.h"
#include "page/relevancy_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: braid relevancy [options] FILE.c ...\n"
    "  Says where in the program symbolic values may come, without running it.\n"
    "  --source=NAME    only what function NAME gives counts as symbolic\n"
    "  --sink=NAME      does any reach a call of NAME?  Exit 0: no, 10: yes, and\n"
    "                   by which chain\n"
    "  --joins          as for a run that joins states: control counts, too\n"
    "  --no-refine      globals without context (less precise)\n"
    "  --points-to      what pointers may point to, instead\n"
    "  --html=FILE      a page instead of text\n"
    "  --json=FILE      for tools; - is standard output\n"
    "  --stats          say on standard error what it took\n"
    "  Other options are those of braid run: --sym-stdin N, --entry=F, -I ...\n";

enum { EXIT_REACHES = 10, EXIT_USAGE = 1, EXIT_INPUT = 2 };

typedef struct request {
  const char *source, *sink, *html, *json;
  bool joins, no_refine, points_to, stats;
} request;

/* From options ----------------------------------------------------------- */

static uint32_t world_of(const char *word) {
  static const struct { const char *name; uint32_t world; } known[] = {
    {"sym-arg", RELEVANCY_ARGUMENTS}, {"sym-args", RELEVANCY_ARGUMENTS},
    {"sym-argv", RELEVANCY_ARGUMENTS}, {"sym-env", RELEVANCY_ENVIRONMENT},
    {"sym-stdin", RELEVANCY_STDIN}, {"sym-files", RELEVANCY_FILES},
    {"sym-file", RELEVANCY_FILES}, {"sym-open", RELEVANCY_FILES},
    {"host-open", RELEVANCY_FILES},
    {"sym-getenv", RELEVANCY_ENVIRONMENT}, {"max-fail", RELEVANCY_SYSCALLS},
    {"sym-socket", RELEVANCY_PEERS}};
  if (word[0] != '-') return 0;
  word += word[1] == '-' ? 2 : 1;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(word, known[k].name)) return known[k].world;
  return 0;
}

relevancy_options relevancy_from(const options *o, const world *w,
                                 bool joins) {
  relevancy_options r = relevancy_defaults;
  if (o->entry) r.entry = o->entry;
  r.any_arguments = o->entry != NULL;
  r.havoc_arguments = true;     /* at least where nothing was written yet */
  r.havoc_globals = o->havoc_globals;
  r.joins = joins;
  for (uint32_t k = 0; k < w->arguments.count; k++)
    r.world |= world_of(w->arguments.items[k]);
  if (o->malloc_may_fail) r.world |= RELEVANCY_MALLOC;
  if (o->sym_host) r.world |= RELEVANCY_HOST;
  return r;
}

static const char *after(const char *text, const char *prefix) {
  const size_t length = strlen(prefix);
  return strncmp(text, prefix, length) ? NULL : text + length;
}

/* Takes our own options out of argv; the rest is that of a run. */
static int take_options(request *q, int argc, char **argv) {
  int kept = 1;
  const char *rest;
  for (int k = 1; k < argc; k++) {
    if ((rest = after(argv[k], "--source="))) q->source = rest;
    else if ((rest = after(argv[k], "--sink="))) q->sink = rest;
    else if ((rest = after(argv[k], "--html="))) q->html = rest;
    else if ((rest = after(argv[k], "--json="))) q->json = rest;
    else if (!strcmp(argv[k], "--joins")) q->joins = true;
    else if (!strcmp(argv[k], "--no-refine")) q->no_refine = true;
    else if (!strcmp(argv[k], "--points-to")) q->points_to = true;
    else if (!strcmp(argv[k], "--stats")) q->stats = true;
    else argv[kept++] = argv[k];
  }
  argv[kept] = NULL;
  return kept;
}

/* Answers ---------------------------------------------------------------- */

static int fail(int status, char *message) {
  fprintf(stderr, "braid relevancy: %s\n", message);
  free(message);
  return status;
}

static void print_step(const ir_program *p, const relevancy_step *s) {
  const uint32_t place = s->function->insns[s->insn].place;
  if (s->function->is_library || !place) {
    printf("  in %s()\n", s->function->name);
    return;
  }
  const ir_place *at = p->places.items + place;
  printf("  %s:%u:%u in %s()\n", p->files.items[at->file], at->line,
         at->column, s->function->name);
}

/* Steps in one library function, or at one place, are one line. */
static bool shows_same(const relevancy_step *a, const relevancy_step *b) {
  return a->function == b->function &&
         (a->function->is_library || a->function->insns[a->insn].place ==
                                         b->function->insns[b->insn].place);
}

static int answer_sink(const ir_program *p, relevancy *r, const char *sink) {
  relevancy_chain chain = {0};
  const bool reaches = relevancy_reaches(r, sink, &chain);
  if (!reaches) printf("no symbolic value reaches %s()\n", sink);
  else printf("a symbolic value reaches %s():\n", sink);
  for (uint32_t k = 0; k < chain.count; k++)
    if (!k || !shows_same(chain.items + k, chain.items + k - 1))
      print_step(p, chain.items + k);
  vec_release(&chain);
  return reaches ? EXIT_REACHES : 0;
}

static int write_to(const char *name, const ir_program *p, relevancy *r,
                    void (*write)(const ir_program *, relevancy *, FILE *)) {
  FILE *out = strcmp(name, "-") ? fopen(name, "w") : stdout;
  if (!out)
    return fail(EXIT_INPUT, mem_format("%s: %s", name, strerror(errno)));
  write(p, r, out);
  const bool failed = fflush(out) || ferror(out);
  if (out != stdout) fclose(out);
  return failed ? fail(EXIT_INPUT, mem_format("%s: %s", name, strerror(errno)))
                : 0;
}

static int respond(const request *q, const ir_program *p, relevancy *r) {
  const relevancy_stats *s = relevancy_get_stats(r);
  if (q->stats)
    fprintf(stderr,
            "points-to %.0f ms, relevancy %.0f ms; %u instances, %u objects, "
            "%u cells, %llu rules, %llu transitions\n", s->points_ms,
            s->depend_ms, s->instances, s->objects, s->cells,
            (unsigned long long) s->rules,
            (unsigned long long) s->transitions);
  if (q->points_to) {
    relevancy_print_points(r, false, stdout);
    return 0;
  }
  if (q->sink) return answer_sink(p, r, q->sink);
  if (q->html) return write_to(q->html, p, r, relevancy_write_html);
  if (q->json) return write_to(q->json, p, r, relevancy_write_json);
  relevancy_write_text(p, r, stdout);
  return 0;
}

static bool has_marks(const ir_program *p, const relevancy *r) {
  for (uint32_t k = 0; k < p->functions.count; k++) {
    const relevancy_marks *m = relevancy_of(r, k);
    if (m->is_reached && !m->is_irrelevant) return true;
  }
  return false;
}

/* Marks are asked for.  A program where nothing is symbolic shows so without contexts, by a
 * tenth of the work; contexts would not mark more. */
static relevancy *find_marks(const ir_program *p, const relevancy_options *from) {
  relevancy_options coarse = *from;
  coarse.refines = false;
  relevancy *r = relevancy_new(p, &coarse);
  if (!from->refines || !has_marks(p, r)) return r;
  relevancy_free(r);
  return relevancy_new(p, from);
}

static int analyse(const request *q, const options *o, const world *w) {
  char *message = NULL;
  bitcode files;
  if (!compile_to_bitcode(o, &files, &message))
    return fail(EXIT_INPUT, message);
  ir_program *p = load_program(o, &files, &message);
  compile_release(&files);
  if (!p) return fail(EXIT_INPUT, message);
  int status;
  if ((message = entry_check(o, p))) status = fail(EXIT_INPUT, message);
  else {
    relevancy_options from = relevancy_from(o, w, q->joins);
    from.refines = !q->no_refine;
    from.source = q->source;
    relevancy *r = q->points_to || q->sink ? relevancy_new(p, &from) : find_marks(p, &from);
    status = respond(q, p, r);
    relevancy_free(r);
  }
  ir_program_free(p);
  return status;
}

int cli_relevancy(int argc, char **argv) {
  request q = {0};
  options o;
  world w;
  char *message = NULL;
  if (argc > 1 && !strcmp(argv[1], "--help")) {
    fputs(usage, stdout);
    return 0;
  }
  argc = take_options(&q, argc, argv);
  options_init(&o);
  int status;
  if (!options_parse(&o, argc, argv, &message))
    status = fail(EXIT_USAGE, message);
  else if (!world_init(&w, &o, &message)) status = fail(EXIT_USAGE, message);
  else {
    status = analyse(&q, &o, &w);
    world_release(&w);
  }
  options_release(&o);
  return status;
}
