// What texture units make of random places in random arrays, bit by bit: recorded once on a GPU,
// and compared with the simulator.
//
// Usage: textures              prints a record
//        textures FILE         compares with the record in FILE; status 1 where something differs
//
// A record has a line for each case: its name and a hash of the results of 4096 reads. Of cases
// that the simulator meets only nearly, it has the results of 64, which may differ by so much of
// the largest: by a bit in its last places; by a step of the 16 bits that signed bytes become; by
// what a 256th of a texel makes between texels of opposite sign, where directions become places on
// a cube's faces.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace {

constexpr int reads = 4096, shown = 64;
constexpr float exactly = 0, by_a_bit = 0x1p-22f, by_a_step = 1.0f / 32767,
                by_a_position = 2.0f / 256;

#define CHECK(call)                                                              \
  do {                                                                           \
    if (cudaError_t error = (call); error != cudaSuccess) {                      \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(2);                                                              \
    }                                                                            \
  } while (false)

struct Random {
  std::uint64_t state = 0x9e3779b97f4a7c15;

  std::uint64_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
  }
  float between(float least, float most) {
    return least + (most - least) * (float((*this)() >> 40) / float(1 << 24));
  }
};
Random random_number;

template <class T>
void set(T& value) {
  if constexpr (std::is_same_v<T, float>)
    value = random_number.between(-1, 1) * std::exp2(std::floor(random_number.between(-6, 6)));
  else if constexpr (std::is_same_v<T, __half>)
    value = __float2half(random_number.between(-1, 1) *
                         std::exp2(std::floor(random_number.between(-6, 6))));
  else
    value = T(random_number() >> 17);
}
template <class Channel, int channels>
struct Texel {
  Channel each[channels];
};

/// Where to read, and what to expect of the kind of coordinates.
struct Place {
  float x, y, z;
  int layer;
};

/// An array, the way in which it is read, and where.
struct Settings {
  cudaExtent extent = {37, 0, 0};
  unsigned flags = 0;
  cudaTextureFilterMode filter = cudaFilterModePoint;
  cudaTextureAddressMode modes[3] = {cudaAddressModeClamp, cudaAddressModeClamp,
                                     cudaAddressModeClamp};
  bool normalized = false, to_float = false;
  float far = 0.5f;  // how far beyond the array it is read, in its own extent
};

struct Made {
  cudaArray_t array = nullptr;
  cudaTextureObject_t texture = 0;
  ~Made() {
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
  }
};

template <class Channel>
constexpr cudaChannelFormatKind kind_of =
    std::is_same_v<Channel, float> || std::is_same_v<Channel, __half> ? cudaChannelFormatKindFloat
    : std::is_signed_v<Channel>                                       ? cudaChannelFormatKindSigned
                                : cudaChannelFormatKindUnsigned;

template <class Channel, int channels>
cudaChannelFormatDesc format() {
  const int bits = 8 * sizeof(Channel);
  return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                               channels > 3 ? bits : 0, kind_of<Channel>);
}

cudaTextureDesc description(const Settings& s) {
  cudaTextureDesc result = {};
  result.filterMode = s.filter;
  for (int axis = 0; axis < 3; ++axis) result.addressMode[axis] = s.modes[axis];
  result.normalizedCoords = s.normalized;
  result.readMode = s.to_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  for (float& each : result.borderColor) each = 0.625f;
  return result;
}

template <class Channel, int channels>
void make(const Settings& s, Made& made) {
  using T = Texel<Channel, channels>;
  const std::size_t rows = s.extent.height ? s.extent.height : 1,
                    slices = s.extent.depth ? s.extent.depth : 1;
  std::vector<T> texels(s.extent.width * rows * slices);
  for (T& texel : texels)
    for (Channel& each : texel.each) set(each);
  const cudaChannelFormatDesc f = format<Channel, channels>();
  CHECK(cudaMalloc3DArray(&made.array, &f, s.extent, s.flags));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(texels.data(), s.extent.width * sizeof(T), s.extent.width, rows);
  copy.dstArray = made.array;
  copy.extent = make_cudaExtent(s.extent.width, rows, slices);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = made.array;
  const cudaTextureDesc d = description(s);
  CHECK(cudaCreateTextureObject(&made.texture, &resource, &d, nullptr));
}

