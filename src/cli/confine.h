#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

/*
 * A process of `braid work` reads bitcode and jobs from a server.  Before reading, the
 * process gives up by Landlock everything unneeded: it reads the system, braid's installed
 * files and files named in the URL, writes below `directory`, starts no program, and takes
 * no connection.  Servers remain reachable.
 *
 * NULL, or a message to be freed: no Landlock in the kernel, or refused.
 */
char *confine(const char *directory, const char *url);

#endif
