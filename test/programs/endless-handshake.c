// A protocol of twenty states that takes a message each iteration, for ever.
// matrix: endless
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { IDLE, HELLO, WAIT_HELLO, CERT, CERT_CHECK, KEY, KEY_CHECK, CHANGE,
       WAIT_CHANGE, FINISHED, WAIT_FINISHED, OPEN, REKEY, REKEY_WAIT, CLOSING,
       WAIT_CLOSE, CLOSED, ALERT, RESET, DEAD, STATES };

int main(void) {
  int state = IDLE, has_key = 0, has_cert = 0, resumed = 0;
  for (;;) {
    const int message = __VERIFIER_nondet_int();
    switch (state) {
    case IDLE: state = message == 1 ? HELLO : IDLE; has_key = has_cert = 0; break;
    case HELLO: resumed = message == 2; state = WAIT_HELLO; break;
    case WAIT_HELLO:
      if (message == 3) state = resumed ? CHANGE : CERT;
      else if (message == 99) state = ALERT;
      if (message == 3 && resumed) has_key = 1;
      break;
    case CERT: state = message == 11 ? CERT_CHECK : ALERT; break;
    case CERT_CHECK: has_cert = 1; state = KEY; break;
    case KEY: state = message == 12 ? KEY_CHECK : ALERT; break;
    case KEY_CHECK: has_key = has_cert; state = CHANGE; break;
    case CHANGE: state = message == 20 ? WAIT_CHANGE : ALERT; break;
    case WAIT_CHANGE: state = message == 20 ? FINISHED : WAIT_CHANGE; break;
    case FINISHED: state = WAIT_FINISHED; break;
    case WAIT_FINISHED: state = message == 21 ? OPEN : ALERT; break;
    case OPEN:
      assert(has_key);
      if (message == 30) state = REKEY;
      if (message == 31) state = CLOSING;
      break;
    case REKEY: has_key = 0; state = REKEY_WAIT; break;
    case REKEY_WAIT:
      if (message == 32) { has_key = 1; state = OPEN; }
      if (message == 31) state = CLOSING;
      break;
    case CLOSING: state = WAIT_CLOSE; break;
    case WAIT_CLOSE: state = message == 40 ? CLOSED : WAIT_CLOSE; break;
    case CLOSED: state = message ? IDLE : DEAD; break;
    case ALERT: state = RESET; break;
    case RESET: state = IDLE; break;
    case DEAD: return 0;
    default: assert(0);
    }
    assert(state >= 0 && state < STATES);
  }
}
