// exit: 0
// prints: 0 lines differ
#include <unistd.h>

#include <cstdio>
#include <string>

// printf prints on the device what it prints on the host.

// clang-format off
#define LINES(LINE)                                                                              \
  LINE("%d %i|%5d|%-5d|%05d|%+d|% d|%.3d", 1, -2, 3, 4, -5, 6, 7, 8)                              \
  LINE("%u %o %x %X|%#o|%#x|%#X|%8x|%-8x|%08X", 4000000000u, 8u, 255u, 255u, 8u, 255u, 255u, 1u, 2u, 3u) \
  LINE("%ld %li %lu %lo %lx %lX", -5000000000l, 7l, 5000000000ul, 64ul, 0xfedcba9876ul, 0xabul)   \
  LINE("%lld %lli %llu %llo %llx %llX|%20lld|%-20llu|", -5000000000ll, 1ll, ~0ull, ~0ull, ~0ull, 1ull << 40, -1ll, 2ull) \
  LINE("%hd %hu %hx|%hd %hu", (short)-7, (unsigned short)65535, (unsigned short)0xfedc, 70000, 70000) \
  LINE("%c%c%c|%3c|%-3c|", 'a', 'b', 10, 'c', 'd')                                                \
  LINE("%f %F|%.0f|%.10f|%12.3f|%-12.3f|%+f|% f|%#.0f|%012.2f", 1.5, -2.25, 2.5, 1 / 3., 3.14159, 3.14159, 1., 1., 3., -7.125) \
  LINE("%e %E %.2e|%15.3e|%g %G %.3g|%#g|%g %g", 12345.678, 1e-300, 1e99, -1.5, 1e-5, 1e20, 1234567., 1., 100000., 1000000.) \
  LINE("%a %A %.2a", 1.0, 0.1, 3.14159)                                                           \
  LINE("%f %f %f %e %g", 1 / zero, -1 / zero, 0 * zero, 1 / zero, 5e-324)                         \
  LINE("%f %f %d", 1.5f, (float)-0.1f, (int)(char)-1)                                             \
  LINE("%s|%10s|%-10s|%.2s|%s", "text", "right", "left", "cut", "")                               \
  LINE("%*d|%-*d|%*d|%*.1f|%*s", 6, 42, 6, 42, -6, 42, 10, 2.55, 5, "ab")                         \
  LINE("%p %p", (void*)0x7f00dead0, (void*)16)                                                    \
  LINE("100%% of %d%%, %%d", 50)                                                                  \
  LINE("%d %lld %d %f %d %s %c %lld", 1, 2ll, 3, 4., 5, "six", '7', 8ll)                          \
  LINE("nothing")                                                                                 \
  LINE("%s", word)
// clang-format on

__global__ void speak(const char* word, double zero) {
#define LINE(...) printf(__VA_ARGS__), printf("\n");
  LINES(LINE)
#undef LINE
}

std::string expected(const char* word, double zero) {
  std::string result;
  char line[400];
#define LINE(...) std::snprintf(line, sizeof line, __VA_ARGS__), (result += line) += '\n';
  LINES(LINE)
#undef LINE
  return result;
}

/// What the device prints.
std::string said(const char* word) {
  std::FILE* file = std::tmpfile();
  std::fflush(stdout);
  const int kept = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  speak<<<1, 1>>>(word, 0);
  cudaDeviceSynchronize();
  std::fflush(stdout);
  dup2(kept, STDOUT_FILENO);
  close(kept);
  std::rewind(file);
  std::string result;
  for (int c; (c = std::fgetc(file)) != EOF;) result += char(c);
  std::fclose(file);
  return result;
}

int main() {
  const char host[] = "from global memory";
  char* word;
  cudaMalloc(&word, sizeof host);
  cudaMemcpy(word, host, sizeof host, cudaMemcpyHostToDevice);
  std::string device = said(word), wanted = expected(host, 0);
  int different = 0;
  while (!device.empty() || !wanted.empty()) {
    const auto next = [](std::string& text) {
      const std::string line = text.substr(0, text.find('\n'));
      text.erase(0, line.size() + 1);
      return line;
    };
    const std::string one = next(device), other = next(wanted);
    if (one == other) continue;
    ++different;
    std::printf("not %s\nbut %s\n", one.c_str(), other.c_str());
  }
  std::printf("%d lines differ\n", different);
  return cudaFree(word);
}
