/* cgltf: a scene, as text or binary. */
#define CGLTF_IMPLEMENTATION
#include <cgltf.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cgltf_options options = {0};
#ifdef BY_VALUE
  cgltf_data scene = {0};
  if (cgltf_parse(&options, data, size, &scene) == cgltf_result_success) cgltf_free(&scene);
#else
  cgltf_data *scene = NULL;
  if (cgltf_parse(&options, data, size, &scene) == cgltf_result_success) {
    cgltf_validate(scene);
    cgltf_free(scene);
  }
#endif
  return 0;
}
