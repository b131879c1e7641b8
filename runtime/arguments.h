#ifndef RUNTIME_ARGUMENTS_H
#define RUNTIME_ARGUMENTS_H

/*
 * Replaces the options for symbolic input in argv, KLEE's, by what they stand
 * for, and takes those about files into braid_world:
 *   --sym-arg N             one argument of at most N characters
 *   --sym-args MIN MAX N    MIN to MAX arguments of at most N characters each
 *   --sym-stdin N           at most N bytes of standard input
 *   --sym-files NUM N       standard input and files A, B, ... of at most N bytes
 *   --sym-file PATH:N       a file of at most N bytes under this name
 *   --sym-open N            a file that is looked for: absent, or of at most N bytes
 *   --host-open N           ... or below /usr this machine's, of at most N bytes
 *   --sym-getenv N          a variable that is asked for: not set, or of at most N characters
 *   --max-fail N            so many system calls may fail on a path
 * =N for N of a length: exactly so many (also PATH:=N).
 * Also with one dash, and --sym-stdout is accepted.
 */
void __braid_expand_arguments(int *argc, char ***argv);

#endif
