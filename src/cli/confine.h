#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H

/*
 * A process of `braid work` reads bitcode and jobs that come from a server.  Before it
 * looks at them it gives up, by Landlock, whatever the work does not need: it reads the
 * system, what comes with braid and what the URL names, writes below `directory`, starts no
 * program, and takes no connection.  It still reaches servers.
 *
 * NULL, or a message to be freed: the kernel has no Landlock, or refused.
 */
char *confine(const char *directory, const char *url);

#endif
