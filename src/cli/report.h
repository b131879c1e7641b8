#ifndef CLI_REPORT_H
#define CLI_REPORT_H

/* braid report: the page of a run. */
int cli_report(int argc, char **argv);

#endif
