/* dr_wav: the samples of a file. */
#define DR_WAV_IMPLEMENTATION
#include <dr_wav.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  drwav wav;
  static drwav_int16 samples[4096];
#ifdef METADATA
  if (!drwav_init_memory_with_metadata(&wav, data, size, 0, NULL)) return 0;
#else
  if (!drwav_init_memory(&wav, data, size, NULL)) return 0;
#endif
  if (wav.channels > 0 && wav.channels <= 4096)
    while (drwav_read_pcm_frames_s16(&wav, 4096 / wav.channels, samples) > 0) {}
  drwav_uninit(&wav);
  return 0;
}