std::vector<Place> places(const Settings& s) {
  std::vector<Place> result;
  for (int k = 0; k < reads; ++k) {
    const auto coordinate = [&](std::size_t extent) {
      const float length = s.normalized ? 1.0f : float(extent ? extent : 1);
      const float at = random_number.between(-s.far * length, (1 + s.far) * length);
      // At times just at an edge of texels.
      return k % 8 == 0 && !s.normalized ? std::floor(2 * at) / 2 : at;
    };
    result.push_back({coordinate(s.extent.width), coordinate(s.extent.height),
                      coordinate(s.extent.depth), int(random_number() % 12) - 2});
  }
  return result;
}

template <class V, class Read>
__global__ void all(cudaTextureObject_t texture, const Place* places, int n, V* results,
                    Read read) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) results[i] = read(texture, places[i]);
}

std::map<std::string, std::string> found;
std::map<std::string, float> nearness;

void keep(const std::string& name, const void* bytes, std::size_t count, float nearly) {
  std::ostringstream line;
  if (nearly != exactly) {
    std::vector<float> values(shown);
    std::memcpy(values.data(), bytes, shown * sizeof(float));
    line << '~';
    for (float each : values) {
      char text[40];
      std::snprintf(text, sizeof text, " %a", each);
      line << text;
    }
  } else {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::size_t k = 0; k < count; ++k)
      hash = (hash ^ static_cast<const unsigned char*>(bytes)[k]) * 0x100000001b3;
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    line << text;
  }
  found[name] = line.str();
  nearness[name] = nearly;
}

