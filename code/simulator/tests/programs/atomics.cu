// exit: 0
// schedules: forward random:2
// prints: 0 wrong
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdio>
#include <cuda/atomic>
#include <type_traits>
#include <vector>

// Every atomic operation on every type at every scope. An update has made `now` of `old`. As the
// updates of one place follow one another, the values of `old` and the last of all are the first of
// all and the values of `now`, in whatever order they happened.

enum class Op { add, sub, min, max, inc, dec, exch, cas, and_, or_, xor_ };
constexpr int ops = 11, threads = 64, blocks = 2, updates = threads * blocks;
constexpr const char* names[] = {"add",  "sub", "min", "max", "inc", "dec",
                                 "exch", "cas", "and", "or",  "xor"};
constexpr float first = 5;
/// Places are words apart, as the library changes whole words.
template <class T>
constexpr int spacing = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
template <class T>
constexpr int row = ops* spacing<T>;
enum class Scope { block, device, system };

/// What an operation makes of a number; a long double holds every number of 64 bits.
template <class T>
long double applied(Op op, long double number, long double by) {
  if constexpr (std::is_arithmetic_v<T>) {
    const T old = T(number), value = T(by);
    if (op == Op::add) return T(old + value);
    if (op == Op::sub) return T(old - value);
    if constexpr (std::is_integral_v<T>) {
      if (op == Op::and_) return T(old & value);
      if (op == Op::or_) return T(old | value);
      if (op == Op::xor_) return T(old ^ value);
    }
  }
  if (op == Op::add) return number + by;
  if (op == Op::min) return std::min(number, by);
  if (op == Op::max) return std::max(number, by);
  if (op == Op::inc) return number >= by ? 0 : number + 1;
  if (op == Op::dec) return number == 0 || number > by ? by : number - 1;
  if (op == Op::exch) return by;
  if (op == Op::cas) return number == by ? number + 3 : number;
  return number;
}

/// Small, so that sums of numbers of 16 bits are exact.
template <class T>
__host__ __device__ T value_of(Op op, int i) {
  if (op == Op::cas) return T(float(i % 2 * 3));
  if (op == Op::inc || op == Op::dec) return T(float(i % 3 + 9));
  if (op == Op::and_) return T(float(127 - (1 << i % 5)));
  return T(float(i * 3 % 5 - (std::is_unsigned_v<T> ? 0 : 2)));
}

/// The functions that CUDA had first.
struct Classic {
#define BY_SCOPE(name)                                   \
  template <Scope scope, class T, class... Values>       \
  static __device__ T name(T* place, Values... values) { \
    if constexpr (scope == Scope::block)                 \
      return ::name##_block(place, values...);           \
    else if constexpr (scope == Scope::device)           \
      return ::name(place, values...);                   \
    else                                                 \
      return ::name##_system(place, values...);          \
  }
  BY_SCOPE(atomicAdd)
  BY_SCOPE(atomicSub)
  BY_SCOPE(atomicMin)
  BY_SCOPE(atomicMax)
  BY_SCOPE(atomicInc)
  BY_SCOPE(atomicDec)
  BY_SCOPE(atomicExch)
  BY_SCOPE(atomicCAS)
  BY_SCOPE(atomicAnd)
  BY_SCOPE(atomicOr)
  BY_SCOPE(atomicXor)
#undef BY_SCOPE

  template <Op op, Scope scope, class T>
  static __host__ __device__ constexpr bool has() {
    if (sizeof(T) == 2 && scope != Scope::device) return false;
    constexpr bool word = std::is_integral_v<T> && sizeof(T) == 4;
    constexpr bool integer = word || std::is_integral_v<T> && sizeof(T) == 8;
    if (op == Op::add)
      return word || std::is_same_v<T, unsigned long long> || !std::is_integral_v<T>;
    if (op == Op::sub) return word;
    if (op == Op::inc || op == Op::dec) return std::is_same_v<T, unsigned>;
    if (op == Op::exch)
      return word || std::is_same_v<T, unsigned long long> || std::is_same_v<T, float>;
    if (op == Op::cas)
      return word || std::is_same_v<T, unsigned long long> || std::is_same_v<T, unsigned short>;
    return integer;
  }

