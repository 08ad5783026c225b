#include "harness/options.hpp"

#include <getopt.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace harness {
namespace {

constexpr int wrong_usage = 2;

void print_usage(std::FILE* to, const char* program) {
  std::fprintf(
      to,
      "Usage: %s [--check | --measure | --count | --rehearse | --profile | --list] "
      "[--only NAME]... [--output DIR] [--seed N] [--device N]\n"
      "  --check       run every check (default)\n"
      "  --measure     run every check but the longest, then time every experiment on the GPU\n"
      "  --count       count every experiment's events on the simulator\n"
      "  --rehearse    write what every timed or profiled experiment has the device do, undone\n"
      "  --profile     make the counted launches on the GPU, for a profiler to look at\n"
      "  --list        name the machine, the checks, the timed experiments and the profiled ones\n"
      "  --only EXPERIMENT  time, count, profile or rehearse only those; still run the checks\n"
      "  --only CHECK  with --check: run only those\n"
      "  --output DIR  where the results go, one CSV file an experiment (default: here)\n"
      "  --seed N      seed of the checks' random data (default: a new one each time)\n"
      "  --device N    the GPU to use (default: 0)\n",
      program);
}

template <class Number>
bool read(const char* text, Number& number) {
  const char* end = text + std::strlen(text);
  auto [rest, error] = std::from_chars(text, end, number);
  return error == std::errc() && rest == end;
}

}  // namespace

Options Options::parse(int argc, char** argv) {
  Options options;
  options.seed = std::random_device()();
  static const option known[] = {
      {"check", no_argument, nullptr, 'c'},      {"measure", no_argument, nullptr, 'm'},
      {"count", no_argument, nullptr, 'n'},      {"rehearse", no_argument, nullptr, 'r'},
      {"profile", no_argument, nullptr, 'p'},    {"list", no_argument, nullptr, 'l'},
      {"only", required_argument, nullptr, 'e'}, {"output", required_argument, nullptr, 'o'},
      {"seed", required_argument, nullptr, 's'}, {"device", required_argument, nullptr, 'd'},
      {"help", no_argument, nullptr, 'h'},       {nullptr, 0, nullptr, 0}};
  auto refuse = [&] {
    print_usage(stderr, argv[0]);
    std::exit(wrong_usage);
  };
  for (int found; (found = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
    switch (found) {
      case 'c':
        options.mode = Mode::check;
        break;
      case 'm':
        options.mode = Mode::measure;
        break;
      case 'n':
        options.mode = Mode::count;
        break;
      case 'r':
        options.mode = Mode::rehearse;
        break;
      case 'p':
        options.mode = Mode::profile;
        break;
      case 'l':
        options.mode = Mode::list;
        break;
      case 'e':
        options.only.push_back(optarg);
        break;
      case 'o':
        options.output = optarg;
        break;
      case 's':
        if (!read(optarg, options.seed)) refuse();
        break;
      case 'd':
        if (!read(optarg, options.device)) refuse();
        break;
      case 'h':
        print_usage(stdout, argv[0]);
        std::exit(EXIT_SUCCESS);
      default:
        refuse();
    }
  }
  if (optind != argc) refuse();
  return options;
}

bool Options::chooses(const std::string& name) const {
  return only.empty() || std::ranges::find(only, name) != only.end();
}

}  // namespace harness
