// A libcuda.so.1 without a GPU: memory is the host's, a launch calls the function that was registered under the kernel's name.
// Built and used by .ci/gpu.py, to run tinytorch's driver through the real cuda-bindings on machines that have no GPU.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int R;   // CUresult
typedef int64_t (*kernel)(int64_t words, int64_t grid, int64_t block, int64_t shared);
static struct { char name[512]; kernel run; } known[4096];
static int n_known, launches;
static int env(const char *name, int otherwise) { const char *s = getenv(name); return s ? atoi(s) : otherwise; }

void stub_register(const char *name, kernel run) { strncpy(known[n_known].name, name, 511); known[n_known++].run = run; }
int stub_launches(void) { return launches; }

R cuInit(unsigned flags) { return env("STUB_INIT", 0); }
R cuDriverGetVersion(int *v) { *v = env("STUB_VERSION", 13000); return 0; }
R cuDeviceGetCount(int *n) { *n = env("STUB_COUNT", 1); return 0; }
R cuDeviceGet(int *d, int k) { *d = k; return 0; }
R cuDeviceGetName(char *name, int n, int d) { strncpy(name, "Stub GPU", n); return 0; }
R cuDeviceTotalMem(size_t *n, int d) { *n = (size_t)1 << 30; return 0; }
R cuDeviceGetAttribute(int *v, int what, int d) {
  switch (what) {
    case 75: *v = env("STUB_MAJOR", 9); return 0;
    case 76: *v = env("STUB_MINOR", 0); return 0;
    case 16: *v = 132; return 0;        // multiprocessors
    case 39: *v = 2048; return 0;       // threads of each
    case 10: *v = 32; return 0;         // of a warp
    case 8: *v = 48 << 10; return 0;    // shared memory
    case 82: *v = 65536; return 0;      // registers
    case 38: *v = 60 << 20; return 0;   // second-level cache
    default: *v = 0; return 0;
  }
}
R cuDevicePrimaryCtxRetain(void **c, int d) { *c = (void *)(intptr_t)(d + 1); return 0; }
R cuCtxSetCurrent(void *c) { return 0; }
R cuCtxSynchronize(void) { return 0; }
R cuMemAlloc(uint64_t *p, size_t n) {
  if (n > (size_t)1 << 30) return 2;
  void *q; *p = 0;
  if (posix_memalign(&q, 512, n)) return 2;
  *p = (uint64_t)q; return 0;
}
R cuMemFree(uint64_t p) { free((void *)p); return 0; }
R cuMemGetInfo(size_t *left, size_t *all) { *left = *all = (size_t)1 << 30; return 0; }
R cuMemHostAlloc(void **p, size_t n, unsigned flags) { return posix_memalign(p, 64, n) ? 2 : 0; }
R cuMemFreeHost(void *p) { free(p); return 0; }
R cuMemcpyAsync(uint64_t to, uint64_t from, size_t n, void *stream) { memmove((void *)to, (void *)from, n); return 0; }
R cuStreamCreateWithPriority(void **s, unsigned flags, int priority) { static intptr_t k = 16; *s = (void *)(k++); return 0; }
R cuStreamSynchronize(void *s) { return 0; }
R cuStreamQuery(void *s) { return env("STUB_BUSY", 0) ? 600 : 0; }
R cuStreamWaitEvent(void *s, void *e, unsigned flags) { return 0; }
R cuEventCreate(void **e, unsigned flags) { static intptr_t k = 16; *e = (void *)(k++); return 0; }
R cuEventDestroy(void *e) { return 0; }
R cuEventRecord(void *e, void *s) { return 0; }
R cuEventQuery(void *e) { return 0; }
R cuEventSynchronize(void *e) { return 0; }
R cuEventElapsedTime(float *ms, void *a, void *b) { *ms = 1; return 0; }
R cuModuleLoadData(void **m, const void *image) { *m = (void *)1; return env("STUB_LOAD", 0); }
R cuModuleGetFunction(void **f, void *m, const char *name) { *f = strdup(name); return 0; }
R cuFuncSetAttribute(void *f, int what, int v) { return 0; }
R cuGetErrorName(R e, const char **s) { *s = "CUDA_ERROR"; return 0; }
R cuGetErrorString(R e, const char **s) { *s = e == 2 ? "out of memory" : e == 222 ? "the provided PTX was compiled with an unsupported toolchain." : "some error"; return 0; }
R cuLaunchKernel(const char *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                 void *stream, void **params, void **extra) {
  launches++;
  for (int k = 0; k < n_known; k++) if (!strcmp(known[k].name, f)) {
    void *scratch = shared ? malloc(shared) : 0;
    known[k].run((int64_t)params[0], gx, bx, (int64_t)scratch);   // the parameters' words lie side by side
    free(scratch);
    return 0;
  }
  return env("STUB_ANY", 0) ? 0 : 500;   // CUDA_ERROR_NOT_FOUND
}
static R missing(void) { return 801; }    // CUDA_ERROR_NOT_SUPPORTED
R cuGetProcAddress_v2(const char *name, void **f, int version, uint64_t flags, int *status) {
  Dl_info me; dladdr((void *)cuGetProcAddress_v2, &me);
  void *lib = dlopen(me.dli_fname, RTLD_LAZY | RTLD_NOLOAD), *found = lib ? dlsym(lib, name) : 0;
  *f = found ? found : (void *)missing;
  if (status) *status = 0;
  return 0;
}
R cuGetProcAddress(const char *name, void **f, int version, uint64_t flags) { return cuGetProcAddress_v2(name, f, version, flags, 0); }