  template <Op op, Scope scope, class T>
  static __device__ T update(T* place, T value) {
    if constexpr (op == Op::add) return atomicAdd<scope>(place, value);
    if constexpr (op == Op::sub) return atomicSub<scope>(place, value);
    if constexpr (op == Op::min) return atomicMin<scope>(place, value);
    if constexpr (op == Op::max) return atomicMax<scope>(place, value);
    if constexpr (op == Op::inc) return atomicInc<scope>(place, value);
    if constexpr (op == Op::dec) return atomicDec<scope>(place, value);
    if constexpr (op == Op::exch) return atomicExch<scope>(place, value);
    if constexpr (op == Op::cas) return atomicCAS<scope>(place, value, T(value + 3));
    if constexpr (op == Op::and_) return atomicAnd<scope>(place, value);
    if constexpr (op == Op::or_) return atomicOr<scope>(place, value);
    if constexpr (op == Op::xor_) return atomicXor<scope>(place, value);
  }
};

/// Those of the C++ library.
struct Reference {
  template <Op op, Scope scope, class T>
  static __host__ __device__ constexpr bool has() {
    if (op == Op::inc || op == Op::dec) return false;
    return std::is_integral_v<T> || op < Op::and_;
  }

  template <Op op, Scope scope, class T>
  static __device__ T update(T* place, T value) {
    constexpr cuda::thread_scope at = scope == Scope::block    ? cuda::thread_scope_block
                                      : scope == Scope::device ? cuda::thread_scope_device
                                                               : cuda::thread_scope_system;
    const cuda::atomic_ref<T, at> reference(*place);
    if constexpr (op == Op::add) return reference.fetch_add(value);
    if constexpr (op == Op::sub) return reference.fetch_sub(value, cuda::memory_order_relaxed);
    if constexpr (op == Op::min) return reference.fetch_min(value, cuda::memory_order_acquire);
    if constexpr (op == Op::max) return reference.fetch_max(value, cuda::memory_order_release);
    if constexpr (op == Op::exch) return reference.exchange(value, cuda::memory_order_acq_rel);
    if constexpr (op == Op::cas) {
      T old = value;
      reference.compare_exchange_strong(old, T(value + 3));
      return old;
    }
    if constexpr (op == Op::and_) return reference.fetch_and(value);
    if constexpr (op == Op::or_) return reference.fetch_or(value, cuda::memory_order_relaxed);
    if constexpr (op == Op::xor_) return reference.fetch_xor(value, cuda::memory_order_acq_rel);
  }
};

/// A place for each operation, in each block one of its own where that is the scope; `olds`, a row
/// for each operation.
template <class Library, Scope scope, class T, Op op>
__device__ void update(T* places, T* olds, T* reduced) {
  if constexpr (Library::template has<op, scope, T>()) {
    const int i = blockIdx.x * threads + threadIdx.x;
    const int place = int(op) * spacing<T> + (scope == Scope::block ? row<T> * blockIdx.x : 0);
    const T value = value_of<T>(op, i);
    // Of different values, what comes of inc and dec would depend on the order.
    constexpr bool by_order = op == Op::inc || op == Op::dec;
    const T first_value = value_of<T>(op, blockIdx.x * threads * (scope == Scope::block));
    olds[int(op) * updates + i] = Library::template update<op, scope>(places + place, value);
    if (op != Op::exch && op != Op::cas)
      Library::template update<op, scope>(reduced + place, by_order ? first_value : value);
  }
}
template <class Library, Scope scope, class T>
__global__ void update_all(T* places, T* olds, T* reduced) {
  update<Library, scope, T, Op::add>(places, olds, reduced);
  update<Library, scope, T, Op::sub>(places, olds, reduced);
  update<Library, scope, T, Op::min>(places, olds, reduced);
  update<Library, scope, T, Op::max>(places, olds, reduced);
  update<Library, scope, T, Op::inc>(places, olds, reduced);
  update<Library, scope, T, Op::dec>(places, olds, reduced);
  update<Library, scope, T, Op::exch>(places, olds, reduced);
  update<Library, scope, T, Op::cas>(places, olds, reduced);
  update<Library, scope, T, Op::and_>(places, olds, reduced);
  update<Library, scope, T, Op::or_>(places, olds, reduced);
  update<Library, scope, T, Op::xor_>(places, olds, reduced);
}

template <class T>
struct Device {
  T* data;
  int n;