/// The results of reading `texture` at these places.
template <class V, class Read>
void read_all(const std::string& name, cudaTextureObject_t texture, const std::vector<Place>& at,
              Read read, float nearly = exactly) {
  Place* places = nullptr;
  V* results = nullptr;
  CHECK(cudaMalloc(&places, at.size() * sizeof(Place)));
  CHECK(cudaMalloc(&results, at.size() * sizeof(V)));
  CHECK(cudaMemcpy(places, at.data(), at.size() * sizeof(Place), cudaMemcpyHostToDevice));
  all<<<unsigned(at.size() + 127) / 128, 128>>>(texture, places, int(at.size()), results, read);
  std::vector<V> values(at.size());
  CHECK(cudaMemcpy(values.data(), results, at.size() * sizeof(V), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(places));
  CHECK(cudaFree(results));
  keep(name, values.data(), values.size() * sizeof(V), nearly);
}

template <class V, class Channel, int channels, class Read>
void run(const std::string& name, const Settings& s, Read read, float nearly = exactly) {
  Made made;
  make<Channel, channels>(s, made);
  read_all<V>(name, made.texture, places(s), read, nearly);
}

#define READ [] __device__(cudaTextureObject_t t, const Place& p)

constexpr const char* mode_names[] = {"wrap", "clamp", "mirror", "border"};

void run_modes() {
  for (int mode = 0; mode < 4; ++mode) {
    for (bool linear : {false, true}) {
      for (bool normalized : {false, true}) {
        Settings s;
        s.far = 2.5f;
        s.filter = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        s.normalized = normalized;
        for (auto& each : s.modes) each = cudaTextureAddressMode(mode);
        const std::string name = std::string(mode_names[mode]) + (linear ? "-linear" : "-nearest") +
                                 (normalized ? "-normalized" : "");
        run<float, float, 1>(
            "1d-" + name, s, READ { return tex1D<float>(t, p.x); });
        s.extent = {19, 23, 0};
        run<float, float, 1>(
            "2d-" + name, s, READ { return tex2D<float>(t, p.x, p.y); });
        s.extent = {9, 7, 5};
        run<float, float, 1>(
            "3d-" + name, s, READ { return tex3D<float>(t, p.x, p.y, p.z); },
            linear ? by_a_bit : exactly);
      }
    }
  }
  Settings s;
  s.filter = cudaFilterModeLinear;
  s.modes[0] = cudaAddressModeBorder;
  run<float, float, 1>(
      "1d-border-along-it", s, READ { return tex1D<float>(t, p.x); });
  s.normalized = true;
  for (std::size_t width : {1000, 4001, 16000}) {
    s.extent = {width, 0, 0};
    s.modes[0] = cudaAddressModeClamp;
    run<float, float, 1>(
        "1d-wide-" + std::to_string(width), s, READ { return tex1D<float>(t, p.x); });
  }
}

void run_types() {
  Settings s;
  s.extent = {31, 17, 0};
  run<unsigned, unsigned, 1>(
      "uint", s, READ { return tex2D<unsigned>(t, p.x, p.y); });
  run<int, signed char, 1>(
      "schar", s, READ { return int(tex2D<signed char>(t, p.x, p.y)); });
  run<uint4, unsigned, 4>(
      "uint4", s, READ { return tex2D<uint4>(t, p.x, p.y); });
  run<uchar4, unsigned char, 4>(
      "uchar4", s, READ { return tex2D<uchar4>(t, p.x, p.y); });
  run<short2, short, 2>(
      "short2", s, READ { return tex2D<short2>(t, p.x, p.y); });
  run<float4, float, 4>(
      "float4", s, READ { return tex2D<float4>(t, p.x, p.y); });
  s.to_float = true;
  run<float4, unsigned char, 4>(
      "uchar4-to-float", s, READ { return tex2D<float4>(t, p.x, p.y); });
  run<float, signed char, 1>(
      "schar-to-float", s, READ { return tex2D<float>(t, p.x, p.y); });
  run<float2, unsigned short, 2>(
      "ushort2-to-float", s, READ { return tex2D<float2>(t, p.x, p.y); });
  run<float, short, 1>(
      "short-to-float", s, READ { return tex2D<float>(t, p.x, p.y); });
  s.filter = cudaFilterModeLinear;
  run<float4, unsigned char, 4>(
      "uchar4-linear", s, READ { return tex2D<float4>(t, p.x, p.y); });
  run<float, signed char, 1>(
      "schar-linear", s, READ { return tex2D<float>(t, p.x, p.y); }, by_a_step);
  run<float2, unsigned short, 2>(
      "ushort2-linear", s, READ { return tex2D<float2>(t, p.x, p.y); });
  run<float, short, 1>(
      "short-linear", s, READ { return tex2D<float>(t, p.x, p.y); });
  s.to_float = false;
  run<float4, float, 4>(
      "float4-linear", s, READ { return tex2D<float4>(t, p.x, p.y); });
  run<float2, __half, 2>(
      "half2-linear", s, READ { return tex2D<float2>(t, p.x, p.y); });
  s.extent = {9, 7, 5};
  s.to_float = true;
  run<float, unsigned char, 1>(
      "3d-uchar-linear", s, READ { return tex3D<float>(t, p.x, p.y, p.z); });
  run<float, unsigned short, 1>(
      "3d-ushort-linear", s, READ { return tex3D<float>(t, p.x, p.y, p.z); });
}

void run_shapes() {
  Settings s;
  s.flags = cudaArrayLayered;
  s.extent = {21, 0, 6};
  s.filter = cudaFilterModeLinear;
  run<float, float, 1>(
      "1d-layers", s, READ { return tex1DLayered<float>(t, p.x, p.layer); });
  s.extent = {21, 13, 6};
  run<float, float, 1>(
      "2d-layers", s, READ { return tex2DLayered<float>(t, p.x, p.y, p.layer); });
  s = {};
  s.extent = {16, 16, 6};
  s.flags = cudaArrayCubemap;
  s.normalized = true;
  run<float, float, 1>(
      "cube", s, READ { return texCubemap<float>(t, p.x - 0.5f, p.y - 0.5f, p.z - 0.5f); });
  s.filter = cudaFilterModeLinear;
  for (int mode = 0; mode < 4; ++mode) {
    for (auto& each : s.modes) each = cudaTextureAddressMode(mode);
    run<float, float, 1>(
        std::string("cube-linear-") + mode_names[mode], s,
        READ { return texCubemap<float>(t, p.x - 0.5f, p.y - 0.5f, p.z - 0.5f); }, by_a_position);
  }
  s.filter = cudaFilterModePoint;
  s.extent = {16, 16, 24};
  s.flags = cudaArrayCubemap | cudaArrayLayered;
  run<float, float, 1>(
      "cube-layers", s,
      READ { return texCubemapLayered<float>(t, p.x - 0.5f, p.y - 0.5f, p.z - 0.5f, p.layer); });
  s = {};
  s.extent = {21, 13, 0};
  s.flags = cudaArrayTextureGather;
  run<float4, float, 4>(
      "gather-second", s, READ { return tex2Dgather<float4>(t, p.x, p.y, 1); });
  s.filter = cudaFilterModeLinear;
  run<float4, float, 4>(
      "gather-last", s, READ { return tex2Dgather<float4>(t, p.x, p.y, 3); });
  run<float, float, 1>(
      "level", s, READ { return tex2DLod<float>(t, p.x, p.y, 1.5f); });
  run<float, float, 1>(
      "gradient", s,
      READ { return tex2DGrad<float>(t, p.x, p.y, make_float2(p.z, 0), make_float2(0, 2)); });
}

/// Memory that is no array.
void run_memory() {
  std::vector<float4> values(1000);
  for (float4& each : values) set(each.x), set(each.y), set(each.z), set(each.w);
  float4* memory = nullptr;
  std::size_t pitch = 0;
  CHECK(cudaMallocPitch(&memory, &pitch, 40 * sizeof(float4), 25));
  CHECK(cudaMemcpy2D(memory, pitch, values.data(), 40 * sizeof(float4), 40 * sizeof(float4), 25,
                     cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<float4>(), 37 * sizeof(float4)};
  Settings s;
  s.extent = {37, 0, 0};
  cudaTextureDesc d = description(s);
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  read_all<float4>(
      "fetch", texture, places(s), READ { return tex1Dfetch<float4>(t, int(p.x) + p.layer); });
  CHECK(cudaDestroyTextureObject(texture));
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory, cudaCreateChannelDesc<float4>(), 40, 25, pitch};
  s.extent = {40, 25, 0};
  s.filter = cudaFilterModeLinear;
  d = description(s);
  CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
  read_all<float4>(
      "rows", texture, places(s), READ { return tex2D<float4>(t, p.x, p.y); });
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(memory));
}

