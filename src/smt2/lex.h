#ifndef SMT2_LEX_H
#define SMT2_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tokens of SMT-LIB 2.  Texts point into the input; quotes are left out. */
typedef enum smt2_kind {
  SMT2_END, SMT2_OPEN, SMT2_CLOSE, SMT2_SYMBOL, SMT2_KEYWORD, SMT2_NUMERAL,
  SMT2_DECIMAL, SMT2_HEX, SMT2_BINARY, SMT2_STRING, SMT2_BAD
} smt2_kind;

typedef struct smt2_token {
  smt2_kind kind;
  const char *text;             /* for SMT2_BAD: the error */
  size_t length;
  uint32_t line, column;        /* from 1 */
} smt2_token;

typedef struct smt2_lexer {
  const char *at, *end;
  uint32_t line, column;
} smt2_lexer;

smt2_token smt2_next(smt2_lexer *);
bool smt2_is(const smt2_token *, const char *symbol);

#endif
