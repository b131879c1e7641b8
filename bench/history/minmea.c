/* minmea: a sentence, and the position in it. */
#include <minmea.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  volatile float latitude = 0, longitude = 0;
  switch (minmea_sentence_id(text, false)) {
  case MINMEA_SENTENCE_RMC: {
    struct minmea_sentence_rmc frame;
    if (minmea_parse_rmc(&frame, text)) {
      latitude = minmea_tocoord(&frame.latitude);
      longitude = minmea_tocoord(&frame.longitude);
    }
  } break;
  case MINMEA_SENTENCE_GLL: {
    struct minmea_sentence_gll frame;
    if (minmea_parse_gll(&frame, text)) {
      latitude = minmea_tocoord(&frame.latitude);
      longitude = minmea_tocoord(&frame.longitude);
    }
  } break;
  default: break;
  }
  (void)latitude, (void)longitude;
  free(text);
  return 0;
}
