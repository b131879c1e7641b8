/* miniz: inflate a short stream. */
#include <braid.h>
#include "miniz.h"

int main(void) {
  unsigned char in[LENGTH], out[256];
  mz_ulong size = sizeof out;
  braid_make_symbolic(in, sizeof in, "in");
  return mz_uncompress(out, &size, in, sizeof in) != MZ_OK;
}
