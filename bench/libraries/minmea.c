/* minmea: scan a number out of a sentence, after a few digits that are known. */
#include <braid.h>
#include <minmea.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  char sentence[24 + LENGTH] = "$GPGLL,2147483";
  char type[6], field[LENGTH + 1];
  struct minmea_float number;
  braid_string(field, sizeof field, "field");
  strcat(sentence, field);
  minmea_scan(sentence, "tf", type, &number);
  return 0;
}
