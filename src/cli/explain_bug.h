#ifndef CLI_EXPLAIN_BUG_H
#define CLI_EXPLAIN_BUG_H

/* `braid explain DIR`: the path to a bug of the run in DIR, line by line, with values and the
 * inputs that made them. */
int cli_explain(int argc, char **argv);

#endif
