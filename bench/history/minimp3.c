/* minimp3: all frames of a stream. */
#define MINIMP3_IMPLEMENTATION
#include <minimp3.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static short pcm[MINIMP3_MAX_SAMPLES_PER_FRAME];
  mp3dec_t decoder;
  mp3dec_frame_info_t info;
  mp3dec_init(&decoder);
  for (;;) {
    mp3dec_decode_frame(&decoder, data, (int)size, pcm, &info);
    if (info.frame_bytes <= 0 || (size_t)info.frame_bytes > size) break;
    data += info.frame_bytes;
    size -= (size_t)info.frame_bytes;
  }
  return 0;
}
