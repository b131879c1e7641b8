#include "finding/follow.h"

#include "base/mem.h"
#include "base/process.h"
#include "base/sha.h"
#include "files/outdir.h"
#include "files/source_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Text to be inserted; at one place in the order of `order`. */
typedef struct edit {
  size_t at;
  int order;
  char *text;
} edit;

/* From the outside in, and back. */
enum { STATEMENT, OPEN_CONDITION, OPEN_CALL, CLOSE_CALL, CLOSE_CONDITION };

typedef struct copied {
  source_text source;
  VEC(edit) edits;
} copied;

/* All waypoints of one kind at one place.  Loops come there often: which of the
 * constraints is a segment's stands in a table. */
typedef struct anchor {
  witness_type type;
  uint32_t file;
  size_t begin, end;            /* of the call, the condition or the statement */
  VEC(char *) constraints;      /* in C; no two are equal */
  char *avoided;                /* statements, or NULL */
} anchor;

typedef struct row { uint32_t anchor, constraint; } row;

typedef struct editor {
  const witness *w;
  VEC(copied) files;
  VEC(anchor) anchors;
  VEC(row) rows;                /* by segment; the target's is not there */
} editor;

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool follow_same_file(const char *a, const char *b) {
  return !strcmp(base_name(a), base_name(b));
}

static void insert(copied *c, size_t at, int order, char *text) {
  const edit e = {at, order, text};
  vec_push(&c->edits, e);
}

/* Where ------------------------------------------------------------------- */

/* The first place on the line, or the one of the column, at which `fits`. */
static size_t find_on_line(const source_text *s, const witness_place *p,
                           bool (*fits)(const source_text *, size_t)) {
  size_t at = source_at(s, p->line, p->column ? p->column : 1);
  if (at == SOURCE_NOWHERE) return at;
  if (p->column) return fits(s, at) ? at : SOURCE_NOWHERE;
  for (; at < s->size && s->code[at] != '\n'; at++)
    if (fits(s, at)) return at;
  return SOURCE_NOWHERE;
}

static bool ends_call(const source_text *s, size_t at) {
  return s->code[at] == ')' && source_call_begin(s, at) != SOURCE_NOWHERE;
}

static bool is_loop_keyword(const source_text *s, size_t at) {
  return source_is_word(s, at, "while") || source_is_word(s, at, "for") ||
         source_is_word(s, at, "do");
}

static bool is_branch_keyword(const source_text *s, size_t at) {
  return is_loop_keyword(s, at) || source_is_word(s, at, "if") ||
         source_is_word(s, at, "switch");
}

static bool is_statement(const source_text *s, size_t at) {
  return at < s->size && !strchr(" \t\r\n})]", s->code[at]);
}

static uint32_t file_of(const editor *e, const witness_place *p) {
  uint32_t k = 0;
  while (k < e->files.count &&
         !follow_same_file(e->files.items[k].source.path, p->file))
    k++;
  return k;
}

/* Blanks stand for a condition that is not there: for (;;) */
static bool is_empty(const source_text *s, size_t begin, size_t end) {
  return source_skip(s, begin) >= end;
}

/* A declaration cannot follow `else`: it begins with a type's name, and those begin
 * with a word of the language or are followed by a second word. */