  Device(int n, T value) : n(n) {
    const std::vector<T> host(n, value);
    cudaMalloc(&data, n * sizeof(T));
    cudaMemcpy(data, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(data); }

  std::vector<long double> numbers() const {
    std::vector<T> host(n);
    cudaMemcpy(host.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost);
    std::vector<long double> result;
    for (const T& each : host) {
      if constexpr (std::is_arithmetic_v<T>)
        result.push_back(each);
      else
        result.push_back(float(each));
    }
    return result;
  }
};

using Numbers = std::vector<long double>;
using Applied = long double (*)(Op, long double, long double);
int wrong = 0, checked = 0;

/// One place: its last number, what updates replaced, by what, and what those without a result
/// made. They came in an order of their own.
void check(const char* what, Op op, Applied applied, long double last, const Numbers& olds,
           const Numbers& values, long double reduced) {
  Numbers before = olds, after{first};
  for (std::size_t i = 0; i < olds.size(); ++i) after.push_back(applied(op, olds[i], values[i]));
  before.push_back(last);
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  ++checked;
  if (op == Op::inc || op == Op::dec) {
    last = first;
    for (std::size_t i = 0; i < values.size(); ++i) last = applied(op, last, values[0]);
  }
  if (before == after && (op == Op::exch || op == Op::cas || reduced == last)) return;
  ++wrong;
  std::printf("%s\n  %s\n", what, names[int(op)]);
}

template <class Library, Scope scope, class T>
void try_scope() {
  const T value(static_cast<float>(first));
  const Device<T> places(row<T> * blocks, value), reduced(row<T> * blocks, value);
  const Device<T> olds(ops * updates, value);
  update_all<Library, scope><<<blocks, threads>>>(places.data, olds.data, reduced.data);
  const Numbers p = places.numbers(), r = reduced.numbers(), o = olds.numbers();
  constexpr bool there[] = {
      Library::template has<Op::add, scope, T>(),  Library::template has<Op::sub, scope, T>(),
      Library::template has<Op::min, scope, T>(),  Library::template has<Op::max, scope, T>(),
      Library::template has<Op::inc, scope, T>(),  Library::template has<Op::dec, scope, T>(),
      Library::template has<Op::exch, scope, T>(), Library::template has<Op::cas, scope, T>(),
      Library::template has<Op::and_, scope, T>(), Library::template has<Op::or_, scope, T>(),
      Library::template has<Op::xor_, scope, T>()};
  const int groups = scope == Scope::block ? blocks : 1, n = updates / groups;
  for (int k = 0; k < ops; ++k)
    for (int group = 0; there[k] && group < groups; ++group) {
      const int place = row<T> * group + k * spacing<T>, start = k * updates + group * n;
      Numbers values;
      for (int i = group * n; i < (group + 1) * n; ++i)
        values.push_back(static_cast<long double>(float(value_of<T>(Op(k), i))));
      check(__PRETTY_FUNCTION__, Op(k), applied<T>, p[place],
            Numbers(o.begin() + start, o.begin() + start + n), values, r[place]);
    }
}

template <class Library, class... Types>
void try_all() {
  (try_scope<Library, Scope::block, Types>(), ...);
  (try_scope<Library, Scope::device, Types>(), ...);
  (try_scope<Library, Scope::system, Types>(), ...);
}

/// The sums of four components and of two, of which each is atomic alone.
__global__ void add_vectors(float4* four, float2* two, float* olds) {
  const int i = blockIdx.x * threads + threadIdx.x;
  const float4 a = atomicAdd(four, make_float4(1, 1, 1, 1));
  const float2 b = atomicAdd(two, make_float2(1, 1));
  const float all[] = {a.x, a.y, a.z, a.w, b.x, b.y};
  for (int k = 0; k < 6; ++k) olds[k * updates + i] = all[k];
  atomicAdd(four + 1, make_float4(1, 2, 3, 4));
  atomicAdd(two + 2, make_float2(5, 6));
}
void try_vectors() {
  const Device<float> sums(14, first), olds(6 * updates, -1);
  auto* const four = reinterpret_cast<float4*>(sums.data);
  add_vectors<<<blocks, threads>>>(four, reinterpret_cast<float2*>(four + 2), olds.data);
  const Numbers s = sums.numbers(), o = olds.numbers();
  const int with[] = {0, 1, 2, 3, 8, 9}, without[] = {4, 5, 6, 7, 12, 13};
  for (int k = 0; k < 6; ++k) {
    const auto start = o.begin() + k * updates;
    check("vectors", Op::add, applied<float>, s[with[k]], Numbers(start, start + updates),
          Numbers(updates, 1), (s[without[k]] - first) / (k + 1) + first);
  }
}

int main() {
  try_all<Classic, int, unsigned, long long, unsigned long long, float, double, unsigned short,
          __half, __nv_bfloat16>();
  try_all<Reference, signed char, unsigned char, short, unsigned short, int, unsigned, long long,
          unsigned long long, float, double>();
  try_vectors();
  std::printf("%d checked, %d wrong\n", checked, wrong);
  return cudaDeviceSynchronize() != cudaSuccess || checked == 0;
}
