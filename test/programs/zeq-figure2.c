// The motivating example of the paper: six states return from readData, four
// are kept; of those that return from readAndNoti three.
// options: --externals=unknown --max-loop=2 --no-seen
// replay: no
// returns: readData: 4 of 6, for 6 paths
// returns: readAndNoti: 3 of 6, for 10 paths
#include <assert.h>

int readUserInput(void);
_Bool reader_has_next(void), socket_has_next(void);
int reader_next(void), socket_next(void);

static int readData(char type) {
  unsigned sum = 0;
  if (type == 'F') {
    while (reader_has_next()) sum += (unsigned) reader_next();
  } else {
    while (socket_has_next()) sum += (unsigned) socket_next();
  }
  return (int) sum;
}

static int readAndNoti(void) {
  char type = (char) readUserInput();
  int s = readData(type);
  static int positive, negative;
  if (s >= 0) positive++;
  else negative++;
  positive = negative = 0;
  return s;
}

int main(void) {
  int raw = readAndNoti();
  assert(raw >= 0);  // expect: assert
  return 0;
}