static bool is_declaration(const source_text *s, size_t at) {
  static const char *const words[] = {
    "int", "unsigned", "signed", "char", "short", "long", "float", "double",
    "_Bool", "bool", "const", "volatile", "static", "extern", "register",
    "struct", "union", "enum", "void", "typedef", "auto", "__auto_type"};
  static const char *const statements[] = {"return", "goto", "case", "else",
                                           "do", "sizeof"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (source_is_word(s, at, words[k])) return true;
  for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
    if (source_is_word(s, at, statements[k])) return false;
  const size_t end = source_word_end(s, at);
  if (end == at) return false;
  const size_t next = source_skip(s, end);
  return next > end && next < s->size &&
         (isalpha((unsigned char) s->code[next]) || s->code[next] == '_');
}

static char *nowhere(const char *what, const witness_place *p) {
  char column[24] = "";
  if (p->column) snprintf(column, sizeof column, ":%u", p->column);
  return mem_format("the witness does not fit: there is no %s at %s:%u%s", what,
                    p->file, p->line, column);
}

/* Waypoints --------------------------------------------------------------- */

/* Each \result becomes the variable that holds it. */
static void put_constraint(FILE *out, const char *text) {
  static const char result[] = "\\result";
  while (*text) {
    if (!strncmp(text, result, sizeof result - 1)) {
      fputs("__braid_result", out);
      text += sizeof result - 1;
    } else {
      fputc(*text++, out);
    }
  }
}

static char *condition_of(const witness_waypoint *p, const source_text *s,
                          size_t keyword, char **wrong) {
  const char *c = p->constraint;
  char *text;
  size_t size;
  if (!c) return mem_string("1");
  if (p->type != WITNESS_BRANCHING) {
    FILE *out = mem_stream(&text, &size);
    put_constraint(out, c);
    mem_stream_end(out);
    return text;
  }
  if (source_is_word(s, keyword, "switch")) {
    if (!strcmp(c, "default"))
      *wrong = mem_string("the default of a switch cannot be followed");
    return mem_format("__braid_result == (%s)", c);
  }
  if (strcmp(c, "true") && strcmp(c, "false"))
    *wrong = mem_format("a branch is true or false, not %s", c);
  return mem_format("__braid_result == %d", !strcmp(c, "true"));
}

/* The place that the waypoint names; NULL, or a message. */
static char *locate(editor *e, const witness_waypoint *p, anchor *a,
                    size_t *keyword) {
  *a = (anchor) {.type = p->type, .file = file_of(e, &p->place)};
  if (a->file == e->files.count)
    return mem_format("the witness does not fit: %s is none of the program's "
                      "C files", p->place.file);
  const source_text *s = &e->files.items[a->file].source;
  const bool is_call = p->type == WITNESS_FUNCTION_RETURN ||
                       p->type == WITNESS_FUNCTION_ENTER;
  if (is_call) {
    a->end = find_on_line(s, &p->place, ends_call);
    if (a->end == SOURCE_NOWHERE) return nowhere("end of a call", &p->place);
    a->begin = source_call_begin(s, a->end);
    a->end++;
  } else if (p->type == WITNESS_BRANCHING) {
    *keyword = find_on_line(s, &p->place, is_branch_keyword);
    if (*keyword == SOURCE_NOWHERE ||
        !source_condition(s, *keyword, &a->begin, &a->end))
      return nowhere("if, switch or loop", &p->place);
    a->begin++;
  } else {
    a->begin = a->end = find_on_line(s, &p->place, is_statement);
    if (a->begin == SOURCE_NOWHERE) return nowhere("statement", &p->place);
  }
  return NULL;
}

static uint32_t find_anchor(editor *e, const anchor *wanted) {
  for (uint32_t k = 0; k < e->anchors.count; k++) {
    const anchor *a = e->anchors.items + k;
    if (a->type == wanted->type && a->file == wanted->file &&
        a->begin == wanted->begin)
      return k;
  }
  vec_push(&e->anchors, *wanted);
  return e->anchors.count - 1;
}

static char *add_waypoint(editor *e, const witness_waypoint *p) {
  anchor wanted;
  size_t keyword = 0;
  char *wrong = locate(e, p, &wanted, &keyword);
  if (wrong) return wrong;
  const uint32_t number = find_anchor(e, &wanted);
  anchor *a = e->anchors.items + number;
  char *text = condition_of(p, &e->files.items[a->file].source, keyword,
                            &wrong);
  if (p->is_avoid) {
    char *longer = mem_format("%sif (" FOLLOW_COUNTER " == %u) "
                              "__VERIFIER_assume(!(%s)); ",
                              a->avoided ? a->avoided : "", p->segment, text);
    free(a->avoided);
    free(text);
    a->avoided = longer;
    return wrong;
  }
  uint32_t k = 0;
  while (k < a->constraints.count && strcmp(a->constraints.items[k], text)) k++;
  if (k == a->constraints.count) vec_push(&a->constraints, text);
  else free(text);
  vec_push(&e->rows, ((row) {number, k}));
  return wrong;
}

/* What is looked at when an execution comes there, as a statement. */
static char *look_of(const anchor *a, uint32_t number) {
  char *text;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  fputs(a->avoided ? a->avoided : "", out);
  fprintf(out, "switch (__braid_constraint(%u)) { ", number);
  for (uint32_t k = 0; k < a->constraints.count; k++)
    fprintf(out, "case %u: __braid_follow(!!(%s)); break; ", k,
            a->constraints.items[k]);
  fputc('}', out);
  mem_stream_end(out);
  return text;
}

static void insert_anchor(editor *e, uint32_t number) {
  anchor *a = e->anchors.items + number;
  copied *c = e->files.items + a->file;
  const source_text *s = &c->source;
  char *look = look_of(a, number);
  switch (a->type) {
  case WITNESS_FUNCTION_RETURN:
    insert(c, a->begin, OPEN_CALL,
           mem_string("({ __auto_type __braid_result = "));
    insert(c, a->end, CLOSE_CALL,
           mem_format("; %s __braid_result; })", look));
    break;
  case WITNESS_FUNCTION_ENTER:
    insert(c, a->begin, OPEN_CALL, mem_format("({ %s ", look));
    insert(c, a->end, CLOSE_CALL, mem_string("; })"));
    break;
  case WITNESS_BRANCHING: {
    size_t keyword = a->begin - 1;
    while (keyword && isspace((unsigned char) s->code[keyword - 1])) keyword--;
    const bool is_switch = keyword >= 6 && source_is_word(s, keyword - 6,
                                                          "switch");
    insert(c, a->begin, OPEN_CONDITION,
           mem_format("({ __auto_type __braid_result = %s(%s",
                      is_switch ? "" : "!!",
                      is_empty(s, a->begin, a->end) ? "1" : ""));
    insert(c, a->end, CLOSE_CONDITION,
           mem_format("); %s __braid_result; })", look));
    break;
  }
  case WITNESS_ASSUMPTION:
    insert(c, a->begin, STATEMENT,
           is_declaration(s, a->begin)
               ? mem_format("%s ", look)
               : mem_format("if (({ %s 0; })) ; else ", look));
    break;
  case WITNESS_TARGET: case WITNESS_TYPES: break;
  }
  for (uint32_t k = 0; k < a->constraints.count; k++)
    free(a->constraints.items[k]);
  vec_release(&a->constraints);
  free(a->avoided);
  free(look);
}

/* Invariants -------------------------------------------------------------- */

static void put_literal(FILE *out, const char *text) {
  for (; *text; text++)
    if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
    else fputc(*text == '\n' ? ' ' : *text, out);
}

static char *check_of(const witness_invariant *i) {
  char *text;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  fprintf(out, "((%s) ? (void) 0 : braid_error(\"the invariant ", i->value);
  put_literal(out, i->value);
  fputs(" does not hold\"))", out);
  mem_stream_end(out);
  return text;
}

static char *add_invariant(editor *e, const witness_invariant *i) {
  const uint32_t file = file_of(e, &i->place);
  if (file == e->files.count)
    return mem_format("the witness does not fit: %s is none of the program's "
                      "C files", i->place.file);
  copied *c = e->files.items + file;
  const source_text *s = &c->source;
  size_t begin, end;
  const size_t at = find_on_line(s, &i->place, i->is_loop ? is_loop_keyword
                                                          : is_statement);
  if (at == SOURCE_NOWHERE) return nowhere(i->is_loop ? "loop" : "statement",
                                           &i->place);
  if (i->is_loop && !source_condition(s, at, &begin, &end))
    return nowhere("loop", &i->place);
  char *check = check_of(i);
  if (i->is_loop)
    insert(c, begin + 1, OPEN_CONDITION,
           mem_format("%s, %s", check,
                      is_empty(s, begin + 1, end) ? "1" : ""));
  else
    insert(c, at, STATEMENT,
           is_declaration(s, at) ? mem_format("%s; ", check)
                                 : mem_format("if ((%s, 0)) ; else ", check));
  free(check);
  return NULL;
}

/* Files ------------------------------------------------------------------- */

static int in_order(const void *left, const void *right) {
  const edit *a = left, *b = right;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  /* What closes here comes before what opens. */
  const int x = a->order >= CLOSE_CALL ? a->order - 10 : a->order;
  const int y = b->order >= CLOSE_CALL ? b->order - 10 : b->order;
  return x < y ? -1 : x > y;
}

static const char declarations[] =
    "extern unsigned " FOLLOW_COUNTER "; void __braid_follow(int); "
    "int __braid_constraint(unsigned); void __VERIFIER_assume(int); "
    "__attribute__((noreturn)) void braid_error(const char *);";

static char *write_copy(copied *c, const char *path) {
  file_text text;
  size_t from = 0;
  FILE *out = file_text_begin(&text);
  fprintf(out, "_Pragma(\"clang diagnostic ignored \\\"-Weverything\\\"\") %s\n"
          "#line 1 \"", declarations);
  put_literal(out, c->source.path);
  fputs("\"\n", out);
  if (c->edits.count)
    qsort(c->edits.items, c->edits.count, sizeof *c->edits.items, in_order);
  for (uint32_t k = 0; k < c->edits.count; k++) {
    const edit *e = c->edits.items + k;
    fwrite(c->source.text + from, 1, e->at - from, out);
    fputs(e->text, out);
    from = e->at;
  }
  fwrite(c->source.text + from, 1, c->source.size - from, out);
  return file_text_end(&text, path);
}

/* Whether a waypoint may also be passed later is decided here. */
static char *write_observer(const editor *e, const char *path,
                            bool is_strict) {
  file_text text;
  FILE *out = file_text_begin(&text);
  fprintf(out, "%s\nunsigned " FOLLOW_COUNTER ";\n"
          "static const unsigned rows[][2] = {\n", declarations);
  for (uint32_t k = 0; k < e->rows.count; k++)
    fprintf(out, "  {%u, %u},\n", e->rows.items[k].anchor,
            e->rows.items[k].constraint);
  fprintf(out, "  {-1u, 0}};\n"
          "int __braid_constraint(unsigned anchor) {\n"
          "  return rows[" FOLLOW_COUNTER "][0] == anchor\n"
          "             ? (int) rows[" FOLLOW_COUNTER "][1] : -1;\n}\n"
          "void __braid_follow(int holds) {\n  %s\n"
          "  " FOLLOW_COUNTER "++;\n}\n",
          is_strict ? "__VERIFIER_assume(holds);" : "if (!holds) return;");
  return file_text_end(&text, path);
}

static bool is_c_file(const char *path) {
  const size_t n = strlen(path);
  return n > 2 && path[n - 2] == '.' && (path[n - 1] == 'c' ||
                                         path[n - 1] == 'i');
}

/* The witness must be of these files, if it says of which it is. */
static char *compare_hashes(const witness *w, const options *o) {
  for (uint32_t k = 0; k < w->files.count; k++)
    for (uint32_t i = 0; i < o->files.count; i++) {
      const char *path = o->files.items[i];
      if (!*w->hashes.items[k] ||
          !follow_same_file(w->files.items[k], path))
        continue;
      size_t size;
      char *message = NULL, *text = file_read_whole(path, &size, &message);
      if (!text) return message;
      const sha256_text d = sha256(text, size);
      free(text);
      if (strcmp(d.hex, w->hashes.items[k]))
        return mem_format("the witness is of another version of %s (SHA-256)",
                          path);
    }
  return NULL;
}

static char *read_sources(editor *e, const options *o) {
  char *message = compare_hashes(e->w, o);
  for (uint32_t k = 0; k < o->files.count && !message; k++) {
    copied c = {0};
    if (!is_c_file(o->files.items[k]))
      return mem_format("a witness is followed in C files only, not in %s",
                        o->files.items[k]);
    message = source_read(&c.source, o->files.items[k]);
    if (!message) vec_push(&e->files, c);
  }
  return message;
}

static char *edit_sources(editor *e) {
  char *message = NULL;
  const witness *w = e->w;
  for (uint32_t k = 0; k < w->waypoints.count && !message; k++)
    if (w->waypoints.items[k].type != WITNESS_TARGET)
      message = add_waypoint(e, w->waypoints.items + k);
  for (uint32_t k = 0; k < w->invariants.count && !message; k++)
    message = add_invariant(e, w->invariants.items + k);
  for (uint32_t k = 0; k < e->anchors.count; k++) insert_anchor(e, k);
  return message;
}

static char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *name = slash ? mem_format("%.*s", (int) (slash - path), path)
                     : mem_string(".");
  char *whole = realpath(*name ? name : "/", NULL);
  free(name);
  return whole ? whole : mem_string(".");
}

