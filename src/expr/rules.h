#ifndef EXPR_RULES_H
#define EXPR_RULES_H

#include "expr/expr.h"

/* The catalogue of rewrite rules, and how often each has fired in a table. */
typedef enum expr_rule {
#define RULE(NAME, EQUATION) RULE_##NAME,
#include "expr/rules.def"
  RULE_COUNT
} expr_rule;

uint64_t expr_rule_count(const expr_table *, expr_rule);
const char *expr_rule_name(expr_rule);
const char *expr_rule_equation(expr_rule);

#endif
