#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

/* `braid export DIR --as=FORM`: the tests of a run as a suite of their own. */
int cli_export(int argc, char **argv);

#endif