/* Headers are looked for where the originals are. */
static char *write_files(follow *f, editor *e, bool is_strict) {
  char *message = NULL;
  for (uint32_t k = 0; k < e->files.count && !message; k++) {
    const char *path = e->files.items[k].source.path;
    char *copy = mem_format("%s/%u-%s", f->scratch, k, base_name(path));
    char *directory = directory_of(path);
    message = write_copy(e->files.items + k, copy);
    vec_push(&f->files, copy);
    vec_push(&f->flags, mem_format("-I%s", directory));
    free(directory);
  }
  char *observer = mem_format("%s/witness.c", f->scratch);
  if (!message) message = write_observer(e, observer, is_strict);
  vec_push(&f->files, observer);
  if (message || !*e->w->specification) return message;
  f->property = mem_format("%s/witness.prp", f->scratch);
  char *text = mem_format("%s\n", e->w->specification);
  message = file_write_whole(f->property, text, strlen(text));
  free(text);
  return message;
}

char *follow_begin(follow *f, const witness *w, const options *o,
                   bool is_strict) {
  char *message = NULL;
  editor e = {.w = w};
  *f = (follow) {.is_strict = is_strict, .goal = {.segments = w->segments ? w->segments - 1 : 0}};
  if (!w->is_correctness) {
    const witness_place *p = &vec_last(&w->waypoints).place;
    f->goal.line = p->line;
    f->goal.file = mem_string(p->file);
  }
  f->scratch = scratch_make(&message);
  if (f->scratch) message = read_sources(&e, o);
  if (!message) message = edit_sources(&e);
  if (!message) message = write_files(f, &e, is_strict);
  for (uint32_t k = 0; k < e.files.count; k++) {
    copied *c = e.files.items + k;
    for (uint32_t i = 0; i < c->edits.count; i++) free(c->edits.items[i].text);
    vec_release(&c->edits);
    source_release(&c->source);
  }
  vec_release(&e.files);
  vec_release(&e.anchors);
  vec_release(&e.rows);
  if (message) follow_end(f);
  return message;
}

