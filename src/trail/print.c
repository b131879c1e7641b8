#include "trail/trail.h"

#include "base/mem.h"
#include "base/source_names.h"
#include "files/source_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/*
 * The tree as lines of text: calls and rounds of loops indented below the line that makes them,
 * a recursion and a loop folded.
 */
enum { INDENT = 2, DEEPEST = 12, LEVELS_SHOWN = 2, LONGEST_CYCLE = 3, LINE_BYTES = 160 };

typedef struct row {
  const trail_item *visit;      /* NULL: a note */
  enum { ROW_ALL, ROW_SOURCE, ROW_VALUES } part;        /* values come after the calls */
  char *note;                   /* owned */
  unsigned indent;
} row;

typedef struct writer {
  const trail *trail;
  const ir_program *program;
  FILE *out;
  VEC(row) rows;
  VEC(source_text *) sources;   /* by file; read when first needed */
  uint32_t file;                /* of the last line, plus 1 */
} writer;

/* Sources -------------------------------------------------------------------- */

static const source_text *source_of(writer *w, uint32_t file) {
  while (w->sources.count <= file) vec_push(&w->sources, NULL);
  source_text **at = w->sources.items + file;
  if (*at) return *at;
  *at = mem_zeroed(1, sizeof **at);
  char *where = source_names_path(w->program->files.items[file]);
  char *error = source_read(*at, where);
  free(where);
  free(error);
  return *at;
}

/* The text of the line; NULL: the file is gone. */
static const char *line_text(writer *w, uint32_t place, size_t *length) {
  const ir_place *p = w->program->places.items + place;
  const source_text *s = source_of(w, p->file);
  *length = 0;
  if (!s->text || !p->line || p->line > s->lines.count) return NULL;
  const char *text = s->text + s->lines.items[p->line - 1];
  *length = strcspn(text, "\r\n");
  return text;
}

static bool is_bracket(writer *w, uint32_t place) {
  size_t length;
  const char *text = line_text(w, place, &length);
  for (size_t k = 0; text && k < length; k++)
    if (!isspace((unsigned char) text[k]) && !strchr("{};", text[k])) return false;
  return text != NULL;
}

/* Rows ------------------------------------------------------------------------ */

static void add_note(writer *w, unsigned indent, char *text) {
  vec_push(&w->rows, ((row) {.note = text, .indent = indent}));
}

static bool is_silent(const trail_item *i) {
  return i->place && !i->values.count && !i->calls.count && !i->asked.count;
}

static bool says_nothing(writer *w, const trail_item *i) {
  return is_silent(i) && is_bracket(w, i->place);
}

static void add_items(writer *, const trail_items *, unsigned indent, const trail_call **last);

static void add_round(writer *w, const trail_round *r, bool is_first, unsigned indent,
                      const trail_call **last) {
  if (r->skipped)
    add_note(w, indent, mem_format("... %" PRIu64 " rounds that differ", r->skipped));
  if (r->count > 1) add_note(w, indent, mem_format("x %" PRIu64 ", the last of them:", r->count));
  else if (!is_first) add_note(w, indent, mem_string("then:"));
  /* Each round visits the head: where nothing happens there, it says nothing. */
  trail_items rest = r->items;
  const bool is_head = rest.count > 1 && is_silent(rest.items);
  rest.items += is_head;
  rest.count -= is_head;
  add_items(w, &rest, indent + 1, last);
}

static bool has_news(const trail_items *items) {
  return items->count > 1 || (items->count && !is_silent(items->items));
}

static void add_loop(writer *w, const trail_item *loop, unsigned indent, const trail_call **last) {
  for (uint32_t r = 0; r < loop->rounds.count; r++)
    if (has_news(&loop->rounds.items[r].items))
      add_round(w, loop->rounds.items + r, !r, indent, last);
}

/* A call that has not returned is left to the caller: there may be very many, one in another. */
static void add_call(writer *w, const trail_call *c, unsigned indent, const trail_call **last) {
  if (!c->has_returned) {
    *last = c;
    return;
  }
  if (c->hidden)
    add_note(w, indent, mem_format("%s(): %" PRIu64 " lines", c->function->name, c->hidden));
  add_items(w, &c->items, indent, last);
}

/* Control leaves a loop by its head, once more. */
static bool is_way_out(writer *w, const trail_item *loop, const trail_item *i) {
  if (loop->place || !loop->rounds.count || !is_silent(i)) return false;
  const trail_items *last = &vec_last(&loop->rounds).items;
  const ir_place *places = w->program->places.items;
  return last->count && last->items[0].place &&
         places[last->items[0].place].line == places[i->place].line;
}