template <cudaSurfaceBoundaryMode mode>
__global__ void through_surfaces(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int least) {
  int x = int(threadIdx.x) + least, y = int(blockIdx.x) + least;
  short2 value = surf2Dread<short2>(from, x * int(sizeof value), y, mode);
  value.x = short(value.x + x * y + 1);
  surf2Dwrite(value, to, x * int(sizeof value), y, mode);
}

/// What one surface holds after another was read and it was written, within both or beyond.
template <cudaSurfaceBoundaryMode mode>
void run_surfaces(const char* name, int beyond) {
  constexpr int width = 20, height = 9;
  std::vector<short2> values(width * height), zeros(width * height);
  for (short2& each : values) set(each.x), set(each.y);
  cudaArray_t arrays[2];
  cudaSurfaceObject_t surfaces[2];
  const cudaChannelFormatDesc f = cudaCreateChannelDesc<short2>();
  for (int k = 0; k < 2; ++k) {
    CHECK(cudaMallocArray(&arrays[k], &f, width, height, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(arrays[k], 0, 0, k == 0 ? values.data() : zeros.data(),
                              width * sizeof(short2), width * sizeof(short2), height,
                              cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[k];
    CHECK(cudaCreateSurfaceObject(&surfaces[k], &resource));
  }
  through_surfaces<mode>
      <<<height + 2 * beyond, width + 2 * beyond>>>(surfaces[0], surfaces[1], -beyond);
  CHECK(cudaMemcpy2DFromArray(zeros.data(), width * sizeof(short2), arrays[1], 0, 0,
                              width * sizeof(short2), height, cudaMemcpyDeviceToHost));
  keep(name, zeros.data(), zeros.size() * sizeof(short2), exactly);
  for (int k = 0; k < 2; ++k) {
    CHECK(cudaDestroySurfaceObject(surfaces[k]));
    CHECK(cudaFreeArray(arrays[k]));
  }
}

bool agree(const std::string& one, const std::string& other, float nearly) {
  if (one == other) return true;
  if (one.empty() || other.empty() || one[0] != '~' || other[0] != '~') return false;
  std::istringstream words(one.substr(1)), others(other.substr(1));
  float largest = 0, difference = 0;
  int count = 0;
  for (std::string a, b; words >> a && others >> b; ++count) {
    const float x = std::strtof(a.c_str(), nullptr), y = std::strtof(b.c_str(), nullptr);
    largest = std::max(largest, std::abs(y));
    difference = std::max(difference, std::abs(x - y));
  }
  return count == shown && difference <= nearly * largest;
}

}  // namespace

int main(int argc, char** argv) {
  run_modes();
  run_types();
  run_shapes();
  run_memory();
  run_surfaces<cudaBoundaryModeTrap>("surface", 0);
  run_surfaces<cudaBoundaryModeZero>("surface-zero", 3);
  if (argc < 2) {
    for (const auto& [name, result] : found) std::printf("%s %s\n", name.c_str(), result.c_str());
    return 0;
  }
  std::map<std::string, std::string> missing = found;
  int differences = 0;
  std::ifstream file(argv[1]);
  for (std::string line; std::getline(file, line);) {
    const std::size_t space = line.find(' ');
    const std::string name = line.substr(0, space), result = line.substr(space + 1);
    missing.erase(name);
    if (agree(found[name], result, nearness[name])) continue;
    std::printf("%s: %s, recorded %s\n", name.c_str(), found[name].c_str(), result.c_str());
    ++differences;
  }
  for (const auto& [name, result] : missing) std::printf("%s: not recorded\n", name.c_str());
  std::printf("%d of %zu differ\n", differences, found.size());
  return differences != 0 || !missing.empty();
}