void follow_apply(const follow *f, const witness *w, options *o) {
  for (uint32_t k = 0; k < o->files.count; k++)
    vec_push(&o->originals, o->files.items[k]);
  vec_clear(&o->files);
  for (uint32_t k = 0; k < f->files.count; k++)
    vec_push(&o->files, f->files.items[k]);
  for (uint32_t k = 0; k < f->flags.count; k++)
    vec_push(&o->flags, f->flags.items[k]);
  if (!o->property && !o->error_function && !o->error_label)
    o->property = f->property;
  o->replay = REPLAY_OFF;       /* the copies are gone after the run */
  if (w->is_correctness) return;
  if (f->is_strict) {           /* hardly anything is left to be joined */
    o->merge = MERGE_OFF;
    o->loops = LOOPS_UNROLL;
    o->zeq = ZEQ_OFF;
  }
  o->goal = &f->goal;
  o->max_bugs = 1;
}

void follow_end(follow *f) {
  if (f->scratch) scratch_remove(f->scratch);
  for (uint32_t k = 0; k < f->files.count; k++) free(f->files.items[k]);
  for (uint32_t k = 0; k < f->flags.count; k++) free(f->flags.items[k]);
  vec_release(&f->files);
  vec_release(&f->flags);
  free(f->scratch);
  free(f->property);
  free(f->goal.file);
  *f = (follow) {0};
}
