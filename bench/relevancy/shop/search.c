#include "shop.h"

#include <stdlib.h>
#include <string.h>

/*
 * An inverted index: words in a sorted table, each with the rows of the products
 * that have it in their name or description, and how often.
 */
typedef struct posting { int row, weight; } posting;
typedef struct term {
  char *word;
  posting *postings;
  int count, capacity;
} term;

enum { LONGEST_WORD = 24 };
static term *terms;
static int term_count, term_capacity;

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The next word, in small letters; NULL: there is none. */
static const char *next_word(const char *s, char *word) {
  int length = 0;
  while (*s && !is_letter(*s)) s++;
  if (!*s) return NULL;
  for (; is_letter(*s); s++)
    if (length < LONGEST_WORD - 1)
      word[length++] = (char) (*s >= 'a' ? *s : *s - 'A' + 'a');
  word[length] = 0;
  return s;
}

/* Where the word is, or belongs. */
static int place_of(const char *word) {
  int low = 0, high = term_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (strcmp(terms[middle].word, word) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

static term *find(const char *word) {
  const int at = place_of(word);
  return at < term_count && !strcmp(terms[at].word, word) ? terms + at : NULL;
}

static term *make(const char *word) {
  const int at = place_of(word);
  terms = grow(terms, term_count, &term_capacity, sizeof *terms);
  memmove(terms + at + 1, terms + at,
          (size_t) (term_count - at) * sizeof *terms);
  term_count++;
  terms[at] = (term) {.word = copy_text(word, strlen(word))};
  return terms + at;
}

static void add(const char *s, int row, int weight) {
  char word[LONGEST_WORD];
  while ((s = next_word(s, word))) {
    term *t = find(word);
    if (!t) t = make(word);
    if (t->count && t->postings[t->count - 1].row == row) {
      t->postings[t->count - 1].weight += weight;
      continue;
    }
    t->postings = grow(t->postings, t->count, &t->capacity,
                       sizeof *t->postings);
    t->postings[t->count++] = (posting) {row, weight};
  }
}

void search_open(void) {
  for (int row = 0; row < product_count; row++) {
    add(products[row].name, row, 3);
    add(products[row].description, row, 1);
  }
}

void search_close(void) {
  for (int k = 0; k < term_count; k++) {
    free(terms[k].word);
    free(terms[k].postings);
  }
  free(terms);
}

/* The best products for the words of the query, the best first. */
int search_find(const char *query, long *keys, int room) {
  int *scores = need(calloc((size_t) product_count, sizeof *scores));
  char word[LONGEST_WORD];
  while ((query = next_word(query, word))) {
    const term *t = find(word);
    for (int k = 0; t && k < t->count; k++)
      scores[t->postings[k].row] += t->postings[k].weight * 100 / t->count;
  }
  int found = 0;
  while (found < room) {
    int best = -1;
    for (int row = 0; row < product_count; row++)
      if (scores[row] && (best < 0 || scores[row] > scores[best])) best = row;
    if (best < 0) break;
    keys[found++] = products[best].key;
    scores[best] = 0;
  }
  free(scores);
  return found;
}
