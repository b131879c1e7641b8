/* Does what the user types reach the shell?  Once it does, through a struct and
 * a function pointer; once it is a number that was looked up. */
#include <braid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct request { const char *name; int choice; } request;

static const char *const commands[] = {"ls", "date"};

static void run_named(const request *r) {
  char line[16] = "echo ";
  strcat(line, r->name);
  system(line);
}

static void run_chosen(const request *r) {
  if (r->choice >= 0 && r->choice < 2) popen(commands[r->choice], "r");
}

int main(void) {
  char name[8];
  braid_string(name, sizeof name, "name");
  request r = {name, 1};
  void (*const handlers[])(const request *) = {run_named, run_chosen};
  for (int k = 0; k < 2; k++) handlers[k](&r);
  return 0;
}