static void add_items(writer *w, const trail_items *items, unsigned indent,
                      const trail_call **last) {
  for (uint32_t k = 0; k < items->count; k++) {
    const trail_item *i = items->items + k;
    if (k && is_way_out(w, i - 1, i)) continue;
    if (!i->place && i->rounds.count) {
      add_loop(w, i, indent, last);
      continue;
    }
    row new = {.visit = i, .part = i->calls.count ? ROW_SOURCE : ROW_ALL, .indent = indent};
    if (i->place && !says_nothing(w, i)) vec_push(&w->rows, new);
    for (uint32_t c = 0; c < i->calls.count; c++) add_call(w, i->calls.items[c], indent + 1, last);
    new.part = ROW_VALUES;
    if (i->calls.count && i->values.count) vec_push(&w->rows, new);
  }
}

/* Calls of the recursion from here on that go round alike: how many are left out. */
static uint32_t fold_of(const trail_call *const *chain, uint32_t count, uint32_t at,
                        uint32_t *cycle) {
  for (*cycle = 1; *cycle <= LONGEST_CYCLE; ++*cycle) {
    uint32_t same = at;
    while (same + *cycle < count && chain[same]->function == chain[same + *cycle]->function) same++;
    const uint32_t whole = (same + *cycle - at) / *cycle * *cycle;
    const uint32_t kept = 2 * LEVELS_SHOWN * *cycle;
    if (whole > kept + *cycle) return whole - kept;
  }
  return 0;
}

/* The call below that has not returned; NULL: there is none. */
static const trail_call *open_in(const trail_items *items) {
  for (; items->count;) {
    const trail_item *i = &vec_last(items);
    if (i->place || !i->rounds.count)
      return i->calls.count && !vec_last(&i->calls)->has_returned ? vec_last(&i->calls) : NULL;
    items = &vec_last(&i->rounds).items;
  }
  return NULL;
}

static void make_rows(writer *w) {
  VEC(const trail_call *) chain = {0};
  const trail_call *last = NULL;
  add_items(w, &w->trail->record.root->items, 0, &last);
  for (const trail_call *c = last; c; c = open_in(&c->items)) vec_push(&chain, c);
  unsigned indent = 0;
  for (uint32_t k = 0, folded = 0; k < chain.count; k++, indent++) {
    uint32_t cycle = 1;
    if (k >= folded) {
      const uint32_t left = fold_of(chain.items, chain.count, k, &cycle);
      if (left) {
        const uint32_t first = LEVELS_SHOWN * cycle;
        for (uint32_t n = 0; n < first; n++)
          add_items(w, &chain.items[k + n]->items, indent + n, &last);
        k += first + left - 1;
        indent += first;
        add_note(w, indent, mem_format("... %u more calls of %s() in one another", left,
                                       chain.items[k]->function->name));
        folded = k + 1 + first;
        continue;
      }
    }
    add_items(w, &chain.items[k]->items, indent, &last);
  }
  vec_release(&chain);
}

/* Printing -------------------------------------------------------------------- */

static void put_indent(writer *w, unsigned indent) {
  for (unsigned k = 0; k < (indent < DEEPEST ? indent : DEEPEST) * INDENT; k++) fputc(' ', w->out);
}

static void put_file(writer *w, uint32_t place) {
  const uint32_t file = w->program->places.items[place].file;
  if (w->file == file + 1) return;
  fprintf(w->out, "%s%s:\n", w->file ? "\n" : "", w->program->files.items[file]);
  w->file = file + 1;
}

static void put_source(writer *w, uint32_t place, unsigned indent) {
  size_t length;
  put_file(w, place);
  const char *text = line_text(w, place, &length);
  put_indent(w, indent);
  fprintf(w->out, "%6u | %.*s\n", w->program->places.items[place].line,
          (int) (length < LINE_BYTES ? length : LINE_BYTES), text ? text : "(the source is not there)");
}

static void put_value(writer *w, const trail_value *v, unsigned indent) {
  const trail *t = w->trail;
  char *from = trail_inputs_text(&t->inputs, exec_table(t->exec), v->terms.items, v->terms.count);
  put_indent(w, indent);
  fprintf(w->out, "%6s |     %s = %s", "", v->name, v->text);
  if (from) fprintf(w->out, "    <- %s", from);
  fputc('\n', w->out);
  free(from);
}

