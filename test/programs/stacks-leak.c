// The program ends deep in a recursion: what is lost there depends on who called whom, and of the
// joined callers some may hold a block, some have lost one.
#include <stdlib.h>
#include <klee/klee.h>

static unsigned char text[4];
static int at;

static void walk(void);

static void lose(void) {
  char *block = malloc(1);              // expect: leak
  if (block) block[0] = 1;
}

static void loser(void) {
  lose();
  walk();
}

static void deeper(char *block) {
  walk();
  free(block);
}

static void holder(void) { deeper(malloc(1)); }

static void walk(void) {
  if (at == 4) return;
  switch (text[at++]) {
  case 'h': holder(); break;
  case 'l':
    if (at == 1) loser();
    break;
  case 'a': walk(); break;
  case 'b': walk(); break;
  case 'e':
    if (at == 4) exit(0);
    break;
  }
}

int main(void) {
  klee_make_symbolic(text, sizeof text, "text");
  walk();
  klee_silent_exit(0);                  // only deep ends count
}