static void put_asked(writer *w, const trail_terms *asked, unsigned indent) {
  const trail *t = w->trail;
  char *from = trail_inputs_text(&t->inputs, exec_table(t->exec), asked->items, asked->count);
  if (!from) return;
  put_indent(w, indent);
  fprintf(w->out, "%6s |     decided by %s\n", "", from);
  free(from);
}

static void put_row(writer *w, const row *r) {
  if (!r->visit) {
    put_indent(w, r->indent);
    fprintf(w->out, "%6s   %s\n", "", r->note);
    return;
  }
  if (r->part == ROW_VALUES) put_file(w, r->visit->place);
  else put_source(w, r->visit->place, r->indent);
  for (uint32_t k = 0; k < r->visit->values.count && r->part != ROW_SOURCE; k++)
    put_value(w, r->visit->values.items + k, r->indent);
  if (r->part != ROW_VALUES) put_asked(w, &r->visit->asked, r->indent);
}

static bool has_word(const char *text, size_t length, const char *word) {
  const size_t n = strlen(word);
  for (size_t k = 0; k + n <= length; k++) {
    const bool begins = !k || !(isalnum((unsigned char) text[k - 1]) || text[k - 1] == '_');
    const char after = k + n < length ? text[k + n] : ' ';
    if (begins && !strncmp(text + k, word, n) && !isalnum((unsigned char) after) && after != '_')
      return true;
  }
  return false;
}

/* What ends the path, and the values of what its line names. */
static void put_end(writer *w) {
  const trail *t = w->trail;
  const trail_record *r = &t->record;
  size_t length = 0;
  const char *text = r->last_place ? line_text(w, r->last_place, &length) : NULL;
  const row *last = w->rows.count ? &vec_last(&w->rows) : NULL;
  const unsigned indent = last ? last->indent : 0;
  if (r->last_place && !(last && last->visit &&
                         w->program->places.items[last->visit->place].line == t->line))
    put_source(w, r->last_place, indent);
  for (uint32_t k = 0; k < r->last.count && text; k++) {
    const trail_value *v = r->last.items + k;
    bool is_shown = !has_word(text, length, v->name);
    for (uint32_t j = 0; last && last->visit && j < last->visit->values.count; j++)
      is_shown |= !strcmp(last->visit->values.items[j].name, v->name);
    if (!is_shown) put_value(w, v, indent);
  }
  put_indent(w, indent);
  if (!t->has_ended)
    fprintf(w->out, "%6s ^ still running after %" PRIu64 " instructions\n", "", t->instructions);
  else if (t->end.kind == OUTCOME_EXIT)
    fprintf(w->out, "%6s ^ the program ends with status %d\n", "",
            t->end.status & 255);
  else
    fprintf(w->out, "%6s ^ %s: %s\n", "", outcome_text(t->end.kind),
            t->message ? t->message : outcome_sentence(t->end.kind));
}

static void put_detours(writer *w, const trail_detours *detours) {
  if (detours->count) fputs("\nAnother input goes another way here:\n", w->out);
  for (uint32_t k = 0; k < detours->count; k++) {
    const trail_detour *n = detours->items + k;
    const ir_place *p = w->program->places.items + n->place;
    fprintf(w->out, "  %s:%u with %s", w->program->files.items[p->file], p->line, n->changed);
    if (n->then) fprintf(w->out, "  (then: %s)", n->then);
    fputc('\n', w->out);
  }
}

void trail_print(const trail *t, const trail_detours *detours, uint32_t rows, FILE *out) {
  writer w = {.trail = t, .program = exec_program(t->exec), .out = out};
  make_rows(&w);
  uint32_t first = rows && w.rows.count > rows ? w.rows.count - rows : 0, before = 0;
  for (uint32_t k = 0; k < first; k++) before += w.rows.items[k].visit != NULL &&
                                                    w.rows.items[k].part != ROW_VALUES;
  if (before)
    fprintf(out, "       ... %u line%s before: --all\n", before, before == 1 ? "" : "s");
  for (uint32_t k = first; k < w.rows.count; k++) put_row(&w, w.rows.items + k);
  put_end(&w);
  put_detours(&w, detours);
  for (uint32_t k = 0; k < w.rows.count; k++) free(w.rows.items[k].note);
  vec_release(&w.rows);
  for (uint32_t k = 0; k < w.sources.count; k++) {
    if (w.sources.items[k]) source_release(w.sources.items[k]);
    free(w.sources.items[k]);
  }
  vec_release(&w.sources);
}
